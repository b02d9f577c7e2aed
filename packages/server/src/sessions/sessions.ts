import type { Database } from '../db/sql.ts'
import { sweepExpiredSessions as sweepRows } from './store.ts'

export { deleteSessionRow as endSession, deleteSessionsOfUser as endSessionsOfUser, insertSession } from './store.ts'

/** Housekeeping: an expired session already refuses to refresh. */
export async function sweepExpiredSessions(db: Database, now: Date): Promise<void> {
  await sweepRows(db, now)
}
