'use client'

import type { UserUpdateOptions } from '@portico/client'
import { useSignedInUser } from '../../hooks/useSignedInUser.ts'
import type { Action } from '../../hooks/useAction.ts'
import { useChange } from '../../hooks/useChange.ts'

/** Updates the signed-in user: name, picture, metadata, sign-in methods. */
export function useUserUpdate(onSuccess?: () => void): Action<[UserUpdateOptions], never> {
  const requireUser = useSignedInUser()
  return useChange(async (options: UserUpdateOptions) => requireUser().update(options), onSuccess)
}
