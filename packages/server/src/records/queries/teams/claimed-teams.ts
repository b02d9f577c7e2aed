import { allRows, everyRow, noResult, sequence, statement, type Statement } from '../../../kernel/statement.ts'
import { sha256 } from '../../../platform/crypto/digest.ts'
import type { MemberKey } from '../../team-members/member.ts'
import type { ClientWrittenTeamField } from '../../teams/store.ts'
import { personalTeamName } from './personal-team.ts'

export interface ClaimedMembership {
  readonly teamId: string
  /** A session of the account made the membership, other than by an invitation to the proved address. */
  readonly joinedItself: boolean
  readonly hasOtherMembers: boolean
}

/**
 * Locks the teams that a locked user has created or is a member of, in the order of their ids, and then the
 * memberships. Until the commit, no change is made with their rights. Also locks the members whom the claim may remove:
 * those whom the user invited to teams of others, and those whom these invited. The order of the users in each team
 * keeps the claim and a change by such a member from a deadlock.
 */
export function lockTeamsOfClaim(projectId: string, userId: string): Statement<void> {
  return sequence([lockTeams(projectId, userId), lockMemberships(projectId, userId)]).map(noResult)
}

function lockTeams(projectId: string, userId: string): Statement<void> {
  return statement`
    with wanted as materialized (
      select team_id from team_members where user_id = ${userId} and project_id = ${projectId}
      union
      select id from (select id, project_id from teams where creator_user_id = ${userId} offset 0) created
      where project_id = ${projectId}
    )
    select locked.id from (select team_id from wanted order by team_id) wanted, lateral (
      select id from teams where project_id = ${projectId} and id = wanted.team_id for no key update
    ) locked`.map(noResult)
}

function lockMemberships(projectId: string, userId: string): Statement<void> {
  // guard: a claim locks the memberships of a team in the order of the users
  //   (replace `by team_id, user_id) wanted` with `by team_id, user_id desc) wanted`) [proof-race.postgres]
  return statement`
    with recursive mine as materialized (
      select team_id, user_id, joined_itself from team_members where user_id = ${userId} and project_id = ${projectId}
    ), brought (team_id, user_id) as (
      select team_id, user_id from mine where not joined_itself
      union
      select invited.team_id, invited.user_id from brought inviter, lateral (
        select team_id, user_id from team_members
        where team_id = inviter.team_id and project_id = ${projectId} and invited_by_user_id = inviter.user_id offset 0
      ) invited
    ), wanted as materialized (
      select team_id, user_id from mine
      union
      select team_id, user_id from brought
    )
    select locked.team_id from (select team_id, user_id from wanted order by team_id, user_id) wanted, lateral (
      select team_id from team_members
      where user_id = wanted.user_id and team_id = wanted.team_id and project_id = ${projectId} for no key update
    ) locked`.map(noResult)
}

/** @param email the address whose proof claims the account */
export function listClaimedMemberships(
  projectId: string,
  userId: string,
  email: string,
): Statement<ClaimedMembership[]> {
  // guard: a claim leaves the teams that invited another address of the account
  //   (drop `(invited_email_hash <> ${sha256(email)}::bytea)`) [claimed-records]
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

/**
 * Lists the members of teams whom these inviters have invited, except the user.
 *
 * @param inviters members, or former ones
 */
export function listInvitedMembers(
  projectId: string,
  userId: string,
  inviters: readonly MemberKey[],
): Statement<MemberKey[]> {
  const teamIds = inviters.map((inviter) => inviter.teamId)
  const inviterIds = inviters.map((inviter) => inviter.userId)
  return statement<MemberKey>`
    select distinct invited.team_id as "teamId", invited.user_id as "userId"
    from unnest(${teamIds}::text[], ${inviterIds}::text[]) inviter (team_id, user_id), lateral (
      select team_id, user_id from team_members
      where team_id = inviter.team_id::uuid and project_id = ${projectId}
        and invited_by_user_id = inviter.user_id::uuid and user_id <> ${userId}
      offset 0
    ) invited
    order by 1, 2`.map(allRows)
}

/** A team whose client-written fields were reset. */
export interface ResetTeam {
  readonly teamId: string
  readonly fields: readonly ClientWrittenTeamField[]
}

/**
 * Empties the fields of locked teams whose present value a session wrote. The team gets the name of a personal team.
 *
 * @returns the teams that had such fields
 */
export function resetClientWrittenTeams(
  projectId: string,
  userId: string,
  teamIds: readonly string[],
): Statement<ResetTeam[]> {
  return statement<ResetTeam>`
    with before as materialized (
      select team.ctid, team.id, team.fields from unnest(${teamIds}::text[]) wanted (id), lateral (
        select ctid, id, client_written as fields from teams
        where project_id = ${projectId} and id = wanted.id::uuid and client_written <> '{}' offset 0
      ) team
    ), reset as (
      update teams set
        display_name = case when 'display_name' = any (client_written) then (
          select ${personalTeamName} from user_profiles where project_id = ${projectId} and id = ${userId}
        ) else display_name end,
        client_metadata = case when 'client_metadata' = any (client_written) then null else client_metadata end,
        profile_image_url = case when 'profile_image_url' = any (client_written) then null else profile_image_url end,
        client_written = '{}'
      where ctid = any (array(select ctid from before))
    )
    select id as "teamId", fields from before order by id`.map(allRows)
}

/** A live API key of a team. */
export interface TeamKey {
  readonly id: string
  readonly teamId: string
}

/**
 * Locks the live API keys of teams that the user has created, those that removed members have created in their team,
 * and all keys of the given teams. The project is compared outside of the lateral queries, see `forgetCreators`.
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
