import type { SessionRead } from '@portico/contract'

import type { SendRequest } from './request.ts'
import type { Session } from './session.ts'
import type { Tokens } from './tokens.ts'

import { KnownErrors } from './known-error.ts'

/** Longer than that nobody waits for a goodbye. */
const SIGN_OUT_MILLIS = 10_000

/** One place where the user is signed in. */
export interface ActiveSession {
  readonly id: string
  readonly userId: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | undefined
  readonly isImpersonation: boolean
  readonly isCurrentSession: boolean
  readonly geoInfo?: GeoInfo
}

/** Where a session was last used, as far as the service's proxy tells. */
export interface GeoInfo {
  readonly ip: string
  readonly countryCode?: string | null | undefined
  readonly regionCode?: string | null | undefined
  readonly cityName?: string | null | undefined
  readonly latitude?: number | null | undefined
  readonly longitude?: number | null | undefined
  readonly tzIdentifier?: string | null | undefined
}

/** The sessions of the user whose session it is, newest first. */
export async function listActiveSessions(request: SendRequest, session: Session): Promise<ActiveSession[]> {
  const { items } = await request<{ items: SessionRead[] }>('/auth/sessions?user_id=me', { session })
  return items.map((item) => ({
    id: item.id,
    userId: item.user_id,
    createdAt: new Date(item.created_at),
    lastUsedAt: item.last_used_at === undefined ? undefined : new Date(item.last_used_at),
    isImpersonation: item.is_impersonation,
    isCurrentSession: item.is_current_session ?? false,
    ...(item.last_used_at_end_user_ip_info && { geoInfo: item.last_used_at_end_user_ip_info }),
  }))
}

export async function revokeSession(request: SendRequest, session: Session, sessionId: string): Promise<void> {
  await request(`/auth/sessions/${encodeURIComponent(sessionId)}?user_id=me`, { method: 'DELETE', session })
}

/**
 * Ends the session here, and then on the service.
 *
 * Here it ends first and in any case: whoever signs out on a shared computer and closes the page must not stay signed in
 * because the service was slow or out of reach. A failure is thrown, since elsewhere the session may still be alive.
 *
 * @param detach makes a session of the last tokens by which the service can be told
 */
export async function endSession(
  request: SendRequest,
  session: Session,
  detach: (tokens: Tokens) => Session,
): Promise<void> {
  const farewell = detach(session.tokens)
  session.end()
  try {
    const { accessToken } = await farewell.getTokens()
    // Without a token the service has nothing to end: the session is over there already.
    if (accessToken === null) return
    const options = { method: 'DELETE', body: {}, session: farewell, keepalive: true } as const
    await request('/auth/sessions/current', { ...options, withinMillis: SIGN_OUT_MILLIS })
  } catch (error) {
    if (!KnownErrors.RefreshTokenError.isInstance(error) && !farewell.hasEnded) throw error
  }
}
