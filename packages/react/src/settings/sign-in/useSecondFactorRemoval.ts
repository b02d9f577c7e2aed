'use client'

import { KnownErrors, type KnownError } from '@portico/client'
import { readyAfter } from '../../hooks/ready-after.ts'
import { useAction, type Action } from '../../hooks/useAction.ts'
import { useSignedInUser } from '../../hooks/useSignedInUser.ts'

/**
 * Removes the second factor of the signed-in user, who proves possession of it with a code from the app. A wrong code
 * is the expected error.
 */
export function useSecondFactorRemoval(onSuccess?: () => void): Action<[code: string], KnownError> {
  const requireUser = useSignedInUser()
  return useAction<[string], KnownError>(async (code) => {
    try {
      await requireUser().update({ totpMultiFactorSecret: null, totpCode: code })
      return { status: 'ok' }
    } catch (error) {
      if (KnownErrors.InvalidTotpCode.isInstance(error)) return { status: 'error', error }
      throw error
    }
  }, readyAfter(onSuccess))
}
