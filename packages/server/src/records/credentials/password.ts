import type { Credential } from './credential.ts'
import type { ProjectSql } from '../../kernel/database.ts'

export async function findPasswordHash(db: ProjectSql, userId: string): Promise<string | null> {
  const { rows } = await db.sql<{ password_hash: string | null }>`
    select password_hash from users where project_id = ${db.projectId} and id = ${userId}`
  return rows[0]?.password_hash ?? null
}

/** Sets the password if its present state is as expected; tells whether it did. */
export async function replacePasswordHash(
  tx: ProjectSql,
  userId: string,
  expectedHash: string | null,
  passwordHash: string,
): Promise<boolean> {
  const { count } = await tx.sql`
    update users set password_hash = ${passwordHash}
    where project_id = ${tx.projectId} and id = ${userId} and password_hash is not distinct from ${expectedHash}`
  return count > 0
}

export async function setPasswordHash(tx: ProjectSql, userId: string, passwordHash: string | null): Promise<void> {
  await tx.sql`
    update users set password_hash = ${passwordHash} where project_id = ${tx.projectId} and id = ${userId}`
}

export const password: Credential = {
  remove: (tx, userId) => setPasswordHash(tx, userId, null),
  describe: ({ hasPassword }) => (hasPassword ? [{ type: 'password' }] : []),
}
