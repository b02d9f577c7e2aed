import type { Readable } from 'node:stream'

import { randomText } from '../../platform/crypto/random.ts'
import type { RequestFacts, Route } from './route.ts'

const REQUEST_ID_CHARACTERS = 16

/** Returns the id of a request, which its answer and its log lines share. */
export function newRequestId(): string {
  return randomText(REQUEST_ID_CHARACTERS)
}

/** The facts about a request that handlers and rate limits use. */
export interface IncomingFacts extends RequestFacts {
  /** The network that rate limits count; see `addressBlock`. */
  readonly addressBlock: string
}

/** A request as the router passes it to the pipeline. */
export interface Incoming {
  readonly request: Request
  /** The body as Node receives it; see `ConnectionInfo`. */
  readonly receivedBody: Readable | undefined
  /** Null for a path without an endpoint: the pipeline checks body and headers first and then answers 404. */
  readonly route: Route | null
  readonly params: Record<string, string>
  readonly url: URL
  readonly facts: IncomingFacts
}
