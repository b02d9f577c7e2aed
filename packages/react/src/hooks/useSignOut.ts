import { useLatestUser } from '../app/useUser.ts'
import { useAction, type Action } from './useAction.ts'

export interface SignOutOptions {
  /** Where to go instead of `urls.afterSignOut`. */
  readonly redirectUrl?: string | URL
}

/** Signs the current user out; without one there is nothing to do. */
export function useSignOut(options: SignOutOptions = {}): Action<[], never> {
  const user = useLatestUser()
  return useAction(async () => {
    await user?.signOut(options)
    return { status: 'ok' }
  }, 'ready')
}
