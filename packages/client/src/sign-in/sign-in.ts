import type { RemovedSignInMethod, SignedIn, SignedInByProof } from '@portico/contract'

import type { CodeWithin } from '@portico/contract/errors'
import type { Ports } from '../transport/ports.ts'
import type { RedirectMethod, Redirects } from '../pages/redirects.ts'
import type { RefreshOptions } from '../session/refresh.ts'
import type { SendRequest } from '../transport/request.ts'
import type { Result } from '../transport/result.ts'
import type { SessionHolder } from '../session/session-holder.ts'
import type { Session } from '../session/session.ts'
import type { Tokens } from '../session/tokens.ts'

import { type KnownError, KnownErrors } from '../transport/known-error.ts'
import { writeMfaAttempt } from './mfa-attempt.ts'

export type { RemovedSignInMethod }

/** The options of an app that a sign-in depends on. */
interface SignInOptions extends Omit<RefreshOptions, 'ports'> {
  readonly redirectMethod: RedirectMethod
  readonly oauthScopesOnSignIn: Readonly<Record<string, readonly string[]>>
}

/** What the ways to sign in, each loaded when it is used, need of the app. */
export interface SignInContext {
  readonly options: SignInOptions
  readonly ports: Ports
  readonly request: SendRequest
  readonly redirects: Redirects
  /** Where the session is now and will be. */
  readonly holder: SessionHolder
  /** Remembers this sign-in for pages that redirect themselves. */
  readonly remember: (signIn: LatestSignIn) => void
}

/** What a page that redirects itself needs to know. */
export interface LatestSignIn {
  /** New users go to the second. */
  readonly page: 'afterSignIn' | 'afterSignUp'
  /** What the account has lost because this sign-in was the first proof of its address. */
  readonly removed?: readonly RemovedSignInMethod[] | undefined
}

export interface AfterSignIn {
  /** Stays on the page instead of going to `urls.afterSignIn` or `urls.afterSignUp`. */
  noRedirect?: boolean | undefined
}

/** What every way to sign in ends with. */
export interface SignIn {
  readonly tokens: Tokens
  /** New users go to `urls.afterSignUp`. */
  readonly isNewUser: boolean
  /** Where to go instead, as agreed with the service when the sign-in began. */
  readonly destination?: string | null
  /** What the account has lost because this sign-in was the first proof of its address. */
  readonly removed?: readonly RemovedSignInMethod[] | undefined
}

/** A code from an e-mail that is unknown, expired, used up, or was tried too often. */
export type CodeRefused = KnownError<CodeWithin<'VERIFICATION_ERROR'>>

/** The first step was right. The details carry the attempt code for `signInWithMfa`, good for five minutes. */
export type SecondFactorRequired = KnownError<'MULTI_FACTOR_AUTHENTICATION_REQUIRED'>

/** Codes every sign-in may be refused with. */
export const secondFactorCodes = ['INVALID_TOTP_CODE', 'MULTI_FACTOR_AUTHENTICATION_REQUIRED'] as const

/**
 * Signs in at one of the service's endpoints.
 *
 * @param session whose user is turned into the new one if it is an anonymous one; absent where that is not offered
 */
export async function requestSignIn(
  request: SendRequest,
  path: string,
  body: unknown,
  session?: Session,
): Promise<SignIn> {
  const answer = await request<SignedIn | SignedInByProof>(path, {
    method: 'POST',
    body,
    session,
    // Whoever signs in anew does not care how the former session came to its end.
    mayBeNobodys: true,
  })
  return {
    tokens: { accessToken: answer.access_token, refreshToken: answer.refresh_token },
    isNewUser: 'is_new_user' in answer && answer.is_new_user,
    removed: 'removed_sign_in_methods' in answer ? answer.removed_sign_in_methods : undefined,
  }
}

/** Goes on after any sign-in: keeps the tokens and leads the person on, or keeps the attempt for its second factor. */
export async function afterSignIn<Failure>(
  { holder, ports, redirects, remember }: SignInContext,
  result: Result<SignIn, Failure>,
  { noRedirect = false }: AfterSignIn = {},
): Promise<Result<undefined, Failure>> {
  if (result.status === 'error') {
    // For `urls.mfa`, and for a reload of whichever page asks for the second factor.
    if (isSecondFactorRequired(result.error)) writeMfaAttempt(ports, result.error.details.attempt_code)
    return result
  }
  const { tokens, isNewUser, destination, removed } = result.data
  const page = isNewUser ? 'afterSignUp' : 'afterSignIn'
  writeMfaAttempt(ports, null)
  remember({ page, removed })
  holder.receive(tokens)
  if (!noRedirect) {
    if (destination) await redirects.toUrl(destination, true)
    else await redirects.toPage(page, { replace: true })
  }
  return { status: 'ok', data: undefined }
}

export function isSecondFactorRequired(error: unknown): error is SecondFactorRequired {
  return KnownErrors.MultiFactorAuthenticationRequired.isInstance(error)
}
