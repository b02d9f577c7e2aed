import { runScript } from './processes.ts'

/** The request of one connection, sent again after each response. */
export interface Lane {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  headers: Record<string, string>
  /** `[<id>]` is replaced with a unique text in each request. */
  body?: string
  /** Replaces `body`: each is sent once, in order. For requests that can succeed only once. */
  bodies?: readonly string[]
  /** Replace `headers`: one entry per request, in order, again from the first after the last. */
  headersInTurn?: readonly Record<string, string>[]
  /** Expected status. Default: any 2xx. */
  status?: number
  /** Where to put the `refresh_token` of each response in the next request. */
  rotation?: 'header' | 'form'
}

export interface Load {
  origin: string
  /** One lane per connection. */
  lanes: readonly Lane[]
  /** Each connection sends requests until the time is up, but at least one. */
  seconds: number
  /** Sent on all connections before the measurement. Short loads require it, because a cold generator distorts them. */
  warmUp?: Lane
}

export interface LoadResult {
  /** Number of successful responses. */
  responses: number
  /** Successful responses per second, from the first request to the last response. */
  rate: number
  /** Time from a request to its response: median and maximum. */
  medianMillis: number
  slowestMillis: number
}

/** Runs the load generator in a separate process, so that other work of this process does not delay its requests. */
export function runLoad(load: Load): Promise<LoadResult> {
  return runScript<LoadResult>('load-process.ts', load)
}
