import { emitEach, type EventCall } from '../../kernel/emit.ts'
import {
  firstRow,
  fragment,
  isAnyTouched,
  lookup,
  noResult,
  sequence,
  statement,
  type Statement,
} from '../../kernel/statement.ts'
import { sweepOf } from '../../platform/db/sweep.ts'
import { boundedList, type BoundedList } from '../../platform/lists/bounded-list.ts'
import { nextRows } from '../../platform/lists/list-key.ts'
import { userInvitationColumns, type UserInvitation } from './invitation.ts'

/**
 * Writes an invitation, unless the project has `openMax` open ones. Lock the project first, so that the count is exact.
 */
export function insertUserInvitation(
  projectId: string,
  { id, recipientEmail, createdAt, expiresAt }: UserInvitation,
  openMax: number,
): Statement<boolean> {
  return statement`
    insert into user_invitations (project_id, id, recipient_email, created_at, expires_at)
    select ${projectId}, ${id}::uuid, ${recipientEmail}::text, ${createdAt}::timestamptz, ${expiresAt}::timestamptz
    where (
      select count(*) from user_invitations
      where project_id = ${projectId} and created_at > '-infinity' and expires_at > ${createdAt}
    ) < ${openMax}::int`.map(isAnyTouched)
}

/** Deletes the open invitation to an address that a new user has proved, and emits an event for it. */
export function acceptUserInvitationTo(call: EventCall, recipientEmail: string, userId: string): Statement<void> {
  return emitEach(
    call,
    'user_invitation.accepted',
    statement`
      with changed as (
        delete from user_invitations
        where recipient_email = ${recipientEmail} and project_id = ${call.projectId} and expires_at > ${call.now()}
        returning id as "invitationId", ${userId}::text as "userId"
      )`,
  )
}

/** Deletes the invitation to an address, expired or not, and emits an event for it. */
export function revokeUserInvitationTo(call: EventCall, recipientEmail: string): Statement<void> {
  return emitEach(
    call,
    'user_invitation.revoked',
    statement`
      with changed as (
        delete from user_invitations
        where recipient_email = ${recipientEmail} and project_id = ${call.projectId}
        returning id as "invitationId"
      )`,
  )
}

/** Deletes an open invitation. Of two concurrent calls exactly one gets true. */
export function deleteUserInvitation(projectId: string, id: string, now: Date): Statement<boolean> {
  return statement`
    delete from user_invitations where id = ${id} and project_id = ${projectId} and expires_at > ${now}`.map(
    isAnyTouched,
  )
}

/** Finds an invitation, expired or not. */
export function findUserInvitation(projectId: string, id: string): Statement<UserInvitation | null> {
  return lookup<UserInvitation>`
    select ${userInvitationColumns} from user_invitations where id = ${id} and project_id = ${projectId}`.map(firstRow)
}

/** Whether the project invites the address. */
export function hasUserInvitation(projectId: string, email: string, now: Date): Statement<boolean> {
  return lookup`
    select 1 from user_invitations
    where recipient_email = ${email} and project_id = ${projectId} and expires_at > ${now}`.map(
    ({ rows }) => rows.length > 0,
  )
}

const listedColumns = userInvitationColumns.of('page')

/**
 * Lists open invitations, newest first. A pattern is compared with each of them: their number is limited, so it has no
 * index.
 *
 * @param pattern for `like`; null for every address
 */
export function userInvitationsOf(projectId: string, now: Date, pattern: string | null): BoundedList<UserInvitation> {
  return boundedList<UserInvitation, UserInvitation>({
    projectId,
    of: 'invitations',
    filters: [pattern],
    key: { columns: { created_at: 'moment', id: 'uuid' }, isDescending: true },
    range: (rows) => fragment`select * from user_invitations
      where project_id = ${projectId} and created_at > '-infinity' and expires_at > ${now}
        and (${pattern}::text is null or recipient_email like ${pattern}) and ${nextRows(rows)}`,
    page: { columns: listedColumns },
    toItem: (invitation) => invitation,
  })
}

export function deleteUserInvitationsTo(projectId: string, addresses: readonly string[]): Statement<void> {
  return sequence(
    addresses.map(
      (address) =>
        statement`delete from user_invitations where recipient_email = ${address} and project_id = ${projectId}`,
    ),
  ).map(noResult)
}

/** Keeps expired invitations for a week, so that the recipient still gets the reason for the failure. */
export const sweepExpiredUserInvitations = sweepOf('user_invitations', '7 days')
