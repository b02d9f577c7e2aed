import { KnownErrors, type KnownError } from '@portico/client'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { leaveAfterSuccess } from './leave-after-success.ts'
import { useAction, type Action } from './useAction.ts'

/** A sign-in whose first step was right and that waits for the code of an authenticator app. */
export interface SecondFactorStep {
  readonly attemptCode: string
  /** Goes back to the start: because the person wants to, or because the attempt is over. */
  readonly leave: (reason: 'cancelled' | 'over') => void
}

/** What a person reads who has taken longer for the second step than an attempt lasts. */
export class SignInTookTooLong extends Error {}

/**
 * The second step of a sign-in. A wrong code comes back from `submit` and the attempt goes on; an attempt that has
 * expired or was tried too often leads back to the start.
 */
export function useSecondFactor({ attemptCode, leave }: SecondFactorStep): Action<[string], KnownError> {
  const app = usePorticoApp()
  return useAction(
    async (totpCode: string) => {
      const result = await app.signInWithMfa(totpCode, attemptCode, { noRedirect: true })
      if (result.status === 'ok' || KnownErrors.InvalidTotpCode.isInstance(result.error)) return result
      leave('over')
      return result
    },
    () => leaveAfterSuccess(app),
  )
}
