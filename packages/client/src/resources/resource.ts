import { CACHE_DROP_MILLIS, CACHE_REFRESH_THROTTLE_MILLIS } from '@portico/contract/limits'

import type { Ports } from '../transport/ports.ts'

/**
 * A value of the service that stays up to date on the page. React hooks use it like this:
 *
 *     const user = app[porticoAppInternalsSymbol].userResource()
 *     useSyncExternalStore(user.subscribe, user.getSnapshot, user.getServerSnapshot)
 *     return user.read()
 *
 * - One fetch runs at a time, with at least 300 ms between two starts. Waiting callers share one fetch.
 * - A refresh during a fetch waits for the next fetch, because the running one may have missed a change.
 * - The value is dropped 5,000 ms after the last subscriber leaves, or after a fetch without a subscriber.
 * - A failure is cached like a value. The next refresh, or a read after the drop, tries again.
 *
 * @internal
 */
export interface Resource<Value> {
  /** Calls the listener after each change. Returns the function that unsubscribes. Bound, so it can be passed on. */
  readonly subscribe: (listener: () => void) => () => void
  /** Returns the same object until something changes. Bound. */
  readonly getSnapshot: () => Snapshot<Value>
  /** Returns the seeded value (see `seed`) or pending: the same on the server and during hydration. Bound. */
  readonly getServerSnapshot: () => Snapshot<Value>
  /** Returns the value synchronously. Throws the failure, or the pending promise (React's Suspense protocol). */
  read(): Value
  /** Returns the cached value or failure. Otherwise joins the running fetch or starts one. */
  load(): Promise<Value>
  /** Always fetches from the service. */
  refresh(): Promise<Value>
  /** Drops the value. Fetches it again immediately if there is a subscriber. */
  invalidate(): void
  /** Sets the value without a request, from server-rendered data or from the answer to a change. */
  seed(value: Value): void
}

/**
 * A resource whose first value a server may still send.
 *
 * @internal
 */
export interface ExpectingResource<Value> extends Resource<Value> {
  /** Components wait for this promise before they read. It never rejects. Null: no value is expected. */
  expected: Promise<unknown> | null
}

/** The state of a value that loads: pending, loaded or failed. */
export type Snapshot<Value> =
  | { readonly status: 'pending' }
  | { readonly status: 'ok'; readonly data: Value }
  | { readonly status: 'error'; readonly error: unknown }

const pending = { status: 'pending' } as const

export class CachedResource<Value> implements Resource<Value> {
  readonly #ports: Pick<Ports, 'now' | 'sleep' | 'after'>
  readonly #fetch: () => Promise<Value>
  readonly #listeners = new Set<() => void>()
  #snapshot: Snapshot<Value> = pending
  #serverSnapshot: Snapshot<Value> = pending
  #running: Promise<Value> | null = null
  #next: Promise<Value> | null = null
  #lastStartMillis = Number.NEGATIVE_INFINITY
  /** Increases when the value changes without a fetch, so that fetches that started earlier do not overwrite it. */
  #generation = 0
  #cancelDrop: (() => void) | null = null

  constructor(ports: Pick<Ports, 'now' | 'sleep' | 'after'>, fetch: () => Promise<Value>) {
    this.#ports = ports
    this.#fetch = fetch
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    // A new wrapper per subscription, so that the same function can subscribe twice.
    const entry = (): void => listener()
    this.#listeners.add(entry)
    this.#cancelDrop?.()
    return () => {
      if (this.#listeners.delete(entry)) this.#dropWhenUnused()
    }
  }

  readonly getSnapshot = (): Snapshot<Value> => this.#snapshot

  readonly getServerSnapshot = (): Snapshot<Value> => this.#serverSnapshot

  read(): Value {
    const snapshot = this.#snapshot
    if (snapshot.status === 'ok') return snapshot.data
    // Suspense requires that we throw the promise; error boundaries receive the error of the fetch.
    const reason: unknown = snapshot.status === 'error' ? snapshot.error : this.load()
    throw reason
  }

  load(): Promise<Value> {
    const snapshot = this.#snapshot
    if (snapshot.status === 'ok') return Promise.resolve(snapshot.data)
    if (snapshot.status === 'error') return Promise.reject(snapshot.error)
    return this.#next ?? this.#running ?? this.refresh()
  }

  refresh(): Promise<Value> {
    if (!this.#next) {
      this.#next = this.#fetchWhenAllowed()
      // A background refresh has no waiting caller: avoid an unhandled rejection. The snapshot contains the failure.
      this.#next.catch(() => {})
    }
    return this.#next
  }

  invalidate(): void {
    this.#generation += 1
    this.#show(pending)
    if (this.#listeners.size > 0) void this.refresh()
  }

  /**
   * After a change on the service: fetches again if there is a subscriber, otherwise drops the value. Never rejects.
   */
  async renew(): Promise<void> {
    if (this.#listeners.size > 0) await this.refresh().catch(() => {})
    else this.invalidate()
  }

  seed(value: Value): void {
    this.#generation += 1
    const snapshot = { status: 'ok', data: value } as const
    if (this.#serverSnapshot === pending) this.#serverSnapshot = snapshot
    this.#show(snapshot)
    this.#dropWhenUnused()
  }

  async #fetchWhenAllowed(): Promise<Value> {
    // Start after `refresh` has stored this promise, so that calls in the same tick share it.
    await Promise.resolve()
    while (this.#running) await this.#running.catch(() => {})
    const waitMillis = this.#lastStartMillis + CACHE_REFRESH_THROTTLE_MILLIS - this.#ports.now()
    if (waitMillis > 0) await this.#ports.sleep(waitMillis)
    this.#running = this.#fetchNow()
    this.#next = null
    return this.#running
  }

  async #fetchNow(): Promise<Value> {
    const generation = this.#generation
    this.#lastStartMillis = this.#ports.now()
    this.#cancelDrop?.()
    try {
      const data = await this.#fetch()
      if (generation === this.#generation) this.#show({ status: 'ok', data })
      return data
    } catch (error) {
      if (generation === this.#generation) this.#show({ status: 'error', error })
      throw error
    } finally {
      this.#running = null
      this.#dropWhenUnused()
    }
  }

  #dropWhenUnused(): void {
    this.#cancelDrop?.()
    if (this.#listeners.size > 0 || this.#running || this.#next) return
    this.#cancelDrop = this.#ports.after(CACHE_DROP_MILLIS, () => {
      this.#generation += 1
      this.#snapshot = pending
    })
  }

  #show(snapshot: Snapshot<Value>): void {
    if (snapshot === this.#snapshot) return
    this.#snapshot = snapshot
    for (const listener of [...this.#listeners]) listener()
  }
}
