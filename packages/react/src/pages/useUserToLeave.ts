'use client'

import type { CurrentUser } from '@portico/client'
import { useState } from 'react'
import { useLatestUser } from '../app/useUser.ts'
import type { Action } from '../hooks/useAction.ts'
import { useSignOutTo, type SignOutOptions } from '../hooks/useSignOut.ts'

/** The user of a page that another user may need. */
export interface UserToLeave {
  /**
   * Undefined until loaded. Stays the same until a sign-out has succeeded or another user is signed in, so that the
   * page can show a failure and repeat the sign-out.
   */
  readonly user: CurrentUser | null | undefined
  readonly signOut: Action<[SignOutOptions], never>
}

/** Returns the signed-in user of a page that offers a sign-out. */
export function useUserToLeave(): UserToLeave {
  const latest = useLatestUser()
  const signOut = useSignOutTo()
  const [kept, setKept] = useState(latest)
  if (!latest && (signOut.phase === 'pending' || signOut.failure !== null)) return { user: kept, signOut }
  if (kept !== latest) setKept(latest)
  return { user: latest, signOut }
}
