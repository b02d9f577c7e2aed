import { KnownErrors, type KnownError } from '@portico/client'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { leaveAfterSuccess } from './leave-after-success.ts'
import { useAction, type Action } from './useAction.ts'

/** A sign-in whose first step was right and that waits for the code of an authenticator app. */
export interface SecondFactorStep {
  readonly attemptCode: string
  /** Goes back to the start: because the person wants to, or because the attempt is over. */
  readonly leave: (reason: SecondFactorEnd) => void
}

/** `exhausted` after too many wrong codes; `over` where it has taken too long, or was finished elsewhere. */
export type SecondFactorEnd = 'cancelled' | 'over' | 'exhausted'

/** What a person is told whose attempt has ended before its code was right. */
export class SecondFactorEnded extends Error {}

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
      leave(KnownErrors.VerificationCodeMaxAttemptsReached.isInstance(result.error) ? 'exhausted' : 'over')
      return result
    },
    () => leaveAfterSuccess(app),
  )
}
