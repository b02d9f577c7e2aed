'use client'

import type { KnownError } from '@portico/client'
import { readyAfter } from '../../hooks/ready-after.ts'
import { refusalOf, useAction, type Action } from '../../hooks/useAction.ts'
import { useSignedInUser } from '../../hooks/useSignedInUser.ts'

/** The passwords of a form. */
export interface PasswordChange {
  /** Omit it for a user without a password. */
  readonly oldPassword?: string
  /** 8 to 70 characters. */
  readonly newPassword: string
}

/** Sets the first password of a user, or changes the password. A change ends all other sessions of the user. */
export function usePasswordChange(onSuccess?: () => void): Action<[PasswordChange], KnownError> {
  const requireUser = useSignedInUser()
  return useAction(
    ({ oldPassword, newPassword }: PasswordChange) =>
      refusalOf(async () => {
        const user = requireUser()
        const error =
          oldPassword === undefined
            ? await user.setPassword({ password: newPassword })
            : await user.updatePassword({ oldPassword, newPassword })
        return error ? { status: 'error', error } : { status: 'ok', data: undefined }
      }),
    readyAfter(onSuccess),
  )
}
