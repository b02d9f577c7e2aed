import type { AccessTokenClaimsPreview, Json } from '@portico/contract'

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
  request: SendRequest,
  userId: string,
  claims: Readonly<Record<string, string>>,
): Promise<AccessTokenClaimsResult> {
  return request<AccessTokenClaimsPreview>('/internal/access-token-claims/preview', {
    method: 'POST',
    body: { user_id: userId, claims },
  })
}
