import type { SessionRead } from '@portico/contract'

import type { SendRequest } from './request.ts'
import type { Session } from './session.ts'

import { KnownErrors } from './known-error.ts'

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
 * Ends the session on the service and here.
 *
 * Here it ends in any case, also offline: whoever signs out on a shared computer must not stay signed in because a
 * request failed. The failure is thrown afterwards, since elsewhere the session may still be alive.
 */
export async function endSession(request: SendRequest, session: Session): Promise<void> {
  try {
    const { accessToken } = await session.getTokens()
    // Without a token the service has nothing to end: the session is over there already.
    if (accessToken !== null) await request('/auth/sessions/current', { method: 'DELETE', body: {}, session })
  } catch (error) {
    if (!KnownErrors.RefreshTokenError.isInstance(error) && !session.hasEnded) throw error
  } finally {
    session.end()
  }
}
