import type { AfterSignIn } from './call-options.ts'
import type { CodeWithin } from './error-codes.ts'
import type { KnownError } from './known-error.ts'
import type { SendRequest } from './request.ts'
import type { Result } from './result.ts'
import type { CodeRefused, SignInContext } from './sign-in.ts'

import { resultOf } from './result.ts'
import { afterSignIn, requestSignIn, secondFactorCodes } from './sign-in.ts'

export type MagicLinkRefused = KnownError<
  CodeWithin<'VERIFICATION_ERROR'> | 'INVALID_TOTP_CODE' | 'MULTI_FACTOR_AUTHENTICATION_REQUIRED'
>

export function sendSignInCode(
  request: SendRequest,
  email: string,
  callbackUrl: string,
): Promise<Result<{ nonce: string }, KnownError<'REDIRECT_URL_NOT_WHITELISTED'>>> {
  const body = { email, callback_url: callbackUrl }
  return resultOf(async () => {
    const { nonce } = await request<{ nonce: string }>('/auth/otp/send-sign-in-code', { method: 'POST', body })
    return { nonce }
  }, 'REDIRECT_URL_NOT_WHITELISTED')
}

export async function signInWithCode(
  context: SignInContext,
  code: string,
  options: AfterSignIn,
): Promise<Result<undefined, MagicLinkRefused>> {
  const result = await resultOf(
    () => requestSignIn(context.request, '/auth/otp/sign-in', { code }, context.holder.current()),
    'VERIFICATION_ERROR',
    ...secondFactorCodes,
  )
  return afterSignIn(context, result, options)
}

export function checkSignInCode(request: SendRequest, code: string): Promise<Result<undefined, CodeRefused>> {
  return resultOf(async () => {
    await request('/auth/otp/sign-in/check-code', { method: 'POST', body: { code } })
    return undefined
  }, 'VERIFICATION_ERROR')
}
