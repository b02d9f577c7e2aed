import type { Database } from '../../kernel/database.ts'
import { emit, systemCall } from '../../kernel/emit.ts'
import { markRestored } from '../../records/projects/store.ts'

/**
 * Notes that the database was restored from a backup, so that the tokens that clients have got since then count as unknown and not as
 * stolen.
 *
 * @param db with the subscribers that write the audit log
 */
export async function noteRestore(db: Database, at: Date): Promise<void> {
  await db.batch([markRestored(at), emit(systemCall('internal', at), 'service.restored', {})])
}
