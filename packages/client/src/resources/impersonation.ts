import type { CodeWithin } from '@portico/contract/errors'

import type { SignOutOptions } from './current-user.ts'
import type { UserContext } from './user-context.ts'
import { readClaims } from '../session/access-token.ts'
import type { KnownError } from '../transport/known-error.ts'
import { type Result, resultOf } from '../transport/result.ts'
import { type AfterSignIn, afterSignIn, requestSignIn } from '../sign-in/sign-in.ts'

/** The errors of an impersonation link that its page shows. */
export type ImpersonationRefused = KnownError<CodeWithin<'VERIFICATION_ERROR'> | 'RESTRICTED_USER_NOT_ALLOWED'>

/** The beginning of a refresh token, which stays the same when the service replaces the token. */
const FAMILY_CHARACTERS = 26

/**
 * Signs in with the code of an impersonation link and keeps the previous session. A link during an impersonation
 * replaces the impersonation.
 */
export async function signInWithImpersonationLink(
  context: UserContext,
  code: string,
  options?: AfterSignIn,
): Promise<Result<undefined, ImpersonationRefused>> {
  const { holder, request } = context
  // A refresh can fail, so it comes before the code is used up. It also ends an expired impersonation, which restores
  // the previous session.
  const previous = await holder.callInCurrent((session) => session.getTokens())
  const result = await resultOf(
    // Without the session: the link never upgrades an anonymous user.
    () => requestSignIn(context, 'POST /auth/impersonation/sign-in', { code }),
    'VERIFICATION_ERROR',
    'RESTRICTED_USER_NOT_ALLOWED',
  )
  if (result.status === 'error') return afterSignIn(context, result, options)
  const isReplaced = isStartedByAdministrator(previous.accessToken)
  const own = isReplaced ? holder.takeOwn(previous) : previous
  if (isReplaced) {
    // The replaced impersonation ends by itself within the hour, so a failure changes nothing.
    await request('DELETE /auth/sessions/current', { body: {}, session: holder.current() }).catch(() => {})
  }
  const family = result.data.tokens.refreshToken?.slice(0, FAMILY_CHARACTERS)
  const kept = own.refreshToken && JSON.stringify([family, own.refreshToken])
  return afterSignIn(context, { status: 'ok', data: { ...result.data, own: kept } }, options)
}

/** Ends the impersonation. The end of its session restores the previous one. */
export async function endImpersonation(
  { holder, redirects, signOut }: UserContext,
  { redirectUrl = redirects.config.urls.home }: SignOutOptions = {},
): Promise<void> {
  const session = holder.current()
  const accessToken = session.tokens.accessToken ?? (await session.getTokens()).accessToken
  if (isStartedByAdministrator(accessToken)) await signOut(session, { redirectUrl })
}

/** Reads the mark of an access token, for display only. False for any other text. */
function isStartedByAdministrator(accessToken: string | null): boolean {
  return accessToken !== null && readClaims(accessToken)?.['is_impersonation'] === true
}
