import type { ProjectSql } from '../db/sql.ts'

/** Disconnects every account of a user at sign-in providers. */
export async function deleteAccountsOfUser(tx: ProjectSql, userId: string): Promise<void> {
  await tx.sql`delete from oauth_accounts where project_id = ${tx.projectId} and user_id = ${userId}`
}
