import type { Credential } from './credential.ts'
import { isAnyTouched, noResult, statement, type Statement } from '../../kernel/statement.ts'

// The password hash is a column of `users`, and this record owns the column.

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
): Statement<boolean> {
  return statement`
    update users set password_hash = ${passwordHash}
    where project_id = ${projectId} and id = ${userId} and password_hash is not distinct from ${expectedHash}`.map(
    isAnyTouched,
  )
}

export function setPasswordHash(projectId: string, userId: string, passwordHash: string | null): Statement<void> {
  return statement`
    update users set password_hash = ${passwordHash} where project_id = ${projectId} and id = ${userId}`.map(noResult)
}

export const password: Credential = {
  remove: (projectId, userId) => setPasswordHash(projectId, userId, null),
  describe: ({ hasPassword }) => (hasPassword ? [{ type: 'password' }] : []),
}
