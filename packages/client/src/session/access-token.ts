import { parseObject } from '../transport/parse-object.ts'

/** Claims of an access token, not verified. Use them for timing and display, never for authorization. */
export interface AccessTokenClaims {
  /** Null if the token never expires. */
  readonly expiresAtMillis: number | null
  readonly issuedAtMillis: number | null
  /** The session of the token. It stays the same when the refresh token is rotated. */
  readonly sessionId: string | null
}

/** Reads the claims of a JWT (RFC 7519). Returns null for any other text. */
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

/**
 * Decodes the claims of an access token without verifying it. Use them for display, never for authorization. Null for
 * any other text.
 */
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

/** Time until a token expires: 0 for an unreadable token, Infinity for a token that never expires. */
export function remainingMillis(token: string | null, nowMillis: number): number {
  const claims = token === null ? null : readAccessToken(token)
  if (!claims) return 0
  return claims.expiresAtMillis === null ? Number.POSITIVE_INFINITY : claims.expiresAtMillis - nowMillis
}

/** Decodes UTF-8 text in base64 or base64url, with or without padding. Throws for any other text. */
export function decodeBase64Url(text: string): string {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (byte) => byte.charCodeAt(0)))
}
