import type { Json } from '@portico/contract'

import type { SendRequest } from '../transport/request.ts'

/** What the custom claims of a token would contain for a user. */
export interface AccessTokenClaimsResult {
  /** The claims, by their names. A claim without a value is absent. */
  readonly claims: Readonly<Record<string, Json>>
  /** Their size in a token. */
  readonly bytes: number
  /** The claims that do not fit, in the order of their names. */
  readonly omitted: readonly string[]
}

export function previewAccessTokenClaims(
  request: SendRequest<'admin'>,
  userId: string,
  claims: Readonly<Record<string, string>>,
): Promise<AccessTokenClaimsResult> {
  return request('POST /internal/access-token-claims/preview', { body: { user_id: userId, claims } })
}
