import type { StaffRole } from '@portico/contract'

import { firstOrNull, noResult, statement, type Statement } from '../../../kernel/statement.ts'
import type { FactorProof } from '../../sessions/factor-state.ts'
import { restrictionOf, type RestrictableUser } from '../../sessions/restriction.ts'
import { isActive, type SessionWindow } from '../../sessions/session-window.ts'
import { restrictingColumns } from './staff-member-of-session.ts'

/** A staff member of a project who starts a session as one of its users. */
export interface Impersonator {
  readonly role: StaffRole
  readonly displayName: string | null
  /** The primary address, if it is verified. */
  readonly email: string | null
}

/**
 * Finds a staff member with an active session that may act, and locks the user and then the membership: until the
 * transaction ends, the role does not change and the user is not suspended. Null for any other user.
 *
 * @param sessionId the session of the project "internal" in which the link was created
 * @param active of the project "internal"
 */
export function lockImpersonator(
  { userId, sessionId, ownedProjectId }: { userId: string; sessionId: string; ownedProjectId: string },
  active: SessionWindow,
): Statement<Impersonator | null> {
  // guard: the creator of an impersonation link is signed in at its use (drop `${isActive('s', active)}`)
  //   [impersonation-links]
  return statement<Impersonator & RestrictableUser & { readonly factorProof: FactorProof | null }>`
    select o.role, u.display_name as "displayName", (
      select c.value from contact_channels c
      where c.project_id = u.project_id and c.user_id = u.id and c.is_primary and c.is_verified) as email,
      s.factor_proof as "factorProof", ${restrictingColumns.of('p')}
    from project_owners o
    join users u on u.project_id = o.project_id and u.id = o.user_id
    join user_profiles p on p.project_id = u.project_id and p.id = u.id
    join sessions s on s.project_id = u.project_id and s.id = ${sessionId} and s.user_id = u.id
    where o.project_id = 'internal' and o.user_id = ${userId} and o.owned_project_id = ${ownedProjectId}
      and not u.is_anonymous and (u.suspended_until > ${active.now}) is not true and ${isActive('s', active)}
    for share of u, o`.map(
    firstOrNull(({ role, displayName, email, factorProof, ...user }) =>
      // guard: the creator of an impersonation link is not restricted at its use
      //   (replace `restrictionOf(user, factorProof, active.now) === null` with `true`) [impersonation-links]
      restrictionOf(user, factorProof, active.now) === null ? { role, displayName, email } : null,
    ),
  )
}

/** Ends the sessions in which support impersonates users of a project. */
export function endImpersonationsBySupport(projectId: string): Statement<void> {
  return statement`
    delete from sessions where project_id = ${projectId} and impersonator_id = any (array(
      select user_id from project_owners where owned_project_id = ${projectId} and role = 'support'))`.map(noResult)
}
