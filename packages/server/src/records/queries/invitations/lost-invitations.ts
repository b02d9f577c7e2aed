import { emitEach, type EventCall } from '../../../kernel/emit.ts'
import {
  allRows,
  fragment,
  noResult,
  sequence,
  statement,
  SqlText,
  type SqlFragment,
  type Statement,
} from '../../../kernel/statement.ts'
import { preferIndexScans } from '../../../platform/db/sweep.ts'
import type { MemberKey } from '../../team-members/member.ts'
import { holdsPermission } from '../permissions/effective-permissions.ts'

/*
 * An invitation ends when its inviter loses the right to invite, and when its recipient is removed from the team or the
 * staff that it is for. The end is stored: an invitation that is only refused at each use would be valid again after
 * the inviter regains the right. An expired invitation stays, so that its recipient still gets the reason.
 */

/** Ends the invitations that a member sent to a team, if the member may no longer invite people to it. */
export function endInvitationsOfMember(call: EventCall, { teamId, userId }: MemberKey): Statement<void> {
  const sender = { userId: new SqlText('i.inviter_user_id'), teamId: new SqlText('i.team_id') }
  return endTeamInvitations(
    call,
    fragment`
      select i.id from (
        select id, inviter_user_id, team_id, recipient_email, expires_at from team_invitations
        where inviter_user_id = ${userId} and project_id = ${call.projectId} offset 0
      ) i
      where i.team_id = ${teamId} and i.recipient_email is not null and i.expires_at > ${call.now()}
        and not ${holdsPermission(call.projectId, '$invite_members', sender)}`,
  )
}

/**
 * Ends the invitations to a team that a former member could accept: those to the addresses that the user is known to
 * own.
 */
export function endInvitationsToMember(call: EventCall, { teamId, userId }: MemberKey): Statement<void> {
  return endTeamInvitations(
    call,
    fragment`
      select received.id from (
        select value, is_verified, is_claimed from contact_channels
        where project_id = ${call.projectId} and user_id = ${userId} offset 0
      ) c, lateral (
        select id, team_id from team_invitations
        where recipient_email = c.value and project_id = ${call.projectId} and accepted_at is null
          and expires_at > ${call.now()}
        offset 0
      ) received
      where c.is_verified and c.is_claimed and received.team_id = ${teamId}`,
  )
}

/** Ends all invitations to teams that a user sent. */
export function endInvitationsOfInviter(call: EventCall, userId: string): Statement<void> {
  return endTeamInvitations(
    call,
    fragment`
      select sent.id from (
        select id, recipient_email, expires_at from team_invitations
        where inviter_user_id = ${userId} and project_id = ${call.projectId} offset 0
      ) sent
      where sent.recipient_email is not null and sent.expires_at > ${call.now()}`,
  )
}

/** What a claim of an account ends. */
interface InvitationsOfClaim {
  /** All invitations that this user sent. */
  readonly inviterUserId: string
  /** The invitations that these members sent to the team that they leave, or could accept. */
  readonly ended: readonly MemberKey[]
  /** All invitations to these teams. */
  readonly teamIds: readonly string[]
}

/** Whether `endInvitationsOfClaim` ends one. */
export function hasInvitationsOfClaim(projectId: string, ended: InvitationsOfClaim): Statement<boolean> {
  return statement`${idsOfClaim(projectId, ended)} limit 1`.map(({ rows }) => rows.length > 0)
}

/** Ends the invitations to teams that end with a claim. The deletion waits for acceptances that have locked one. */
export function endInvitationsOfClaim(call: EventCall, ended: InvitationsOfClaim): Statement<void> {
  return endTeamInvitations(call, idsOfClaim(call.projectId, ended))
}

function idsOfClaim(projectId: string, { ended, inviterUserId, teamIds }: InvitationsOfClaim): SqlFragment {
  const userIds = ended.map(({ userId }) => userId)
  const endedIn = ended.map(({ teamId }) => teamId)
  // guard: a claim ends the invitations to members whom it removes
  //   (replace `c.is_verified and c.is_claimed` with `false`) [claimed-records]
  return fragment`
    select sent.id from unnest(${[inviterUserId, ...userIds]}::text[], ${[null, ...endedIn]}::text[]) inviter (id, team_id), lateral (
      select id, team_id from team_invitations
      where inviter_user_id = inviter.id::uuid and project_id = ${projectId} and recipient_email is not null offset 0
    ) sent
    where inviter.team_id is null or sent.team_id = inviter.team_id::uuid
    union
    select received.id from unnest(${userIds}::text[], ${endedIn}::text[]) member (id, team_id), lateral (
      select value, is_verified, is_claimed from contact_channels
      where project_id = ${projectId} and user_id = member.id::uuid offset 0
    ) c, lateral (
      select id, team_id from team_invitations
      where recipient_email = c.value and project_id = ${projectId} and accepted_at is null offset 0
    ) received
    where c.is_verified and c.is_claimed and received.team_id = member.team_id::uuid
    union
    select open.id from unnest(${teamIds}::text[]) team (id), lateral (
      select id from team_invitations
      where team_id = team.id::uuid and project_id = ${projectId} and recipient_email is not null offset 0
    ) open`
}

/** Ends these invitations to teams. */
export function endInvitations(call: EventCall, ids: readonly string[]): Statement<void> {
  return endTeamInvitations(call, fragment`select wanted.id::uuid from unnest(${ids}::text[]) wanted (id)`)
}

/**
 * Locks the invitations in the order of their ids, like the deletion of their inviters, and deletes them with an event
 * for each. A plan for a small table would read all of it.
 */
function endTeamInvitations(call: EventCall, ids: SqlFragment): Statement<void> {
  const ended = emitEach(
    call,
    'team_invitation.revoked',
    statement`
      with lost as materialized (
        ${ids}
      ), locked as materialized (
        select found.id from (select id from lost order by id) ordered, lateral (
          select id from team_invitations
          where id = ordered.id and project_id = ${call.projectId} for update
        ) found
      ), changed as (
        delete from team_invitations
        where project_id = ${call.projectId} and id = any (array(select id from locked)) and recipient_email is not null
        returning id as "invitationId", team_id as "teamId"
      )`,
  )
  return sequence([preferIndexScans, ended]).map(noResult)
}

/** An open invitation that a member sent. */
export interface InvitationOfMember {
  readonly id: string
  /** The inviter has none of the wanted permissions. */
  readonly isLost: boolean
}

/** The position in a list of invitations. */
export interface InvitationPage {
  readonly afterId: string
  readonly limit: number
  readonly now: Date
}

/**
 * Lists the next open invitations that members of the project sent, in the order of their ids.
 *
 * @param keys the permissions that let a member invite others, directly
 */
export function listInvitationsOfMembers(
  projectId: string,
  keys: readonly string[],
  { afterId, limit, now }: InvitationPage,
): Statement<InvitationOfMember[]> {
  return statement<InvitationOfMember>`
    select i.id, i.expires_at > ${now} and not exists (
      select from team_permissions p
      where p.user_id = i.inviter_user_id and p.team_id = i.team_id and p.project_id = ${projectId}
        and p.permission_key = any (${keys}::text[])
    ) as "isLost"
    from (
      select id, inviter_user_id, team_id, expires_at from team_invitations
      where project_id = ${projectId} and id > ${afterId}::uuid and inviter_user_id is not null
        and recipient_email is not null and created_at is not null
      order by id limit ${limit}
    ) i order by i.id`.map(allRows)
}

/** Ends the invitations to the staff of a project that a removed or demoted member sent or could accept. */
export function endInvitationsOfStaffMember(call: EventCall, ownedProjectId: string, userId: string): Statement<void> {
  return endOwnerInvitations(
    call,
    fragment`
      select sent.id from (
        select id, owned_project_id, recipient_email, expires_at from project_owner_invitations
        where inviter_user_id = ${userId} and project_id = 'internal' offset 0
      ) sent
      where sent.owned_project_id = ${ownedProjectId} and sent.recipient_email is not null
        and sent.expires_at > ${call.now()}
      union
      select received.id from (
        select value, is_verified, is_claimed from contact_channels
        where project_id = 'internal' and user_id = ${userId} offset 0
      ) c, lateral (
        select id, owned_project_id from project_owner_invitations
        where recipient_email = c.value and expires_at > ${call.now()} offset 0
      ) received
      where c.is_verified and c.is_claimed and received.owned_project_id = ${ownedProjectId}`,
  )
}

/**
 * Ends the owner invitations that a user sent.
 *
 * @param exceptOf the projects whose invitations stay
 */
export function endOwnerInvitationsOfInviter(
  call: EventCall,
  userId: string,
  exceptOf: readonly string[],
): Statement<void> {
  return endOwnerInvitations(
    call,
    fragment`
      select sent.id from (
        select id, owned_project_id, recipient_email, expires_at from project_owner_invitations
        where inviter_user_id = ${userId} and project_id = 'internal' offset 0
      ) sent
      where sent.recipient_email is not null and sent.expires_at > ${call.now()}
        and sent.owned_project_id <> all (${exceptOf}::text[])`,
  )
}

function endOwnerInvitations(call: EventCall, ids: SqlFragment): Statement<void> {
  const ended = emitEach(
    call,
    'project_owner_invitation.revoked',
    statement`
      with lost as materialized (
        ${ids}
      ), locked as materialized (
        select found.id from (select id from lost order by id) ordered, lateral (
          select id from project_owner_invitations
          where id = ordered.id and project_id = 'internal' for update
        ) found
      ), changed as (
        delete from project_owner_invitations
        where project_id = 'internal' and id = any (array(select id from locked)) and recipient_email is not null
        returning owned_project_id as "projectId", id as "invitationId"
      )`,
  )
  return sequence([preferIndexScans, ended]).map(noResult)
}
