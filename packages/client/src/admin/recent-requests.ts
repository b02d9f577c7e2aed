import type { RequestOutcome } from '@portico/contract'

import type { SendRequest } from '../transport/request.ts'
import { present } from '../transport/present.ts'
import type { RecentRequestFields } from '../transport/record-fields.ts'

/** A request that an app or a backend sent to the project. */
export interface RecentRequest extends RecentRequestFields {}

/** A project's first request and sign-in, and a sample of its newest requests. */
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

/** Which requests of the sample are read. */
export interface RecentRequestsOptions {
  /** Only requests with this outcome. */
  outcome?: RequestOutcome
}

export async function readRecentRequests(
  request: SendRequest<'admin'>,
  { outcome }: RecentRequestsOptions = {},
): Promise<RecentRequests> {
  const answer = await request('GET /internal/requests', { query: { outcome } })
  const { first_request: first, first_sign_in: signIn } = answer
  return {
    firstRequest: first && present(first),
    firstSignIn: signIn && present(signIn),
    requests: answer.items.map((read) => present(read)),
  }
}
