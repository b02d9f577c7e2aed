import type { Database } from '../kernel/database.ts'
import { emit, systemCall } from '../kernel/emit.ts'
import { withSubscribers } from './subscribers.ts'

/** Writes the entry of a backup into the audit log. */
export async function noteBackup(db: Database, at: Date): Promise<void> {
  await withSubscribers(db).run(emit(systemCall('internal', at), 'service.backed_up', {}))
}
