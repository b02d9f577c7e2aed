import type { Credential } from './credential.ts'
import type { PasswordState } from '../users/user.ts'
import { isAnyTouched, lookup, noResult, statement, type Statement } from '../../kernel/statement.ts'

// The password hash and the mark of a password in the old system are columns of `users`, and this record owns the
// columns. A user with a hash has no mark: every write of a hash removes it, and so does the removal of the hash. Every
// write of a hash also writes its state, which is null for a password that was set here.

export function findPasswordHash(projectId: string, userId: string): Statement<string | null> {
  return statement<{ password_hash: string | null }>`
    select password_hash from users where project_id = ${projectId} and id = ${userId}`.map(
    ({ rows }) => rows[0]?.password_hash ?? null,
  )
}

/**
 * Replaces the password hash if the stored one is the expected one.
 *
 * @returns whether it was replaced
 */
export function replacePasswordHash(
  projectId: string,
  userId: string,
  expectedHash: string | null,
  passwordHash: string,
  state: PasswordState | null = null,
): Statement<boolean> {
  return statement`
    update users set password_hash = ${passwordHash}, password_state = ${state}, password_in_old_system = false
    where project_id = ${projectId} and id = ${userId} and password_hash is not distinct from ${expectedHash}`.map(
    isAnyTouched,
  )
}

export function setPasswordHash(
  projectId: string,
  userId: string,
  passwordHash: string | null,
  state: PasswordState | null = null,
): Statement<void> {
  return statement`
    update users set password_hash = ${passwordHash}, password_state = ${state}, password_in_old_system = false
    where project_id = ${projectId} and id = ${userId}`.map(noResult)
}

/** Writes the state of a password, unless the password has changed since. */
export function setPasswordState(
  projectId: string,
  userId: string,
  passwordHash: string,
  state: PasswordState | null,
): Statement<void> {
  return statement`
    update users set password_state = ${state}
    where project_id = ${projectId} and id = ${userId} and password_hash = ${passwordHash}`.map(noResult)
}

/** Whether the user has a password in the old system of the project and none here. */
export function isPasswordInOldSystem(projectId: string, userId: string): Statement<boolean> {
  return lookup`
    select 1 from users where project_id = ${projectId} and id = ${userId} and password_in_old_system`.map(isAnyTouched)
}

/**
 * Stores the hash of a password that the old system has confirmed.
 *
 * @returns false if the user has got another password since, or the account was claimed
 */
export function movePasswordHash(
  projectId: string,
  userId: string,
  passwordHash: string,
  state: PasswordState,
): Statement<boolean> {
  return statement`
    update users set password_hash = ${passwordHash}, password_state = ${state}, password_in_old_system = false
    where project_id = ${projectId} and id = ${userId} and password_in_old_system and password_hash is null`.map(
    isAnyTouched,
  )
}

export const password: Credential = {
  remove: (projectId, userId) => setPasswordHash(projectId, userId, null),
  describe: ({ hasPassword }) => (hasPassword ? [{ type: 'password' }] : []),
}
