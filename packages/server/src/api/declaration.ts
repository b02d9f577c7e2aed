import { needsRecentSignIn, type EndpointSpec, type LimitedAct, type Variant } from '@portico/contract'
import { z } from 'zod'

import type { Guessed } from '../platform/limits/rate-limiter.ts'
import { alwaysNeedsUser, lowestAccess, type Requirement } from './access.ts'

/** An act that depends on the call; null for a call that is not limited. */
export interface ChosenAct<in Call> {
  /** Every act that it may be. */
  readonly acts: readonly LimitedAct[]
  readonly of: (call: Call) => LimitedAct | null
  /** The act of a call that is refused before validation, by its raw body. It counts per client address. Null: not counted. */
  readonly ofRefused: (body: unknown) => LimitedAct | null
}

/** What a route states besides its endpoint and its handler. The pipeline enforces it. */
export interface Declaration<Call, Found, Refusal> {
  /** Who may call. Without it there is no route. */
  readonly allow: Requirement<Call>
  /** The parameter, query parameter or field of the body in which a client may name its own user only. */
  readonly self?: string
  /** True: the session has to be of a recent sign-in. A function reads from the body, before validation, whether it has to. */
  readonly recentSignIn?: true | ((body: unknown) => boolean)
  /** Reads what limits and handler need to know first: whose code it is, which project a public call acts on. */
  readonly find?: (call: Call) => Promise<Found>
  /** The project that a call to a public endpoint counts for. */
  readonly project?: (call: Call & { readonly found: Found }) => { readonly id: string } | null
  /**
   * The act as which calls count. Calls count for client address and project before validation. A route with an account, a
   * mail, a chosen act or something to find counts after validation, all dimensions in one statement; there a call that is
   * refused earlier counts for its client address alone.
   */
  readonly limit?: LimitedAct | ChosenAct<Call & { readonly found: Found }>
  /** The account that the act counts for as well: a canonical address, or the id of a user or a code. */
  readonly account?: (call: Call & { readonly found: Found }) => string | null
  /** The call guesses a secret of the account. The handler reports the outcome; failures in a row make later calls wait. */
  readonly guesses?: Guessed
  /** The mailbox of a mail that the call causes beside its act; null if there is none. */
  readonly mailTo?: (call: Call & { readonly found: Found }) => string | null
  /** An act that the call may turn out to be as well. */
  readonly mayBecome?: 'signUp' | 'changeCredentials'
  /** Presents the refusal of a limit where a browser was sent to the endpoint. */
  readonly refused?: (call: Call & { readonly found: Found }, error: unknown) => Refusal
}

/** The declaration of any endpoint. */
type AnyDeclaration = Declaration<never, unknown, unknown>

/** Stops the start of a service whose route leaves open what its endpoint asks for. */
export function requireSoundDeclaration(spec: EndpointSpec, declaration: AnyDeclaration): void {
  const problem = findProblem(spec, declaration)
  if (problem !== null) throw new Error(`The route of ${spec.method} ${spec.path} ${problem}.`)
}

function findProblem(spec: EndpointSpec, declaration: AnyDeclaration): string | null {
  const { allow, limit, project, recentSignIn, self } = declaration
  // The type demands `allow`; a call that is not type-checked must be refused as well.
  if (!(allow as typeof allow | undefined)) return 'does not declare who may call it'
  if (lowestAccess(spec) !== allow.access) return 'and its endpoint disagree on the lowest access type'
  if (alwaysNeedsUser(spec) !== allow.needsUser) return 'and its endpoint disagree on whether it needs a user'
  const namesUser = clientFields(spec).includes('user_id')
  if (namesUser && self === undefined) return 'lets clients name a user and does not declare self'
  if (self !== undefined && !clientFields(spec).includes(self)) return `has no field ${self} that clients send`
  const isLimited = limit !== undefined || spec.changesCredentials !== undefined
  if (isLimited !== (spec.isRateLimited ?? false)) return 'and its endpoint disagree on whether it is limited'
  if (limit !== undefined && 'public' in spec.access && !project) return 'is public and limited, and names no project'
  if (needsRecentSignIn(spec) !== (recentSignIn !== undefined)) {
    return 'and its endpoint disagree on whether it needs a recent sign-in'
  }
  return null
}

/** The names of what clients send to the endpoint. */
function clientFields({ access, params }: EndpointSpec): string[] {
  const variant: Variant | undefined = 'public' in access ? undefined : access.client
  if (!variant) return []
  return [params, variant.query, variant.body].flatMap(fieldsOf)
}

function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (schema instanceof z.ZodOptional) return fieldsOf(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodObject ? Object.keys(schema.shape as Record<string, unknown>) : []
}
