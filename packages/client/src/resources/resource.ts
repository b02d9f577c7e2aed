import { CACHE_DROP_MILLIS, CACHE_REFRESH_THROTTLE_MILLIS } from '@portico/contract/limits'

import type { Ports } from '../transport/ports.ts'

/**
 * A value of the service that stays up to date on the page. This is all that React hooks need:
 *
 *     const user = app[porticoAppInternalsSymbol].userResource()
 *     useSyncExternalStore(user.subscribe, user.getSnapshot, user.getServerSnapshot)
 *     return user.read()
 *
 * - one fetch at a time, at least 300 ms between two starts; callers that wait together share one fetch
 * - a call that arrives while a fetch runs waits for the next one, because the running one may have missed its change
 * - 5,000 ms after the last subscriber left (or after a fetch that nobody subscribed to) the value is dropped
 * - a failed fetch is kept like a value and tried again at the next refresh or after the drop
 */
export interface Resource<Value> {
  /** Calls the listener after each change; gives back the function that ends it. Bound: may be passed on as it is. */
  readonly subscribe: (listener: () => void) => () => void
  /** The same object until something changes. Bound. */
  readonly getSnapshot: () => Snapshot<Value>
  /** What was seeded (see `seed`), or pending: the same on the server and during hydration. Bound. */
  readonly getServerSnapshot: () => Snapshot<Value>
  /** The value at once; throws the failure, or the pending promise (React's Suspense protocol). */
  read(): Value
  /** The cached value or failure, else joins the running fetch, else starts one. */
  load(): Promise<Value>
  /** Always asks the service. */
  refresh(): Promise<Value>
  /** Drops the value; refetches at once if someone is subscribed. */
  invalidate(): void
  /** Sets the value without a request: from server-rendered data, or from the answer to a change. */
  seed(value: Value): void
}

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
  /** Grows whenever the value changes by other means than a fetch, so that fetches started before do not overwrite it. */
  #generation = 0
  #cancelDrop: (() => void) | null = null

  constructor(ports: Pick<Ports, 'now' | 'sleep' | 'after'>, fetch: () => Promise<Value>) {
    this.#ports = ports
    this.#fetch = fetch
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    // A wrapper of its own, so that the same function may be subscribed twice.
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
    // Suspense wants the promise itself to be thrown, and an error boundary whatever the fetch failed with.
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
      // Whoever waits sees the failure; a background refresh has nobody who does, and its failure is in the snapshot.
      this.#next.catch(() => {})
    }
    return this.#next
  }

  invalidate(): void {
    this.#generation += 1
    this.#show(pending)
    if (this.#listeners.size > 0) void this.refresh()
  }

  seed(value: Value): void {
    this.#generation += 1
    const snapshot = { status: 'ok', data: value } as const
    if (this.#serverSnapshot === pending) this.#serverSnapshot = snapshot
    this.#show(snapshot)
    this.#dropWhenUnused()
  }

  async #fetchWhenAllowed(): Promise<Value> {
    // Not before the caller has noted this promise: whoever asks in the same moment shares it.
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
