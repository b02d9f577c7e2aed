import { setTimeout as sleep } from 'node:timers/promises'

import type { MasterSecret } from '../platform/crypto/master-secret.ts'
import type { SealedRecord, SealedRecords } from '../platform/crypto/sealed-records.ts'
import type { OperatorDependencies, Print } from './command.ts'

type Resealing = Pick<OperatorDependencies, 'clock' | 'db' | 'secret'>

/** Maximum number of rows per read statement and per write transaction. */
const ROWS_AT_ONCE = 500
/** The service changes rows at the same time, so some need another pass. */
const PASSES_MAX = 5
const BETWEEN_PASSES_MILLIS = 1_000
const PROGRESS_MILLIS = 2_000

export interface ResealOutcome {
  resealed: number
  current: number
  /** Identities of values that no secret can open. */
  unopened: string[]
  /** Rows that changed during every attempt to write them. */
  unfinished: number
}

/**
 * Seals all values of one kind under the first master secret. Skips values that are already sealed under it, so that an
 * interrupted run can be repeated.
 */
export async function resealRecords(
  dependencies: Resealing,
  records: SealedRecords,
  print: Print,
): Promise<ResealOutcome> {
  const outcome: ResealOutcome = { resealed: 0, current: 0, unopened: [], unfinished: 0 }
  for (let pass = 1; pass <= PASSES_MAX; pass += 1) {
    if (pass > 1) await sleep(BETWEEN_PASSES_MILLIS)
    const before = outcome.resealed
    Object.assign(outcome, { current: 0, unopened: [], unfinished: 0 })
    await runPass(dependencies, records, outcome, print)
    // Values that an earlier pass wrote count as resealed, not as already current.
    outcome.current -= before
    if (outcome.unfinished === 0) break
  }
  return outcome
}

async function runPass(
  { clock, db, secret }: Resealing,
  records: SealedRecords,
  outcome: ResealOutcome,
  print: Print,
): Promise<void> {
  let after: readonly string[] | null = null
  let printedAt = performance.now()
  for (;;) {
    const rows: SealedRecord[] = await records.list(db, after, ROWS_AT_ONCE)
    const changes = rows.flatMap((row) => changeOf(secret, row, outcome))
    if (changes.length > 0) {
      const written = await db.transaction(async (tx) => {
        const done = { values: 0, missed: 0 }
        for (const { row, values, opened } of changes) {
          if (await row.write(tx, values, clock.now())) done.values += opened
          else done.missed += 1
        }
        return done
      })
      outcome.resealed += written.values
      outcome.unfinished += written.missed
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.cursor
    if (performance.now() - printedAt > PROGRESS_MILLIS) {
      print(`${records.name}: ${outcome.resealed} resealed so far`)
      printedAt = performance.now()
    }
  }
}

interface Change {
  readonly row: SealedRecord
  readonly values: readonly string[]
  /** How many of the values are resealed. */
  readonly opened: number
}

/** The row with its values resealed; an empty list if no value needs it. */
function changeOf(secret: MasterSecret, row: SealedRecord, outcome: ResealOutcome): Change[] {
  let opened = 0
  const values = row.values.map(({ identity, sealed }) => {
    const plaintext = tryToOpen(secret, sealed, identity)
    if (plaintext === null) {
      outcome.unopened.push(identity)
      return sealed
    }
    if (secret.isSealedByFirst(sealed)) {
      outcome.current += 1
      return sealed
    }
    opened += 1
    return secret.seal(plaintext, identity)
  })
  return opened === 0 ? [] : [{ row, values, opened }]
}

function tryToOpen(secret: MasterSecret, sealed: string, identity: string): string | null {
  try {
    return secret.open(sealed, identity)
  } catch {
    return null
  }
}
