import type { ProjectTransaction } from '../kernel/database.ts'
import { emit, type EventCall } from '../kernel/emit.ts'
import { endOpenAuthorizationCodes } from '../records/authorization-codes/store.ts'
import { endCodesOfSignInAddresses } from '../records/queries/codes/codes-of-addresses.ts'
import { endSessionsOfUser } from '../records/sessions/store.ts'
import { codeKindsOfSignIn } from '../records/verification-codes/lifetimes.ts'
import { endCodesOfUser } from '../records/verification-codes/store.ts'

/** Ends all sessions of locked users, and the open authorization codes and codes, which would start new ones. */
export async function endAllSessions(
  tx: ProjectTransaction,
  call: EventCall,
  userIds: readonly string[],
): Promise<void> {
  const { projectId } = tx
  const now = call.now()
  await tx.batch(
    userIds.flatMap((userId) => [
      endSessionsOfUser(projectId, userId, null),
      endOpenAuthorizationCodes(projectId, userId),
      // guard: the end of all sessions ends the sign-ins that are not complete [jobs/jobs]
      endCodesOfUser(projectId, userId, codeKindsOfSignIn, now),
      // guard: the end of all sessions ends the mailed sign-in codes [jobs/jobs]
      endCodesOfSignInAddresses(projectId, userId, now, codeKindsOfSignIn),
      emit(call, 'user.sessions_ended', { userId }),
    ]),
  )
}
