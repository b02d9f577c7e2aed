import type { Call } from '../kernel/call.ts'
import { emit } from '../kernel/emit.ts'
import { KnownError } from '../kernel/errors.ts'
import { deleteUserRow, lockUserRow } from '../records/users/store.ts'

/**
 * Deletes a user with everything that belongs to them. Projects that the user owns remain. Audit entries remain too; they
 * contain ids only.
 *
 * @throws USER_NOT_FOUND
 */
export async function deleteUser(call: Call, userId: string): Promise<void> {
  await call.db.transaction(async (tx) => {
    const { isDeleted } = await tx.batch({
      lock: lockUserRow(tx.projectId, userId),
      isDeleted: deleteUserRow(tx.projectId, userId),
    })
    if (!isDeleted) throw new KnownError('USER_NOT_FOUND')
    await tx.run(emit(call, 'user.deleted', { userId, teamIds: [] }))
  })
}
