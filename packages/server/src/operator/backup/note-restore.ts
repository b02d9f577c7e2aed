import type { Database } from '../../kernel/database.ts'
import { emit, systemCall } from '../../kernel/emit.ts'
import { listLanes } from '../../platform/cells/across-cells.ts'
import { readDirectoryState } from '../../platform/cells/store.ts'
import { markRestored } from '../../records/projects/store.ts'

/**
 * Notes that the database was restored from a backup, so that the tokens that clients have got since then count as
 * unknown and not as stolen. On a service with cells, this concerns the projects of all cells.
 *
 * @param db with the subscribers that write the audit log
 */
export async function noteRestore(db: Database, at: Date): Promise<void> {
  const readVersion = async (): Promise<number> => (await db.run(readDirectoryState())).version
  let version: number
  do {
    version = await readVersion()
    for (const lane of listLanes(db)) await lane.run(markRestored(at))
    // A project can have moved from a later cell to an earlier one.
  } while (version !== (await readVersion()))
  await db.run(emit(systemCall('internal', at), 'service.restored', {}))
}
