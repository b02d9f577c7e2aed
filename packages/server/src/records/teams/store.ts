import type { Json } from '@portico/contract'

import {
  firstRow,
  isAnyTouched,
  json,
  lookup,
  noResult,
  sequence,
  statement,
  type Statement,
} from '../../kernel/statement.ts'
import { isUniqueViolation } from '../../platform/db/database-errors.ts'
import { teamColumns, type Team } from './team.ts'

/** A field of a team that a claim may reset if a session wrote its present value (`accounts/undo-unproved.ts`). */
export type ClientWrittenTeamField = 'display_name' | 'client_metadata' | 'profile_image_url'

/** Lists the fields of this kind that a call writes. */
export function listClientWrittenFields({
  clientMetadata,
  displayName,
  profileImageUrl,
}: {
  readonly displayName?: unknown
  readonly clientMetadata?: unknown
  readonly profileImageUrl?: unknown
}): ClientWrittenTeamField[] {
  const written = { display_name: displayName, client_metadata: clientMetadata, profile_image_url: profileImageUrl }
  return (['display_name', 'client_metadata', 'profile_image_url'] as const).filter(
    (field) => written[field] !== undefined,
  )
}

/** The fields of a team that an update may change. */
export interface TeamFields {
  readonly displayName: string
  readonly profileImage: string | null
  readonly clientMetadata: Json
  readonly clientReadOnlyMetadata: Json
  readonly serverMetadata: Json
  readonly secondFactorRequiredSince: Date | null
}

export function findTeam(projectId: string, teamId: string): Statement<Team | null> {
  return lookup<Team>`
    select ${teamColumns} from teams where project_id = ${projectId} and id = ${teamId}`.map(firstRow)
}

/** Another team of the project has the id. Nothing was written. */
export class TeamIdTaken extends Error {
  override readonly name = 'TeamIdTaken'
}

/**
 * @param countedUserId the user for whom the team counts; null if it counts for no user
 * @param clientWritten the fields that a session writes
 * @throws TeamIdTaken
 */
export function insertTeam(
  projectId: string,
  team: Team,
  countedUserId: string | null = null,
  clientWritten: readonly ClientWrittenTeamField[] = [],
): Statement<void> {
  return statement`
    insert into teams (project_id, id, display_name, profile_image_url, client_metadata, client_read_only_metadata,
                       server_metadata, created_at, second_factor_required_since, creator_user_id, client_written)
    values (${projectId}, ${team.id}, ${team.displayName}, ${team.profileImage}, ${json(team.clientMetadata)}::jsonb,
            ${json(team.clientReadOnlyMetadata)}::jsonb, ${json(team.serverMetadata)}::jsonb, ${team.createdAt},
            ${team.secondFactorRequiredSince}, ${countedUserId}::uuid, ${clientWritten}::text[])`
    .map(noResult)
    .explained((error) =>
      isUniqueViolation(error, 'teams_pkey')
        ? new TeamIdTaken('Another team of the project has this id.', { cause: error })
        : error,
    )
}

/** For the limit of teams per creator. Lock the user first. */
export function countCreatedTeams(projectId: string, userId: string): Statement<number> {
  return statement<{ count: number }>`
    select count(*)::int as count from teams where creator_user_id = ${userId}::uuid and project_id = ${projectId}`.map(
    ({ rows }) => rows[0]?.count ?? 0,
  )
}

/**
 * Locks the project (shared) and the team, in the order of `platform/db/README.md`, and returns the current team.
 * Others can still add and remove members.
 */
export function lockTeam(projectId: string, teamId: string): Statement<Team | null> {
  return sequence({
    lock: statement`
      with tenant as materialized (
        select id from projects where id = ${projectId} for key share
      )
      select 1 from teams where project_id = (select id from tenant) and id = ${teamId} for no key update`,
    team: findTeam(projectId, teamId),
  }).map(({ team }) => team)
}

/**
 * Locks the project (shared) and a team to delete it or to change all its memberships. The lock waits for every change
 * of its memberships.
 *
 * @returns whether the team exists
 */
export function lockTeamWithMemberships(projectId: string, teamId: string): Statement<boolean> {
  return statement`
    with tenant as materialized (
      select id from projects where id = ${projectId} for key share
    )
    select 1 from teams where project_id = (select id from tenant) and id = ${teamId} for update`.map(isAnyTouched)
}

/** Locks the teams of memberships that the transaction changes, so that no team is deleted at the same time. */
export function lockTeamsOfMembers(projectId: string, teamIds: readonly string[]): Statement<void> {
  return statement`
    select locked.id from unnest(${teamIds.toSorted()}::text[]) wanted (id), lateral (
      select id from teams where project_id = ${projectId} and id = wanted.id::uuid for key share
    ) locked`.map(noResult)
}

/** @param written the fields that the call writes, and whether a session writes them */
export function updateTeamFields(
  projectId: string,
  teamId: string,
  fields: TeamFields,
  written: { readonly fields: readonly ClientWrittenTeamField[]; readonly byClient: boolean },
): Statement<void> {
  return statement`
    update teams set
      display_name = ${fields.displayName}, profile_image_url = ${fields.profileImage},
      client_metadata = ${json(fields.clientMetadata)}::jsonb,
      client_read_only_metadata = ${json(fields.clientReadOnlyMetadata)}::jsonb,
      server_metadata = ${json(fields.serverMetadata)}::jsonb,
      second_factor_required_since = ${fields.secondFactorRequiredSince},
      client_written = array(
        select field from unnest(client_written) field where field <> all (${written.fields}::text[])
        union
        select field from unnest(${written.byClient ? written.fields : []}::text[]) field)
    where project_id = ${projectId} and id = ${teamId}`.map(noResult)
}

export function deleteTeamRow(projectId: string, teamId: string): Statement<void> {
  return statement`delete from teams where project_id = ${projectId} and id = ${teamId}`.map(noResult)
}

/** The teams that a user has created no longer count for the user. */
export function forgetCreatedTeams(projectId: string, userId: string): Statement<void> {
  return statement`
    update teams set creator_user_id = null where creator_user_id = ${userId} and project_id = ${projectId}`.map(
    noResult,
  )
}
