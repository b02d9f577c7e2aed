import type { RequestLike, Tokens } from './tokens.ts'

import { readTokens } from './cookies.ts'

/**
 * The tokens an incoming request carries: in the `x-stack-auth` header, as `getAuthHeaders()` writes it, else in its
 * cookies.
 */
export function tokensOfRequest(request: RequestLike, projectId: string): Tokens {
  const header = request.headers.get('x-stack-auth')
  if (header !== null) return parseAuthHeader(header)
  const cookieText = request.headers.get('cookie') ?? ''
  // Only a browser on HTTPS has the prefixed name, so reading as if on HTTPS covers both.
  return readTokens(cookieText, projectId, true)
}

function parseAuthHeader(header: string): Tokens {
  const { accessToken = null, refreshToken = null } = parseObject(header)
  if (isTokenOrNull(accessToken) && isTokenOrNull(refreshToken)) return { accessToken, refreshToken }
  throw malformedHeader()
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Falls through to the same error. The parser's own message is left out: it would quote the tokens.
  }
  throw malformedHeader()
}

function isTokenOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string'
}

function malformedHeader(): Error {
  return new Error('The x-stack-auth header is malformed. Send what `user.getAuthHeaders()` gives.')
}
