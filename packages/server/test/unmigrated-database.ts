import type { Database } from '../src/kernel/database.ts'
import { openEmbedded } from '../src/platform/db/embedded.ts'

/** Opens a database without a schema. It comes from the start image, because the creation of an empty one takes seconds. */
export async function openUnmigrated(): Promise<Database> {
  const db = await openEmbedded({ dataDir: null })
  await db.transaction((tx) => tx.script('drop schema public cascade; create schema public'))
  return db
}
