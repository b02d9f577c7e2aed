import { deleteLockedUsers } from '../../accounts/delete-user.ts'
import type { ProjectCall } from '../../api/route.ts'
import { emit } from '../../kernel/emit.ts'
import { endHold, findHeldUsers, lockUsers } from '../../records/users/store.ts'

interface DecidedUsers {
  readonly decided: number
  /** The ids of the others: they are not on the waiting list, or do not exist. */
  readonly notWaiting: readonly string[]
}

/**
 * Approves users on the waiting list, whose sessions are then unrestricted, or refuses and deletes them. Leaves out all others, so of two decisions
 * about a user the first counts.
 */
export async function decideHeldUsers(
  { db, ...call }: ProjectCall,
  userIds: readonly string[],
  decision: 'approve' | 'refuse',
): Promise<DecidedUsers> {
  const wanted = [...new Set(userIds)].toSorted()
  return db.transaction(async (tx) => {
    const { projectId } = tx
    const { held } = await tx.batch({
      lock: lockUsers(projectId, wanted),
      // Reads after the lock, so it sees an earlier decision.
      held: findHeldUsers(projectId, wanted),
    })
    if (decision === 'approve') {
      await tx.batch([
        endHold(projectId, held),
        ...held.map((userId) => emit({ ...call, projectId }, 'user.approved', { userId })),
      ])
    } else if (held.length > 0) {
      await tx.batch(held.map((userId) => emit({ ...call, projectId }, 'user.refused', { userId })))
      await deleteLockedUsers(tx, { ...call, projectId }, held)
    }
    const isHeld = new Set(held)
    return { decided: held.length, notWaiting: wanted.filter((id) => !isHeld.has(id)) }
  })
}
