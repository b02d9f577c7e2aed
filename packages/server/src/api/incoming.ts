import type { RequestFacts, Route } from './route.ts'

/** What is known of a request, for handlers and for limits. */
export interface IncomingFacts extends RequestFacts {
  /** What limits count; see `addressBlock`. */
  readonly addressBlock: string
}

/** A request as the router hands it over. */
export interface Incoming {
  readonly request: Request
  /** Null for a path without an endpoint: body and headers are checked first, then the answer is 404. */
  readonly route: Route | null
  readonly params: Record<string, string>
  readonly url: URL
  readonly facts: IncomingFacts
}
