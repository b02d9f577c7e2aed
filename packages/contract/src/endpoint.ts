import type { z } from 'zod'

import type { ErrorCode } from './errors.ts'

export const accessTypes = ['client', 'server', 'admin'] as const
export type AccessType = (typeof accessTypes)[number]

/** What one kind of caller sends and gets. A part that is absent is not declared: it is ignored, not refused. */
export interface Variant {
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** JSON answer, `text` for a plain-text one, `redirect` where a browser is sent on (see `isNavigation`). */
  readonly response: z.ZodType | 'text' | 'redirect'
}

/** Variants by access type. `public` endpoints need no project authentication, but check it when it is sent. */
export type Access = { readonly public: Variant } | { readonly [A in AccessType]?: Variant }

/**
 * What a call does with the user of the access token. A call that declares nothing never sees one.
 * - `optional`: works with and without a user
 * - `own`: names a user. Clients must be signed in and name themselves; `me` is the signed-in user for every caller.
 *   Without a user the answer is `CANNOT_GET_OWN_USER_WITHOUT_USER`.
 * - `me`: the path says "me"; without a user the answer is `CANNOT_GET_OWN_USER_WITHOUT_USER`
 * - `required`: an authentication action; without a user the answer is a `SCHEMA_ERROR` about `auth.user`
 * - `signed_in`: without a user the answer is `USER_AUTHENTICATION_REQUIRED`
 *
 * The token of an ended session is no user. Where a user is needed, the answer is then `ACCESS_TOKEN_EXPIRED`, so that
 * clients refresh and learn that they are signed out.
 */
export type UserRequirement = 'optional' | 'own' | 'me' | 'required' | 'signed_in'

export interface EndpointSpec {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below the API prefix, with `{name}` parameters. */
  readonly path: `/${string}`
  /** One sentence for the reference. */
  readonly summary: string
  readonly tag: string
  readonly access: Access
  readonly user?: UserRequirement
  readonly params?: z.ZodType
  readonly headers?: z.ZodType
  /** Status of the successful answer; 200 unless a resource is created or a browser is sent on. */
  readonly status?: 200 | 201 | 303 | 307
  /** A second status of success, where the protocol tells two outcomes apart by it. */
  readonly otherStatus?: 201
  /** Bodies of this endpoint may carry an inline image and so be larger. */
  readonly mayCarryImage?: true
  /** Also accepts `application/x-www-form-urlencoded` (OAuth endpoints, RFC 6749). */
  readonly acceptsForm?: true
  /** Browsers are sent here by a link or a form: somebody who gets an error sees a page instead of JSON. */
  readonly isNavigation?: true
  /**
   * What a session that impersonates its user may change here: `itself` or these fields of the body. Without a declaration
   * it may change nothing (`security.md` 10.6). Calls that need no user ignore such a session instead.
   */
  readonly impersonation?: 'itself' | readonly string[]
  /**
   * Changes how a user signs in: the whole call, or a call whose body has one of these fields. Refused to a session that
   * impersonates its user, whoever sends its token, and to one whose sign-in is not recent, where the project asks for
   * that (`security.md` 10.5). Counted for the user, so each of these is also `isRateLimited`.
   */
  readonly changesCredentials?: true | readonly string[]
  /** The body proves a credential itself, so the sign-in need not be recent. */
  readonly provesCredential?: true
  /** Calls are counted, and too many answered with 429 and `Retry-After`. */
  readonly isRateLimited?: true
  /** The known errors its own logic raises; those of the shared checks are not repeated. */
  readonly errors: readonly ErrorCode[]
}

/** Describes one call of the API, once. Validation, types, OpenAPI, the access matrix and generated tests come from it. */
export function endpoint<const Spec extends EndpointSpec>(spec: Spec): Spec {
  return spec
}

/** Offers the same variant to all three access types. */
export function anyAccess<V extends Variant>(variant: V): { client: V; server: V; admin: V } {
  return { client: variant, server: variant, admin: variant }
}

/** Offers one variant to clients and a richer one to server and admin. */
export function clientAndServer<C extends Variant, S extends Variant>(
  client: C,
  server: S,
): { client: C; server: S; admin: S } {
  return { client, server, admin: server }
}

export function adminAccess<V extends Variant>(variant: V): { admin: V } {
  return { admin: variant }
}

export function serverAccess<V extends Variant>(variant: V): { server: V; admin: V } {
  return { server: variant, admin: variant }
}

/** The access types an endpoint is offered to, in the order client, server, admin; empty for a public one. */
export function allowedAccessTypes(spec: EndpointSpec): AccessType[] {
  return accessTypes.filter((type) => type in spec.access)
}

/** The statuses a successful answer may have. */
export function successStatuses({ status = 200, otherStatus }: EndpointSpec): number[] {
  return otherStatus === undefined ? [status] : [status, otherStatus]
}

/** The variant a caller of this access type (null: no project authentication) gets, or null if it is not offered. */
export function variantFor(spec: EndpointSpec, accessType: AccessType | null): Variant | null {
  if ('public' in spec.access) return spec.access.public
  return (accessType && spec.access[accessType]) ?? null
}
