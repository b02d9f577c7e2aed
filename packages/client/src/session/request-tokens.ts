import type { RequestLike, Tokens } from './tokens.ts'
import { decodeBase64Url } from './access-token.ts'
import { bothNames, isToken, readTokens, refreshCookieName } from './cookies.ts'
import { parseObject } from '../transport/parse-object.ts'

/** The token pair in the value that `getAuthorizationHeader()` in this SDK and in the official clients returns. */
const authorizationPair = /^Bearer\s+(?:stackauth|hexclave)_(.*)$/i

/**
 * Reads the tokens of an incoming request from its `Authorization` header, as `getAuthorizationHeader()` writes it,
 * from its `x-stack-auth` header, as `getAuthHeaders()` writes it, or from its cookies. Null for a malformed header:
 * anyone can send one, so it is no session and no error of the host.
 */
export function tokensOfRequest(
  request: RequestLike,
  projectId: string,
  readUnprefixedCookies: boolean,
): Tokens | null {
  const pair = authorizationPair.exec(request.headers.get('authorization')?.trim() ?? '')?.[1]
  if (pair !== undefined) return parsePair(pair)
  const header = request.headers.get('x-stack-auth')
  if (header !== null) return parseAuthHeader(header)
  const cookieText = request.headers.get('cookie') ?? ''
  return readTokens(cookieText, projectId, { isHttps: isHttpsRequest(request, projectId), readUnprefixedCookies })
}

/** Returns whether the browser of this request keeps the session in cookies for HTTPS, or would keep it there. */
export function isHttpsRequest(request: RequestLike, projectId: string): boolean {
  const cookieText = request.headers.get('cookie') ?? ''
  const hasPrefixedCookie = bothNames(refreshCookieName(projectId, true)).some((name) => cookieText.includes(name))
  return hasPrefixedCookie || !isPlainLocalhost(request)
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

function parsePair(base64: string): Tokens | null {
  try {
    return parseAuthHeader(decodeBase64Url(base64))
  } catch {
    return null
  }
}

function parseAuthHeader(header: string): Tokens | null {
  const tokens = parseObject(header)
  if (!tokens) return null
  const { accessToken = null, refreshToken = null } = tokens
  return isTokenOrNull(accessToken) && isTokenOrNull(refreshToken) ? { accessToken, refreshToken } : null
}

function isTokenOrNull(value: unknown): value is string | null {
  return value === null || isToken(value)
}
