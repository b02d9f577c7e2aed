import type { RequestLike, Tokens } from '../session/tokens.ts'
import { tokensOfRequest } from '../session/request-tokens.ts'

/** An incoming request: a web-standard `Request`, or a request of Node, Express or Fastify. */
export type IncomingRequest =
  | RequestLike
  | { readonly headers: Readonly<Record<string, string | string[] | undefined>> }

/**
 * Reads the tokens of an incoming request from the first of these that it has: `Authorization: Bearer`, `x-stack-auth`,
 * `x-stack-access-token` with `x-stack-refresh-token`, and the cookies of the client.
 *
 * A source that is present but not valid does not fall through to the next one.
 *
 * @throws if `x-stack-auth` is malformed
 */
export function tokensOfIncoming(request: IncomingRequest, projectId: string, readUnprefixedCookies: boolean): Tokens {
  const headers = headersOf(request)
  // RFC 6750 section 2.1. Other schemes are for the host itself.
  const bearer = /^Bearer +(\S+)$/i.exec(headers.get('authorization')?.trim() ?? '')?.[1]
  if (bearer !== undefined) return { accessToken: bearer, refreshToken: null }
  if (headers.get('x-stack-auth') === null) {
    const accessToken = headers.get('x-stack-access-token')
    if (accessToken !== null) return { accessToken, refreshToken: headers.get('x-stack-refresh-token') }
  }
  return tokensOfRequest({ headers }, projectId, readUnprefixedCookies)
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
