import type { CodeWithin } from '@portico/contract/errors'
import type { KnownError } from '../transport/known-error.ts'
import { type Result, resultOf } from '../transport/result.ts'
import { type AfterSignIn, afterSignIn, requestSignIn, type SignInContext } from './sign-in.ts'
import { proofOf } from './second-factor-proof.ts'

/**
 * After `INVALID_TOTP_CODE` and `INVALID_RECOVERY_CODE` the attempt can be repeated. After a `VERIFICATION_…` error the sign-in must start again.
 */
export type SecondFactorRefused = KnownError<
  'INVALID_TOTP_CODE' | 'INVALID_RECOVERY_CODE' | 'RESTRICTED_USER_NOT_ALLOWED' | CodeWithin<'VERIFICATION_ERROR'>
>

/** Finishes a sign-in with a code from the authenticator app (RFC 6238) or with a recovery code. */
export async function signInWithMfa(
  context: SignInContext,
  code: string,
  attemptCode: string,
  options?: AfterSignIn,
): Promise<Result<undefined, SecondFactorRefused>> {
  const result = await resultOf(
    () => requestSignIn(context.request, '/auth/mfa/sign-in', proofOf(code, attemptCode)),
    'INVALID_TOTP_CODE',
    'INVALID_RECOVERY_CODE',
    'RESTRICTED_USER_NOT_ALLOWED',
    'VERIFICATION_ERROR',
  )
  return afterSignIn(context, result, options)
}
