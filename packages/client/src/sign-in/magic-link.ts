import type { CodeWithin } from '@portico/contract/errors'
import type { KnownError } from '../transport/known-error.ts'
import type { Ports } from '../transport/ports.ts'
import type { SendRequest } from '../transport/request.ts'
import { type Result, resultOf } from '../transport/result.ts'
import {
  type AfterSignIn,
  afterSignIn,
  type CodeRefused,
  requestSignIn,
  secondFactorCodes,
  type SignInContext,
} from './sign-in.ts'

import { readStored, writeStored } from './page-storage.ts'

export type MagicLinkRefused = KnownError<
  CodeWithin<'VERIFICATION_ERROR'> | 'INVALID_TOTP_CODE' | 'MULTI_FACTOR_AUTHENTICATION_REQUIRED'
>

/**
 * Where the nonce of the latest mail is kept, for all tabs: links open in new ones. Without the six characters of the mail
 * it opens nothing.
 */
const NONCE_KEY = 'portico-magic-link'

/** The nonce where the browser keeps nothing for this page; on a server, which has many visitors, nothing is kept. */
let unkeptNonce: string | null = null

export function sendSignInCode(
  request: SendRequest,
  ports: Ports,
  email: string,
  callbackUrl: string,
): Promise<Result<{ nonce: string }, KnownError<'REDIRECT_URL_NOT_WHITELISTED'>>> {
  const body = { email, callback_url: callbackUrl }
  return resultOf(async () => {
    const { nonce } = await request<{ nonce: string }>('/auth/otp/send-sign-in-code', { method: 'POST', body })
    keepNonce(ports, nonce)
    return { nonce }
  }, 'REDIRECT_URL_NOT_WHITELISTED')
}

/**
 * Signs in with a mailed code. The session of who is here goes along only if this browser has asked for the mail: a link
 * that a stranger sends would otherwise make the visitor's anonymous user the stranger's account (login CSRF).
 */
export async function signInWithCode(
  context: SignInContext,
  code: string,
  options: AfterSignIn,
): Promise<Result<undefined, MagicLinkRefused>> {
  const { holder, ports, request } = context
  const session = isAskedForHere(ports, code) ? holder.current() : undefined
  const result = await resultOf(
    () => requestSignIn(request, '/auth/otp/sign-in', { code }, session),
    'VERIFICATION_ERROR',
    ...secondFactorCodes,
  )
  if (result.status === 'ok') keepNonce(ports, null)
  return afterSignIn(context, result, options)
}

export function checkSignInCode(request: SendRequest, code: string): Promise<Result<undefined, CodeRefused>> {
  return resultOf(async () => {
    await request('/auth/otp/sign-in/check-code', { method: 'POST', body: { code } })
    return undefined
  }, 'VERIFICATION_ERROR')
}

function keepNonce(ports: Ports, nonce: string | null): void {
  const isKept = writeStored(ports, 'localStorage', NONCE_KEY, nonce)
  unkeptNonce = isKept || !ports.browser() ? null : nonce
}

function isAskedForHere(ports: Ports, code: string): boolean {
  const nonce = unkeptNonce ?? readStored(ports, 'localStorage', NONCE_KEY)
  return Boolean(nonce && code.toLowerCase().endsWith(nonce))
}
