import { setTimeout as sleep } from 'node:timers/promises'

import { later, type Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import { listLanes } from '../platform/cells/across-cells.ts'
import type { Log } from '../platform/log/log.ts'
import type { Backfill } from '../platform/db/backfills.ts'
import {
  addBackfills,
  claimBackfill,
  deferBackfill,
  listBackfills,
  lockClaimedBackfill,
  postponeBackfill,
  releaseBackfills,
  writeBackfillProgress,
  type BackfillState,
} from '../platform/db/backfill-store.ts'
import { listOlderNodes } from '../platform/db/node-versions.ts'
import type { BackfillReading } from '../platform/metrics/metrics.ts'
import { findReleaseBefore } from '../platform/db/releases.ts'
import { inRootSpan } from '../platform/tracing/tracing.ts'
import { WorkLoop } from './work-loop.ts'

/** Another worker repeats a piece after this time. Longer than a statement may take. */
const LEASE_MILLIS = 15_000
/** Lets the other work of a start run first. */
const FIRST_LOOK_MILLIS = 2_000
/** The duration that the size of a piece is adapted to. Calls that change its rows wait for it. */
const PIECE_MILLIS = 100
const PIECE_MAX = 5_000
const FIRST_PIECE = 200
const PAUSE_MIN_MILLIS = 5
/** How often a backfill whose first pass is complete checks whether the older nodes have stopped. */
const OLDER_NODES_MILLIS = 60_000
const BACKOFF_BASE_MILLIS = 500
const BACKOFF_MAX_MILLIS = 60_000

interface BackfillingDependencies {
  readonly backfills: readonly Backfill[]
  readonly clock: Clock
  readonly db: Database
  readonly log: Log
}

/**
 * Runs the backfills of a cell in bounded pieces. Each piece is one transaction that also stores the progress, so that
 * a process that is killed neither loses nor repeats work. A pass that began while nodes of an older release ran, which
 * write rows without the value, is followed by another one.
 */
export class Backfilling {
  readonly #dependencies: BackfillingDependencies
  readonly #loop: WorkLoop
  /** Sizes of the next pieces, by name. */
  readonly #sizes = new Map<string, number>()
  /** The backfills that are not complete, as far as this process knows. */
  #open: ReadonlyMap<string, Backfill>

  constructor(dependencies: BackfillingDependencies) {
    this.#dependencies = dependencies
    this.#open = new Map(dependencies.backfills.map((backfill) => [backfill.name, backfill]))
    this.#loop = new WorkLoop(
      {
        log: dependencies.log,
        firstLookMillis: FIRST_LOOK_MILLIS,
        failure: 'backfills failed and are tried again',
        takeOver: () => this.#takeOver(),
      },
      (signal) => this.#workOnOne(signal),
    )
  }

  /** Starts to work, unless this version has no backfill. */
  start(): void {
    if (this.#open.size > 0) this.#loop.start()
  }

  wake(): void {
    this.#loop.wake()
  }

  /** Resolves when no piece is due. */
  async idle(): Promise<void> {
    this.#loop.wake()
    while (this.#loop.working) await this.#loop.working
  }

  /** Ends the piece in progress and starts no further one. */
  stop(): Promise<void> {
    return this.#loop.stop()
  }

  async #takeOver(): Promise<void> {
    const { clock, db } = this.#dependencies
    if (db.engine === 'embedded') await db.run(releaseBackfills(clock.now()))
  }

  /** Does a piece of the backfill that has been due for longest. Returns whether there was one. */
  async #workOnOne(signal: AbortSignal): Promise<boolean> {
    if (this.#open.size === 0) return false
    const { clock, db } = this.#dependencies
    const now = clock.now()
    const names = [...this.#open.keys()]
    const { claimed } = await db.batch({
      added: addBackfills(names, now),
      claimed: claimBackfill(names, { now, leaseEndsAt: later(now, LEASE_MILLIS) }),
    })
    const backfill = claimed && this.#open.get(claimed.name)
    if (!backfill) {
      await this.#forgetCompleted(names)
      return false
    }
    const pauseMillis = await inRootSpan(`backfill ${backfill.name}`, {}, () => this.#workOn(backfill, claimed))
    // The next piece is due after the pause. A timer can end a millisecond early.
    await sleep(pauseMillis + 2, undefined, { signal, ref: false }).catch(() => {})
    return true
  }

  async #forgetCompleted(names: readonly string[]): Promise<void> {
    const states = await this.#dependencies.db.run(listBackfills(names))
    const completed = new Set(states.flatMap(({ doneAt, name }) => (doneAt ? [name] : [])))
    this.#open = new Map([...this.#open].filter(([name]) => !completed.has(name)))
  }

  /** Does one piece. Returns the time to pause, so that requests have at least half of the database. */
  async #workOn(backfill: Backfill, state: BackfillState): Promise<number> {
    const { clock, db, log } = this.#dependencies
    const { name } = backfill
    const size = this.#sizes.get(name) ?? FIRST_PIECE
    try {
      const isBesideOlder = state.position === null ? (await this.#listOlder(backfill)).length > 0 : state.isBesideOlder
      if (state.pass > 1 && isBesideOlder) {
        await db.run(deferBackfill(state, later(clock.now(), OLDER_NODES_MILLIS)))
        return PAUSE_MIN_MILLIS
      }
      const startedAt = performance.now()
      let pauseMillis = PAUSE_MIN_MILLIS
      const isDone = await db.transaction(async (tx) => {
        if (!(await tx.run(lockClaimedBackfill(state)))) return false
        const { last, written } = await tx.run(backfill.fill(state.position, size))
        pauseMillis = Math.max(PAUSE_MIN_MILLIS, performance.now() - startedAt)
        const now = clock.now()
        const isEnd = last === null
        const isLastPass = isEnd && !isBesideOlder
        await tx.run(
          writeBackfillProgress(state, {
            written,
            isBesideOlder,
            position: last,
            pass: isEnd && isBesideOlder ? state.pass + 1 : state.pass,
            dueAt: later(now, isEnd && isBesideOlder ? OLDER_NODES_MILLIS : pauseMillis),
            doneAt: isLastPass ? now : null,
          }),
        )
        return isLastPass
      })
      if (isDone) log.info({ backfill: name }, 'a backfill is complete')
      this.#adaptSize(name, size, PIECE_MILLIS / (performance.now() - startedAt))
      return pauseMillis
    } catch (error) {
      log.warn({ err: error, backfill: name, attempts: state.attempts }, 'a piece of a backfill failed')
      this.#sizes.set(name, Math.max(1, Math.floor(size / 4)))
      // If this fails too, the lease ends.
      await db.run(postponeBackfill(state, later(clock.now(), backoffMillis(state.attempts))))
      return PAUSE_MIN_MILLIS
    }
  }

  #listOlder({ migration }: Backfill): Promise<readonly string[]> {
    const release = findReleaseBefore(migration)
    return release === null ? Promise.resolve([]) : this.#dependencies.db.run(listOlderNodes(release.version))
  }

  #adaptSize(name: string, size: number, wanted: number): void {
    const factor = Math.min(2, Math.max(0.25, wanted))
    this.#sizes.set(name, Math.min(PIECE_MAX, Math.max(1, Math.round(size * factor))))
  }
}

function backoffMillis(attempts: number): number {
  return Math.min(BACKOFF_MAX_MILLIS, BACKOFF_BASE_MILLIS * 2 ** Math.min(attempts, 10) * (0.5 + Math.random()))
}

/** Reads the progress of this version's backfills in each cell that answers. */
export async function readBackfills(db: Database, backfills: readonly Backfill[]): Promise<BackfillReading[]> {
  if (backfills.length === 0) return []
  const names = backfills.map(({ name }) => name)
  const read = await Promise.allSettled(listLanes(db).map((lane) => lane.run(listBackfills(names))))
  return read.flatMap((ofCell) => {
    // It is unknown whether a cell that does not answer needs them.
    const states = ofCell.status === 'fulfilled' ? ofCell.value : []
    return names.map((name) => {
      const state = states.find((each) => each.name === name)
      return { name, written: state?.written ?? 0, isDone: Boolean(state?.doneAt) }
    })
  })
}
