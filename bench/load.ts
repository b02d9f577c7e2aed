import { runScript } from './processes.ts'

/** One connection's request, sent again as soon as the answer is there. */
export interface Lane {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  headers: Record<string, string>
  /** `[<id>]` in it becomes different text in each request. */
  body?: string
  /** Instead of `body`: each is sent once, in turn. For requests that can succeed only once. */
  bodies?: readonly string[]
  /** Of a good answer, if not 2xx. */
  status?: number
  /** Where the `refresh_token` of each answer goes in the lane's next request. */
  rotation?: 'header' | 'form'
}

export interface Load {
  origin: string
  /** One connection each. */
  lanes: readonly Lane[]
  /** Every connection sends until the time is up, and one request at least. */
  seconds: number
  /** Sent over as many connections before it counts: for short loads, which a cold generator would be a good part of. */
  warmUp?: Lane
}

export interface LoadResult {
  /** Good answers per second, from the first request to the last answer. */
  rate: number
  /** From a request to its answer: the median, and the one that took longest. */
  medianMillis: number
  slowestMillis: number
}

/** Sends requests from a process of its own, so that the generator's work is nobody's but the operating system's. */
export function runLoad(load: Load): Promise<LoadResult> {
  return runScript<LoadResult>('load-process.ts', load)
}
