import type { Ports } from '../transport/ports.ts'
import type { SendRequest } from '../transport/request.ts'
import { CachedResource, type Resource } from './resource.ts'

/** Calls that change nothing, although they are no GET: the answer or the question is a secret. */
const readingPost = /\/(?:access-token|check)$/

/** A page shows far fewer reads at a time. An evicted read is fetched again. */
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

/** Returns a read of one record, for a hook. The same key requires the same `read`. */
export type ReadOfRecord = <Value>(key: readonly unknown[], read: () => Promise<Value>) => Resource<Value>

/** The reads that hooks show: one resource for each method with its arguments. */
export class CachedReads {
  readonly #ports: Ports
  /** By the text of the key, the most recently used last. */
  readonly #resources = new Map<string, CachedResource<unknown>>()

  constructor(ports: Ports) {
    this.#ports = ports
  }

  /** @param key names the method and its arguments; the same key requires the same `read` */
  of<Value>(key: readonly unknown[], read: () => Promise<Value>): Resource<Value> {
    const text = JSON.stringify(key)
    const resource = this.#resources.get(text) ?? new CachedResource<unknown>(this.#ports, read)
    this.#resources.delete(text)
    this.#resources.set(text, resource)
    const [oldest] = this.#resources.keys()
    if (this.#resources.size > READS_MAX && oldest !== undefined) this.#resources.delete(oldest)
    // Unchecked cast: the key names the method that returns the value.
    return resource as unknown as Resource<Value>
  }

  /** @param kind of the record, whose reads the id and the key name */
  ofRecord(kind: string, id: string): ReadOfRecord {
    return (key, read) => this.of([kind, id, ...key], read)
  }

  /** Returns a request function after whose changes the reads with subscribers are fetched again, and the others dropped. */
  renewedBy(request: SendRequest): SendRequest {
    return async (path, options) => {
      const answer = await request(path, options)
      const isChange = options?.method !== undefined && options.method !== 'GET' && !readingPost.test(path)
      if (isChange) for (const resource of this.#resources.values()) void resource.renew()
      // Unchecked cast: TypeScript does not infer the type parameter of the returned function.
      return answer as never
    }
  }
}
