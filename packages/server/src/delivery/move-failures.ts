import { OLD_SYSTEM_FAILURE_DAYS, type OldSystemFailure } from '@portico/contract'

import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import { writeInCellsOf } from '../platform/cells/across-cells.ts'
import type { Log } from '../platform/log/log.ts'
import { lastDays } from '../records/figures/days.ts'
import { addFailures, type DayOfFailures, type LastFailure } from '../records/old-system-moves/failures.ts'

/** The delay from a failure to its write, so that one statement writes the failures of an outage. */
const DELAY_MILLIS = 2_000
/**
 * Bounds the memory while many old systems fail: projects times causes. Others are not counted until the next write.
 */
const NOTED_MAX = 10_000
/** Bounds the duration of one statement. */
const ROWS_AT_ONCE = 1_000

/** A sign-in during a move that did not move its user. */
export type MoveFailure = { readonly cause: OldSystemFailure } & Partial<Omit<LastFailure, 'at'>>

type Noted = DayOfFailures & { readonly projectId: string }

/**
 * Counts the failures of moves from old systems for the owners of projects. They are noted in memory and written
 * seconds later. Failures that the database does not accept are lost.
 */
export class MoveFailures {
  readonly #dependencies: { readonly clock: Clock; readonly db: Database; readonly log: Log }
  #noted = new Map<string, Noted>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(dependencies: { readonly clock: Clock; readonly db: Database; readonly log: Log }) {
    this.#dependencies = dependencies
  }

  note(projectId: string, { cause, code = null, request = null, status = null }: MoveFailure): void {
    const at = this.#dependencies.clock.now()
    const day = at.toISOString().slice(0, 10)
    const key = `${day} ${cause} ${projectId}`
    const count = (this.#noted.get(key)?.count ?? 0) + 1
    if (count === 1 && this.#noted.size >= NOTED_MAX) return
    this.#noted.set(key, { projectId, day, cause, count, last: { at, request, status, code } })
    this.#timer ??= setTimeout(() => void this.write(), DELAY_MILLIS).unref()
  }

  /** Writes what is noted. Never throws. */
  async write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#writeNoted())
    await this.#writing
  }

  async #writeNoted(): Promise<void> {
    const { clock, db, log } = this.#dependencies
    const noted = [...this.#noted.values()]
    this.#noted = new Map()
    const [keptFrom = ''] = lastDays(clock.now(), OLD_SYSTEM_FAILURE_DAYS)
    try {
      for (let from = 0; from < noted.length; from += ROWS_AT_ONCE) {
        await writeInCellsOf(db, noted.slice(from, from + ROWS_AT_ONCE), (cell, some) =>
          cell.run(addFailures(some, keptFrom)),
        )
      }
    } catch (error) {
      log.warn({ err: error }, 'the failures of moves from old systems could not be written')
    }
  }
}
