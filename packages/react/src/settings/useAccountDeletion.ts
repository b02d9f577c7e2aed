'use client'

import type { Action } from '../hooks/useAction.ts'
import { useChange } from '../hooks/useChange.ts'
import { useSignedInUser } from '../hooks/useSignedInUser.ts'

/**
 * Deletes the account of the signed-in user and ends its sessions. The project must allow users to delete their
 * account.
 */
export function useAccountDeletion(onSuccess?: () => void): Action<[], never> {
  const requireUser = useSignedInUser()
  return useChange(async () => requireUser().delete(), onSuccess)
}
