import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Database } from '@portico/server'

type Executor = Pick<Database, 'run' | 'batch'>
type Executable = Parameters<Database['run']>[0]

/** Texts that this process has recorded. */
const recorded = new Set<string>()

/**
 * Records the text of each statement that the service executes, so that a run of the tests can compare its engines.
 * Does nothing unless `PORTICO_TEST_STATEMENTS` names a folder and `PORTICO_TEST_FILE` the test.
 */
export function recordStatements(db: Database): Database {
  const folder = process.env.PORTICO_TEST_STATEMENTS
  const test = process.env.PORTICO_TEST_FILE
  if (!folder || !test) return db
  const file = join(folder, `${db.engine}-${process.pid}.jsonl`)
  const record = ({ queries }: Executable): void => {
    for (const { text } of queries) {
      if (recorded.has(text)) continue
      recorded.add(text)
      appendFileSync(file, `${JSON.stringify({ text, test })}\n`)
    }
  }
  // Read `run` at each call, because a test may replace it.
  const recording = (executor: Executor): Executor => ({
    run: (wanted) => {
      record(wanted)
      return executor.run(wanted)
    },
    batch: (wanted) => {
      for (const each of Array.isArray(wanted) ? wanted : Object.values(wanted)) record(each as Executable)
      return executor.batch(wanted)
    },
  })
  return {
    ...db,
    ...recording(db),
    transaction: (work) => db.transaction((tx) => work({ ...tx, ...recording(tx) })),
  }
}
