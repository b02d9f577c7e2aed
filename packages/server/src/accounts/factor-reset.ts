import type { Call } from '../kernel/call.ts'
import type { ProjectTransaction } from '../kernel/database.ts'
import { asUser, emit, type EventCall } from '../kernel/emit.ts'
import { KnownError, PlainError } from '../kernel/errors.ts'
import { noResult, sequence, type Statement } from '../kernel/statement.ts'
import type { ContactChannel } from '../records/contact-channels/channel.ts'
import { listChannelsOfUser } from '../records/contact-channels/store.ts'
import {
  claimDueFactorReset,
  endFactorReset,
  findFactorReset,
  writeFactorReset,
  type FactorReset,
} from '../records/credentials/factor-reset.ts'
import type { Project } from '../records/projects/project.ts'
import { requireTrustedUrl } from '../records/projects/trusted-origins.ts'
import { lockUser, lockUserRow } from '../records/users/store.ts'
import { endCodesOfUser } from '../records/verification-codes/store.ts'
import { consumeCode, openCode, type CodeChecking } from '../records/verification-codes/verification-codes.ts'
import { removeSecondFactor } from './change-authenticator-app.ts'
import { mustProveFactor } from './first-step.ts'
import { removeVerifiedPasskeys } from './sign-in-methods.ts'

const HOUR_MILLIS = 3_600_000

export interface FactorResetDependencies {
  readonly settings: { readonly factorResetHours: number }
}

/**
 * Announces the removal of the second factor that a user's sign-in requires. Changes nothing if a removal is already
 * announced.
 *
 * @param callbackUrl the page of the link that cancels
 * @returns the removal that is announced now
 * @throws USER_NOT_FOUND, MULTI_FACTOR_AUTHENTICATION_NOT_ENABLED, REDIRECT_URL_NOT_WHITELISTED
 */
export async function startFactorReset(
  { settings }: FactorResetDependencies,
  call: Call & { readonly project: Project },
  userId: string,
  callbackUrl: string,
): Promise<FactorReset> {
  const { db, project, projectId } = call
  const page = requireTrustedUrl(project, callbackUrl)
  const startedAt = call.now()
  const reset = { startedAt, takesEffectAt: new Date(startedAt.getTime() + settings.factorResetHours * HOUR_MILLIS) }
  return db.transaction(async (tx) => {
    const { channels, present, user } = await tx.batch({
      user: lockUser(projectId, userId),
      present: findFactorReset(projectId, userId),
      channels: listChannelsOfUser(projectId, userId),
    })
    if (!user) throw new KnownError('USER_NOT_FOUND')
    if (!mustProveFactor(user)) throw new KnownError('MULTI_FACTOR_AUTHENTICATION_NOT_ENABLED')
    if (present) return present
    await tx.batch({
      reset: writeFactorReset(projectId, userId, reset),
      started: emit(call, 'factor_reset.started', {
        userId,
        channels: verifiedOf(channels).map(({ id, value }) => ({ id, address: value })),
        callbackUrl: page,
        takesEffectAtMillis: reset.takesEffectAt.getTime(),
      }),
    })
    return reset
  })
}

/**
 * Cancels the announced removal of a user's second factor.
 *
 * @throws USER_NOT_FOUND, PlainError 404 without an announced removal
 */
export async function cancelFactorReset(call: Call, userId: string): Promise<void> {
  const { db, projectId } = call
  await db.transaction(async (tx) => {
    if (!(await tx.run(lockUserRow(projectId, userId)))) throw new KnownError('USER_NOT_FOUND')
    if (!(await endReset(tx, call, userId))) {
      throw new PlainError(404, 'No removal of the second factor of this user is announced.')
    }
  })
}

/**
 * Cancels the announced removal with the code of a mail about it.
 *
 * @throws the errors of `openCode`
 */
export async function cancelFactorResetByCode(dependencies: CodeChecking, call: Call, code: string): Promise<void> {
  const { db, now, projectId } = call
  const open = await openCode(dependencies, call, 'factor_reset', code)
  const { userId } = open
  if (userId === null) throw new Error('A code that cancels the removal of a second factor has no user.')
  await db.transaction(async (tx) => {
    await tx.batch({ lock: lockUserRow(projectId, userId), code: consumeCode(projectId, open, now()) })
    // The removal took effect, or ended in another way, while the call waited for the lock.
    if (!(await endReset(tx, asUser(call, userId), userId))) throw new KnownError('VERIFICATION_CODE_EXPIRED')
  })
}

/** Ends the announced removal of a user who sets up another factor in place of the lost one. */
export function endResetOfReplacedFactor({ now, projectId }: EventCall, userId: string): Statement<void> {
  return sequence([endFactorReset(projectId, userId), endCodesOfUser(projectId, userId, ['factor_reset'], now())]).map(
    noResult,
  )
}

/** Ends the announced removal of a locked user. Returns whether there was one. */
async function endReset(tx: ProjectTransaction, call: EventCall, userId: string): Promise<boolean> {
  const { now, projectId } = call
  const { channels, isEnded } = await tx.batch({
    isEnded: endFactorReset(projectId, userId),
    channels: listChannelsOfUser(projectId, userId),
  })
  if (!isEnded) return false
  await tx.batch({
    codes: endCodesOfUser(projectId, userId, ['factor_reset'], now()),
    cancelled: emit(call, 'factor_reset.cancelled', { userId, addresses: addressesOf(channels) }),
  })
  return true
}

/**
 * Removes the second factor of a user whose announced removal is due. Only the first call has an effect, even across
 * nodes.
 *
 * @returns whether it was removed
 */
export async function completeFactorReset(tx: ProjectTransaction, call: EventCall, userId: string): Promise<boolean> {
  const { now, projectId } = call
  const { channels, isDue, user } = await tx.batch({
    user: lockUser(projectId, userId),
    // Under the lock: a cancellation, or another app, may have ended it.
    isDue: claimDueFactorReset(projectId, userId, now()),
    channels: listChannelsOfUser(projectId, userId),
  })
  // The policy may have ended.
  // guard: a cancelled or completed removal of a second factor does nothing
  //   (replace `!user || !isDue || !mustProveFactor(user)` with `!user`) [factor-reset]
  if (!user || !isDue || !mustProveFactor(user)) return false
  await tx.batch({
    removed: removeSecondFactor(projectId, userId, now()),
    completed: emit(call, 'factor_reset.completed', { userId, addresses: addressesOf(channels) }),
  })
  // Otherwise a lost passkey would lock the user out like a lost app.
  if (user.isSecondFactorRequired) await removeVerifiedPasskeys(tx, call, user)
  return true
}

function verifiedOf(channels: readonly ContactChannel[]): ContactChannel[] {
  return channels.filter(({ isVerified }) => isVerified)
}

function addressesOf(channels: readonly ContactChannel[]): string[] {
  return verifiedOf(channels).map(({ value }) => value)
}
