import type { RequestLike, Tokens } from './tokens.ts'
import { bothNames, isToken, readTokens, refreshCookieName } from './cookies.ts'
import { parseObject } from '../transport/parse-object.ts'

/**
 * Reads the tokens of an incoming request from the `x-stack-auth` header, as `getAuthHeaders()` writes it, otherwise
 * from its cookies. Null for a malformed header: anyone can send one, so it is no session and no error of the host.
 */
export function tokensOfRequest(
  request: RequestLike,
  projectId: string,
  readUnprefixedCookies: boolean,
): Tokens | null {
  const header = request.headers.get('x-stack-auth')
  if (header !== null) return parseAuthHeader(header)
  const cookieText = request.headers.get('cookie') ?? ''
  const hasPrefixedCookie = bothNames(refreshCookieName(projectId, true)).some((name) => cookieText.includes(name))
  const isHttps = hasPrefixedCookie || !isPlainLocalhost(request)
  return readTokens(cookieText, projectId, { isHttps, readUnprefixedCookies })
}

/**
 * True if the browser sent this request over plain HTTP to localhost, where no cookie can have the prefix. Other hosts
 * count as HTTPS: behind a proxy that terminates TLS, their requests look like plain HTTP.
 */
function isPlainLocalhost({ headers }: RequestLike): boolean {
  const hosts = [headers.get('host'), headers.get('x-forwarded-host') ?? headers.get('host')]
  return (
    hosts.every((host) => host !== null && localhost.test(host)) &&
    !/https/i.test(headers.get('x-forwarded-proto') ?? '')
  )
}

const localhost = /^(([\w-]+\.)*localhost|127\.[\d.]+|\[::1\])(:\d+)?$/i

function parseAuthHeader(header: string): Tokens | null {
  const tokens = parseObject(header)
  if (!tokens) return null
  const { accessToken = null, refreshToken = null } = tokens
  return isTokenOrNull(accessToken) && isTokenOrNull(refreshToken) ? { accessToken, refreshToken } : null
}

function isTokenOrNull(value: unknown): value is string | null {
  return value === null || isToken(value)
}
