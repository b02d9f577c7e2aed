import { allRows, everyRow, noResult, statement, type Statement } from '../../kernel/statement.ts'
import { sha256 } from '../../platform/crypto/digest.ts'
import type { MemberKey } from '../team-members/member.ts'

/** A membership of a user whose account is claimed. */
export interface ClaimedMembership {
  readonly teamId: string
  /** A session of the account made the membership, other than by an invitation to the proved address. */
  readonly joinedItself: boolean
  readonly hasOtherMembers: boolean
}

/** Locks the teams of a locked user (shared) and then the memberships, so that no change with their rights is made meanwhile. */
export function lockMembershipsOfClaim(projectId: string, userId: string): Statement<void> {
  return statement`
    with mine as materialized (
      select team_id from team_members where user_id = ${userId} and project_id = ${projectId}
    ), locked as materialized (
      select team.id from (select team_id from mine order by team_id) mine, lateral (
        select id from teams where project_id = ${projectId} and id = mine.team_id for key share
      ) team
    )
    select member.team_id from (select id from locked order by id) locked, lateral (
      select team_id from team_members
      where user_id = ${userId} and team_id = locked.id and project_id = ${projectId} for no key update
    ) member`.map(noResult)
}

/** @param email the address whose proof claims the account */
export function listClaimedMemberships(
  projectId: string,
  userId: string,
  email: string,
): Statement<ClaimedMembership[]> {
  return statement<ClaimedMembership>`
    select mine.team_id as "teamId", mine.joined_itself as "joinedItself", others.users > 0 as "hasOtherMembers"
    from (
      select team_id, joined_itself or (invited_email_hash <> ${sha256(email)}::bytea) is true as joined_itself
      from team_members where user_id = ${userId} and project_id = ${projectId}
    ) mine, lateral (
      select count(*) as users from (
        select user_id from team_members where team_id = mine.team_id and project_id = ${projectId} limit 2 offset 0
      ) members where user_id <> ${userId}
    ) others
    order by mine.team_id`.map(allRows)
}

/** Lists the members of these teams whom the user has invited, and whom those have invited in turn. */
export function listInvitedMembers(
  projectId: string,
  userId: string,
  teamIds: readonly string[],
): Statement<MemberKey[]> {
  return statement<MemberKey>`
    with recursive invited as (
      select m.team_id, m.user_id from unnest(${teamIds}::text[]) team (id), lateral (
        select team_id, user_id from team_members
        where team_id = team.id::uuid and project_id = ${projectId} and invited_by_user_id = ${userId} and user_id <> ${userId}
        offset 0
      ) m
      union
      select m.team_id, m.user_id from invited, lateral (
        select team_id, user_id from team_members
        where team_id = invited.team_id and project_id = ${projectId} and invited_by_user_id = invited.user_id
          and user_id <> ${userId}
        offset 0
      ) m
    )
    select team_id as "teamId", user_id as "userId" from invited order by team_id, user_id`.map(allRows)
}

/** A live API key of a team. */
export interface TeamKey {
  readonly id: string
  readonly teamId: string
}

/**
 * Locks the live API keys of teams that the user has created, those that removed members have created in their team, and all
 * keys of the given teams. The project is compared outside of the lateral queries, see `forgetCreators`.
 */
export function lockKeysOfClaim(
  projectId: string,
  userId: string,
  { removed, teamIds }: { readonly removed: readonly MemberKey[]; readonly teamIds: readonly string[] },
): Statement<TeamKey[]> {
  const creators = [...new Set([userId, ...removed.map((member) => member.userId)])]
  const pairs = removed.map((member) => `${member.teamId} ${member.userId}`)
  return statement<TeamKey>`
    with made as materialized (
      select k.id, k.team_id, k.created_by_user_id from unnest(${creators}::text[]) creator (id), lateral (
        select id, team_id, created_by_user_id, project_id from api_keys
        where created_by_user_id = creator.id::uuid and user_id is null offset 0
      ) k where k.project_id = ${projectId}
    ), found as (
      select id from made
      where created_by_user_id = ${userId} or team_id::text || ' ' || created_by_user_id::text = any (${pairs}::text[])
      union
      select k.id from unnest(${teamIds}::text[]) team (id), lateral (
        select id, project_id from api_keys where team_id = team.id::uuid offset 0
      ) k where k.project_id = ${projectId}
    )
    select locked.id, locked.team_id as "teamId" from (select id from found order by id) found, lateral (
      select id, team_id from api_keys
      where id = found.id and project_id = ${projectId} and revoked_at is null for no key update
    ) locked`.map(everyRow((row) => row))
}
