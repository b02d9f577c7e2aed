import type { ProjectSql } from '../db/sql.ts'

/** Disconnects every account of a user at sign-in providers. */
export async function deleteAccountsOfUser(tx: ProjectSql, userId: string): Promise<void> {
  await tx.sql`delete from oauth_accounts where project_id = ${tx.projectId} and user_id = ${userId}`
}

/** Takes back the authorization codes of a user that were not exchanged yet. */
export async function deleteOpenCodesOfUser(tx: ProjectSql, userId: string): Promise<void> {
  await tx.sql`
    delete from oauth_codes where project_id = ${tx.projectId} and user_id = ${userId} and used_at is null`
}
