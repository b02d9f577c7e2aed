import { useEffect, useState } from 'react'
import { useLatestProject } from '../app/useProject.ts'
import { useLatestUser } from '../app/useUser.ts'
import { useAction, type Action } from './useAction.ts'
import { useSignedInUser } from './useSignedInUser.ts'

export interface ConnectedAccount {
  /** Id of the provider, such as `github`. */
  readonly provider: string
  readonly isConnected: boolean
  /** The e-mail address of the provider account, if the provider returns it. */
  readonly email: string | null
  /** Whether the project still offers this provider. */
  readonly isOffered: boolean
}

export interface ConnectedAccounts {
  readonly accounts: readonly ConnectedAccount[]
  /** Redirects to the provider, which redirects back to this page. */
  readonly connect: Action<[provider: string], never>
}

/** Returns the providers of the project and the signed-in user's accounts at them. */
export function useConnectedAccounts(): ConnectedAccounts {
  const requireUser = useSignedInUser()
  const user = useLatestUser()
  const project = useLatestProject()
  const [resume, setResume] = useState<(() => void) | null>(null)
  const connect = useAction<[string], never>(async (provider) => {
    // The redirect never resolves. The other promise resolves when the browser restores the page from its back/forward
    // cache.
    await Promise.race([
      requireUser().linkConnectedAccount(provider),
      new Promise<void>((resolve) => setResume(() => resolve)),
    ])
    return { status: 'ok' }
  }, 'ready')
  useEffect(() => {
    if (!resume) return
    const onShow = (event: PageTransitionEvent): void => {
      if (event.persisted) resume()
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [resume])

  const offered = new Set(project?.config.oauthProviders.map(({ id }) => id) ?? [])
  const own = new Map(user?.toClientJson().oauth_providers.map((account) => [account.id, account]) ?? [])
  const accounts = [...new Set([...own.keys(), ...offered])].map((provider) => ({
    provider,
    isConnected: own.has(provider),
    email: own.get(provider)?.email ?? null,
    isOffered: offered.has(provider),
  }))
  return { accounts, connect }
}
