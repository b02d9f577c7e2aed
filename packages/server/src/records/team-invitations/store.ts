import { emitEach, type EventCall } from '../../kernel/emit.ts'
import { KnownError } from '../../kernel/errors.ts'
import { isAnyTouched, noResult, statement, type Statement } from '../../kernel/statement.ts'
import { isForeignKeyViolation } from '../../platform/db/database-errors.ts'
import { sweepOf } from '../../platform/db/sweep.ts'

/*
 * An invitation has an address until it is accepted. A statement that finds it by its team or its id asks for the
 * address and not for `accepted_at`, the condition of the index by address (platform/db/README.md, "Plans" 2).
 */

/** An open invitation to store. */
export interface NewInvitation {
  readonly id: string
  readonly teamId: string
  /** Canonical. */
  readonly recipientEmail: string
  readonly inviterUserId: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

/**
 * Writes an invitation, unless the team has `openMax` open ones. Lock the team first, so that the count is exact.
 *
 * @returns whether it was written
 * @throws TEAM_NOT_FOUND, USER_AUTHENTICATION_REQUIRED if the inviter was deleted
 */
export function insertInvitation(projectId: string, invitation: NewInvitation, openMax: number): Statement<boolean> {
  const { teamId, createdAt } = invitation
  return statement`
    insert into team_invitations
      (project_id, id, team_id, recipient_email, inviter_user_id, created_at, expires_at)
    select ${projectId}, ${invitation.id}::uuid, ${teamId}::uuid, ${invitation.recipientEmail}::text,
           ${invitation.inviterUserId}::uuid, ${createdAt}::timestamptz, ${invitation.expiresAt}::timestamptz
    where (
      select count(*) from team_invitations
      where team_id = ${teamId} and project_id = ${projectId} and recipient_email is not null and expires_at > ${createdAt}
    ) < ${openMax}::int`
    .map(isAnyTouched)
    .explained((error) => asRefusal(error, teamId))
}

function asRefusal(error: unknown, teamId: string): unknown {
  if (isForeignKeyViolation(error, 'team_invitations_team'))
    return new KnownError('TEAM_NOT_FOUND', { team_id: teamId })
  if (isForeignKeyViolation(error, 'team_invitations_inviter')) return new KnownError('USER_AUTHENTICATION_REQUIRED')
  return error
}

/**
 * Deletes the invitation that a new one of the same inviter replaces, and emits an event for it. Invitations by others
 * stay: a member without `$remove_members` revokes only their own.
 */
export function deleteReplacedInvitation(
  call: EventCall,
  { teamId, recipientEmail, inviterUserId }: Pick<NewInvitation, 'teamId' | 'recipientEmail' | 'inviterUserId'>,
): Statement<void> {
  return emitEach(
    call,
    'team_invitation.revoked',
    // guard: an invitation replaces only that of its inviter (drop `inviter_user_id is not distinct from`)
    //   [invitations]
    statement`
      with changed as (
        delete from team_invitations
        where recipient_email = ${recipientEmail} and team_id = ${teamId} and project_id = ${call.projectId}
          and inviter_user_id is not distinct from ${inviterUserId}::uuid and accepted_at is null
        returning id as "invitationId", team_id as "teamId"
      )`,
  )
}

/** Deletes an invitation that has not been accepted. Returns whether the team has it. */
export function deleteInvitation(projectId: string, teamId: string, id: string): Statement<boolean> {
  // guard: a revoked invitation belongs to the named team (drop `team_id = ${teamId}`) [invitations]
  return statement`
    delete from team_invitations
    where id = ${id} and project_id = ${projectId} and team_id = ${teamId} and recipient_email is not null`.map(
    isAnyTouched,
  )
}

/** Locks an invitation. Lock its team first (`platform/db/README.md`). */
export function lockInvitation(projectId: string, id: string): Statement<void> {
  return statement`
    select 1 from team_invitations where id = ${id} and project_id = ${projectId} for update`.map(noResult)
}

/**
 * Uses up an invitation and forgets its address. Of two concurrent calls exactly one gets true; an invitation that was
 * revoked or has expired stays unused.
 */
export function consumeInvitation(projectId: string, id: string, now: Date): Statement<boolean> {
  return statement`
    update team_invitations set accepted_at = ${now}, recipient_email = null
    where id = ${id} and project_id = ${projectId} and recipient_email is not null and expires_at > ${now}`.map(
    isAnyTouched,
  )
}

/** Uses up an open invitation for sign-ups. Of two concurrent calls exactly one gets true. */
export function consumeInvitationForSignUp(projectId: string, id: string, now: Date): Statement<boolean> {
  return statement`
    update team_invitations set signed_up_at = ${now}
    where id = ${id} and project_id = ${projectId} and recipient_email is not null and expires_at > ${now}
      and signed_up_at is null`.map(isAnyTouched)
}

/**
 * Locks the invitations that the deletion of users deletes, in the order of their ids: those to the addresses, and
 * those that the users sent. Otherwise the deletions of two users who invited each other would wait for each other.
 */
export function lockInvitationsOfUsers(
  projectId: string,
  userIds: readonly string[],
  addresses: readonly string[],
): Statement<void> {
  return statement`
    with own as materialized (
      select received.id from unnest(${addresses}::text[]) wanted (address), lateral (
        select id from team_invitations
        where recipient_email = wanted.address and project_id = ${projectId} and accepted_at is null offset 0
      ) received
      union
      select sent.id from unnest(${userIds}::text[]) inviter (id), lateral (
        select id from team_invitations
        where inviter_user_id = inviter.id::uuid and project_id = ${projectId} offset 0
      ) sent
    )
    select 1 from (select id from own order by id) wanted, lateral (
      select 1 from team_invitations where id = wanted.id and project_id = ${projectId} for update
    ) locked`.map(noResult)
}

/** Locks the invitations to a team that is locked for deletion, in the order of their ids. */
export function lockInvitationsOfTeam(projectId: string, teamId: string): Statement<void> {
  return statement`
    select 1 from team_invitations where team_id = ${teamId} and project_id = ${projectId} order by id for update`.map(
    noResult,
  )
}

/** Deletes the invitations to these addresses that have not been accepted. An accepted one has no address. */
export function deleteInvitationsTo(projectId: string, addresses: readonly string[]): Statement<void> {
  return statement`
    delete from team_invitations where ctid = any (array(
      select invitation.ctid from unnest(${addresses}::text[]) own (address), lateral (
        select ctid from team_invitations
        where recipient_email = own.address and project_id = ${projectId} and accepted_at is null offset 0
      ) invitation))`.map(noResult)
}

/** Keeps expired invitations for a week, so that the recipient still gets the reason for the failure. */
export const sweepExpiredInvitations = sweepOf('team_invitations', '7 days')
