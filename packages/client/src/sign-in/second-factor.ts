import type { CodeWithin } from '@portico/contract/errors'
import { DEVICE_SECRETS_PER_CALL } from '@portico/contract/limits'
import type { KnownError } from '../transport/known-error.ts'
import type { AnswerOf } from '../transport/operations.ts'
import type { SendRequest } from '../transport/request.ts'
import { wrapRequest } from '../transport/wrap-request.ts'
import { type Result, resultOf } from '../transport/result.ts'
import { type AfterSignIn, afterSignIn, requestSignIn, type SignInContext } from './sign-in.ts'
import { deviceKey } from '../transport/device-secrets.ts'
import { readStored, writeStored } from '../transport/page-storage.ts'
import { proofOf } from './second-factor-proof.ts'

/**
 * After `INVALID_TOTP_CODE` and `INVALID_RECOVERY_CODE` the attempt can be repeated. After a `VERIFICATION_…` error the
 * sign-in must start again.
 */
export type SecondFactorRefused = KnownError<
  'INVALID_TOTP_CODE' | 'INVALID_RECOVERY_CODE' | 'RESTRICTED_USER_NOT_ALLOWED' | CodeWithin<'VERIFICATION_ERROR'>
>

/** How a sign-in with a second factor continues. */
export interface SecondFactorOptions extends AfterSignIn {
  /**
   * Does not ask for the second factor in this browser for the project's `rememberDeviceDays`, or until the password or
   * a factor changes. Ignored if the project does not allow it. Default: false.
   */
  rememberDevice?: boolean
}

/** Finishes a sign-in with a code from the authenticator app (RFC 6238) or with a recovery code. */
export async function signInWithMfa(
  context: SignInContext,
  code: string,
  attemptCode: string,
  { rememberDevice = false, ...options }: SecondFactorOptions = {},
): Promise<Result<undefined, SecondFactorRefused>> {
  const proof = { ...proofOf(code, attemptCode), ...(rememberDevice && { remember_device: true }) }
  const result = await resultOf(
    () => requestSignIn({ ...context, request: keepingDevice(context) }, 'POST /auth/mfa/sign-in', proof),
    'INVALID_TOTP_CODE',
    'INVALID_RECOVERY_CODE',
    'RESTRICTED_USER_NOT_ALLOWED',
    'VERIFICATION_ERROR',
  )
  return afterSignIn(context, result, options)
}

/** The app's request function, which also stores the secret of a remembered device from the answer. */
function keepingDevice({ options, ports, request }: SignInContext): SendRequest {
  return wrapRequest(request, (send) => async (call, requestOptions) => {
    const answer = await send(call, requestOptions)
    // Unchecked cast: only the answer of `/auth/mfa/sign-in` has the member.
    const { device_secret: secret } = answer as AnswerOf<'POST /auth/mfa/sign-in'>
    if (secret !== undefined) {
      const key = deviceKey(options.projectId)
      const older = readStored(ports, 'localStorage', key)?.split(',', DEVICE_SECRETS_PER_CALL - 1) ?? []
      writeStored(ports, 'localStorage', key, [secret, ...older].join(','))
    }
    return answer
  })
}
