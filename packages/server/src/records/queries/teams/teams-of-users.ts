import { allRows, noResult, statement, type Statement } from '../../../kernel/statement.ts'
import type { MemberKey } from '../../team-members/member.ts'

/** A membership of a locked user in a team that is locked too. */
export interface MembershipInLockedTeam extends MemberKey {
  readonly teamCreatedAt: Date
}

/**
 * Locks the teams of some of the locked users' memberships, so that none of these teams is deleted at the same time.
 *
 * @param limit the largest number of memberships
 * @returns these memberships
 */
export function lockTeamsOfMemberships(
  projectId: string,
  userIds: readonly string[],
  limit: number,
): Statement<MembershipInLockedTeam[]> {
  return statement<MembershipInLockedTeam>`
    with mine as materialized (
      select member.user_id, member.team_id from unnest(${userIds}::text[]) wanted (id), lateral (
        select user_id, team_id from team_members
        where user_id = wanted.id::uuid and project_id = ${projectId} limit ${limit}
      ) member
      limit ${limit}
    )
    select mine.user_id as "userId", mine.team_id as "teamId", team.created_at as "teamCreatedAt"
    from (select user_id, team_id from mine order by team_id) mine, lateral (
      select created_at from teams where project_id = ${projectId} and id = mine.team_id for key share
    ) team`.map(allRows)
}

/**
 * Locks the teams to which locked users have invited others, also as former members, so that none of them is deleted at
 * the same time.
 */
export function lockTeamsOfInviters(projectId: string, userIds: readonly string[]): Statement<void> {
  return statement`
    with invited as materialized (
      select sent.team_id from unnest(${userIds}::text[]) wanted (id), lateral (
        select team_id from team_invitations
        where inviter_user_id = wanted.id::uuid and project_id = ${projectId} offset 0
      ) sent
    )
    select team.id from (select distinct team_id from invited order by team_id) wanted, lateral (
      select id from teams where project_id = ${projectId} and id = wanted.team_id for key share
    ) team`.map(noResult)
}
