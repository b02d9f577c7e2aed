import type { UserUpdateOptions } from '@portico/client'
import { useSignedInUser } from '../../hooks/useSignedInUser.ts'
import { readyAfter } from '../../hooks/ready-after.ts'
import { useAction, type Action } from '../../hooks/useAction.ts'

/** Updates the signed-in user: name, picture, metadata, sign-in methods. */
export function useUserUpdate(onSuccess?: () => void): Action<[UserUpdateOptions], never> {
  const requireUser = useSignedInUser()
  return useAction(async (options: UserUpdateOptions) => {
    await requireUser().update(options)
    return { status: 'ok' }
  }, readyAfter(onSuccess))
}
