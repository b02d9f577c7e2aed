import type { ProjectTransaction } from '../kernel/database.ts'
import { emit, type EventCall } from '../kernel/emit.ts'
import { endOpenAuthorizationCodes } from '../records/authorization-codes/store.ts'
import { endSessionsOfUser } from '../records/sessions/store.ts'

/** Ends all sessions of locked users, and the open authorization codes, which would start new ones. */
export async function endAllSessions(
  tx: ProjectTransaction,
  call: EventCall,
  userIds: readonly string[],
): Promise<void> {
  const { projectId } = tx
  await tx.batch(
    userIds.flatMap((userId) => [
      endSessionsOfUser(projectId, userId, null),
      endOpenAuthorizationCodes(projectId, userId),
      emit(call, 'user.sessions_ended', { userId }),
    ]),
  )
}
