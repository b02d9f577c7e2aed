import type { ProjectSql } from '../db/sql.ts'

/** Takes the passkey of a user away; tells whether there was one. */
export async function deletePasskeyOfUser(tx: ProjectSql, userId: string): Promise<boolean> {
  const { count } = await tx.sql`delete from passkeys where project_id = ${tx.projectId} and user_id = ${userId}`
  return count > 0
}
