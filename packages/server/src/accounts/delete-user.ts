import type { MailType } from '@portico/contract'

import type { Call } from '../kernel/call.ts'
import { preferIndexScans } from '../platform/db/sweep.ts'
import { deleteMailsTo } from '../records/mails/store.ts'
import { deleteWrittenMailsOf } from '../records/mails/written-mails.ts'
import { deleteCodesOfAddresses } from '../records/verification-codes/store.ts'
import { listOwnAddresses } from '../records/contact-channels/store.ts'
import type { ProjectTransaction } from '../kernel/database.ts'
import { emit, type EventCall } from '../kernel/emit.ts'
import { KnownError, PlainError } from '../kernel/errors.ts'
import { listStaffProjectIds } from '../records/project-owners/store.ts'
import { lockStaffOf } from '../records/projects/store.ts'
import { isLastOwner } from '../records/queries/projects/project-owners.ts'
import { lockTeamsOfInviters } from '../records/queries/teams/teams-of-users.ts'
import { forgetCreators } from '../records/api-keys/store.ts'
import { deleteInvitationsTo, lockInvitationsOfUsers } from '../records/team-invitations/store.ts'
import { deleteUserInvitationsTo } from '../records/user-invitations/store.ts'
import { deleteUserRow, lockUserRow } from '../records/users/store.ts'
import { deleteKeysInPieces } from './delete-api-keys.ts'
import { endMemberships } from './end-memberships.ts'

/** Mails for the owner of a mailbox, even if another person has signed up with its address. */
const invitationTemplates = [
  'owner_invitation',
  'sign_in_invitation',
  'team_invitation',
] as const satisfies readonly MailType[]

/**
 * Deletes a user with everything that belongs to them, and the mails and codes for the addresses that identify them or
 * are verified. An address that the user only added, or that another user also has, keeps its other mails and codes.
 * Otherwise an attacker could add the address of another person, delete the account, and so delete that person's codes.
 * Open invitations, with their mails and codes, end only if the user is known to own the mailbox: an attacker can sign
 * up with the address of another person. Projects that the user owns remain. Audit entries remain too; they contain ids
 * only.
 *
 * @throws USER_NOT_FOUND
 */
export async function deleteUser(call: Call, userId: string): Promise<void> {
  await call.db.transaction((tx) => deletePresentUser(tx, call, userId))
}

/**
 * Deletes the account of a user who asks for it, like `deleteUser`.
 *
 * @throws PlainError 400 for the last owner of a project, which would have no owner
 */
export async function deleteOwnAccount(call: Call, userId: string): Promise<void> {
  await call.db.transaction(async (tx) => {
    const { projectId } = tx
    // guard: the last owner of a project cannot delete their account [admin/project-owners/project-owners]
    if (projectId === 'internal') await requireOtherOwners(tx, projectId, userId)
    await deletePresentUser(tx, call, userId)
  })
}

async function requireOtherOwners(tx: ProjectTransaction, projectId: 'internal', userId: string): Promise<void> {
  const projectIds = await tx.run(listStaffProjectIds(projectId, userId))
  await tx.run(lockStaffOf(projectIds))
  // Read under the locks.
  if (!(await tx.run(isLastOwner(projectId, userId)))) return
  throw new PlainError(
    400,
    'The last owner of a project cannot delete their account. Invite another owner, or delete the project.',
  )
}

async function deletePresentUser(tx: ProjectTransaction, call: EventCall, userId: string): Promise<void> {
  const isPresent = await tx.run(lockUserRow(tx.projectId, userId))
  if (!isPresent) throw new KnownError('USER_NOT_FOUND')
  await deleteLockedUsers(tx, call, [userId])
}

/** Deletes locked users like `deleteUser`. */
export async function deleteLockedUsers(
  tx: ProjectTransaction,
  call: EventCall,
  userIds: readonly string[],
): Promise<void> {
  const { projectId } = tx
  const { own } = await tx.batch({
    planning: preferIndexScans,
    own: listOwnAddresses(projectId, userIds),
  })
  // guard: the deletion of a user keeps the invitations to an address that is not verified and claimed
  //   (drop `.filter(({ isProved }) => isProved)`) [invitations]
  const proved = own.filter(({ isProved }) => isProved).map(({ value }) => value)
  const unproved = own.filter(({ isProved }) => !isProved).map(({ value }) => value)
  await tx.batch([
    deleteWrittenMailsOf(projectId, userIds),
    // guard: a deleted user leaves no mails to their proved addresses
    deleteMailsTo(projectId, proved),
    // guard: a deleted user leaves no invitations by mail to their other addresses
    deleteMailsTo(projectId, unproved, invitationTemplates),
    // guard: a deleted user leaves no codes for their proved addresses
    deleteCodesOfAddresses(projectId, proved),
    // guard: a deleted user leaves no invitation codes for their other addresses
    // guard: an account with an address that it has not proved does not end the invitation to the address
    //   (drop `['user_invitation']`) [admission]
    deleteCodesOfAddresses(projectId, unproved, ['user_invitation']),
    lockTeamsOfInviters(projectId, userIds),
  ])
  await deleteKeysInPieces(tx, projectId, userIds)
  // guard: the deletion of a user names the teams and ends each membership with an event
  //   (replace `await endMemberships(tx, call, userIds)` with `[]`)
  const memberships = Map.groupBy(await endMemberships(tx, call, userIds), ({ userId }) => userId)
  await tx.batch([
    lockInvitationsOfUsers(projectId, userIds, proved),
    // guard: the deletion of a user deletes the invitations to their addresses [invitations]
    deleteInvitationsTo(projectId, proved),
    deleteUserInvitationsTo(projectId, proved),
    forgetCreators(projectId, userIds),
  ])
  await tx.batch(
    userIds.flatMap((userId) => {
      const teamIds = (memberships.get(userId) ?? []).map(({ teamId }) => teamId)
      return [deleteUserRow(projectId, userId), emit(call, 'user.deleted', { userId, teamIds })]
    }),
  )
}
