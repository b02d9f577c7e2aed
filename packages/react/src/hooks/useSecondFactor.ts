'use client'

import { KnownErrors, type KnownError } from '@portico/client'
import { useContext } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { SignInPlaceContext } from './leave-after-success.ts'
import { suspensionOf, type SuspensionStep } from './suspension.ts'
import { useAction, type Action } from './useAction.ts'

/** A sign-in that passed its first step and requires a code from the authenticator app, or a recovery code. */
export interface SecondFactorStep {
  /** Identifies the sign-in at the service. */
  readonly attemptCode: string
  /**
   * The factors of the user. Only `passkey`: offer `usePasskeySignIn` instead of a field for a code. Undefined if
   * unknown.
   */
  readonly factors?: readonly ('totp' | 'passkey')[] | undefined
  /** Returns to the first step, because the user cancelled or the attempt ended. */
  readonly leave: (reason: SecondFactorEnd) => void
}

/** `exhausted`: too many wrong codes. `over`: the attempt expired or was completed elsewhere. */
export type SecondFactorEnd = 'cancelled' | 'over' | 'exhausted'

/** The failure of a sign-in whose second step ended without a correct code. */
export class SecondFactorEnded extends Error {}

/** What the user chose besides the code. */
export interface SecondFactorOptions {
  /** Does not ask in this browser again for `rememberDeviceDays` of the project. Default: false. */
  readonly rememberDevice?: boolean
}

/** The second step of a sign-in, which may find the account suspended. */
export interface SecondFactorAction extends Action<[code: string, options?: SecondFactorOptions], KnownError> {
  /** Set after a correct code for a suspended account: show the reason, then call `leave`. */
  readonly suspension: SuspensionStep | null
}

/**
 * The second step of a sign-in. `submit` returns the error of a wrong code, and the attempt continues. An attempt that
 * expired or had too many wrong codes returns to the first step.
 */
export function useSecondFactor({ attemptCode, leave }: SecondFactorStep): SecondFactorAction {
  const app = usePorticoApp()
  const place = useContext(SignInPlaceContext)
  const action = useAction<[code: string, options?: SecondFactorOptions], KnownError>(
    async (code, options) => {
      const result = await app.signInWithMfa(code, attemptCode, { ...options, noRedirect: true })
      // After a wrong code the attempt continues, and a suspension is shown.
      if (result.status === 'ok' || !KnownErrors.VerificationCodeError.isInstance(result.error)) return result
      leave(KnownErrors.VerificationCodeMaxAttemptsReached.isInstance(result.error) ? 'exhausted' : 'over')
      return result
    },
    () => place.leave(app),
  )
  const suspension = suspensionOf(action.error)
  return { ...action, suspension: suspension && { ...suspension, leave: () => leave('cancelled') } }
}
