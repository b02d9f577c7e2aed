import type { StaffRole } from '@portico/contract'

import { factorStateOf, type FactorProof } from '../../sessions/factor-state.ts'
import { restrictionOf, type RestrictableUser, type SessionRestriction } from '../../sessions/restriction.ts'
import { profileColumns } from '../../users/user.ts'
import { isActive, type SessionWindow } from '../../sessions/session-window.ts'
import { firstOrNull, lookup, type Statement } from '../../../kernel/statement.ts'

/** The facts about the user that `restrictionOf` needs. */
export const restrictingColumns = profileColumns.only(
  'requiresTotp',
  'hasVerifiedPasskey',
  'isSecondFactorRequired',
  'secondFactorDueAt',
  'heldAt',
  'isVerifiedEmailRequired',
  'primaryEmailVerified',
)

export interface StaffMemberOfSession {
  /** A session that must prove a second factor has ended. */
  readonly isSessionActive: boolean
  readonly isImpersonation: boolean
  /** Why the user may do nothing yet; null without a restriction. */
  readonly restriction: SessionRestriction | null
  /** The role in the staff of the project; null if the user does not belong to it. */
  readonly role: StaffRole | null
  /** When the user signed in to the session; null if it has ended. */
  readonly authenticatedAt: Date | null
}

/**
 * Checks an admin access token: whether its user exists, has this session and belongs to the staff of the project, and
 * with which role. Reads only by key, however many projects the user or owners the project has. Null if the user does
 * not exist.
 */
export function findStaffMemberOfSession(
  projectId: 'internal',
  { userId, sessionId, ownedProjectId }: { userId: string; sessionId: string; ownedProjectId: string },
  active: SessionWindow,
): Statement<StaffMemberOfSession | null> {
  // guard: an anonymous user owns no project (drop `not u.is_anonymous`) [admin-access-token]
  return lookup<
    Omit<StaffMemberOfSession, 'restriction'> & RestrictableUser & { readonly factorProof: FactorProof | null }
  >`
    select coalesce(s.user_id = u.id and ${isActive('s', active)}
        and (u.suspended_until > ${active.now}) is not true, false) as "isSessionActive",
      coalesce(s.is_impersonation, false) as "isImpersonation", s.authenticated_at as "authenticatedAt",
      s.factor_proof as "factorProof", ${restrictingColumns.of('p')},
      (
        select o.role from project_owners o
        where o.project_id = u.project_id and o.user_id = u.id and o.owned_project_id = ${ownedProjectId}
          and not u.is_anonymous
      ) as "role"
    from users u
    join user_profiles p on p.project_id = u.project_id and p.id = u.id
    left join sessions s on s.project_id = u.project_id and s.id = ${sessionId}
    where u.project_id = ${projectId} and u.id = ${userId}`.map(
    firstOrNull(({ isSessionActive, isImpersonation, role, authenticatedAt, factorProof, ...user }) => {
      const state = factorStateOf(user, factorProof, active.now)
      return {
        isSessionActive: isSessionActive && state !== 'must_prove',
        isImpersonation,
        restriction: restrictionOf(user, factorProof, active.now),
        role,
        authenticatedAt,
      }
    }),
  )
}
