import type { KnownError } from '@portico/client'
import { refusalOf } from './refusal.ts'
import { readyAfter } from './ready-after.ts'
import { useAction, type Action } from './useAction.ts'
import { useSignedInUser } from './useSignedInUser.ts'

export interface PasswordChange {
  /** Left out by users who have no password yet. */
  readonly oldPassword?: string
  readonly newPassword: string
}

/** Sets the first password of a user, or changes it; the latter ends all their other sessions. */
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
