import type { StaffRole } from '@portico/contract'

import { firstRow, noResult, statement, type Statement } from '../../kernel/statement.ts'

/** A member of the staff of a project who starts a session as one of its users. */
export interface Impersonator {
  readonly role: StaffRole
  readonly displayName: string | null
  /** The primary address, if it is verified. */
  readonly email: string | null
}

/**
 * Finds a member of the staff with an active session, and locks both the membership and the user: until the end of the transaction, neither the role
 * changes nor is the user suspended. Null for anyone else.
 *
 * @param sessionId the session of the project "internal" in which the link was created
 */
export function lockImpersonator(
  { userId, sessionId, ownedProjectId }: { userId: string; sessionId: string; ownedProjectId: string },
  now: Date,
): Statement<Impersonator | null> {
  return statement<Impersonator>`
    select o.role, u.display_name as "displayName", (
      select c.value from contact_channels c
      where c.project_id = u.project_id and c.user_id = u.id and c.is_primary and c.is_verified) as email
    from project_owners o
    join users u on u.project_id = o.project_id and u.id = o.user_id
    where o.project_id = 'internal' and o.user_id = ${userId} and o.owned_project_id = ${ownedProjectId}
      and not u.is_anonymous and (u.suspended_until > ${now}) is not true
      and exists (
        select from sessions s
        where s.project_id = o.project_id and s.id = ${sessionId} and s.user_id = o.user_id and s.expires_at > ${now})
    for share of o, u`.map(firstRow)
}

/** Ends the sessions in which support impersonates users of a project. */
export function endImpersonationsBySupport(projectId: string): Statement<void> {
  return statement`
    delete from sessions where project_id = ${projectId} and impersonator_id = any (array(
      select user_id from project_owners where owned_project_id = ${projectId} and role = 'support'))`.map(noResult)
}
