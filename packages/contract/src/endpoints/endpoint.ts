import type { z } from 'zod'

import type { BotCheckedAct } from '../catalogues/bot-checked-acts.ts'
import type { ErrorCode } from '../catalogues/errors.ts'
import type { StaffRight, StaffRightByInput } from '../catalogues/staff-rights.ts'

export const accessTypes = ['client', 'server', 'admin'] as const
export type AccessType = (typeof accessTypes)[number]

/** The partners of an operator: the database-hosting one, and any other. */
export const partnerNames = ['neon', 'custom'] as const
export type PartnerName = (typeof partnerNames)[number]

/** Request and response for one access type. A part without a schema is ignored, not refused. */
export interface Variant {
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /**
   * Schema of a JSON response, `text` for plain text, `image` for the bytes of an image, `lines` for one JSON object
   * per line (NDJSON), which are sent while they are read, `redirect` for a browser redirect and `page` for a page (see
   * `isNavigation`), or `empty` for none (status 204).
   */
  readonly response: z.ZodType | 'text' | 'image' | 'lines' | 'redirect' | 'page' | 'empty'
}

/** Variants by access type. `public` endpoints do not require project authentication, but check it if present. */
export type Access = { readonly public: Variant } | { readonly [A in AccessType]?: Variant }

/**
 * How a call uses the user of the access token. The handler of a call without a declaration receives no user.
 * - `optional`: works with and without a user
 * - `own`: the request names a user. Clients must be signed in and name themselves, unless the route allows more. `me`
 *   means the signed-in user for every caller; without a user the error is `CANNOT_GET_OWN_USER_WITHOUT_USER`.
 * - `me`: the path contains "me"; without a user the error is `CANNOT_GET_OWN_USER_WITHOUT_USER`
 * - `required`: an authentication action; without a user the error is a `SCHEMA_ERROR` about `auth.user`
 * - `signed_in`: without a user the error is `USER_AUTHENTICATION_REQUIRED`
 * - `signed_in_client`: the same for clients. Servers and admins can call without a user.
 *
 * The token of an ended session counts as no user. If the call requires one, the error is then `ACCESS_TOKEN_EXPIRED`,
 * so that the client refreshes and detects that it is signed out.
 */
export type UserRequirement = 'optional' | 'own' | 'me' | 'required' | 'signed_in' | 'signed_in_client'

export interface EndpointSpec {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the API prefix, with `{name}` parameters. */
  readonly path: `/${string}`
  /** One sentence for the reference. */
  readonly summary: string
  readonly tag: string
  readonly access: Access
  readonly user?: UserRequirement
  readonly params?: z.ZodType
  readonly headers?: z.ZodType
  /** Status of success. Default: 200. */
  readonly status?: 200 | 201 | 202 | 204 | 303 | 307
  /** A second status with the same body, if the protocol uses it to distinguish two outcomes. */
  readonly otherStatus?: 201 | 500
  /** Allows larger bodies, which can contain an inline image. */
  readonly mayCarryImage?: true
  /** Allows as many bytes and keys as an exported project or a mail's blocks can have. */
  readonly mayCarryDocument?: true
  /** Allows as many bytes and keys as a batch of records from another system can have. */
  readonly mayCarryRecords?: true
  /** The body is bytes (`application/octet-stream`), at least one and at most this many. Its variants have no body. */
  readonly takesBytes?: number
  /** Also accepts `application/x-www-form-urlencoded` (OAuth endpoints, RFC 6749). */
  readonly acceptsForm?: true
  /** Browsers navigate to this endpoint, so errors are shown as a page instead of JSON. */
  readonly isNavigation?: true
  /** A program calls it all the time, so successful calls are left out of the sample of recent requests. */
  readonly isPolled?: true
  /**
   * Only pages of the service's own origin may call, with the header `x-portico-own-page` and a JSON body. The endpoint
   * reads a cookie, so other websites must not be able to call it (CSRF), and no page of another origin may read its
   * answer.
   */
  readonly isForOwnPages?: true
  /**
   * A client of this partner calls, or of the partner that the path parameter `partner` names. It authenticates with
   * HTTP Basic, in addition to the access type. Missing, malformed and wrong credentials are a `SCHEMA_ERROR`, together
   * with the other problems of the request.
   */
  readonly partner?: PartnerName | 'named'
  /**
   * Svix clients call it with a token of `createSvixToken` as bearer, in place of the project and access type headers.
   * Its errors have the fields that these clients read.
   */
  readonly acceptsSvixToken?: true
  /**
   * The webhook portal calls it with such a token as bearer too, in place of the access type and key headers. Callers
   * with another `Authorization` are authenticated by these headers.
   */
  readonly isOfWebhookPortal?: true
  /**
   * What an impersonating session may change with this call: `itself` or these fields of the body. Without a
   * declaration the call is refused (rule S-46). Calls that require no user ignore an impersonating session instead.
   */
  readonly impersonation?: 'itself' | readonly string[]
  /**
   * The call changes how a user signs in, or creates access that lasts without a session, such as an API key: always,
   * or if its body has one of these fields. An impersonating session is refused, and so is a session with an older
   * sign-in if the project requires a recent one (rule S-45). It counts towards a limit of the user, so the endpoint is
   * also `isRateLimited`.
   */
  readonly changesCredentials?: true | readonly string[]
  /**
   * A server changes how the user that the path names (`user_id`) signs in: always, or if the body has one of these
   * fields. It is refused if the call carries an impersonating session of that user. Servers have no limit for such
   * changes.
   */
  readonly changesCredentialsOfNamedUser?: true | readonly string[]
  /** The body contains proof of a credential, so a recent sign-in is not required. */
  readonly provesCredential?: true
  /**
   * The right that a member of the staff needs to call with an admin access token. Each endpoint with admin access
   * declares it. Null: none, because the call itself proves who acts, or concerns only the caller. A call with the
   * access type `client` needs none.
   */
  readonly staffRight?: StaffRight | StaffRightByInput | null
  /**
   * What the call does, for the bot check of the project. While the project has one, clients must send the solution of
   * a challenge for this act in the fields of `botChallenge`. Servers and admins need none.
   */
  readonly botCheck?: BotCheckedAct
  /** The endpoint has a rate limit. Above it, the response is 429 with `Retry-After`. */
  readonly isRateLimited?: true
  /** The endpoint answers for a feature that the service does not have, so that the pages of official clients open. */
  readonly isCompatibilityAnswer?: true
  /** The known errors that the endpoint's own logic raises, without those of the shared checks. */
  readonly errors: readonly ErrorCode[]
}

/**
 * Defines one call of the API. Validation, types, OpenAPI, the access matrix and generated tests are derived from it.
 */
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

/**
 * Returns the access types that may call an endpoint, in the order client, server, admin; empty for a public endpoint.
 */
export function allowedAccessTypes(spec: EndpointSpec): AccessType[] {
  return accessTypes.filter((type) => type in spec.access)
}

/** Returns the statuses of an answer with the declared body. */
export function successStatuses({ status = 200, otherStatus }: EndpointSpec): number[] {
  return otherStatus === undefined ? [status] : [status, otherStatus]
}

/** Returns the variant for an access type (null: no project authentication), or null if the caller may not call it. */
export function variantFor(spec: EndpointSpec, accessType: AccessType | null): Variant | null {
  if ('public' in spec.access) return spec.access.public
  return (accessType && spec.access[accessType]) ?? null
}

/** Whether the endpoint serves an image, so that it also answers HEAD. */
export function servesImage({ access }: EndpointSpec): boolean {
  return 'public' in access && access.public.response === 'image'
}
