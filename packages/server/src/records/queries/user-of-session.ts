import { toUser, userColumns, type User, type UserRow } from '../users/user.ts'
import { firstOrNull, lookup, type Statement } from '../../kernel/statement.ts'

/** An inline image may take a megabyte. Reading it with every call would slow down all calls. */
const LARGE_IMAGE_BYTES = 8_192

const readColumns = userColumns.without('profileImageUrl').of('u')

export interface UserOfSession {
  readonly user: User
  readonly isSessionActive: boolean
  readonly isImpersonation: boolean
  /** When the user of the session proved their identity; null if the session has ended. */
  readonly authenticatedAt: Date | null
}

/**
 * Finds the user of a session and checks that project, user and session are active, in one statement. Runs for every
 * call with an access token.
 */
export function findUserOfSession(
  projectId: string,
  userId: string,
  sessionId: string,
  now: Date,
): Statement<UserOfSession | null> {
  // The session is found by its id alone (platform/db/README.md, "Plans" 2).
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
