import { toUser, userColumns, type User, type UserRow } from '../users/user.ts'
import { firstOrNull, lookup, type Statement } from '../../kernel/statement.ts'

/** An inline image may have a megabyte; read with every call, it would slow down everybody else's. */
const LARGE_IMAGE_BYTES = 8_192

const readColumns = userColumns.without('profileImageUrl').of('u')

export interface UserOfSession {
  readonly user: User
  readonly isSessionActive: boolean
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
  // The session by its key alone (platform/db/README.md, "Plans" 2).
  return lookup<UserRow & { hasLargeImage: boolean } & Omit<UserOfSession, 'user'>>`
    select ${readColumns},
      case when octet_length(u.profile_image_url) <= ${LARGE_IMAGE_BYTES} then u.profile_image_url end as "profileImageUrl",
      coalesce(octet_length(u.profile_image_url) > ${LARGE_IMAGE_BYTES}, false) as "hasLargeImage",
      coalesce(s.user_id = u.id and s.expires_at > ${now}, false) as "isSessionActive",
      coalesce(s.is_impersonation, false) as "isImpersonation", s.authenticated_at as "authenticatedAt"
    from user_profiles u
    left join sessions s on s.project_id = u.project_id and s.id = ${sessionId}
    where u.project_id = ${projectId} and u.id = ${userId}`.map(
    firstOrNull(({ isSessionActive, isImpersonation, authenticatedAt, hasLargeImage, ...user }) => ({
      user: toUser(user, hasLargeImage),
      isSessionActive,
      isImpersonation,
      authenticatedAt,
    })),
  )
}
