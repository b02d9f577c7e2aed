import { readyAfter } from '../hooks/ready-after.ts'
import { useAction, type Action } from '../hooks/useAction.ts'
import { useSignedInUser } from '../hooks/useSignedInUser.ts'

/**
 * Deletes the account of the signed-in user and ends its sessions. The project must allow users to delete their
 * account.
 */
export function useAccountDeletion(onSuccess?: () => void): Action<[], never> {
  const requireUser = useSignedInUser()
  return useAction(async () => {
    await requireUser().delete()
    return { status: 'ok' }
  }, readyAfter(onSuccess))
}
