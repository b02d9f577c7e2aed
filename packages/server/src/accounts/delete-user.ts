import type { Call } from '../kernel/call.ts'
import { preferIndexScans } from '../platform/db/sweep.ts'
import { deleteEmailsTo } from '../records/mails/store.ts'
import { deleteCodesOfAddresses } from '../records/verification-codes/store.ts'
import { listOwnAddresses } from '../records/contact-channels/store.ts'
import { emit } from '../kernel/emit.ts'
import { KnownError } from '../kernel/errors.ts'
import { deleteUserRow, lockUserRow } from '../records/users/store.ts'

/**
 * Deletes a user with everything that belongs to them, and the mails and codes for the addresses that identify them or are
 * verified. An address that the user only added, or that another user also has, keeps its other mails and codes. Otherwise an
 * attacker could add the address of another person, delete the account, and so delete that person's codes. Projects that the user owns remain. Audit entries remain too; they contain ids only.
 *
 * @throws USER_NOT_FOUND
 */
export async function deleteUser(call: Call, userId: string): Promise<void> {
  await call.db.transaction(async (tx) => {
    const { addresses } = await tx.batch({
      lock: lockUserRow(tx.projectId, userId),
      planning: preferIndexScans(tx.projectId),
      addresses: listOwnAddresses(tx.projectId, userId),
    })
    const { isDeleted } = await tx.batch({
      mails: deleteEmailsTo(tx.projectId, addresses),
      codes: deleteCodesOfAddresses(tx.projectId, addresses),
      isDeleted: deleteUserRow(tx.projectId, userId),
    })
    if (!isDeleted) throw new KnownError('USER_NOT_FOUND')
    await tx.run(emit(call, 'user.deleted', { userId, teamIds: [] }))
  })
}
