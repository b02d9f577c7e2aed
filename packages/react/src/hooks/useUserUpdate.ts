import type { UserUpdateOptions } from '@portico/client'
import { useSignedInUser } from './useSignedInUser.ts'
import { readyAfter } from './ready-after.ts'
import { useAction, type Action } from './useAction.ts'

/** Changes the signed-in user: name, picture, metadata, ways to sign in. */
export function useUserUpdate(onSuccess?: () => void): Action<[UserUpdateOptions], never> {
  const requireUser = useSignedInUser()
  return useAction(async (options: UserUpdateOptions) => {
    await requireUser().update(options)
    return { status: 'ok' }
  }, readyAfter(onSuccess))
}
