import type { JWTPayload } from 'jose'
import type { IDToken } from 'oauth4webapi'

import { sha256 } from '../../platform/crypto/digest.ts'

/** The values that an ID token must match. */
export interface IdTokenContext {
  readonly clientId: string
  /** The access token of the same token response. */
  readonly accessToken: string
  readonly now: Date
  readonly toleranceSeconds: number
}

/**
 * Checks the claims of an ID token that the client library does not check: `azp` with a single audience, `iat` and
 * `at_hash` (OpenID Connect Core 1.0 section 3.1.3.7, steps 4, 5 and 10, and section 3.1.3.8).
 *
 * @returns the name of the first wrong claim, or null
 */
export function findWrongClaim(claims: IDToken, context: IdTokenContext): 'azp' | 'iat' | 'at_hash' | null {
  const { clientId, accessToken, now, toleranceSeconds } = context
  // The library requires it for several audiences.
  // guard: the authorized party of an ID token is our client [hostile-provider]
  if (claims.azp !== undefined && claims.azp !== clientId) return 'azp'
  // guard: an ID token is not from the future [hostile-provider]
  if (claims.iat > now.getTime() / 1_000 + toleranceSeconds) return 'iat'
  const hash = claims.at_hash
  // guard: an ID token belongs to its access token (replace `hash === hashAccessToken(accessToken)` with `true`)
  //   [hostile-provider]
  return hash === undefined || hash === hashAccessToken(accessToken) ? null : 'at_hash'
}

/** The values that a signed userinfo response must match. */
export interface UserinfoContext {
  readonly clientId: string
  readonly issuer: string
  readonly now: Date
  readonly toleranceSeconds: number
}

/**
 * Checks the claims of a signed userinfo response. `iss` and `aud` are optional (OpenID Connect Core 1.0 section
 * 5.3.2).
 *
 * @returns the name of the first wrong claim, or null
 */
export function findWrongUserinfoClaim(claims: JWTPayload, context: UserinfoContext): 'iss' | 'aud' | 'exp' | null {
  const { clientId, issuer, now, toleranceSeconds } = context
  const { iss, aud, exp } = claims
  // guard: a signed userinfo response is from the issuer [hostile-provider]
  if (iss !== undefined && iss !== issuer) return 'iss'
  // guard: a signed userinfo response is for our client [hostile-provider]
  if (aud !== undefined && ![aud].flat().includes(clientId)) return 'aud'
  return exp === undefined || exp + toleranceSeconds > now.getTime() / 1_000 ? null : 'exp'
}

/** The left half of the SHA-256. Every algorithm that we accept for ID tokens (RS256, ES256) uses this hash. */
function hashAccessToken(accessToken: string): string {
  const digest = sha256(accessToken)
  return digest.subarray(0, digest.length / 2).toString('base64url')
}
