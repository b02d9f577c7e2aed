import { emitEach, type EventCall } from '../../kernel/emit.ts'
import { KnownError } from '../../kernel/errors.ts'
import {
  firstRow,
  fragment,
  isAnyTouched,
  noResult,
  sequence,
  statement,
  type Statement,
} from '../../kernel/statement.ts'
import { sha256 } from '../../platform/crypto/digest.ts'
import { isForeignKeyViolation, isNotNullViolation, isUniqueViolation } from '../../platform/db/database-errors.ts'
import { memberColumns, type MemberKey, type TeamMember } from './member.ts'

const NIL_UUID = '00000000-0000-0000-0000-000000000000'

/** How a membership began, which decides whether it survives a claim of the account (`accounts/undo-unproved.ts`). */
export interface MemberOrigin {
  /** A session of the user created the team. */
  readonly joinedItself: boolean
  /** The invitation that a session of the user accepted. */
  readonly invitation: {
    readonly email: string
    /** Null for a server. */
    readonly inviterUserId: string | null
  } | null
}

/** A server has made the user a member. */
export const addedByServer: MemberOrigin = { joinedItself: false, invitation: null }

/**
 * Makes a user a member of a team. Locks the team (shared) before it reads what the team requires, because a change of
 * that locks the team and then the memberships that exist.
 *
 * @throws USER_NOT_FOUND, TEAM_NOT_FOUND, TEAM_MEMBERSHIP_ALREADY_EXISTS
 */
export function insertMember(
  projectId: string,
  { teamId, userId }: MemberKey,
  { invitation, joinedItself }: MemberOrigin,
  at: Date,
): Statement<void> {
  // guard: a user who joins a team needs the second factor that it requires
  //   (replace `(select second_factor_required_since from teams where project_id = ${projectId} and id = ${teamId} for key share)` with `null`)
  //   [second-factor-policy]
  return statement`
    insert into team_members
      (project_id, team_id, user_id, created_at, joined_itself, invited_by_user_id, invited_email_hash, user_signed_up_at,
       second_factor_required_since)
    select ${projectId}, ${teamId}, ${userId}, ${at}, ${joinedItself}, ${invitation?.inviterUserId ?? null}::uuid,
           ${invitation && sha256(invitation.email)},
           (select signed_up_at from users where project_id = ${projectId} and id = ${userId}),
           (select second_factor_required_since from teams where project_id = ${projectId} and id = ${teamId} for key share)`
    .map(noResult)
    .explained((error) => asRefusal(error, teamId))
}

/** The user works in no team from now on. */
export function deselectTeam(projectId: string, userId: string): Statement<void> {
  return statement`
    update team_members set is_selected = false
    where user_id = ${userId} and project_id = ${projectId} and is_selected`.map(noResult)
}

/**
 * Selects the team for the user. Run `deselectTeam` first.
 *
 * @returns whether the user is a member of the team
 */
export function markSelected(projectId: string, { teamId, userId }: MemberKey): Statement<boolean> {
  return statement`
    update team_members set is_selected = true
    where user_id = ${userId} and team_id = ${teamId} and project_id = ${projectId}`.map(isAnyTouched)
}

/** @returns whether the user was a member */
export function deleteMember(projectId: string, { teamId, userId }: MemberKey): Statement<boolean> {
  return statement`
    delete from team_members where user_id = ${userId} and team_id = ${teamId} and project_id = ${projectId}`.map(
    isAnyTouched,
  )
}

/**
 * Deletes members of a team that is locked for deletion.
 *
 * @returns the number of deleted members
 */
export function deleteMembersOfTeam(projectId: string, teamId: string, limit: number): Statement<number> {
  return statement`
    delete from team_members where ctid = any (array(
      select ctid from team_members where team_id = ${teamId} and project_id = ${projectId}
      order by created_at, user_id limit ${limit} for update))`.map(({ count }) => count)
}

export function hasMembers(projectId: string, teamId: string): Statement<boolean> {
  return statement`
    select 1 from team_members where team_id = ${teamId} and project_id = ${projectId} limit 1`.map(isAnyTouched)
}

/** Where a membership is in its team's list. */
export interface MemberPosition {
  readonly createdAt: Date
  readonly userId: string
}

/**
 * Copies the moment since which a team requires a second factor to its memberships. Lock the team with its memberships
 * first.
 *
 * @param after the last membership of the piece before; null for the first piece
 * @param limit the largest number of memberships in a piece
 * @returns the last membership of the piece, or null if no further membership exists
 */
export function copyPolicyToMembers(
  projectId: string,
  teamId: string,
  requiredSince: Date | null,
  after: MemberPosition | null,
  limit: number,
): Statement<MemberPosition | null> {
  const piece = fragment`
    select ctid, created_at, user_id from team_members
    where team_id = ${teamId} and project_id = ${projectId}
      and (created_at, user_id) > (${after?.createdAt ?? new Date(0)}::timestamptz, ${after?.userId ?? NIL_UUID}::uuid)
    order by created_at, user_id limit ${limit}`
  return sequence({
    // Selecting a team changes memberships without a lock of the team.
    lock: statement`${piece} for no key update`,
    last: statement<MemberPosition>`
      with piece as materialized (${piece}), changed as (
        update team_members set second_factor_required_since = ${requiredSince}
        where ctid = any (array(select ctid from piece))
      )
      select created_at as "createdAt", user_id as "userId" from piece
      order by created_at, user_id offset ${limit - 1}`.map(firstRow),
  }).map(({ last }) => last)
}

/**
 * Deletes memberships, with an event for each. Locks them first, in the order of the teams and users: a change in a
 * team locks two memberships without their users.
 */
export function deleteMembers(call: EventCall, members: readonly MemberKey[]): Statement<void> {
  const { projectId } = call
  const userIds = members.map(({ userId }) => userId)
  const teamIds = members.map(({ teamId }) => teamId)
  const lock = statement`
    select locked.user_id from (
      select user_id::uuid, team_id::uuid from unnest(${userIds}::text[], ${teamIds}::text[]) given (user_id, team_id)
      order by team_id, user_id
    ) wanted, lateral (
      select user_id from team_members
      where user_id = wanted.user_id and team_id = wanted.team_id and project_id = ${projectId} for update
    ) locked`
  const removal = emitEach(
    call,
    'team_membership.deleted',
    statement`
      with deleted as (
        delete from team_members where ctid = any (array(
          select mine.ctid from unnest(${userIds}::text[], ${teamIds}::text[]) wanted (user_id, team_id), lateral (
            select ctid from team_members
            where user_id = wanted.user_id::uuid and team_id = wanted.team_id::uuid and project_id = ${projectId} offset 0
          ) mine))
        returning team_id, user_id
      ), changed as (
        select team_id as "teamId", user_id as "userId" from deleted
      )`,
  )
  return sequence([lock, removal]).map(noResult)
}

/** The profile of a user in their teams follows the user again. */
export function clearMemberProfiles(projectId: string, userId: string): Statement<void> {
  return statement`
    update team_members set display_name = null, profile_image_url = null
    where user_id = ${userId} and project_id = ${projectId}
      and (display_name is not null or profile_image_url is not null)`.map(noResult)
}

/** Locks a membership and returns it. Lock its user before. */
export function lockMember(projectId: string, { teamId, userId }: MemberKey): Statement<TeamMember | null> {
  return statement<TeamMember>`
    select ${memberColumns} from team_members
    where user_id = ${userId} and team_id = ${teamId} and project_id = ${projectId} for no key update`.map(firstRow)
}

/** Locks memberships of a team, in the order of the users. */
export function lockMembers(projectId: string, teamId: string, userIds: readonly string[]): Statement<void> {
  // Comparing texts excludes the team's index, which contains all its members (platform/db/README.md, "Plans" 2).
  return statement`
    select locked.user_id from unnest(${userIds.toSorted()}::text[]) wanted (id), lateral (
      select user_id from team_members
      where user_id = wanted.id::uuid and team_id::text = ${teamId}::uuid::text and project_id = ${projectId} for no key update
    ) locked`.map(noResult)
}

/** Writes the profile of the user in the team; null for a field that follows the user. */
export function updateMemberFields(
  projectId: string,
  { teamId, userId }: MemberKey,
  { displayName, profileImage }: Pick<TeamMember, 'displayName' | 'profileImage'>,
): Statement<void> {
  return statement`
    update team_members set display_name = ${displayName}, profile_image_url = ${profileImage}
    where user_id = ${userId} and team_id = ${teamId} and project_id = ${projectId}`.map(noResult)
}

function asRefusal(error: unknown, teamId: string): unknown {
  if (isUniqueViolation(error, 'team_members_pkey')) return new KnownError('TEAM_MEMBERSHIP_ALREADY_EXISTS')
  // Without the user, the moment of their sign-up is missing too.
  if (isNotNullViolation(error, 'team_members', 'user_signed_up_at')) return new KnownError('USER_NOT_FOUND')
  if (isForeignKeyViolation(error, 'team_members_team')) return new KnownError('TEAM_NOT_FOUND', { team_id: teamId })
  return error
}
