import type { RequestLike, Tokens } from '../session/tokens.ts'
import { tokensOfRequest } from '../session/request-tokens.ts'
import { isLikeApiKey } from './api-key-text.ts'

/** An incoming request: a web-standard `Request`, or a request of Node, Express or Fastify. */
export type IncomingRequest =
  | RequestLike
  | { readonly headers: Readonly<Record<string, string | string[] | undefined>> }

// Weak, so that a server does not keep requests in memory.
const requests = new WeakMap<IncomingRequest, RequestLike>()

/**
 * Reads the tokens of an incoming request from the first of these that it has: `Authorization: Bearer` with an access
 * token or the value of `getAuthorizationHeader()`, `x-stack-auth`, `x-stack-access-token` with
 * `x-stack-refresh-token`, and the cookies of the client.
 *
 * A source that is present but not valid does not fall through to the next one: the result is null.
 */
export function tokensOfIncoming(
  request: IncomingRequest,
  projectId: string,
  readUnprefixedCookies: boolean,
): Tokens | null {
  return tokensOfRequest(toRequestLike(request), projectId, readUnprefixedCookies)
}

/**
 * Reads the API key of an incoming request from `Authorization: Bearer`, or else from `x-api-key`. Null if the request
 * has none, or if its `Authorization` header has an access token.
 */
export function apiKeyOfIncoming(request: IncomingRequest): string | null {
  const headers = headersOf(request)
  const bearer = bearerOf(headers)
  if (bearer !== null) return isLikeApiKey(bearer) ? bearer : null
  return headers.get('x-api-key')?.trim() ?? null
}

/** Returns a request with the tokens where the client reads them. The same request returns the same object. */
export function toRequestLike(request: IncomingRequest): RequestLike {
  const known = requests.get(request)
  if (known) return known
  const headers = headersOf(request)
  const auth = authHeaderOf(headers)
  const converted = { headers: { get: (name: string) => (name === 'x-stack-auth' ? auth : headers.get(name)) } }
  requests.set(request, converted)
  return converted
}

/** Returns the tokens of the headers in the format of `x-stack-auth`. */
function authHeaderOf(headers: RequestLike['headers']): string | null {
  const bearer = bearerOf(headers)
  // Anything but an access token, such as an API key, is not a session.
  if (bearer !== null) return JSON.stringify({ accessToken: bearer, refreshToken: null })
  const auth = headers.get('x-stack-auth')
  const accessToken = headers.get('x-stack-access-token')
  if (auth !== null || accessToken === null) return auth
  return JSON.stringify({ accessToken, refreshToken: headers.get('x-stack-refresh-token') })
}

/**
 * Reads the `Authorization` header (RFC 6750 section 2.1). Other schemes are for the host itself. A value that is not
 * one token, such as that of a repeated header, is returned whole: it must not count as absent.
 */
function bearerOf(headers: RequestLike['headers']): string | null {
  // guard: a bearer header that is not one token does not fall through to a session
  //   (replace `/^Bearer\s+(.+)$/i` with `/^Bearer\s+(\S+)$/i`) [server/api-keys]
  return /^Bearer\s+(.+)$/i.exec(headers.get('authorization')?.trim() ?? '')?.[1] ?? null
}

/** Returns the headers with case-insensitive names, as `Headers` has them. Node's names are in lower case. */
function headersOf({ headers }: IncomingRequest): RequestLike['headers'] {
  if (isHeaders(headers)) return headers
  return {
    get: (name) => {
      const value = headers[name.toLowerCase()]
      return (Array.isArray(value) ? value.join(', ') : value) ?? null
    },
  }
}

function isHeaders(headers: IncomingRequest['headers']): headers is RequestLike['headers'] {
  return typeof headers['get'] === 'function'
}
