import type { UserServerUpdate } from '@portico/contract'

import type { ProjectTransaction } from '../kernel/database.ts'
import { emit, writtenFields, type EventCall } from '../kernel/emit.ts'
import { PlainError } from '../kernel/errors.ts'
import type { CamelCasedMembers } from '@portico/contract/letter-case'
import { nothing, noResult, sequence, type Statement } from '../kernel/statement.ts'
import { endOpenAuthorizationCodes } from '../records/authorization-codes/store.ts'
import { endCodesOfSignInAddresses } from '../records/queries/codes/codes-of-addresses.ts'
import { endSessionsOfUser } from '../records/sessions/store.ts'
import { findUser, writeSuspension } from '../records/users/store.ts'
import { getSuspension, type Suspension, type SuspensionOfUser, type User } from '../records/users/user.ts'
import { codeKindsOfUser } from '../records/verification-codes/lifetimes.ts'
import { endCodesOfUser } from '../records/verification-codes/store.ts'

/** The fields of an update that describe a suspension. Absent fields stay unchanged. */
type SuspensionUpdate = CamelCasedMembers<
  Pick<
    UserServerUpdate,
    | 'restricted_by_admin'
    | 'restricted_by_admin_reason'
    | 'restricted_by_admin_private_details'
    | 'restricted_by_admin_until_millis'
  >
>

/**
 * Suspends a user, changes the suspension, or lifts it. Run it in the transaction that has locked the user and then
 * read them: a sign-in waits for that lock and then gets no session.
 *
 * A suspended user loses all sessions, and with them their refresh tokens and the logins that they confirmed for
 * terminals, and all open codes.
 *
 * @throws PlainError 400 for texts or an end without a suspension, and for an end that is not in the future
 */
export function changeSuspension(
  call: EventCall,
  user: SuspensionOfUser & Pick<User, 'id'>,
  update: SuspensionUpdate,
): Statement<void> {
  const { projectId } = call
  const now = call.now()
  if (!describesSuspension(update)) return nothing
  const present = getSuspension(user, now)
  const becomes = readSuspension(update, present, now)
  const userId = user.id
  return sequence([
    writeSuspension(projectId, userId, becomes),
    becomes ? endAccess(projectId, userId, now) : nothing,
    becomes && !present
      ? emit(call, 'user.suspended', { userId, untilMillis: becomes.endsAt?.getTime() ?? null })
      : nothing,
    present && !becomes ? emit(call, 'user.suspension_lifted', { userId }) : nothing,
  ]).map(noResult)
}

/**
 * Suspends locked users, changes their suspensions, or lifts them, with the consequences of `changeSuspension` for
 * each.
 */
export async function suspendUsers(
  tx: ProjectTransaction,
  call: EventCall,
  userIds: readonly string[],
  update: SuspensionUpdate,
): Promise<void> {
  const users = await tx.batch(userIds.map((id) => findUser(tx.projectId, id)))
  const changedFields = writtenFields(update)
  await tx.batch(
    users
      .filter((user) => user !== null)
      .flatMap((user) => [
        changeSuspension(call, user, update),
        emit(call, 'user.updated', { userId: user.id, changedFields }),
      ]),
  )
}

function describesSuspension(update: SuspensionUpdate): boolean {
  return [
    update.restrictedByAdmin,
    update.restrictedByAdminReason,
    update.restrictedByAdminPrivateDetails,
    update.restrictedByAdminUntilMillis,
  ].some((value) => value !== undefined)
}

/** Merges the update into the present suspension. Null: the user is not suspended afterwards. */
function readSuspension(update: SuspensionUpdate, present: Suspension | null, now: Date): Suspension | null {
  const { restrictedByAdminReason: reason, restrictedByAdminPrivateDetails: privateDetails } = update
  const { restrictedByAdmin: isSuspended = present !== null, restrictedByAdminUntilMillis: until } = update
  if (!isSuspended) {
    if (reason || privateDetails || typeof until === 'number') {
      throw new PlainError(
        400,
        'restricted_by_admin_reason, restricted_by_admin_private_details and restricted_by_admin_until_millis describe a suspension. Send restricted_by_admin: true with them.',
      )
    }
    return null
  }
  if (typeof until === 'number' && until <= now.getTime()) {
    throw new PlainError(400, 'restricted_by_admin_until_millis must be in the future. Send null for no end.')
  }
  const endsAt = typeof until === 'number' ? new Date(until) : until
  return {
    reason: (reason === undefined ? present?.reason : reason) || null,
    privateDetails: (privateDetails === undefined ? present?.privateDetails : privateDetails) || null,
    endsAt: (endsAt === undefined ? present?.endsAt : endsAt) ?? null,
  }
}

/** Ends everything that signs the user in or keeps them signed in. */
function endAccess(projectId: string, userId: string, now: Date): Statement<void> {
  // guard: a suspension ends the mailed sign-in codes (drop `endCodesOfSignInAddresses(projectId, userId, now)`)
  return sequence([
    // guard: a suspension ends the sessions
    endSessionsOfUser(projectId, userId, null),
    // guard: a suspension ends the authorization codes [sign-in-of-suspended-user]
    endOpenAuthorizationCodes(projectId, userId),
    // guard: a suspension ends the codes of the user
    endCodesOfUser(projectId, userId, codeKindsOfUser, now),
    endCodesOfSignInAddresses(projectId, userId, now),
  ]).map(noResult)
}
