'use client'

import { useLatestUser } from '../app/useUser.ts'
import { useAction, type Action } from './useAction.ts'

/** Where a sign-out redirects. */
export interface SignOutOptions {
  /** The redirect target. Default: `urls.afterSignOut`. */
  readonly redirectUrl?: string | URL
}

/** Signs out the current user. Does nothing without one. */
export function useSignOut(options: SignOutOptions = {}): Action<[], never> {
  const user = useLatestUser()
  return useAction(async () => {
    await user?.signOut(options)
    return { status: 'ok' }
  }, 'ready')
}
