'use client'

import type { CurrentUser } from '@portico/client'
import { useLatestUser } from '../app/useUser.ts'

/**
 * Returns a function that returns the signed-in user. It throws without one: the page must check for a user before it
 * offers the action.
 */
export function useSignedInUser(): () => CurrentUser {
  const user = useLatestUser()
  return () => {
    if (!user)
      throw new Error(
        'No user is signed in, so there is no account to change. Check `useUser()` before you offer this action.',
      )
    return user
  }
}
