import type { RemovedSignInMethod } from '@portico/contract'

import type { CodeWithin } from '@portico/contract/errors'
import type { Ports } from '../transport/ports.ts'
import type { RedirectMethod, Redirects } from '../pages/redirects.ts'
import type { RefreshOptions } from '../session/refresh.ts'
import { deviceHeaders } from '../transport/device-secrets.ts'
import type { AnswerOf, BodyOf } from '../transport/operations.ts'
import type { SendAnyRequest, SendRequest } from '../transport/request.ts'
import type { Result } from '../transport/result.ts'
import type { SessionHolder } from '../session/session-holder.ts'
import type { Session } from '../session/session.ts'
import type { Tokens, TokenStoreInit } from '../session/tokens.ts'
import { loadPart } from '../transport/connection-error.ts'
import { KnownError, KnownErrors } from '../transport/known-error.ts'
import { writeMfaAttempt } from './mfa-attempt.ts'

export type { RemovedSignInMethod }

/** The options of an app that affect sign-in. */
interface SignInOptions extends Omit<RefreshOptions, 'ports'> {
  readonly tokenStore: TokenStoreInit
  readonly redirectMethod: RedirectMethod
  readonly oauthScopesOnSignIn: Readonly<Record<string, readonly string[]>>
}

/** The parts of the app that the sign-in methods use. Each method is loaded on demand. */
export interface SignInContext {
  readonly options: SignInOptions
  readonly ports: Ports
  readonly request: SendRequest
  readonly redirects: Redirects
  /** Holds the current session, and receives the new one. Throws without a token store. */
  readonly holder: SessionHolder
  /** Stores this sign-in for pages that redirect themselves. */
  readonly remember: (signIn: LatestSignIn) => void
}

/** The latest sign-in, for pages that redirect themselves. */
export interface LatestSignIn {
  /** The page to go to; `afterSignUp` for new users. */
  readonly page: 'afterSignIn' | 'afterSignUp'
  /** The sign-in methods that the service removed, because this sign-in was the first to verify the e-mail address. */
  readonly removed?: readonly RemovedSignInMethod[] | undefined
}

/** The page after a sign-in. */
export interface AfterSignIn {
  /** Stays on the page instead of going to `urls.afterSignIn` or `urls.afterSignUp`. */
  noRedirect?: boolean | undefined
}

/** The result of every sign-in method. */
export interface SignIn {
  /** The tokens of the new session. */
  readonly tokens: Tokens
  /** New users go to `urls.afterSignUp`. */
  readonly isNewUser: boolean
  /** Overrides the page to go to. The start of the sign-in sent it to the service. */
  readonly destination?: string | null
  /** The sign-in methods that the service removed, because this sign-in was the first to verify the e-mail address. */
  readonly removed?: readonly RemovedSignInMethod[] | undefined
  /** What an impersonation stores of the previous session, to restore it. */
  readonly own?: string | null
}

/** The error for a mailed code that is unknown, expired or used, or that was tried too often. */
export type CodeRefused = KnownError<CodeWithin<'VERIFICATION_ERROR'>>

/** The first step succeeded. The details contain the attempt code for `signInWithMfa`, valid for five minutes. */
export type SecondFactorRequired = KnownError<'MULTI_FACTOR_AUTHENTICATION_REQUIRED'>

/** Errors that every sign-in method can return. */
export const sharedCodes = [
  'INVALID_TOTP_CODE',
  'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
  'RESTRICTED_USER_NOT_ALLOWED',
] as const

/**
 * The codes of the errors that every sign-in method can return.
 *
 * @internal
 */
export type SharedCode = (typeof sharedCodes)[number]

type SignInCall =
  | 'POST /auth/anonymous/sign-up'
  | 'POST /auth/impersonation/sign-in'
  | 'POST /auth/mfa/sign-in'
  | 'POST /auth/otp/sign-in'
  | 'POST /auth/passkey/sign-in'
  | 'POST /auth/password/sign-in'
  | 'POST /auth/password/sign-up'
  | 'POST /user-invitations/accept'

/**
 * Signs in with one of the sign-in endpoints.
 *
 * @param session the current session. The sign-in upgrades its user if that user is anonymous. Absent if the sign-in
 *   method offers no upgrade.
 */
export async function requestSignIn<Call extends SignInCall>(
  { options, ports, request }: Pick<SignInContext, 'options' | 'ports' | 'request'>,
  call: Call,
  body: BodyOf<Call>,
  session?: Session,
): Promise<SignIn> {
  // Unchecked cast: the compiler cannot compute the types of an operation that it does not know yet.
  const answer = (await (request as SendAnyRequest)(call, {
    body,
    session,
    // A previous session that has ended must not stop a new sign-in.
    isSessionOptional: true,
    headers: deviceHeaders(ports, options.projectId),
  })) as AnswerOf<SignInCall>
  return {
    tokens: { accessToken: answer.access_token, refreshToken: answer.refresh_token },
    isNewUser: 'is_new_user' in answer && answer.is_new_user,
    removed: 'removed_sign_in_methods' in answer ? answer.removed_sign_in_methods : undefined,
  }
}

/** Completes a sign-in: stores the tokens and redirects. If a second factor is required, stores the attempt code. */
export async function afterSignIn<Failure>(
  context: SignInContext,
  result: Result<SignIn, Failure>,
  { noRedirect = false }: AfterSignIn = {},
): Promise<Result<undefined, Failure>> {
  const { holder, ports, redirects, remember } = context
  if (result.status === 'error') {
    if (isSecondFactorRequired(result.error)) {
      const { details } = result.error
      if (ports.prompt)
        return afterSignIn(context, await promptSecondFactor<Failure>(context, details.attempt_code), { noRedirect })
      // For `urls.mfa`, and for a reload of the page that requests the second factor.
      writeMfaAttempt(ports, details)
    }
    return result
  }
  const { tokens, isNewUser, destination, removed, own } = result.data
  const page = isNewUser ? 'afterSignUp' : 'afterSignIn'
  writeMfaAttempt(ports, null)
  remember({ page, removed })
  holder.receive(tokens, own)
  if (!noRedirect) {
    if (destination) await redirects.toUrl(destination, true)
    else await redirects.toPage(page, { replace: true })
  }
  return { status: 'ok', data: undefined }
}

/**
 * Finishes a sign-in with a code that the visitor enters in a dialog of the browser. A closed dialog counts as a wrong
 * code.
 */
async function promptSecondFactor<Failure>(
  context: SignInContext,
  attemptCode: string,
): Promise<Result<SignIn, Failure>> {
  const { ports } = context
  const { promptForProof } = await loadPart(ports, import('./second-factor-proof.ts'))
  try {
    const data = await requestSignIn(context, 'POST /auth/mfa/sign-in', promptForProof(ports, attemptCode))
    return { status: 'ok', data }
  } catch (error) {
    if (!KnownError.isKnownError(error)) throw error
    // Unchecked cast: every sign-in method may return the errors of the second factor.
    return { status: 'error', error: error as Failure }
  }
}

export function isSecondFactorRequired(error: unknown): error is SecondFactorRequired {
  return KnownErrors.MultiFactorAuthenticationRequired.isInstance(error)
}
