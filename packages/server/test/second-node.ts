import { setTimeout as sleep } from 'node:timers/promises'

import type { TestPortico } from '@portico/testkit'

import type { Database, Transaction } from '../src/kernel/database.ts'
import { statement } from '../src/kernel/statement.ts'
import { openPostgres } from '../src/platform/db/postgres.ts'

// Lock waits need several connections; the embedded engine has one.

const POLL_MILLIS = 10

/** The `DATABASE_URL` of a second node. */
export async function databaseUrlOf({ database }: Pick<TestPortico, 'database'>): Promise<string> {
  const { rows } = await database.db.run(statement<{ name: string }>`select current_database() as name`)
  const url = new URL(process.env['PORTICO_TEST_DATABASE_URL'] ?? '')
  url.pathname = `/${rows[0]?.name}`
  return url.toString()
}

export async function openSecondNode(portico: TestPortico): Promise<Database> {
  return openPostgres(await databaseUrlOf(portico), 1)
}

/** Waits until this number of statements wait for a lock. Throws once `isOver` returns true. */
export async function untilStatementsWait({ database }: TestPortico, count = 1, isOver = () => false): Promise<void> {
  for (;;) {
    if (isOver()) throw new Error('The call ended without waiting for a lock.')
    const { rows } = await database.db.run(statement`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    if (rows.length >= count) return
    await sleep(POLL_MILLIS)
  }
}

/** Makes a call while the second node changes what the call locks. The call waits for that change. */
export async function callDuring<T>(
  portico: TestPortico,
  secondNode: Database,
  change: (tx: Transaction) => Promise<unknown>,
  call: () => Promise<T>,
): Promise<T> {
  const started = Promise.withResolvers<void>()
  let isAnswered = false
  const answer = started.promise.then(call).finally(() => {
    isAnswered = true
  })
  await secondNode.transaction(async (tx) => {
    await change(tx)
    started.resolve()
    await untilStatementsWait(portico, 1, () => isAnswered)
  })
  return answer
}
