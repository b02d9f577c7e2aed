import type { CurrentUser } from '@portico/client'
import { useLatestUser } from '../app/useUser.ts'

/** Gives the user for something that only a signed-in one can do; calling it without one is a mistake of the page. */
export function useSignedInUser(): () => CurrentUser {
  const user = useLatestUser()
  return () => {
    if (!user) throw new Error('Nobody is signed in, so there is no account to change. Ask for the user first.')
    return user
  }
}
