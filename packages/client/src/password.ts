import type { SignedIn } from '@portico/contract'

import type { CodeWithin } from './error-codes.ts'
import type { KnownError } from './known-error.ts'
import type { SendRequest } from './request.ts'
import type { Result } from './result.ts'
import type { Session } from './session.ts'
import type { Tokens } from './tokens.ts'

import { errorOf, resultOf } from './result.ts'

/** Everything that can be wrong with a new password. */
export type PasswordRefused = KnownError<CodeWithin<'PASSWORD_REQUIREMENTS_NOT_MET'>>

/** A code from an e-mail that is unknown, expired, used up, or was tried too often. */
export type CodeRefused = KnownError<CodeWithin<'VERIFICATION_ERROR'>>

/** With `MULTI_FACTOR_AUTHENTICATION_REQUIRED` the details carry the attempt code of the second step. */
export type SignInRefused = KnownError<
  'EMAIL_PASSWORD_MISMATCH' | 'INVALID_TOTP_CODE' | 'MULTI_FACTOR_AUTHENTICATION_REQUIRED'
>

export type SignUpRefused = KnownError<'USER_EMAIL_ALREADY_EXISTS' | CodeWithin<'PASSWORD_REQUIREMENTS_NOT_MET'>>

export type PasswordUpdateRefused = KnownError<
  'PASSWORD_CONFIRMATION_MISMATCH' | CodeWithin<'PASSWORD_REQUIREMENTS_NOT_MET'>
>

export interface Credential {
  email: string
  password: string
}

export function signInWithPassword(
  request: SendRequest,
  session: Session,
  { email, password }: Credential,
): Promise<Result<Tokens, SignInRefused>> {
  return resultOf(
    () => requestTokens(request, '/auth/password/sign-in', { email, password }, session),
    'EMAIL_PASSWORD_MISMATCH',
    'INVALID_TOTP_CODE',
    'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
  )
}

export function signUpWithPassword(
  request: SendRequest,
  session: Session,
  { email, password }: Credential,
  verificationCallbackUrl: string,
): Promise<Result<Tokens, SignUpRefused>> {
  const body = { email, password, verification_callback_url: verificationCallbackUrl }
  return resultOf(
    () => requestTokens(request, '/auth/password/sign-up', body, session),
    'USER_EMAIL_ALREADY_EXISTS',
    'PASSWORD_REQUIREMENTS_NOT_MET',
  )
}

/** Makes a user without any credentials. */
export function signUpAnonymously(request: SendRequest, session: Session): Promise<Tokens> {
  return requestTokens(request, '/auth/anonymous/sign-up', {}, session)
}

export function sendResetCode(
  request: SendRequest,
  email: string,
  callbackUrl: string,
): Promise<Result<undefined, KnownError<'USER_NOT_FOUND'>>> {
  const body = { email, callback_url: callbackUrl }
  return resultOf(() => post(request, '/auth/password/send-reset-code', body), 'USER_NOT_FOUND')
}

export function checkResetCode(request: SendRequest, code: string): Promise<Result<undefined, CodeRefused>> {
  return resultOf(() => post(request, '/auth/password/reset/check-code', { code }), 'VERIFICATION_ERROR')
}

export function resetPassword(
  request: SendRequest,
  body: { code: string; password: string },
): Promise<Result<undefined, CodeRefused>> {
  return resultOf(() => post(request, '/auth/password/reset', body), 'VERIFICATION_ERROR')
}

export function updatePassword(
  request: SendRequest,
  session: Session,
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
): Promise<PasswordUpdateRefused | void> {
  const body = { old_password: oldPassword, new_password: newPassword }
  return errorOf(
    () => post(request, '/auth/password/update', body, session),
    'PASSWORD_CONFIRMATION_MISMATCH',
    'PASSWORD_REQUIREMENTS_NOT_MET',
  )
}

export function setPassword(request: SendRequest, session: Session, password: string): Promise<PasswordRefused | void> {
  return errorOf(() => post(request, '/auth/password/set', { password }, session), 'PASSWORD_REQUIREMENTS_NOT_MET')
}

async function requestTokens(request: SendRequest, path: string, body: unknown, session: Session): Promise<Tokens> {
  const answer = await request<SignedIn>(path, { method: 'POST', body, session })
  return { accessToken: answer.access_token, refreshToken: answer.refresh_token }
}

async function post(request: SendRequest, path: string, body: unknown, session?: Session): Promise<undefined> {
  await request(path, { method: 'POST', body, session })
}
