'use client'

import type { CurrentUser } from '@portico/client'
import { useRef } from 'react'
import { useLatestUser } from '../app/useUser.ts'
import { useAction, type Action } from './useAction.ts'

/** Where a sign-out redirects. */
export interface SignOutOptions {
  /** The redirect target. Default: `urls.afterSignOut`. */
  readonly redirectUrl?: string | URL
}

/**
 * Signs out the current user. Does nothing without one. After a failure no user is signed in here, but the service may
 * still accept the session: offer `submit` again, which repeats the sign-out. `failure` becomes null when another user
 * is signed in, for example a staff member whose impersonation has ended, because `submit` then signs out that user.
 */
export function useSignOut(options: SignOutOptions = {}): Action<[], never> {
  const signOut = useSignOutTo()
  return { ...signOut, submit: () => signOut.submit(options) }
}

/** Like `useSignOut`, with the target of each call. */
export function useSignOutTo(): Action<[SignOutOptions], never> {
  const user = useLatestUser()
  const leaving = useRef(new Set<CurrentUser>())
  const signOut = useAction<[SignOutOptions], never>(async (options) => {
    if (user) leaving.current.add(user)
    await Promise.all([...leaving.current].map((each) => each.signOut(options)))
    leaving.current.clear()
    return { status: 'ok' }
  }, 'ready')
  // A button that repeats the sign-out would also sign out this user, who has not chosen to leave.
  if (user && signOut.failure !== null) signOut.reset()
  return signOut
}
