import { parseObject } from '../transport/parse-object.ts'

/** What the SDK reads from an access token. Nothing here is verified: it is for timing and display, never for decisions. */
export interface AccessTokenClaims {
  /** Null: never expires. */
  readonly expiresAtMillis: number | null
  readonly issuedAtMillis: number | null
  /** The session the token belongs to, which stays the same when its refresh token is replaced. */
  readonly sessionId: string | null
}

/** Null for anything that is not a JWT (RFC 7519); such a token is of no use. */
export function readAccessToken(token: string): AccessTokenClaims | null {
  const claims = readClaims(token)
  if (!claims) return null
  const { exp, iat, refresh_token_id, refreshTokenId } = claims
  const sessionId = refresh_token_id ?? refreshTokenId
  return {
    expiresAtMillis: typeof exp === 'number' ? exp * 1000 : null,
    issuedAtMillis: typeof iat === 'number' ? iat * 1000 : null,
    sessionId: typeof sessionId === 'string' ? sessionId : null,
  }
}

/** Everything the token says, unverified. */
export function readClaims(token: string): Readonly<Record<string, unknown>> | null {
  const parts = token.split('.')
  const payload = parts[1]
  if (parts.length !== 3 || !payload) return null
  try {
    return parseObject(decodeBase64Url(payload))
  } catch {
    return null
  }
}

/** How much longer a token is good; 0 for an unreadable one, Infinity for one that never expires. */
export function remainingMillis(token: string | null, nowMillis: number): number {
  const claims = token === null ? null : readAccessToken(token)
  if (!claims) return 0
  return claims.expiresAtMillis === null ? Number.POSITIVE_INFINITY : claims.expiresAtMillis - nowMillis
}

function decodeBase64Url(text: string): string {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (byte) => byte.charCodeAt(0)))
}
