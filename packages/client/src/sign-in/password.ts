import type { CodeWithin } from '@portico/contract/errors'
import type { KnownError } from '../transport/known-error.ts'
import type { SendRequest } from '../transport/request.ts'
import { pageUrl } from '../pages/navigation.ts'
import { errorOf, type Result, resultOf } from '../transport/result.ts'
import type { Session } from '../session/session.ts'
import {
  type AfterSignIn,
  afterSignIn,
  type CodeRefused,
  requestSignIn,
  type SharedCode,
  sharedCodes,
  type SignInContext,
} from './sign-in.ts'

/** The errors of a new password. */
export type PasswordRefused = KnownError<CodeWithin<'PASSWORD_REQUIREMENTS_NOT_MET'>>

/** The details of `MULTI_FACTOR_AUTHENTICATION_REQUIRED` contain the attempt code for the second step. */
export type SignInRefused = KnownError<'EMAIL_PASSWORD_MISMATCH' | SharedCode>

/** The errors of a sign-up with a password that a form shows. */
export type SignUpRefused = KnownError<'USER_EMAIL_ALREADY_EXISTS' | CodeWithin<'PASSWORD_REQUIREMENTS_NOT_MET'>>

/** The errors of a changed password that a form shows. */
export type PasswordUpdateRefused = KnownError<
  'PASSWORD_CONFIRMATION_MISMATCH' | CodeWithin<'PASSWORD_REQUIREMENTS_NOT_MET'>
>

/** What a person types to sign up or in with a password. */
export interface Credential {
  /** The e-mail address, in any letter case. */
  email: string
  /** The password, as typed. */
  password: string
}

/** Whether a verification mail is sent, and where its link leads. */
type VerificationMail =
  | {
      /** Target of the link in the verification mail. Default: `urls.emailVerification`. */
      verificationCallbackUrl?: string
      noVerificationCallback?: false
    }
  | {
      verificationCallbackUrl?: never
      /** Sends no verification mail. */
      noVerificationCallback: true
    }

/** Email and password of a new user, and what follows the sign-up. */
export type SignUpOptions = Credential &
  AfterSignIn &
  VerificationMail & {
    /**
     * The code of a team invitation. If the invitation is to this address, the address is verified at once and no mail
     * is sent. Accept the invitation afterwards.
     */
    teamInvitationCode?: string
  }

export async function signInWithCredential(
  context: SignInContext,
  { email, password, noRedirect }: Credential & AfterSignIn,
): Promise<Result<undefined, SignInRefused>> {
  const { holder } = context
  const result = await resultOf(
    () => requestSignIn(context, 'POST /auth/password/sign-in', { email, password }, holder.current()),
    'EMAIL_PASSWORD_MISMATCH',
    ...sharedCodes,
  )
  return afterSignIn(context, result, { noRedirect })
}

export async function signUpWithCredential(
  context: SignInContext,
  {
    email,
    password,
    noRedirect,
    teamInvitationCode,
    noVerificationCallback = false,
    verificationCallbackUrl: givenUrl,
  }: SignUpOptions,
): Promise<Result<undefined, SignUpRefused>> {
  const { holder, redirects } = context
  const body = {
    email,
    password,
    ...(!noVerificationCallback && {
      verification_callback_url: givenUrl ?? pageUrl(redirects, 'emailVerification', 'verificationCallbackUrl'),
    }),
    ...(teamInvitationCode !== undefined && { team_invitation_code: teamInvitationCode }),
  }
  const result = await resultOf(
    async () => ({
      ...(await requestSignIn(context, 'POST /auth/password/sign-up', body, holder.current())),
      isNewUser: true,
    }),
    'USER_EMAIL_ALREADY_EXISTS',
    'PASSWORD_REQUIREMENTS_NOT_MET',
  )
  return afterSignIn(context, result, { noRedirect })
}

export async function sendForgotPasswordEmail(
  { request, redirects }: SignInContext,
  email: string,
  { callbackUrl = pageUrl(redirects, 'passwordReset', 'callbackUrl') }: { callbackUrl?: string } = {},
): Promise<Result<undefined, KnownError<'USER_NOT_FOUND'>>> {
  const body = { email, callback_url: callbackUrl }
  return resultOf(() => done(request('POST /auth/password/send-reset-code', { body })), 'USER_NOT_FOUND')
}

export function verifyPasswordResetCode(
  { request }: SignInContext,
  code: string,
): Promise<Result<undefined, CodeRefused>> {
  return resultOf(() => done(request('POST /auth/password/reset/check-code', { body: { code } })), 'VERIFICATION_ERROR')
}

export function resetPassword(
  { request }: SignInContext,
  { code, password }: { code: string; password: string },
): Promise<Result<undefined, CodeRefused>> {
  return resultOf(() => done(request('POST /auth/password/reset', { body: { code, password } })), 'VERIFICATION_ERROR')
}

export function updatePassword(
  request: SendRequest,
  session: Session,
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
): Promise<PasswordUpdateRefused | void> {
  const body = { old_password: oldPassword, new_password: newPassword }
  return errorOf(
    () => request('POST /auth/password/update', { body, session }),
    'PASSWORD_CONFIRMATION_MISMATCH',
    'PASSWORD_REQUIREMENTS_NOT_MET',
  )
}

export function setPassword(request: SendRequest, session: Session, password: string): Promise<PasswordRefused | void> {
  return errorOf(
    () => request('POST /auth/password/set', { body: { password }, session }),
    'PASSWORD_REQUIREMENTS_NOT_MET',
  )
}

async function done(call: Promise<unknown>): Promise<undefined> {
  await call
}
