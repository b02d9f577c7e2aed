import type { AccessType, EndpointSpec } from '@portico/contract'
import type { z } from 'zod'

import type { HeldCall } from '../../kernel/call.ts'
import type { Actor, Origin } from '../../kernel/origin.ts'
import type { ProjectDatabase } from '../../kernel/database.ts'
import type { Project } from '../../records/projects/project.ts'
import type { EndUser } from '../../platform/http/end-user.ts'
import type { NetworkOrigin } from '../../platform/http/network-origin.ts'
import type { User } from '../../records/users/user.ts'
import type { CallLimits } from '../call/call-limits.ts'
import type { Caller } from '../call/caller.ts'
import { requireSoundDeclaration, type Declaration } from './declaration.ts'
import type { HeldRights } from '../call/held-rights.ts'
import type { PartnerClient } from '../call/partner-clients.ts'

/** The facts about a request besides its parsed parts. */
export interface RequestFacts {
  readonly id: string
  readonly clientAddress: string
  /** Shown in the session list; null for callers other than browsers. */
  readonly endUser: EndUser | null
  readonly network: NetworkOrigin
  readonly headers: Headers
}

/** The caller for handlers: without the access type, so that no handler makes decisions by it. */
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
      : R extends 'redirect' | 'page'
        ? Navigation
        : R extends 'image'
          ? Uint8Array<ArrayBuffer> | null
          : R extends 'lines'
            ? AsyncGenerator<object, void, void>
            : R extends 'empty'
              ? null
              : string
    : never
  : never

type IsPublic<Spec extends EndpointSpec> = 'public' extends keyof Spec['access'] ? true : false
type UserOf<Spec extends EndpointSpec, Access extends AccessOf<Spec>> = Spec['user'] extends
  | 'me'
  | 'required'
  | 'signed_in'
  ? User
  : Spec['user'] extends 'own' | 'signed_in_client'
    ? [Access] extends ['client']
      ? User
      : User | null
    : Spec['user'] extends 'optional'
      ? User | null
      : null

/** An authenticated and validated request. The declarations of a route are functions of it. */
export interface CheckedRequest<Spec extends EndpointSpec, Access extends AccessOf<Spec> = AccessOf<Spec>> {
  readonly body: Spec['takesBytes'] extends number ? Uint8Array : Known<PartOf<Spec, Access, 'body'>>
  readonly query: Known<PartOf<Spec, Access, 'query'>>
  readonly params: Spec['params'] extends z.ZodType ? z.output<Spec['params']> : undefined
  readonly requestHeaders: Spec['headers'] extends z.ZodType ? z.output<Spec['headers']> : undefined
  readonly project: IsPublic<Spec> extends true ? Project | null : Project
  readonly user: UserOf<Spec, Access>
  readonly caller: CallerFacts
  /** The client of a partner that calls; null on an endpoint that is not for partners. */
  readonly partner: Spec['partner'] extends string ? PartnerClient : null
  readonly request: RequestFacts
  // These make it a `Call` for the flows. They are null on a public endpoint, whose project is named by its parameters.
  readonly projectId: IsPublic<Spec> extends true ? string | null : string
  readonly db: IsPublic<Spec> extends true ? null : ProjectDatabase
  readonly actor: Actor
  readonly origin: Origin
  readonly now: () => Date
}

/** A request that has passed all checks that its route declares. */
export interface RequestContext<
  Spec extends EndpointSpec,
  Access extends AccessOf<Spec> = AccessOf<Spec>,
  Found = unknown,
> extends CheckedRequest<Spec, Access> {
  readonly limits: CallLimits
  /**
   * The user whom the call names in the field that the route declares as `self`, for every access type; null if it
   * names none. A record that the call names too must belong to this user.
   */
  readonly namedUserId: string | null
  /** The result of the route's `find`; null without one. */
  readonly found: Found
  readonly rights: HeldRights
}

/** A call to a project, for the functions of a flow. The context of every endpoint that is not public is one. */
export interface ProjectCall extends HeldCall {
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

/** The answer of an endpoint that browsers are redirected to. */
export type Navigation =
  | ((Redirection | Refusal) & { readonly cookie?: string })
  /** A page that posts to its own URL, because a GET uses up nothing. */
  | { readonly to: 'post' }
  /** The URL as JSON, for a page that navigates by script. */
  | { readonly to: 'location_as_json'; readonly location: string }

export interface Redirection {
  readonly to: 'location'
  readonly location: string
}

/** Shows the error instead of a redirect. */
export interface Refusal {
  readonly to: 'error'
  readonly error: unknown
  /** The validated URL of the app, for a link back to it. */
  readonly backUrl?: string
}

/** A JSON, text or image answer, with the headers that the call's standard requires. */
export interface Answer<Body = unknown> {
  readonly body: Body
  /** Default: the status of the endpoint. */
  readonly status?: number
  readonly headers?: Record<string, string>
}

type Handler<Spec extends EndpointSpec, Access extends AccessOf<Spec>, Found, Given> = (
  context: RequestContext<Spec, Access, Found>,
) => Promise<Given> | Given

/**
 * One handler for all callers, or one for each access type. Without a handler for admins, admins have the one for
 * servers.
 */
type Handlers<Spec extends EndpointSpec, Found> =
  | Handler<Spec, AccessOf<Spec>, Found, AnswerOf<Spec>>
  | ({
      readonly [Access in Exclude<AccessOf<Spec>, 'admin'> & AccessType]: HandlerOf<Spec, Access, Found>
    } & AdminHandler<Spec, Found>)

type AdminHandler<Spec extends EndpointSpec, Found> =
  'admin' extends AccessOf<Spec>
    ? 'server' extends AccessOf<Spec>
      ? { readonly admin?: HandlerOf<Spec, 'admin', Found> }
      : { readonly admin: HandlerOf<Spec, 'admin', Found> }
    : unknown

type HandlerOf<Spec extends EndpointSpec, Access extends AccessOf<Spec>, Found> = Handler<
  Spec,
  Access,
  Found,
  AnswerOf<Spec, Access>
>

type DeclarationOf<Spec extends EndpointSpec, Found> = Declaration<CheckedRequest<Spec>, Found, AnswerOf<Spec>>

/**
 * Binds a handler to its endpoint. The types of the handler follow from the contract. The pipeline enforces the
 * declaration.
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
      // The pipeline builds the context from this spec, so it has the type that the handler expects.
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
    const handle = byAccess.get(String(accessType)) ?? (accessType === 'admin' ? byAccess.get('server') : undefined)
    if (!handle) throw new Error(`${spec.method} ${spec.path} has no handler for ${accessType}.`)
    return handle
  })
}

/** Like `route`, for a handler that also sets the status or headers of its answer. */
export function answerRoute<const Spec extends EndpointSpec, Found = null>(
  spec: Spec,
  declaration: DeclarationOf<Spec, Found>,
  handler: (context: RequestContext<Spec, AccessOf<Spec>, Found>) => Promise<Answer<AnswerOf<Spec>>>,
): Route {
  // The pipeline builds the context from this spec, so it has the type that the handler expects.
  return buildRoute(spec, declaration, () => (context) => handler(context as never))
}

function buildRoute<Spec extends EndpointSpec, Found>(
  spec: Spec,
  declaration: DeclarationOf<Spec, Found>,
  handlerFor: Route['handlerFor'],
): Route {
  // The pipeline runs the declaration only on requests of this spec.
  const erased = declaration as unknown as Route['declaration']
  requireSoundDeclaration(spec, erased)
  return { spec, declaration: erased, handlerFor: (accessType) => requireHeldRights(spec, handlerFor(accessType)) }
}

/** Fails the call of a client whose change has not held the rights that its route requires. */
function requireHeldRights(spec: EndpointSpec, handle: Handle): Handle {
  return async (context) => {
    const answer = await handle(context)
    // guard: a change checks the rights again [declarations]
    context.rights.requireHeld(spec)
    return answer
  }
}
