import { toUser, type User, type UserRow } from '../users/user.ts'
import { lookup, type Statement } from '../../kernel/statement.ts'

/** An inline image may have a megabyte; read with every call, it would slow down everybody else's. */
const LARGE_IMAGE_BYTES = 8_192

export interface UserOfSession {
  readonly user: User
  readonly isSessionAlive: boolean
  readonly isImpersonation: boolean
  /** When the user of the session proved who they are; null if the session has ended. */
  readonly authenticatedAt: Date | null
}

/**
 * The user of a session, read for every call that carries an access token: one statement tells whether project, user
 * and session are alive and gives the user.
 */
export function findUserOfSession(
  projectId: string,
  userId: string,
  sessionId: string,
  now: Date,
): Statement<UserOfSession | null> {
  // The session by its key alone: asked for its user as well, PostgreSQL may walk through all the sessions they have.
  return lookup<UserRow & { is_session_alive: boolean; is_impersonation: boolean; authenticated_at: Date | null }>`
    select u.id, u.display_name, u.client_metadata, u.client_read_only_metadata, u.server_metadata, u.has_password,
      u.otp_auth_enabled, u.is_anonymous, u.signed_up_at, u.last_active_at, u.primary_email, u.primary_email_verified,
      u.primary_email_auth_enabled, u.requires_totp, u.has_passkey, u.oauth_accounts,
      case when octet_length(u.profile_image_url) <= ${LARGE_IMAGE_BYTES} then u.profile_image_url end as profile_image_url,
      coalesce(octet_length(u.profile_image_url) > ${LARGE_IMAGE_BYTES}, false) as has_large_image,
      coalesce(s.user_id = u.id and s.expires_at > ${now}, false) as is_session_alive,
      coalesce(s.is_impersonation, false) as is_impersonation, s.authenticated_at
    from user_profiles u
    left join sessions s on s.project_id = u.project_id and s.id = ${sessionId}
    where u.project_id = ${projectId} and u.id = ${userId}`.map(({ rows }) => {
    const row = rows[0]
    if (!row) return null
    return {
      user: toUser(row),
      isSessionAlive: row.is_session_alive,
      isImpersonation: row.is_impersonation,
      authenticatedAt: row.authenticated_at,
    }
  })
}
