import type { ProjectSql } from '../../platform/db/sql.ts'
import { deleteAccountsOfUser, deleteOpenCodesOfUser } from './store.ts'

/** When everything ends that was begun with an old credential, so do authorization codes that would become a session. */
export { deleteOpenCodesOfUser as endOpenAuthorizationCodes } from './store.ts'

/** Disconnects every provider account of a user, and takes back authorization codes that would still become a session. */
export async function forgetAccounts(tx: ProjectSql, userId: string): Promise<void> {
  await Promise.all([deleteAccountsOfUser(tx, userId), deleteOpenCodesOfUser(tx, userId)])
}
