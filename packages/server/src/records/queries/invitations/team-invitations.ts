import {
  allRows,
  firstRow,
  fragment,
  isAnyTouched,
  lookup,
  statement,
  SqlText,
  type SqlFragment,
  type Statement,
} from '../../../kernel/statement.ts'
import { invitationColumns, type OpenInvitation, type TeamInvitation } from '../../team-invitations/invitation.ts'
import { containedKeys, holdsPermission } from '../permissions/effective-permissions.ts'

/**
 * Maximum number of invitations to a person, newest first, whose inviters are checked. A check may resolve permissions.
 */
const EVALUATED_INVITATIONS_MAX = 50

const listedColumns = invitationColumns.of('i')

/** An invitation in any state, with its team and whether it is still valid. */
export interface FoundInvitation extends TeamInvitation {
  readonly teamDisplayName: string
  /** The inviter's name in the team, or else the user's name; null for a server and for a user without a name. */
  readonly inviterName: string | null
  /** The primary address of the inviter, if it is verified. */
  readonly inviterAddress: string | null
  /** The inviter is a member who may invite others and is not suspended, or a server. */
  readonly isInviterAllowed: boolean
}

/** Finds an invitation, whatever its state. */
export function findInvitation(projectId: string, id: string, now: Date): Statement<FoundInvitation | null> {
  return lookup<FoundInvitation>`
    select ${listedColumns}, t.display_name as "teamDisplayName",
      coalesce(
        (select nullif(display_name, '') from team_members
         where user_id = i.inviter_user_id and team_id = i.team_id and project_id = ${projectId}),
        (select nullif(display_name, '') from users where project_id = ${projectId} and id = i.inviter_user_id)
      ) as "inviterName",
      (select value from contact_channels
       where user_id = i.inviter_user_id and project_id = ${projectId} and is_primary and is_verified) as "inviterAddress",
      ${isInviterAllowed(projectId, now)} as "isInviterAllowed"
    from team_invitations i, lateral (
      select display_name from teams where project_id = ${projectId} and id = i.team_id offset 0
    ) t
    where i.id = ${id} and i.project_id = ${projectId}`.map(firstRow)
}

/** Lists the open invitations of a team, oldest first. */
export function listInvitationsOfTeam(projectId: string, teamId: string, now: Date): Statement<OpenInvitation[]> {
  return statement<OpenInvitation>`
    select ${listedColumns}, t.display_name as "teamDisplayName"
    from team_invitations i, lateral (
      select display_name from teams where project_id = ${projectId} and id = i.team_id offset 0
    ) t
    where i.team_id = ${teamId} and i.project_id = ${projectId} and i.recipient_email is not null and i.expires_at > ${now}
    order by i.created_at, i.id`.map(allRows)
}

/**
 * Lists the open invitations to the addresses that the user is known to own, newest first. A verified address is not
 * enough (docs/security/hosts.md#accounts-made-with-another-persons-address).
 */
export function listInvitationsToUser(projectId: string, userId: string, now: Date): Statement<OpenInvitation[]> {
  // guard: a user sees invitations to verified addresses (drop `c.is_verified`) [accept-by-id]
  // guard: a user sees invitations to claimed addresses (drop `c.is_claimed`) [invitations]
  return statement<OpenInvitation>`
    select ${listedColumns}, t.display_name as "teamDisplayName"
    from (
      select invitation.* from (
        select value, is_verified, is_claimed from contact_channels
        where project_id = ${projectId} and user_id = ${userId} offset 0
      ) c, lateral (
        select * from team_invitations
        where recipient_email = c.value and project_id = ${projectId} and accepted_at is null and expires_at > ${now}
        offset 0
      ) invitation
      where c.is_verified and c.is_claimed
      order by invitation.created_at desc, invitation.id limit ${EVALUATED_INVITATIONS_MAX}
    ) i, lateral (
      select display_name from teams where project_id = ${projectId} and id = i.team_id offset 0
    ) t
    where ${isInviterAllowed(projectId, now)}
    order by i.created_at desc, i.id`.map(allRows)
}

/** Whether the address has an invitation to a team that is still valid. */
export function hasTeamInvitation(projectId: string, email: string, now: Date): Statement<boolean> {
  // One recursion over the grants of all inviters. It is not a lookup, because they can have
  // `PERMISSION_DEFINITIONS_MAX` grants each.
  // guard: a closed sign-in by mail requires an inviter with the right
  //   (replace `= '$invite_members'` with `is not null`) [sign-up]
  // guard: a closed sign-in by mail requires an inviter who is not suspended
  //   (drop `where not ${isInviterSuspended(projectId, now)}`) [sign-up]
  return statement`
    with recursive invitation as materialized (
      select team_id, inviter_user_id from team_invitations
      where recipient_email = ${email} and project_id = ${projectId} and accepted_at is null and expires_at > ${now}
      order by created_at desc limit ${EVALUATED_INVITATIONS_MAX}
    ), held (key) as (
      select granted.permission_key from invitation i, lateral (
        select permission_key from team_permissions
        where user_id = i.inviter_user_id and team_id = i.team_id and project_id = ${projectId} offset 0
      ) granted
      where not ${isInviterSuspended(projectId, now)}
      union ${containedKeys(projectId)}
    )
    select 1 where exists (select from invitation where inviter_user_id is null)
      or exists (select from held where key = '$invite_members')`.map(isAnyTouched)
}

/**
 * A condition on an invitation `i`: its inviter may still invite, and is not suspended. A server's invitation has no
 * inviter. The loss of the right ends the invitation (`lost-invitations.ts`). The condition is needed while a change of
 * permission definitions runs, and for invitations from before that rule.
 */
function isInviterAllowed(projectId: string, now: Date): SqlFragment {
  return fragment`(i.inviter_user_id is null or (
      ${holdsPermission(projectId, '$invite_members', inviter)} and not ${isInviterSuspended(projectId, now)}))`
}

function isInviterSuspended(projectId: string, now: Date): SqlFragment {
  // guard: the invitation of a suspended user is not valid (replace `u.suspended_until > ${now}` with `false`)
  //   [invitations]
  return fragment`coalesce((
        select u.suspended_until > ${now} from users u where u.project_id = ${projectId} and u.id = i.inviter_user_id
      ), false)`
}

const inviter = { userId: new SqlText('i.inviter_user_id'), teamId: new SqlText('i.team_id') }
