import { AsyncLocalStorage } from 'node:async_hooks'

import type { Log } from '../platform/log/log.ts'

const POLL_MILLIS = 5_000

export interface WorkLoopOptions {
  readonly log: Log
  /**
   * The first search for work of an earlier process waits until the service has started, which it would slow down on
   * the embedded engine.
   */
  readonly firstLookMillis: number
  /** What the log says of a failed round, which the next poll repeats. */
  readonly failure: string
  /** Takes over the work of an earlier process, before the first search. */
  readonly takeOver?: () => Promise<void>
}

/**
 * Claims due work and does it, round by round, until none is left: after `wake`, and every five seconds for work that
 * another node queued and did not do, or whose lease has ended.
 *
 * Claimed work has a lease in the database: if the process dies, another one claims the work after the lease.
 */
export class WorkLoop {
  readonly #options: WorkLoopOptions
  readonly #round: (signal: AbortSignal) => Promise<boolean>
  // A caller of `wake` may be inside a transaction. Rounds must not run in its async context, and so not on its handle.
  readonly #outsideOfCallers = AsyncLocalStorage.snapshot()
  #working: Promise<void> | null = null
  #wakes = 0
  #firstLook: NodeJS.Timeout | undefined
  #poll: NodeJS.Timeout | undefined
  #stopping = new AbortController()

  /** @param round claims work and does it, or starts to; returns whether more may be due */
  constructor(options: WorkLoopOptions, round: (signal: AbortSignal) => Promise<boolean>) {
    this.#options = options
    this.#round = round
    this.#stopping.abort()
  }

  get isRunning(): boolean {
    return !this.#stopping.signal.aborted
  }

  /** Starts to work, also on what an earlier process left. */
  start(): void {
    this.#stopping = new AbortController()
    this.#poll = setInterval(() => this.wake(), POLL_MILLIS)
    this.#poll.unref()
    this.#firstLook = setTimeout(() => void this.#takeOver(), this.#options.firstLookMillis)
    this.#firstLook.unref()
  }

  /**
   * Starts to work without waiting for it. Call it after the commit of new work. Work in progress has one more round,
   * because it may have skipped what is due now.
   */
  wake(): void {
    this.#wakes += 1
    if (!this.isRunning || this.#working) return
    this.#working = this.#outsideOfCallers(() => this.#workOnAll())
  }

  /** The rounds in progress; null if there are none. */
  get working(): Promise<void> | null {
    return this.#working
  }

  /** Starts no further round and waits for the one in progress. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    clearTimeout(this.#firstLook)
    clearInterval(this.#poll)
    await this.#working
  }

  async #takeOver(): Promise<void> {
    const { log, takeOver } = this.#options
    await takeOver?.().catch((error: unknown) => {
      log.warn({ err: error }, 'work of an earlier process waits for the end of its lease')
    })
    this.wake()
  }

  async #workOnAll(): Promise<void> {
    const { signal } = this.#stopping
    try {
      while (!signal.aborted) {
        const wakesBefore = this.#wakes
        const hasMore = await this.#round(signal)
        // Work that was queued during the round must not wait for the next poll.
        if (!hasMore && this.#wakes === wakesBefore) return
      }
    } catch (error) {
      const { failure, log } = this.#options
      if (!signal.aborted) log.error({ err: error }, failure)
    } finally {
      // In the same turn as the check above: a wake in between would be lost.
      this.#working = null
    }
  }
}
