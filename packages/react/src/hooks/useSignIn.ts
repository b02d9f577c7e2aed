import { KnownErrors, type KnownError } from '@portico/client'
import { useState } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { leaveAfterSuccess, type SignInRemoval } from './leave-after-success.ts'
import { refusalOf } from './refusal.ts'
import { SecondFactorEnded, type SecondFactorStep } from './useSecondFactor.ts'
import { useAction, type Action, type Outcome } from './useAction.ts'

export interface SignInAction<Args extends readonly unknown[]> extends Action<Args, KnownError> {
  /** Set while the sign-in waits for the code of an authenticator app; `useSecondFactor` takes it from there. */
  readonly secondFactor: SecondFactorStep | null
  /**
   * Set while a finished sign-in waits, because it has removed ways to sign in from the account: tell the person which
   * ones, then call `goOn`.
   */
  readonly removal: SignInRemoval | null
}

/**
 * A way to sign in: it may be refused, may ask for a second factor, and after a success leaves the page. A second factor
 * is no refusal, so `submit` gives null then.
 */
export function useSignIn<Args extends readonly unknown[]>(
  perform: (...args: Args) => Promise<Outcome<KnownError>>,
): SignInAction<Args> {
  const app = usePorticoApp()
  const [attemptCode, setAttemptCode] = useState<string | null>(null)
  const [removal, setRemoval] = useState<SignInRemoval | null>(null)
  const action = useAction(
    (...args: Args) => refusalOf(() => perform(...args)),
    () => leaveAfterSuccess(app, setRemoval),
  )

  async function submit(...args: Args): Promise<KnownError | null> {
    const refusal = await action.submit(...args)
    if (!KnownErrors.MultiFactorAuthenticationRequired.isInstance(refusal)) return refusal
    setAttemptCode(refusal.details.attempt_code)
    return null
  }

  return {
    ...action,
    error: KnownErrors.MultiFactorAuthenticationRequired.isInstance(action.error) ? null : action.error,
    submit,
    removal,
    secondFactor:
      attemptCode === null
        ? null
        : {
            attemptCode,
            leave: (reason) => {
              setAttemptCode(null)
              action.reset(reason === 'cancelled' ? null : new SecondFactorEnded(reason))
            },
          },
  }
}
