import type { AccessType } from '@portico/contract'
import { CACHE_DROP_MILLIS } from '@portico/contract/limits'

import type { Ports } from '../transport/ports.ts'
import type { SendRequest } from '../transport/request.ts'
import { wrapRequest } from '../transport/wrap-request.ts'
import { CachedResource, type Resource } from './resource.ts'

/** POST calls that only read: their request or response contains a secret. */
const readingPost = /\/(?:access-token|check)$/

/** Returns whether an operation, such as `PATCH /users/me`, changes something. */
export function isChange(call: string): boolean {
  return !call.startsWith('GET ') && !readingPost.test(call)
}

/** Above it, reads are evicted that no hook has read for a while. An evicted read is fetched again. */
const READS_MAX = 200

/** The reads of an app, for the hooks of `@portico/react`. */
export interface CachedReadInternals {
  /**
   * Returns a read of the app. Each change through the app fetches it again or drops it.
   *
   * @param key names the method and its arguments; the same key requires the same `read`
   */
  readResource<Value>(key: readonly unknown[], read: () => Promise<Value>): Resource<Value>
}

/**
 * Returns a read of one record, for a hook. The same key requires the same `read`.
 *
 * @internal
 */
export type ReadOfRecord = <Value>(key: readonly unknown[], read: () => Promise<Value>) => Resource<Value>

/** The reads that hooks show: one resource for each method with its arguments. */
export class CachedReads {
  readonly #ports: Ports
  /** By the text of the key, the most recently used last. */
  readonly #entries = new Map<string, { readonly resource: CachedResource<unknown>; readonly usedAtMillis: number }>()

  constructor(ports: Ports) {
    this.#ports = ports
  }

  /** @param key names the method and its arguments; the same key requires the same `read` */
  of<Value>(key: readonly unknown[], read: () => Promise<Value>): Resource<Value> {
    const text = JSON.stringify(key)
    const now = this.#ports.now()
    const resource = this.#entries.get(text)?.resource ?? new CachedResource<unknown>(this.#ports, read)
    this.#entries.delete(text)
    this.#entries.set(text, { resource, usedAtMillis: now })
    for (const [name, { usedAtMillis }] of this.#entries) {
      // A list may have a hook in each of its rows. Evicted while they load, they would never finish.
      if (this.#entries.size <= READS_MAX || now - usedAtMillis < CACHE_DROP_MILLIS) break
      this.#entries.delete(name)
    }
    // Unchecked cast: the key names the method that returns the value.
    return resource as unknown as Resource<Value>
  }

  /** @param kind of the record, whose reads the id and the key name */
  ofRecord(kind: string, id: string): ReadOfRecord {
    return (key, read) => this.of([kind, id, ...key], read)
  }

  /**
   * Returns a request function after whose changes the reads with subscribers are fetched again, and the others
   * dropped.
   */
  renewedBy<Access extends AccessType>(request: SendRequest<Access>): SendRequest<Access> {
    return wrapRequest(request, (send) => async (call, options) => {
      const answer = await send(call, options)
      if (isChange(call)) for (const { resource } of this.#entries.values()) void resource.renew()
      return answer
    })
  }
}
