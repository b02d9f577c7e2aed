import { emitEach, type EventCall } from '../../kernel/emit.ts'
import { allRows, isAnyTouched, noResult, statement, type Statement } from '../../kernel/statement.ts'
import { sweepOf } from '../../platform/db/sweep.ts'
import { ownerInvitationColumns, type OpenOwnerInvitation } from './invitation.ts'

/**
 * Writes an invitation, unless the project has `openMax` open ones. Lock the project first, so that the count is exact.
 */
export function insertOwnerInvitation(
  projectId: 'internal',
  invitation: OpenOwnerInvitation,
  openMax: number,
): Statement<boolean> {
  const { createdAt, ownedProjectId } = invitation
  return statement`
    insert into project_owner_invitations
      (project_id, id, owned_project_id, recipient_email, inviter_user_id, role, is_transfer, created_at, expires_at)
    select ${projectId}, ${invitation.id}::uuid, ${ownedProjectId}::text, ${invitation.recipientEmail}::text,
           ${invitation.inviterUserId}::uuid, ${invitation.role}::text, ${invitation.isTransfer}::boolean,
           ${createdAt}::timestamptz, ${invitation.expiresAt}::timestamptz
    where (
      select count(*) from project_owner_invitations
      where owned_project_id = ${ownedProjectId} and recipient_email is not null and expires_at > ${createdAt}
    ) < ${openMax}::int`.map(isAnyTouched)
}

/**
 * Deletes the invitations that a new one of the same inviter to the same address replaces, and emits an event for each.
 */
export function deleteReplacedOwnerInvitations(
  call: EventCall,
  { inviterUserId, ownedProjectId, recipientEmail }: OpenOwnerInvitation,
): Statement<void> {
  return emitEach(
    call,
    'project_owner_invitation.revoked',
    statement`
      with changed as (
        delete from project_owner_invitations
        where owned_project_id = ${ownedProjectId} and recipient_email = ${recipientEmail}
          and inviter_user_id is not distinct from ${inviterUserId}::uuid
        returning owned_project_id as "projectId", id as "invitationId"
      )`,
  )
}

/** Deletes the open invitations that a user sent, and emits an event for each. */
export function deleteOwnerInvitationsOf(call: EventCall, inviterUserId: string): Statement<void> {
  return emitEach(
    call,
    'project_owner_invitation.revoked',
    statement`
      with changed as (
        delete from project_owner_invitations
        where inviter_user_id = ${inviterUserId} and project_id = ${'internal'} and recipient_email is not null
        returning owned_project_id as "projectId", id as "invitationId"
      )`,
  )
}

/** Deletes an invitation that has not been accepted. Returns whether the project has it. */
export function deleteOwnerInvitation(ownedProjectId: string, id: string): Statement<boolean> {
  return statement`
    delete from project_owner_invitations
    where id = ${id} and project_id = 'internal' and owned_project_id = ${ownedProjectId} and recipient_email is not null`.map(
    isAnyTouched,
  )
}

export function deleteOwnerInvitationsTo(ownedProjectId: string): Statement<void> {
  return statement`delete from project_owner_invitations where owned_project_id = ${ownedProjectId}`.map(noResult)
}

/** Lists the open invitations to own a project, oldest first. */
export function listOwnerInvitations(ownedProjectId: string, now: Date): Statement<OpenOwnerInvitation[]> {
  return statement<OpenOwnerInvitation>`
    select ${ownerInvitationColumns} from project_owner_invitations
    where owned_project_id = ${ownedProjectId} and recipient_email is not null and expires_at > ${now}
    order by created_at, id`.map(allRows)
}

/**
 * Uses up an invitation and forgets its address. Of two concurrent calls exactly one gets true; an invitation that was
 * revoked or has expired stays unused.
 */
export function consumeOwnerInvitation(projectId: 'internal', id: string, now: Date): Statement<boolean> {
  return statement`
    update project_owner_invitations set accepted_at = ${now}, recipient_email = null
    where id = ${id} and project_id = ${projectId} and recipient_email is not null and expires_at > ${now}`.map(
    isAnyTouched,
  )
}

/** Keeps expired invitations for a week, so that the recipient still gets the reason for the failure. */
export const sweepExpiredOwnerInvitations = sweepOf('project_owner_invitations', '7 days')
