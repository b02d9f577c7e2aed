import { KnownError, PlainError } from '../../kernel/errors.ts'
import type { ProjectCall } from '../../api/rules/route.ts'
import { requireProvedSessionOfCall, requireSessionOfCall } from '../../records/sessions/active-session.ts'
import { hashRefreshToken } from '../../records/sessions/refresh-token.ts'
import type { User } from '../../records/users/user.ts'
import { codeKindsOfAccount } from '../../records/verification-codes/lifetimes.ts'
import { requireNewPassword } from '../../accounts/password-rules.ts'
import { endSessionsOfUser } from '../../records/sessions/store.ts'
import { lockUser, lockUserRow } from '../../records/users/store.ts'
import { findPasswordHash, replacePasswordHash } from '../../records/credentials/password.ts'
import { endOpenAuthorizationCodes } from '../../records/authorization-codes/store.ts'
import { endMailedAccess } from '../../accounts/end-mailed-access.ts'
import { endCodesOfUser } from '../../records/verification-codes/store.ts'
import type { ContactChannel } from '../../records/contact-channels/channel.ts'
import { listChannelsOfUser } from '../../records/contact-channels/store.ts'
import { asUser, emit } from '../../kernel/emit.ts'
import { type PasswordDependencies, requirePasswordsEnabled, valuesOf } from './password.ts'

/**
 * Changes the password after proof of the old one, and ends every other session of the user.
 *
 * @param keptRefreshToken the refresh token of the session to keep, if the caller sends one
 */
export async function updatePassword(
  dependencies: PasswordDependencies,
  call: ProjectCall,
  user: User,
  {
    oldPassword,
    newPassword,
    keptRefreshToken,
  }: { oldPassword: string; newPassword: string; keptRefreshToken: string | null },
): Promise<void> {
  const { db, limits, now, project } = call
  requirePasswordsEnabled(project)
  const { channels, currentHash } = await db.batch({
    channels: listChannelsOfUser(db.projectId, user.id),
    currentHash: findPasswordHash(db.projectId, user.id),
  })
  await requireNewPassword(dependencies, call, newPassword, valuesOf(channels))
  if (currentHash === null) throw new KnownError('USER_DOES_NOT_HAVE_PASSWORD')
  // guard: a password update requires the old password [password]
  if (!(await dependencies.hasher.verify(project.id, currentHash, oldPassword))) {
    // guard: a wrong old password counts as a failure of the account [rate-limiter, password]
    limits.failed()
    await db.run(emit(asUser(call, user.id), 'password.update_refused', { reason: 'PASSWORD_CONFIRMATION_MISMATCH' }))
    throw new KnownError('PASSWORD_CONFIRMATION_MISMATCH')
  }
  // Do not reset the count of failures: an update is not a sign-in, and the failures may come from another person.
  const newHash = await dependencies.hasher.hash(project.id, newPassword)
  const keptFamily = keptRefreshToken === null ? null : (hashRefreshToken(keptRefreshToken)?.family ?? null)
  await db.transaction(async (tx) => {
    // Exactly one of two concurrent changes succeeds: the statement compares the hash that the old password was checked
    // against.
    const { isReplaced } = await tx.batch({
      lock: lockUserRow(project.id, user.id),
      isReplaced: replacePasswordHash(project.id, user.id, currentHash, newHash),
      // guard: a password update ends the other sessions [password]
      sessions: endSessionsOfUser(project.id, user.id, keptFamily),
      authorizationCodes: endOpenAuthorizationCodes(project.id, user.id),
      // guard: a password change ends open codes [second-step]
      codes: endCodesOfUser(project.id, user.id, codeKindsOfAccount, now()),
      // guard: a change of the password ends mailed sign-in codes [otp]
      mailedAccess: endMailedAccess(asUser(call, user.id), claimedAddresses(channels)),
      updated: emit(asUser(call, user.id), 'password.updated', { user }),
    })
    if (!isReplaced) throw new KnownError('PASSWORD_CONFIRMATION_MISMATCH')
  })
}

/** Sets the first password of a user who has none. */
export async function setPassword(
  dependencies: PasswordDependencies,
  call: ProjectCall,
  user: User,
  password: string,
): Promise<void> {
  const { db, now, project } = call
  requirePasswordsEnabled(project)
  if (user.isAnonymous) {
    throw new PlainError(
      400,
      'An anonymous user cannot set a password. Sign up with e-mail and password instead; the user keeps their id and data.',
    )
  }
  const channels = await db.run(listChannelsOfUser(db.projectId, user.id))
  await requireNewPassword(dependencies, call, password, valuesOf(channels))
  const hash = await dependencies.hasher.hash(project.id, password)
  await db.transaction(async (tx) => {
    const { isSet, locked, proof } = await tx.batch({
      locked: lockUser(project.id, user.id),
      // guard: a password is set only in an active session [proof-race.postgres]
      proof: requireSessionOfCall(call),
      // guard: an existing password is not replaced without the old one
      //   (replace `replacePasswordHash(…)` with `setPasswordHash(project.id, user.id, hash).map(() => true)`)
      //   [password]
      isSet: replacePasswordHash(project.id, user.id, null, hash),
      codes: endCodesOfUser(project.id, user.id, codeKindsOfAccount, now()),
      mailedAccess: endMailedAccess(asUser(call, user.id), claimedAddresses(channels)),
      set: emit(asUser(call, user.id), 'password.set', { user, userId: user.id }),
    })
    // guard: a password is not set in a session that must prove a second factor [proof-race.postgres]
    if (locked) requireProvedSessionOfCall(call, locked, proof)
    if (!isSet) {
      throw new PlainError(400, 'This user already has a password. Change it with the old password instead.')
    }
  })
}

/** The addresses whose mailboxes belong to the user, so that a change of the password may end the codes in them. */
function claimedAddresses(channels: readonly ContactChannel[]): string[] {
  return channels.filter(({ isClaimed }) => isClaimed).map(({ value }) => value)
}
