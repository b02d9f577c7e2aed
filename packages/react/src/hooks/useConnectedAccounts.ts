import { useEffect, useState } from 'react'
import { useLatestProject } from '../app/useProject.ts'
import { useLatestUser } from '../app/useUser.ts'
import { useAction, type Action } from './useAction.ts'
import { useSignedInUser } from './useSignedInUser.ts'

export interface ConnectedAccount {
  /** Id of the provider, such as `github`. */
  readonly provider: string
  readonly isConnected: boolean
  /** The address of the account there, where the provider tells. */
  readonly email: string | null
  /** Whether the project offers this provider still. */
  readonly isOffered: boolean
}

export interface ConnectedAccounts {
  readonly accounts: readonly ConnectedAccount[]
  /** Leaves for the provider, and comes back to this page. */
  readonly connect: Action<[provider: string], never>
}

/** The providers of the project and the signed-in user's accounts there. */
export function useConnectedAccounts(): ConnectedAccounts {
  const requireUser = useSignedInUser()
  const user = useLatestUser()
  const project = useLatestProject()
  const [wake, setWake] = useState<(() => void) | null>(null)
  const connect = useAction<[string], never>(async (provider) => {
    // Ends by a failure only: the page is being left, or has come back from the browser's memory as it was left.
    await Promise.race([
      requireUser().linkConnectedAccount(provider),
      new Promise<void>((resolve) => setWake(() => resolve)),
    ])
    return { status: 'ok' }
  }, 'ready')
  useEffect(() => {
    if (!wake) return
    const onShow = (event: PageTransitionEvent): void => {
      if (event.persisted) wake()
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [wake])

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
