import type { SessionRead } from '@portico/contract'

import type { Owner } from './owner.ts'
import { StatusError } from '../transport/known-error.ts'
import type { ActiveSessionFields } from '../transport/record-fields.ts'

/** An active session of the user. */
export interface ActiveSession extends ActiveSessionFields {
  /** When the user signed in. */
  readonly createdAt: Date
  /** When the session last got a new access token; undefined if it never did. */
  readonly lastUsedAt: Date | undefined
  /** Where the session was last used; absent if unknown. */
  readonly geoInfo?: GeoInfo
}

/** The location of a session's last use, as far as the service's proxy provides it. */
export interface GeoInfo {
  /** The network address. */
  readonly ip: string
  /** Two letters of ISO 3166-1, such as `AT`. */
  readonly countryCode?: string | null | undefined
  /** The region within the country. */
  readonly regionCode?: string | null | undefined
  /** The city, in English. */
  readonly cityName?: string | null | undefined
  /** In degrees. */
  readonly latitude?: number | null | undefined
  /** In degrees. */
  readonly longitude?: number | null | undefined
  /** The time zone, such as `Europe/Vienna`. */
  readonly tzIdentifier?: string | null | undefined
}

/** The methods of a user for their sessions. */
export interface SessionActions {
  /** Newest first. */
  getActiveSessions(): Promise<ActiveSession[]>
  /** Ends another session of this user. Use `signOut` for the current one. */
  revokeSession(sessionId: string): Promise<void>
  /** Ends all sessions of this user except the current one. */
  readonly revokeOtherSessions: () => Promise<void>
}

export function sessionActions({ request, session, userId }: Omit<Owner, 'afterChange'>): SessionActions {
  const query = { user_id: userId }

  async function getActiveSessions(): Promise<ActiveSession[]> {
    const { items } = await request('GET /auth/sessions', { query, session })
    return items.map(presentSession)
  }

  async function revokeSession(sessionId: string): Promise<void> {
    await request('DELETE /auth/sessions/{id}', { params: { id: sessionId }, query, session })
  }

  return {
    getActiveSessions,
    revokeSession,
    // One session at a time, because the protocol has no bulk call. Ignores sessions that have ended meanwhile.
    revokeOtherSessions: async () => {
      const others = (await getActiveSessions()).filter(({ isCurrentSession }) => !isCurrentSession)
      for (const { id } of others) await revokeSession(id).catch(ignoreMissing)
    },
  }
}

function presentSession(item: SessionRead): ActiveSession {
  return {
    id: item.id,
    userId: item.user_id,
    createdAt: new Date(item.created_at),
    lastUsedAt: item.last_used_at === undefined ? undefined : new Date(item.last_used_at),
    isImpersonation: item.is_impersonation,
    isCurrentSession: item.is_current_session ?? false,
    ...(item.user_agent !== undefined && { userAgent: item.user_agent }),
    ...(item.last_used_at_end_user_ip_info && { geoInfo: item.last_used_at_end_user_ip_info }),
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof StatusError) || error.statusCode !== 404) throw error
}
