import type { RecentRequestRead, RequestOutcome } from '@portico/contract'

import type { SendRequest } from '../transport/request.ts'

/** A request that an app or a backend sent to the project. */
export interface RecentRequest {
  /** The id of the entry. */
  readonly id: string
  /** When the request arrived. */
  readonly at: Date
  /** `failed`: an error, or an answer that the browser withheld from the page. */
  readonly outcome: RequestOutcome
  /** The HTTP method. */
  readonly method: string
  /** The path of the endpoint, such as `/users/{user_id}`; `unknown` for a path without one. */
  readonly route: string
  /** The HTTP status of the answer. */
  readonly status: number
  /** The code of the error; null for a success and for an error without a code. */
  readonly errorCode: string | null
  /** The rights that the request asked for; null if it named none. */
  readonly accessType: 'client' | 'server' | 'admin' | null
  /** The request had a valid key of the project. Without a key, only the id of the project is needed to send it. */
  readonly isVerified: boolean
  /** The origin of the page; null for backends. */
  readonly origin: string | null
  /** False: the browser withheld the answer from the page, because the project does not trust the origin. */
  readonly isOriginTrusted: boolean | null
  /** The package and version that sent the request; null if it named none. */
  readonly clientVersion: string | null
  /** The IP address of the caller. */
  readonly clientAddress: string
  /** Identifies the request in the log of the service. */
  readonly requestId: string
}

/** The first uses of a project and a sample of its newest requests. */
export interface RecentRequests {
  /** The first request of a client or a backend with a valid key. */
  readonly firstRequest: {
    readonly at: Date
    readonly origin: string | null
    readonly clientVersion: string | null
  } | null
  /** The first sign-in or sign-up of a user who is not anonymous. Without a user id after the deletion of that user. */
  readonly firstSignIn: { readonly at: Date; readonly userId: string | null; readonly method: string } | null
  /** Newest first, at most 100. */
  readonly requests: readonly RecentRequest[]
}

export interface RecentRequestsOptions {
  /** Only requests with this outcome. */
  outcome?: RequestOutcome
}

interface Answer {
  readonly first_request: { at_millis: number; origin: string | null; client_version: string | null } | null
  readonly first_sign_in: { at_millis: number; user_id: string | null; method: string } | null
  readonly items: readonly RecentRequestRead[]
}

export async function readRecentRequests(
  request: SendRequest,
  { outcome }: RecentRequestsOptions = {},
): Promise<RecentRequests> {
  const query = outcome === undefined ? '' : `?outcome=${outcome}`
  const answer = await request<Answer>(`/internal/requests${query}`)
  const { first_request: first, first_sign_in: signIn } = answer
  return {
    firstRequest: first && { at: new Date(first.at_millis), origin: first.origin, clientVersion: first.client_version },
    firstSignIn: signIn && { at: new Date(signIn.at_millis), userId: signIn.user_id, method: signIn.method },
    requests: answer.items.map(presentRequest),
  }
}

function presentRequest(read: RecentRequestRead): RecentRequest {
  return {
    id: read.id,
    at: new Date(read.at_millis),
    outcome: read.outcome,
    method: read.method,
    route: read.route,
    status: read.status,
    errorCode: read.error_code,
    accessType: read.access_type,
    isVerified: read.is_verified,
    origin: read.origin,
    isOriginTrusted: read.is_origin_trusted,
    clientVersion: read.client_version,
    clientAddress: read.client_address,
    requestId: read.request_id,
  }
}
