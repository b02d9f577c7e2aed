'use client'

import { useEffect, useState } from 'react'
import { useLatestProject } from '../../app/useProject.ts'
import { useLatestUser } from '../../app/useUser.ts'
import { offeredProviders } from '../../auth/offered-providers.ts'
import { isOnlySignInMethod } from './sign-in-methods.ts'
import type { Action } from '../../hooks/useAction.ts'
import { useChange } from '../../hooks/useChange.ts'
import { useSignedInUser } from '../../hooks/useSignedInUser.ts'

/** A provider of the project, with the account that the user has connected. */
export interface ConnectedAccount {
  /** Id of the provider, such as `github`. */
  readonly provider: string
  /** Whether the user has connected an account of this provider. */
  readonly isConnected: boolean
  /** The e-mail address of the provider account, if the provider returns it. */
  readonly email: string | null
  /** Whether the project still offers this provider. */
  readonly isOffered: boolean
  /** Whether the account is the user's only sign-in method. The service then refuses to disconnect it. */
  readonly isOnlyMethod: boolean
}

/** The accounts of the user at providers, and what a page can do with them. */
export interface ConnectedAccounts {
  /** One for each provider that the project offers or the user has connected. */
  readonly accounts: readonly ConnectedAccount[]
  /** Redirects to the provider, which redirects back to this page. */
  readonly connect: Action<[provider: string], never>
  /** Disconnects the account at a provider and deletes its tokens. */
  readonly disconnect: Action<[provider: string], never>
}

/**
 * Returns the providers of the project and the signed-in user's accounts at them.
 *
 * @param onDisconnected called after an account was disconnected
 */
export function useConnectedAccounts(onDisconnected?: () => void): ConnectedAccounts {
  const requireUser = useSignedInUser()
  const user = useLatestUser()
  const project = useLatestProject()
  const [resume, setResume] = useState<(() => void) | null>(null)
  // The redirect never resolves. The other promise resolves when the browser restores the page from its back/forward
  // cache.
  const connect = useChange((provider: string) =>
    Promise.race([
      requireUser().linkConnectedAccount(provider),
      new Promise<void>((resolve) => setResume(() => resolve)),
    ]),
  )
  const disconnect = useChange(async (provider: string) => {
    const accounts = await requireUser().listOAuthProviders()
    await accounts.find(({ id }) => id === provider)?.delete()
  }, onDisconnected)
  useEffect(() => {
    if (!resume) return
    const onShow = (event: PageTransitionEvent): void => {
      if (event.persisted) resume()
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [resume])

  const offered = new Set(project ? offeredProviders(project.config).map(({ id }) => id) : [])
  const own = new Map(user?.toClientJson().oauth_providers.map((account) => [account.id, account]) ?? [])
  const accounts = [...new Set([...own.keys(), ...offered])].map((provider) => ({
    provider,
    isConnected: own.has(provider),
    email: own.get(provider)?.email ?? null,
    isOffered: offered.has(provider),
    isOnlyMethod: isOnlySignInMethod(user, project, { providerIds: [...own.keys()].filter((id) => id !== provider) }),
  }))
  return { accounts, connect, disconnect }
}
