import { partnerNames, servesImage, URL_MAX_BYTES } from '@portico/contract'

import type { Cidr } from '../../kernel/cidr.ts'
import { UNEXPECTED_FAILURE, type Log } from '../../platform/log/log.ts'
import { endUserOf } from '../../platform/http/end-user.ts'
import { networkOriginOf } from '../../platform/http/network-origin.ts'
import { apiHeaders, preflightHeaders } from './api-headers.ts'
import { addressBlock, clientAddress, isTrustedProxy, type ConnectionInfo } from '../../platform/http/client-address.ts'
import type { IncomingFacts } from '../rules/incoming.ts'
import type { Pipeline } from './pipeline.ts'
import { protocolHeaders } from './protocol-headers.ts'
import { emptyDraft, textDraft } from '../call/respond.ts'
import type { Route } from '../rules/route.ts'
import { isSvixPath, svixError } from './svix-error.ts'

const ENTRY_MAX_CHARACTERS = 100
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The prefixes of the API. All serve the same endpoints. */
const prefixPattern = /^\/api\/(?:v1|latest|v2beta[1-4])(?=\/|$)/

interface ProxySettings {
  readonly trustedProxies: readonly Cidr[]
  readonly countryHeader: string | null
  readonly anonymousNetworkHeader: string | null
}

interface ApiDependencies {
  readonly log: Log
  readonly settings: { readonly baseUrl: string } & ProxySettings
}

/** Answers all requests below `/api`. */
export type Api = (request: Request, connection: ConnectionInfo | undefined, requestId: string) => Promise<Response>

/** Finds the route of a request and runs the pipeline on it. */
export function createApi({ log, settings }: ApiDependencies, routes: readonly Route[], pipeline: Pipeline): Api {
  const isHttps = settings.baseUrl.startsWith('https://')
  const commonHeaders = { ...apiHeaders(isHttps), 'access-control-allow-origin': '*' }
  const headersOfPreflight = preflightHeaders(isHttps)
  const table = new RouteTable(routes)
  let isUnreadableReported = false
  const reportUnreadable = (entry: string): void => {
    if (isUnreadableReported) return
    isUnreadableReported = true
    log.warn(
      { entry: entry.slice(0, ENTRY_MAX_CHARACTERS) },
      'X-Forwarded-For of a trusted proxy has an entry that is no address, so the proxy counts as the client; reported once',
    )
  }

  return async (request, connection, requestId) => {
    try {
      return await answer(request, connection, requestId)
    } catch (error) {
      // The pipeline handles the errors of its steps. This is for errors outside of them, such as in the request log.
      log.error({ err: error, request_id: requestId }, UNEXPECTED_FAILURE)
      return plain(requestId, 500, 'Internal server error.')
    }
  }

  async function answer(
    request: Request,
    connection: ConnectionInfo | undefined,
    requestId: string,
  ): Promise<Response> {
    const openHeaders = { ...commonHeaders, 'x-stack-request-id': requestId }
    const { method } = request
    if (request.url.length > URL_MAX_BYTES)
      return plain(requestId, 414, `The URL is longer than ${URL_MAX_BYTES} bytes.`)
    if (method === 'OPTIONS') {
      const requested = request.headers.get('access-control-request-headers')
      return new Response(null, { status: 200, headers: headersOfPreflight(requested) })
    }
    const url = new URL(request.url)
    if (!methods.has(method)) {
      const path = pathBelowPrefix(plainPath(url))
      const allow = (path !== null && table.methodsOf(path)) || [...methods]
      return plain(requestId, 405, `The method ${method} is not supported.`, { allow: allow.join(', ') })
    }
    if (url.pathname.endsWith('/')) return redirectWithoutSlash(url, openHeaders)
    const path = pathBelowPrefix(plainPath(url))
    const found = path === null ? null : table.find(method, path)
    const offered = path === null || found ? null : table.methodsOf(path)
    // RFC 9110 section 15.5.6.
    if (offered) {
      const refusal = isSvixPath(url) ? svixError(textDraft(405, `There is no ${method} here.`)) : emptyDraft(405)
      const headers = { ...openHeaders, ...refusal.headers, allow: offered.join(', ') }
      return new Response(refusal.body, { status: 405, headers })
    }
    const response = await pipeline({
      request,
      receivedBody: connection?.incoming,
      route: found?.route ?? null,
      params: found?.params ?? {},
      url,
      facts: factsOf(settings, { request, connection, requestId }, reportUnreadable),
    })
    return method === 'HEAD' ? new Response(null, response) : response
  }

  function plain(requestId: string, status: number, sentence: string, headers: Record<string, string> = {}): Response {
    return new Response(sentence, {
      status,
      headers: {
        ...commonHeaders,
        'x-stack-request-id': requestId,
        ...headers,
        'content-type': 'text/plain; charset=utf-8',
      },
    })
  }
}

interface FoundRoute {
  readonly route: Route
  readonly params: Record<string, string>
}

/** The endpoints by method and path. */
class RouteTable {
  /** Routes without path parameters, by method and path. */
  readonly #fixed = new Map<string, FoundRoute>()
  readonly #open: { readonly method: string; readonly pattern: RegExp; readonly route: Route }[] = []
  readonly #patterns: readonly { readonly methods: readonly string[]; readonly pattern: RegExp }[]

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const { method, path } = route.spec
      if (path.includes('{')) this.#open.push({ method, pattern: pathPattern(path), route })
      else this.#fixed.set(`${method} ${path}`, { route, params: {} })
    }
    this.#patterns = routes.map(({ spec }) => ({
      methods: servesImage(spec) ? [spec.method, 'HEAD'] : [spec.method],
      pattern: pathPattern(spec.path),
    }))
  }

  /** Paths without parameters take precedence: in `/auth/sessions/current`, `current` is not a session id. */
  find(method: string, path: string): FoundRoute | null {
    const fixed = this.#fixed.get(`${method} ${path}`)
    if (fixed) return fixed
    if (method === 'HEAD') return this.#findImage(path)
    for (const candidate of this.#open) {
      const match = candidate.method === method ? candidate.pattern.exec(path) : null
      if (match) return { route: candidate.route, params: decodeAll(match.groups ?? {}) }
    }
    return null
  }

  /** Only images answer HEAD: caches and link checkers use it. */
  #findImage(path: string): FoundRoute | null {
    const found = this.find('GET', path)
    return found && servesImage(found.route.spec) ? found : null
  }

  /** Null for an unknown path. */
  methodsOf(path: string): readonly string[] | null {
    const found = this.#patterns.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods: all }) => all)
    return found.length === 0 ? null : [...new Set(found), 'OPTIONS']
  }
}

/** The path parameters whose other values belong to no known path. A schema validates all other parameters. */
const knownValues: Readonly<Record<string, readonly string[]>> = { partner: partnerNames }

/** Turns a path such as `/projects/{project_id}` into a pattern with one group per parameter. */
function pathPattern(path: string): RegExp {
  const pattern = path
    .replaceAll(/[.]/g, '\\.')
    .replaceAll(/\{(\w+)\}/g, (_all, name: string) => `(?<${name}>${knownValues[name]?.join('|') ?? '[^/]+'})`)
  return new RegExp(`^${pattern}$`)
}

function decodeAll(groups: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decodeOrKeep(text)]))
}

/** Keeps malformed percent-encoding unchanged; the schema of the parameter refuses it. */
function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Whether the path of the request is below `/api`. */
export function isApi(request: Request): boolean {
  return /^\/api(?:\/|$)/.test(plainPath(new URL(request.url)))
}

/** Decodes percent-encoded unreserved characters, which does not change the meaning (RFC 3986 section 6.2.2.2). */
function plainPath({ pathname }: URL): string {
  if (!pathname.includes('%')) return pathname
  return pathname.replaceAll(/%[0-9a-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : encoded
  })
}

/** Removes the prefix of the API from the path; null if the path has none. */
function pathBelowPrefix(pathname: string): string | null {
  const prefix = prefixPattern.exec(pathname)?.[0]
  return prefix === undefined ? null : pathname.slice(prefix.length) || '/'
}

interface ReceivedRequest {
  readonly request: Request
  readonly connection: ConnectionInfo | undefined
  readonly requestId: string
}

function factsOf(
  { trustedProxies, countryHeader, anonymousNetworkHeader }: ProxySettings,
  { connection, request, requestId }: ReceivedRequest,
  onUnreadable: (entry: string) => void,
): IncomingFacts {
  const headers = protocolHeaders(request.headers)
  // There is no socket in tests or when the service runs inside another server.
  const peer = connection?.remoteAddress ?? '127.0.0.1'
  const address = clientAddress(peer, headers.get('x-forwarded-for'), trustedProxies, onUnreadable)
  const source = { isProxyTrusted: isTrustedProxy(peer, trustedProxies), countryHeader, anonymousNetworkHeader }
  return {
    id: requestId,
    clientAddress: address,
    addressBlock: addressBlock(address),
    endUser: endUserOf(headers, address, source),
    network: networkOriginOf(headers, source),
    headers,
  }
}

function redirectWithoutSlash(url: URL, headers: Record<string, string>): Response {
  // Remove empty segments: a `Location` that starts with two slashes names another host.
  const location = `/${url.pathname.split('/').filter(Boolean).join('/')}${url.search}`
  return new Response(null, { status: 308, headers: { ...headers, location } })
}
