import type { RequestLike, Tokens } from './tokens.ts'

import { bothNames, readTokens, refreshCookieName } from './cookies.ts'
import { parseObject } from '../transport/parse-object.ts'

/**
 * The tokens an incoming request carries: in the `x-stack-auth` header, as `getAuthHeaders()` writes it, else in its
 * cookies.
 */
export function tokensOfRequest(request: RequestLike, projectId: string, readUnprefixedCookies: boolean): Tokens {
  const header = request.headers.get('x-stack-auth')
  if (header !== null) return parseAuthHeader(header)
  const cookieText = request.headers.get('cookie') ?? ''
  const hasPrefixedCookie = bothNames(refreshCookieName(projectId, true)).some((name) => cookieText.includes(name))
  const isHttps = hasPrefixedCookie || !isPlainLocalhost(request)
  return readTokens(cookieText, projectId, { isHttps, readUnprefixedCookies })
}

/**
 * Whether the browser sent this request over plain HTTP to its own machine, where no cookie can have the prefix. Behind
 * a proxy that ends TLS, other hosts look like plain HTTP although the page is on HTTPS.
 */
function isPlainLocalhost({ headers }: RequestLike): boolean {
  const hosts = [headers.get('host'), headers.get('x-forwarded-host') ?? headers.get('host')]
  return (
    hosts.every((host) => host !== null && localhost.test(host)) &&
    !/https/i.test(headers.get('x-forwarded-proto') ?? '')
  )
}

const localhost = /^(([\w-]+\.)*localhost|127\.[\d.]+|\[::1\])(:\d+)?$/i

function parseAuthHeader(header: string): Tokens {
  const tokens = parseObject(header)
  if (tokens) {
    const { accessToken = null, refreshToken = null } = tokens
    if (isTokenOrNull(accessToken) && isTokenOrNull(refreshToken)) return { accessToken, refreshToken }
  }
  // Without the parser's own message, which would quote the tokens.
  throw new Error('The x-stack-auth header is malformed. Send what `user.getAuthHeaders()` gives.')
}

function isTokenOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string'
}
