import type { AccessType, EndpointSpec } from '@portico/contract'
import type { z } from 'zod'

import type { Actor, Call, Origin } from '../kernel/call.ts'
import type { ProjectDatabase } from '../kernel/database.ts'
import type { Project } from '../records/projects/project.ts'
import type { EndUser } from '../platform/http/end-user.ts'
import type { User } from '../records/users/user.ts'
import type { Caller } from './caller.ts'

/** What is known of the request besides its parsed parts. */
export interface RequestFacts {
  readonly id: string
  readonly clientAddress: string
  /** What limits count; see `addressBlock`. Handlers get null for a customer's backend, which calls on behalf of everyone. */
  readonly addressBlock: string | null
  /** For the session list; null for callers that are no browser. */
  readonly endUser: EndUser | null
  readonly headers: Headers
}

type VariantOf<Spec extends EndpointSpec> = Spec['access'][keyof Spec['access']]
type PartOf<Spec extends EndpointSpec, Part extends 'body' | 'query'> =
  VariantOf<Spec> extends infer V
    ? V extends { readonly [P in Part]: infer S extends z.ZodType }
      ? z.output<S>
      : never
    : never
type Known<T> = [T] extends [never] ? undefined : T

type AnswerOf<Spec extends EndpointSpec> =
  VariantOf<Spec> extends infer V
    ? V extends { readonly response: infer R }
      ? R extends z.ZodType
        ? z.input<R>
        : R extends 'redirect'
          ? Navigation
          : string
      : never
    : never

type IsPublic<Spec extends EndpointSpec> = 'public' extends keyof Spec['access'] ? true : false
type UserOf<Spec extends EndpointSpec> = Spec['user'] extends 'me' | 'required' | 'signed_in'
  ? User
  : Spec['user'] extends 'optional' | 'own'
    ? User | null
    : null

/** A request that has passed every check of the pipeline. */
export interface RequestContext<Spec extends EndpointSpec> {
  readonly body: Known<PartOf<Spec, 'body'>>
  readonly query: Known<PartOf<Spec, 'query'>>
  readonly params: Spec['params'] extends z.ZodType ? z.output<Spec['params']> : undefined
  readonly requestHeaders: Spec['headers'] extends z.ZodType ? z.output<Spec['headers']> : undefined
  readonly accessType: IsPublic<Spec> extends true ? AccessType | null : AccessType
  readonly project: IsPublic<Spec> extends true ? Project | null : Project
  readonly user: UserOf<Spec>
  readonly caller: Caller
  readonly request: RequestFacts
  // What makes it a `Call` for the operations below; a public endpoint acts on whichever project its parameters name.
  readonly projectId: IsPublic<Spec> extends true ? string | null : string
  readonly db: IsPublic<Spec> extends true ? null : ProjectDatabase
  readonly actor: Actor
  readonly origin: Origin
  readonly now: () => Date
}

/** A call to a project, as the operations of a flow get it: what the context of every endpoint that is not public has. */
export interface ProjectCall extends Call {
  readonly project: Project
  readonly request: RequestFacts
  readonly caller: Caller
}

export interface Route {
  readonly spec: EndpointSpec
  readonly handle: (context: RequestContext<EndpointSpec>) => Promise<Answer>
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

/** Ties a handler to its endpoint: what it gets and what it must give follow from the contract. */
export function route<const Spec extends EndpointSpec>(
  spec: Spec,
  handler: (context: RequestContext<Spec>) => Promise<AnswerOf<Spec>> | AnswerOf<Spec>,
  headers?: Record<string, string>,
): Route {
  return {
    spec,
    // The pipeline builds the context from this very spec, so it has the shape the handler expects.
    handle: async (context) => ({
      body: await handler(context as unknown as RequestContext<Spec>),
      ...(headers && { headers }),
    }),
  }
}

/** As `route`, for a handler that decides about more of its answer than the body. */
export function answerRoute<const Spec extends EndpointSpec>(
  spec: Spec,
  handler: (context: RequestContext<Spec>) => Promise<Answer<AnswerOf<Spec>>>,
): Route {
  // The pipeline builds the context from this very spec, so it has the shape the handler expects.
  return { spec, handle: (context) => handler(context as unknown as RequestContext<Spec>) }
}
