import { KnownErrors, type KnownError } from '@portico/client'
import { readyAfter } from './ready-after.ts'
import { useAction, type Action } from './useAction.ts'
import { useSignedInUser } from './useSignedInUser.ts'

/**
 * Takes the second factor off the signed-in user, who proves with a code of the app that they still have it. A wrong
 * code is the expected refusal.
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
