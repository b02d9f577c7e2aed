import { setTimeout as sleep } from 'node:timers/promises'

import { later, type Clock } from '../kernel/clock.ts'
import type { Database, Transaction } from '../kernel/database.ts'
import { emit, type EventCall } from '../kernel/emit.ts'
import { PlainError } from '../kernel/errors.ts'
import type { Statement } from '../kernel/statement.ts'
import { StoreUnavailable } from '../kernel/store-unavailable.ts'
import { TooBusy } from '../kernel/too-busy.ts'
import type { Log } from '../platform/log/log.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import { scopeToProject } from '../platform/db/project-scope.ts'
import type { Job, JobProgress, JobType } from '../records/jobs/job.ts'
import { claimJob, endJob, lockClaimedJob, postponeJob, releaseClaims, writeProgress } from '../records/jobs/store.ts'
import { inRootSpan } from '../platform/tracing/tracing.ts'
import { WorkLoop } from './work-loop.ts'

/** Other workers repeat a piece after this time. The lock on the job keeps a slow piece and its repetition apart. */
const LEASE_MILLIS = 15_000
const FIRST_LOOK_MILLIS = 1_000
/**
 * The duration that the size of a piece is adapted to. Requests wait for locks and, on the embedded engine, for the
 * whole piece.
 */
const PIECE_MILLIS = 100
const PAUSE_MIN_MILLIS = 5
const PIECE_MAX = 500
const FIRST_PIECE = 50
/** From this attempt on, a piece has one record, so that a record that fails does not stop the others. */
const SINGLE_FROM_ATTEMPT = 3
/**
 * After this number of attempts that failed for a reason in the record, or during which the process ended, it is left
 * out.
 */
const DEFECTS_MAX = 5
/** After this number of attempts, about an hour, a job ends with an error. The removal of a project never does. */
const ATTEMPTS_MAX = 60
const BACKOFF_BASE_MILLIS = 500
const BACKOFF_MAX_MILLIS = 60_000

/** A bounded part of a job. */
export interface Piece {
  /** Does the work in the transaction that stores the progress. It takes its locks after the one on the job. */
  readonly perform: (tx: Transaction, call: EventCall) => Promise<JobProgress>
  /** The progress if the piece always fails and is left out; null if it must not be. */
  readonly skipped: JobProgress | null
  /** The part of the time until now that the database had nothing to do. It counts as a pause. Default: 0. */
  readonly preparedMillis?: number
  /** The duration that the size of the next piece is adapted to. Default: 100 ms, for locks that requests wait for. */
  readonly aimedMillis?: number
}

/** A job cannot continue. Clients translate the code. */
export class CodedFailure extends PlainError {
  readonly code: string

  constructor(status: number, code: string, sentence: string) {
    super(status, sentence)
    this.code = code
  }
}

/**
 * A piece fails for a reason that passes by itself. The job repeats it, and never leaves its records out before it
 * gives up.
 */
export class PassingFailure extends Error {
  override readonly name = 'PassingFailure'
}

/** Whether the next piece has one record, which always fails for a reason that does not pass by itself. */
export function isDefective({ defects }: Job): boolean {
  return defects >= DEFECTS_MAX
}

/** Whether the next piece failed even when its record was left out. */
export function isBeyondRepair({ defects }: Job): boolean {
  return defects > DEFECTS_MAX
}

/**
 * Ends a job whose next piece has failed for an hour for temporary reasons. Its records are correct, so they are not
 * left out.
 *
 * @param sentence the error of the job: what was tried, and how to go on
 * @throws CodedFailure
 */
export function requireAttemptsLeft({ attempts }: Job, sentence: string): void {
  if (attempts > ATTEMPTS_MAX) throw new CodedFailure(503, 'given_up', sentence)
}

/**
 * Reads what the next piece is about, outside of a transaction.
 *
 * @param size the largest number of records
 * @throws PlainError if the job cannot continue; the sentence becomes its error
 */
export type JobWork = (job: Job, size: number) => Promise<Piece>

interface JobDependencies {
  readonly clock: Clock
  readonly db: Database
  readonly log: Log
  readonly metrics: Pick<Metrics, 'jobPieces'>
}

/**
 * Does jobs in bounded pieces. Each piece is one transaction that also stores the progress, so that a process that is
 * killed neither loses nor repeats work. The jobs of all projects take turns; the jobs of one project run one after the
 * other.
 */
export class Jobs {
  readonly #dependencies: JobDependencies
  readonly #works: Readonly<Record<JobType, JobWork>>
  /** Sizes of the next pieces, by type. */
  readonly #sizes = new Map<JobType, number>()
  readonly #loop: WorkLoop
  /**
   * Releases the claim of a piece that failed. Kept until it succeeds: a lease that ends without it looks like the end
   * of the process.
   */
  #release: Statement<void> | null = null

  constructor(dependencies: JobDependencies, works: Readonly<Record<JobType, JobWork>>) {
    this.#dependencies = dependencies
    this.#works = works
    const { log } = dependencies
    this.#loop = new WorkLoop(
      {
        log,
        firstLookMillis: FIRST_LOOK_MILLIS,
        failure: 'jobs failed and are tried again',
        takeOver: () => this.#takeOver(),
      },
      (signal) => this.#workOnOne(signal),
    )
  }

  /** Starts the worker, which also continues the jobs of an earlier process. */
  start(): void {
    this.#loop.start()
  }

  /** Starts to work without waiting for it. Call it after the commit of a new job. */
  wake(): void {
    this.#loop.wake()
  }

  /** Resolves when no job is due. */
  async idle(): Promise<void> {
    this.#loop.wake()
    while (this.#loop.working) await this.#loop.working
  }

  /** Ends the piece in progress and starts no further one. */
  stop(): Promise<void> {
    return this.#loop.stop()
  }

  /** No other process uses the embedded engine, so the claims of an earlier one are without an owner. */
  async #takeOver(): Promise<void> {
    const { clock, db } = this.#dependencies
    if (db.engine === 'embedded') await db.run(releaseClaims(clock.now()))
  }

  /** Does a piece of the job that has been due for longest. Returns whether there was one. */
  async #workOnOne(signal: AbortSignal): Promise<boolean> {
    const { clock, db } = this.#dependencies
    await this.#releaseClaim()
    const now = clock.now()
    const job = await db.run(claimJob(now, later(now, LEASE_MILLIS), PIECE_MAX))
    if (!job) return false
    const attributes = { 'portico.project_id': job.projectId }
    const pauseMillis = await inRootSpan(`job ${job.type}`, attributes, () => this.#workOn(job))
    // The next piece is due after the pause. A timer can end a millisecond early.
    await sleep(pauseMillis + 2, undefined, { signal, ref: false }).catch(() => {})
    return true
  }

  /** Does one piece. Returns the time to pause, so that requests have at least half of the database. */
  async #workOn(job: Job): Promise<number> {
    const { clock, db, log, metrics } = this.#dependencies
    const isSingle = job.attempts >= SINGLE_FROM_ATTEMPT || job.singlePieces > 0
    const size = isSingle ? 1 : (this.#sizes.get(job.type) ?? FIRST_PIECE)
    const startedAt = performance.now()
    try {
      const piece = await this.#works[job.type](job, size)
      const skipped = isDefective(job) ? piece.skipped : null
      const call = callOf(job, () => clock.now())
      let pauseMillis = 0
      await db.transaction(async (tx) => {
        const jobs = scopeToProject(tx, job.projectId)
        if (!(await jobs.run(lockClaimedJob(job)))) return
        const progress = skipped ?? (await piece.perform(tx, call))
        pauseMillis = pauseAfter(performance.now() - startedAt, piece.preparedMillis ?? 0, db.engine)
        const moments = { now: clock.now(), dueAt: later(clock.now(), pauseMillis) }
        await jobs.run(writeProgress(job, progress, moments))
        if (progress.position === null) await jobs.run(emit(call, 'job.ended', { jobId: job.id, reason: 'done' }))
      })
      this.#adaptSize(job, size, (piece.aimedMillis ?? PIECE_MILLIS) / (performance.now() - startedAt))
      metrics.jobPieces.inc({ type: job.type, outcome: 'done' })
      return pauseMillis
    } catch (error) {
      metrics.jobPieces.inc({ type: job.type, outcome: 'failed' })
      this.#sizes.set(job.type, Math.max(1, Math.floor(size / 4)))
      if (error instanceof PlainError) {
        await this.#fail(job, error.message, error instanceof CodedFailure ? error.code : null)
      } else {
        log.warn(
          { err: error, project_id: job.projectId, job_id: job.id, attempts: job.attempts },
          'a piece of a job failed',
        )
        this.#release = postponeJob(job, later(clock.now(), backoffMillis(job.attempts)), !isPassing(error))
        await this.#releaseClaim()
      }
      return PAUSE_MIN_MILLIS
    }
  }

  async #releaseClaim(): Promise<void> {
    if (!this.#release) return
    await this.#dependencies.db.run(this.#release)
    this.#release = null
  }

  async #fail(job: Job, sentence: string, errorCode: string | null): Promise<void> {
    const { clock, db } = this.#dependencies
    await db.transaction(async (tx) => {
      const jobs = scopeToProject(tx, job.projectId)
      if (!(await jobs.run(lockClaimedJob(job)))) return
      await jobs.run(endJob(jobs.projectId, job.id, { state: 'failed', error: sentence, errorCode, now: clock.now() }))
      await jobs.run(
        emit(
          callOf(job, () => clock.now()),
          'job.ended',
          { jobId: job.id, reason: 'failed' },
        ),
      )
    })
  }

  #adaptSize({ type }: Job, size: number, wanted: number): void {
    const factor = Math.min(2, Math.max(0.25, wanted))
    this.#sizes.set(type, Math.min(PIECE_MAX, Math.max(1, Math.round(size * factor))))
  }
}

/**
 * Leaves at least half of the database's time to requests. On PostgreSQL, the preparation of the next piece leaves it
 * to them too; it takes about as long as that of this piece. The embedded engine runs in the process that prepares.
 */
export function pauseAfter(pieceMillis: number, preparedMillis: number, engine: Database['engine']): number {
  const databaseMillis = pieceMillis - preparedMillis
  return Math.max(PAUSE_MIN_MILLIS, engine === 'embedded' ? databaseMillis : databaseMillis - preparedMillis)
}

/** The call that created the job. Its events name the same actor and request. */
export function callOf(job: Job, now: () => Date): EventCall {
  return {
    projectId: job.projectId,
    actor: { type: job.actorType, ...(job.actorId !== null && { id: job.actorId }) },
    origin: { projectId: job.projectId, requestId: job.requestId, clientAddress: job.clientAddress },
    now,
  }
}

/**
 * Whether the reason passes by itself. Locks that are not available, conflicts and lost connections are outages of the
 * store.
 */
export function isPassing(error: unknown): boolean {
  return error instanceof StoreUnavailable || error instanceof TooBusy || error instanceof PassingFailure
}

function backoffMillis(attempts: number): number {
  return Math.min(BACKOFF_MAX_MILLIS, BACKOFF_BASE_MILLIS * 2 ** attempts * (0.5 + Math.random()))
}
