import type { PublicCall } from '../../api/rules/public-call.ts'
import type { ProjectTransaction } from '../../kernel/database.ts'
import { Forbidden, KnownError } from '../../kernel/errors.ts'
import { asUser, emit, type EventCall } from '../../kernel/emit.ts'
import {
  findSessionOfRefreshToken,
  replaceRefreshTokens,
  type SessionOfToken,
} from '../../records/queries/sessions/refresh-tokens.ts'
import { newTokenOfFamily } from '../../records/sessions/refresh-token.ts'
import { sessionWindow } from '../../records/sessions/session-window.ts'
import { endSession } from '../../records/sessions/store.ts'
import { confirmLogin } from '../cli-login/cli-login.ts'
import { refresh, type RefreshDependencies } from '../sessions/refresh.ts'

/** The tokens of the dashboard: one for its scripts and one for its cookie. */
export interface DashboardTokens {
  readonly accessToken: string
  readonly refreshToken: string
}

/**
 * Takes over a session of the project "internal". Its refresh token is replaced, because scripts of the page have seen
 * it: from then on, no token that a script has seen yields the cookie's token.
 *
 * @param replaced the refresh tokens of the cookie so far, whose sessions end: nothing else has their tokens
 * @throws REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED
 */
export async function takeOverSession(
  dependencies: RefreshDependencies,
  call: PublicCall,
  offered: string,
  replaced: readonly string[],
): Promise<DashboardTokens> {
  const session = await findSession(call.db, call, offered)
  if (!session) throw new KnownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
  // guard: an impersonated session does not become one of the dashboard
  if (session.isImpersonation) throw new Forbidden('A session that impersonates a user cannot use the dashboard.')
  if (session.isAnonymous) throw new Forbidden('An anonymous user cannot use the dashboard.')
  // End them first: if that fails, the caller can offer the token again.
  // guard: a sign-in over the cookie of another session ends that session
  await call.db.transaction((tx) => endCookieSessions(tx, call, replaced, session.id))
  return moveToCookie(dependencies, call, offered)
}

/** Exchanges a refresh token of the cookie. Null without an active session that may use the dashboard. */
export async function refreshDashboard(
  dependencies: RefreshDependencies,
  call: PublicCall,
  offered: readonly string[],
): Promise<DashboardTokens | null> {
  for (const token of offered) {
    const tokens = await refreshWith(dependencies, call, token)
    if (tokens) return tokens
  }
  return null
}

async function refreshWith(
  dependencies: RefreshDependencies,
  call: PublicCall,
  offered: string,
): Promise<DashboardTokens | null> {
  const session = await findSession(call.db, call, offered)
  // guard: a planted cookie of an impersonated session is refused
  if (session?.isImpersonation || session?.isAnonymous) return null
  try {
    // Without an active session this detects the reuse of a replaced token, which ends the session.
    return await refreshTokens(dependencies, call, offered)
  } catch (error) {
    if (error instanceof KnownError && error.code === 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED') return null
    throw error
  }
}

/**
 * Confirms a login from a terminal with the session of the cookie. The terminal gets a separate session, and the cookie
 * keeps its token.
 */
export async function confirmCliLogin(call: PublicCall, loginCode: string, offered: readonly string[]): Promise<void> {
  let active: string | undefined
  for (const token of offered) {
    const session = await call.db.run(
      findSessionOfRefreshToken(call.db.projectId, token, sessionWindow(call.project, call.now()), false),
    )
    if (session) active ??= token
  }
  // Without an active session it fails like a confirmation with an ended one.
  await confirmLogin(call, loginCode, active)
}

/** Ends the sessions of the cookie that are active. */
export async function signOutOfDashboard(call: PublicCall, offered: readonly string[]): Promise<void> {
  await call.db.transaction((tx) => endCookieSessions(tx, call, offered))
}

/** A call of the project "internal" that only ends sessions. */
type EndingCall = EventCall & Pick<PublicCall, 'project'>

/**
 * Ends the active sessions of these refresh tokens.
 *
 * @param keptId the session that continues
 */
export async function endCookieSessions(
  tx: ProjectTransaction,
  call: EndingCall,
  offered: readonly string[],
  keptId?: string,
): Promise<void> {
  for (const token of offered) {
    const session = await findSession(tx, call, token)
    if (!session || session.id === keptId) continue
    const { id, userId } = session
    const isEnded = await tx.run(endSession(tx.projectId, id, userId))
    if (isEnded) await tx.run(emit(asUser(call, userId), 'session.ended', { sessionId: id }))
  }
}

function findSession(
  db: Pick<ProjectTransaction, 'projectId' | 'run'>,
  { now, project }: EndingCall,
  offered: string,
): Promise<SessionOfToken | null> {
  return db.run(findSessionOfRefreshToken(db.projectId, offered, sessionWindow(project, now()), true))
}

async function moveToCookie(
  dependencies: RefreshDependencies,
  call: PublicCall,
  offered: string,
): Promise<DashboardTokens> {
  const { db, now, project } = call
  const refreshToken = newTokenOfFamily(offered)
  const active = sessionWindow(project, now())
  const isMoved = await db.run(replaceRefreshTokens(db.projectId, { offered, successor: refreshToken }, active))
  if (!isMoved) throw new KnownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
  const { accessToken } = await refresh(dependencies, call, refreshToken, false)
  return { accessToken, refreshToken }
}

async function refreshTokens(
  dependencies: RefreshDependencies,
  call: PublicCall,
  offered: string,
): Promise<DashboardTokens> {
  const { accessToken, refreshToken } = await refresh(dependencies, call, offered, true)
  if (refreshToken === undefined) throw new Error('A refresh with rotation returned no new refresh token.')
  return { accessToken, refreshToken }
}
