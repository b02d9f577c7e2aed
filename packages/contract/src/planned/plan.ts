import type { z } from 'zod'

import type { EndpointSpec } from '../endpoint.ts'
import type { ErrorSpec } from '../errors.ts'
import type { EventFacts } from '../events.ts'
import type { RateDimension, RateLimit } from '../limits/rate-limits.ts'

/**
 * What a feature adds to the contract, decided before its flows are written. The service does not offer it yet.
 *
 * The pull request that adds a flow moves its values to the slice of the feature, and deletes them here: an endpoint, an error, a limit, an
 * event or a field that is in the contract is refused by the test of the plans.
 */
export interface Plan {
  /** The number of the decision record. */
  readonly decision: string
  /** Constants and limits of sizes, each with the unit at the end of its name. */
  readonly constants: Readonly<Record<string, number>>
  readonly endpoints: Readonly<Record<string, PlannedEndpoint>>
  /** New fields of existing schemas, by the name of the schema and the path to its object. */
  readonly fields: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>>
  readonly errors: Readonly<Record<string, ErrorSpec>>
  readonly limits: Readonly<Record<string, PlannedLimit>>
  readonly events: Readonly<Record<string, EventFacts>>
  /** Mails, with the moment at which each is sent. */
  readonly mails: Readonly<Record<string, string>>
  /** The members of the SDK, by their interface. */
  readonly sdk: Readonly<Record<string, readonly string[]>>
}

/** An endpoint whose errors may be planned too. */
export interface PlannedEndpoint extends Omit<EndpointSpec, 'errors'> {
  readonly errors: readonly string[]
  /** The act of the rate limit, existing or planned. */
  readonly limit?: string
}

/** The rate of an act, with what a call of it does. */
export interface PlannedLimit extends Partial<Record<RateDimension, RateLimit>> {
  readonly description: string
}
