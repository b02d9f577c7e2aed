import type { Call } from '../kernel/call.ts'
import { preferIndexScans } from '../platform/db/sweep.ts'
import { deleteEmailsTo } from '../records/mails/store.ts'
import { deleteCodesOfAddresses } from '../records/verification-codes/store.ts'
import { listOwnAddresses } from '../records/contact-channels/store.ts'
import { emit } from '../kernel/emit.ts'
import { KnownError } from '../kernel/errors.ts'
import { lockTeamsOfInviters } from '../records/queries/teams-of-users.ts'
import { forgetCreators } from '../records/api-keys/store.ts'
import { deleteInvitationsTo, lockInvitationsOfUser } from '../records/team-invitations/store.ts'
import { deleteUserRow, lockUserRow } from '../records/users/store.ts'
import { deleteKeysInPieces } from './delete-api-keys.ts'
import { endMemberships } from './end-memberships.ts'

/**
 * Deletes a user with everything that belongs to them, and the mails and codes for the addresses that identify them or are
 * verified. An address that the user only added, or that another user also has, keeps its other mails and codes. Otherwise an
 * attacker could add the address of another person, delete the account, and so delete that person's codes. Open invitations
 * to teams end only if the user is known to own the mailbox: an attacker can sign up with the address of another person.
 * Projects that the user owns remain. Audit entries remain too; they contain ids only.
 *
 * @throws USER_NOT_FOUND
 */
export async function deleteUser(call: Call, userId: string): Promise<void> {
  await call.db.transaction(async (tx) => {
    const { own } = await tx.batch({
      lock: lockUserRow(tx.projectId, userId),
      planning: preferIndexScans(tx.projectId),
      own: listOwnAddresses(tx.projectId, userId),
    })
    const addresses = own.map(({ value }) => value)
    const proved = own.filter(({ isProved }) => isProved).map(({ value }) => value)
    await tx.batch([
      deleteEmailsTo(tx.projectId, addresses),
      deleteCodesOfAddresses(tx.projectId, addresses),
      lockTeamsOfInviters(tx.projectId, [userId]),
    ])
    await deleteKeysInPieces(tx, tx.projectId, [userId])
    const memberships = await endMemberships(tx, call, [userId])
    const { isDeleted } = await tx.batch({
      lockedInvitations: lockInvitationsOfUser(tx.projectId, userId, proved),
      invitations: deleteInvitationsTo(tx.projectId, proved),
      creators: forgetCreators(tx.projectId, [userId]),
      isDeleted: deleteUserRow(tx.projectId, userId),
    })
    if (!isDeleted) throw new KnownError('USER_NOT_FOUND')
    const teamIds = memberships.map(({ teamId }) => teamId)
    await tx.run(emit(call, 'user.deleted', { userId, teamIds }))
  })
}
