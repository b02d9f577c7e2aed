import type { AccessType, EndpointSpec } from '@portico/contract'
import type { z } from 'zod'

import type { Call } from '../kernel/call.ts'
import type { Actor, Origin } from '../kernel/origin.ts'
import type { ProjectDatabase } from '../kernel/database.ts'
import type { Project } from '../records/projects/project.ts'
import type { EndUser } from '../platform/http/end-user.ts'
import type { User } from '../records/users/user.ts'
import type { CallLimits } from './call-limits.ts'
import type { Caller } from './caller.ts'
import { requireSoundDeclaration, type Declaration } from './declaration.ts'

/** What is known of the request besides its parsed parts. */
export interface RequestFacts {
  readonly id: string
  readonly clientAddress: string
  /** For the session list; null for callers that are no browser. */
  readonly endUser: EndUser | null
  readonly headers: Headers
}

/** The caller as handlers see them: without the access type, so that none decides by it. */
export type CallerFacts = Omit<Caller, 'accessType'>

/** The access types of an endpoint, or `public`. */
type AccessOf<Spec extends EndpointSpec> = keyof Spec['access']

type PartOf<
  Spec extends EndpointSpec,
  Access extends AccessOf<Spec>,
  Part extends 'body' | 'query',
> = Spec['access'][Access] extends infer V
  ? V extends { readonly [P in Part]: infer S extends z.ZodType }
    ? z.output<S>
    : never
  : never
type Known<T> = [T] extends [never] ? undefined : T

type AnswerOf<
  Spec extends EndpointSpec,
  Access extends AccessOf<Spec> = AccessOf<Spec>,
> = Spec['access'][Access] extends infer V
  ? V extends { readonly response: infer R }
    ? R extends z.ZodType
      ? z.input<R>
      : R extends 'redirect'
        ? Navigation
        : string
    : never
  : never

type IsPublic<Spec extends EndpointSpec> = 'public' extends keyof Spec['access'] ? true : false
type UserOf<Spec extends EndpointSpec, Access extends AccessOf<Spec>> = Spec['user'] extends
  | 'me'
  | 'required'
  | 'signed_in'
  ? User
  : Spec['user'] extends 'own'
    ? [Access] extends ['client']
      ? User
      : User | null
    : Spec['user'] extends 'optional'
      ? User | null
      : null

/** A request that has passed the checks of caller and shape. What a route declares is a function of it. */
export interface CheckedRequest<Spec extends EndpointSpec, Access extends AccessOf<Spec> = AccessOf<Spec>> {
  readonly body: Known<PartOf<Spec, Access, 'body'>>
  readonly query: Known<PartOf<Spec, Access, 'query'>>
  readonly params: Spec['params'] extends z.ZodType ? z.output<Spec['params']> : undefined
  readonly requestHeaders: Spec['headers'] extends z.ZodType ? z.output<Spec['headers']> : undefined
  readonly project: IsPublic<Spec> extends true ? Project | null : Project
  readonly user: UserOf<Spec, Access>
  readonly caller: CallerFacts
  readonly request: RequestFacts
  // What makes it a `Call` for the operations below; a public endpoint acts on whichever project its parameters name.
  readonly projectId: IsPublic<Spec> extends true ? string | null : string
  readonly db: IsPublic<Spec> extends true ? null : ProjectDatabase
  readonly actor: Actor
  readonly origin: Origin
  readonly now: () => Date
}

/** A request that has passed everything that its route declares. */
export interface RequestContext<
  Spec extends EndpointSpec,
  Access extends AccessOf<Spec> = AccessOf<Spec>,
  Found = unknown,
> extends CheckedRequest<Spec, Access> {
  readonly limits: CallLimits
  /** What the route's `find` has given; null without one. */
  readonly found: Found
}

/** A call to a project, as the operations of a flow get it: what the context of every endpoint that is not public has. */
export interface ProjectCall extends Call {
  readonly project: Project
  readonly request: RequestFacts
  readonly caller: CallerFacts
  readonly limits: CallLimits
}

type Handle = (context: RequestContext<EndpointSpec>) => Promise<Answer>

export interface Route {
  readonly spec: EndpointSpec
  readonly declaration: Declaration<CheckedRequest<EndpointSpec>, unknown, unknown>
  readonly handlerFor: (accessType: AccessType | null) => Handle
}

/** Where a browser that was sent here goes next. */
export type Navigation =
  | ((Redirection | Refusal) & { readonly cookie?: string })
  /** The address told as JSON, to a page that asks before it goes. */
  | { readonly to: 'told_location'; readonly location: string }

export interface Redirection {
  readonly to: 'location'
  readonly location: string
}

/** Nowhere: the error is shown, with a way back to the app if it is known and checked. */
export interface Refusal {
  readonly to: 'error'
  readonly error: unknown
  readonly backUrl?: string
}

/** A JSON or text answer, with headers where the standard behind the call asks for them. */
export interface Answer<Body = unknown> {
  readonly body: Body
  /** If it is not the endpoint's usual one. */
  readonly status?: number
  readonly headers?: Record<string, string>
}

type Handler<Spec extends EndpointSpec, Access extends AccessOf<Spec>, Found, Given> = (
  context: RequestContext<Spec, Access, Found>,
) => Promise<Given> | Given

/** One handler for every caller, or one for each access type where they differ. */
type Handlers<Spec extends EndpointSpec, Found> =
  | Handler<Spec, AccessOf<Spec>, Found, AnswerOf<Spec>>
  | { readonly [Access in AccessOf<Spec> & AccessType]: Handler<Spec, Access, Found, AnswerOf<Spec, Access>> }

type DeclarationOf<Spec extends EndpointSpec, Found> = Declaration<CheckedRequest<Spec>, Found, AnswerOf<Spec>>

/**
 * Ties a handler to its endpoint. What the handler gets and what it must give follow from the contract; who may call and how
 * often is declared here and enforced by the pipeline.
 *
 * @throws if the declaration does not match the endpoint
 */
export function route<const Spec extends EndpointSpec, Found = null>(
  spec: Spec,
  declaration: DeclarationOf<Spec, Found>,
  handlers: Handlers<Spec, Found>,
  headers?: Record<string, string>,
): Route {
  const withHeaders =
    (handler: (context: never) => unknown): Handle =>
    async (context) => ({
      // The pipeline builds the context from this very spec, so it has the shape the handler expects.
      body: await handler(context as never),
      ...(headers && { headers }),
    })
  if (typeof handlers === 'function') {
    const handle = withHeaders(handlers)
    return buildRoute(spec, declaration, () => handle)
  }
  const byAccess = new Map(
    Object.entries<(context: never) => unknown>(handlers).map(([access, handler]) => [access, withHeaders(handler)]),
  )
  return buildRoute(spec, declaration, (accessType) => {
    const handle = byAccess.get(String(accessType))
    if (!handle) throw new Error(`${spec.method} ${spec.path} has no handler for ${accessType}.`)
    return handle
  })
}

/** As `route`, for a handler that decides about more of its answer than the body. */
export function answerRoute<const Spec extends EndpointSpec, Found = null>(
  spec: Spec,
  declaration: DeclarationOf<Spec, Found>,
  handler: (context: RequestContext<Spec, AccessOf<Spec>, Found>) => Promise<Answer<AnswerOf<Spec>>>,
): Route {
  // The pipeline builds the context from this very spec, so it has the shape the handler expects.
  return buildRoute(spec, declaration, () => (context) => handler(context as never))
}

function buildRoute<Spec extends EndpointSpec, Found>(
  spec: Spec,
  declaration: DeclarationOf<Spec, Found>,
  handlerFor: Route['handlerFor'],
): Route {
  // The pipeline runs it on requests of this very spec.
  const erased = declaration as unknown as Route['declaration']
  requireSoundDeclaration(spec, erased)
  return { spec, declaration: erased, handlerFor }
}
