import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

import { later, type Clock } from '../kernel/clock.ts'
import type { Database, Transaction } from '../kernel/database.ts'
import { emit, type EventCall } from '../kernel/emit.ts'
import { PlainError } from '../kernel/errors.ts'
import type { Log } from '../platform/log/log.ts'
import { scopeToProject } from '../platform/db/project-scope.ts'
import type { Job, JobProgress, JobType } from '../records/jobs/job.ts'
import { claimJob, endJob, lockClaimedJob, postponeJob, releaseClaims, writeProgress } from '../records/jobs/store.ts'

/** Other workers repeat a piece after this time. The lock on the job keeps a slow piece and its repetition apart. */
const LEASE_MILLIS = 15_000
const POLL_MILLIS = 5_000
/** The first search for jobs of an earlier process waits until the service has started. */
const FIRST_LOOK_MILLIS = 1_000
/** The duration that the size of a piece is adapted to. Requests wait for locks and, on the embedded engine, for the whole piece. */
const PIECE_MILLIS = 100
const PAUSE_MIN_MILLIS = 5
const PIECE_MAX = 500
const FIRST_PIECE = 50
/** From this attempt on, a piece has one record, so that one that fails does not stop the others. */
const SINGLE_FROM_ATTEMPT = 3
/** After this number of attempts, a record is skipped. */
const TRIES = 5
const BACKOFF_BASE_MILLIS = 500
const BACKOFF_MAX_MILLIS = 60_000

/** A bounded part of a job. */
export interface Piece {
  /** Does the work in the transaction that stores the progress. It takes its locks after the one on the job. */
  readonly perform: (tx: Transaction, call: EventCall) => Promise<JobProgress>
  /** The progress if the piece always fails and is left out; null if it must not be. */
  readonly skipped: JobProgress | null
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
}

/**
 * Does jobs in bounded pieces. Each piece is one transaction that also stores the progress, so that a process that is killed
 * neither loses nor repeats work. The jobs of all projects take turns; the jobs of one project run one after the other.
 */
export class Jobs {
  readonly #dependencies: JobDependencies
  readonly #works: Readonly<Record<JobType, JobWork>>
  /** Sizes of the next pieces, by type. */
  readonly #sizes = new Map<JobType, number>()
  // A caller of `wake` may be inside a transaction. Pieces must not run in its async context, and so not on its handle.
  readonly #outsideOfCallers = AsyncLocalStorage.snapshot()
  #working: Promise<void> | undefined
  #wakes = 0
  #firstLook: NodeJS.Timeout | undefined
  #poll: NodeJS.Timeout | undefined
  #stopping = new AbortController()

  constructor(dependencies: JobDependencies, works: Readonly<Record<JobType, JobWork>>) {
    this.#dependencies = dependencies
    this.#works = works
    this.#stopping.abort()
  }

  /** Starts the worker, which also continues the jobs of an earlier process. */
  start(): void {
    this.#stopping = new AbortController()
    this.#poll = setInterval(() => this.wake(), POLL_MILLIS)
    this.#poll.unref()
    this.#firstLook = setTimeout(() => this.#takeOver(), FIRST_LOOK_MILLIS)
    this.#firstLook.unref()
  }

  /** Starts to work without waiting for it. Call it after the commit of a new job. */
  wake(): void {
    this.#wakes += 1
    if (this.#stopping.signal.aborted || this.#working) return
    this.#working = this.#outsideOfCallers(() => this.#workOnAll())
      .catch((error: unknown) => {
        if (!this.#stopping.signal.aborted)
          this.#dependencies.log.error({ err: error }, 'jobs failed and are tried again')
      })
      .finally(() => (this.#working = undefined))
  }

  /** Resolves when no job is due. */
  async idle(): Promise<void> {
    this.wake()
    while (this.#working) await this.#working
  }

  /** Ends the piece in progress and starts no further one. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    clearTimeout(this.#firstLook)
    clearInterval(this.#poll)
    await this.#working
  }

  #takeOver(): void {
    const { clock, db, log } = this.#dependencies
    const released = db.engine === 'embedded' ? db.run(releaseClaims(clock.now())) : Promise.resolve()
    released.then(
      () => this.wake(),
      (error: unknown) => log.warn({ err: error }, 'jobs of an earlier process wait for the end of their lease'),
    )
  }

  async #workOnAll(): Promise<void> {
    const { clock, db } = this.#dependencies
    const { signal } = this.#stopping
    while (!signal.aborted) {
      const wakesBefore = this.#wakes
      const now = clock.now()
      const job = await db.run(claimJob(now, later(now, LEASE_MILLIS)))
      if (job) {
        const pauseMillis = await this.#workOn(job)
        // The next piece is due after the pause. A timer can end a millisecond early.
        await sleep(pauseMillis + 2, undefined, { signal, ref: false }).catch(() => {})
      } else if (this.#wakes === wakesBefore) return
    }
  }

  /** Does one piece. Returns the time to pause, so that requests have at least half of the database. */
  async #workOn(job: Job): Promise<number> {
    const { clock, db, log } = this.#dependencies
    const size = job.attempts >= SINGLE_FROM_ATTEMPT ? 1 : (this.#sizes.get(job.type) ?? FIRST_PIECE)
    const startedAt = performance.now()
    try {
      const piece = await this.#works[job.type](job, size)
      const skipped = job.attempts > TRIES ? piece.skipped : null
      const call = callOf(job, () => clock.now())
      let pauseMillis = 0
      await db.transaction(async (tx) => {
        const jobs = scopeToProject(tx, job.projectId)
        if (!(await jobs.run(lockClaimedJob(job)))) return
        const progress = skipped ?? (await piece.perform(tx, call))
        pauseMillis = Math.max(PAUSE_MIN_MILLIS, performance.now() - startedAt)
        const moments = { now: clock.now(), dueAt: later(clock.now(), pauseMillis) }
        await jobs.run(writeProgress(job, progress, moments))
        if (progress.position === null) await jobs.run(emit(call, 'job.ended', { jobId: job.id, reason: 'done' }))
      })
      this.#adaptSize(job, size, performance.now() - startedAt)
      return pauseMillis
    } catch (error) {
      this.#sizes.set(job.type, Math.max(1, Math.floor(size / 4)))
      if (error instanceof PlainError) {
        await this.#fail(job, error.message)
      } else {
        log.warn(
          { err: error, project_id: job.projectId, job_id: job.id, attempts: job.attempts },
          'a piece of a job failed',
        )
        await db.run(postponeJob(job, later(clock.now(), backoffMillis(job.attempts))))
      }
      return PAUSE_MIN_MILLIS
    }
  }

  async #fail(job: Job, sentence: string): Promise<void> {
    const { clock, db } = this.#dependencies
    await db.transaction(async (tx) => {
      const jobs = scopeToProject(tx, job.projectId)
      if (!(await jobs.run(lockClaimedJob(job)))) return
      await jobs.run(endJob(jobs.projectId, job.id, { state: 'failed', error: sentence, now: clock.now() }))
      await jobs.run(
        emit(
          callOf(job, () => clock.now()),
          'job.ended',
          { jobId: job.id, reason: 'failed' },
        ),
      )
    })
  }

  #adaptSize({ type }: Job, size: number, millis: number): void {
    const factor = Math.min(2, Math.max(0.25, PIECE_MILLIS / Math.max(1, millis)))
    this.#sizes.set(type, Math.min(PIECE_MAX, Math.max(1, Math.round(size * factor))))
  }
}

/** The call that created the job. Its events name the same actor and request. */
function callOf(job: Job, now: () => Date): EventCall {
  return {
    projectId: job.projectId,
    actor: { type: job.actorType, ...(job.actorId !== null && { id: job.actorId }) },
    origin: { projectId: job.projectId, requestId: job.requestId, clientAddress: job.clientAddress },
    now,
  }
}

function backoffMillis(attempts: number): number {
  return Math.min(BACKOFF_MAX_MILLIS, BACKOFF_BASE_MILLIS * 2 ** attempts * (0.5 + Math.random()))
}
