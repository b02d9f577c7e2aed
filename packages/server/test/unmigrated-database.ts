import { openTestDatabase } from '@portico/testkit'
import { onTestFinished } from 'vitest'

import type { Database } from '../src/kernel/database.ts'

/** Opens a database of the test's engine without a schema, until the end of the test. */
export async function openUnmigrated(): Promise<Database> {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  const { db } = database
  await db.transaction((tx) => tx.script('drop schema public cascade; create schema public'))
  return db
}
