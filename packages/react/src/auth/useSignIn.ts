'use client'

import { KnownErrors, type KnownError } from '@portico/client'
import { useContext, useState } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { SignInPlaceContext, type SignInRemoval } from '../hooks/leave-after-success.ts'
import { SecondFactorEnded, type SecondFactorStep } from '../hooks/useSecondFactor.ts'
import { suspensionOf, type SuspensionStep } from '../hooks/suspension.ts'
import { refusalOf, useAction, type Action, type Outcome } from '../hooks/useAction.ts'

type SecondFactorDetails = KnownError<'MULTI_FACTOR_AUTHENTICATION_REQUIRED'>['details']

/** A sign-in method as an action, with the steps that may follow. */
export interface SignInAction<Args extends readonly unknown[]> extends Action<Args, KnownError> {
  /** Set while the sign-in requires a code from the authenticator app or a passkey. Pass it to `useSecondFactor`. */
  readonly secondFactor: SecondFactorStep | null
  /** Set after a sign-in to a suspended account: show the reason, then call `leave`. */
  readonly suspension: SuspensionStep | null
  /**
   * Set after a sign-in that removed sign-in methods from the account: show the methods, then call
   * `continueAfterSuccess`.
   */
  readonly removal: SignInRemoval | null
}

/**
 * The state of a sign-in method: it may fail, may require a second factor, may find the account suspended, and
 * redirects after a success. A required second factor and a suspension are not errors, so `submit` resolves to null
 * then.
 */
export function useSignIn<Args extends readonly unknown[]>(
  perform: (...args: Args) => Promise<Outcome<KnownError>>,
): SignInAction<Args> {
  const app = usePorticoApp()
  const { leave } = useContext(SignInPlaceContext)
  const [pending, setPending] = useState<SecondFactorDetails | null>(null)
  const [removal, setRemoval] = useState<SignInRemoval | null>(null)
  const action = useAction(
    (...args: Args) => refusalOf(() => perform(...args)),
    () => leave(app, setRemoval),
  )

  async function submit(...args: Args): Promise<KnownError | null> {
    const refusal = await action.submit(...args)
    if (KnownErrors.MultiFactorAuthenticationRequired.isInstance(refusal)) setPending(refusal.details)
    return isLaterStep(refusal) ? null : refusal
  }
  const suspension = suspensionOf(action.error)

  return {
    ...action,
    error: isLaterStep(action.error) ? null : action.error,
    submit,
    removal,
    suspension: suspension && { ...suspension, leave: () => action.reset() },
    secondFactor:
      pending === null
        ? null
        : {
            attemptCode: pending.attempt_code,
            factors: pending.factors,
            leave: (reason) => {
              setPending(null)
              action.reset(reason === 'cancelled' ? null : new SecondFactorEnded(reason))
            },
          },
  }
}

/** Whether the form shows another step instead of this error. */
function isLaterStep(error: KnownError | null): boolean {
  return KnownErrors.MultiFactorAuthenticationRequired.isInstance(error) || suspensionOf(error) !== null
}
