import { API_PREFIX, URL_MAX_BYTES } from '@portico/contract'
import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'

import type { Ports } from '../ports/ports.ts'
import { endUserOf } from '../sessions/end-user.ts'
import { apiHeaders } from './api-headers.ts'
import { addressBlock, clientAddress, isTrustedProxy } from './client-address.ts'
import type { Pipeline } from './pipeline.ts'
import { protocolHeaders } from './protocol-headers.ts'
import type { RequestFacts, Route } from './route.ts'

/** What the server in front of the fetch handler knows of a connection. */
export interface ConnectionInfo {
  readonly remoteAddress: string | undefined
}

type Environment = { Bindings: { connection?: ConnectionInfo }; Variables: { url: URL } }

const REQUEST_ID_CHARACTERS = 16
const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Every prefix under which the API is served; they are the same API. */
const prefixPattern = /^\/api\/(?:v1|latest|v2beta[1-4])(?=\/|$)/

/** Finds the route of a request and hands it to the pipeline. */
export function createApi(ports: Ports, routes: readonly Route[], pipeline: Pipeline): Hono<Environment> {
  const api = new Hono<Environment>({ getPath: apiPath })
  const staticHeaders = apiHeaders(ports.settings.baseUrl.startsWith('https://'))

  api.use(async (context, next) => {
    const request = context.req.raw
    if (request.url.length > URL_MAX_BYTES) return plain(414, `The URL is longer than ${URL_MAX_BYTES} bytes.`)
    if (request.method === 'OPTIONS')
      return new Response(null, { status: 200, headers: { ...staticHeaders, 'access-control-allow-origin': '*' } })
    if (!methods.has(request.method)) return plain(405, `The method ${request.method} is not supported.`)
    const url = new URL(request.url)
    if (url.pathname.endsWith('/')) return redirectWithoutSlash(url, staticHeaders)
    context.set('url', url)
    return next()
  })

  for (const route of specificFirst(routes)) {
    const pattern = `${API_PREFIX}${route.spec.path === '/' ? '' : route.spec.path}`.replaceAll(/\{(\w+)\}/g, ':$1')
    api.on(route.spec.method, pattern, (context) =>
      pipeline({
        request: context.req.raw,
        route,
        params: context.req.param() as Record<string, string>,
        url: context.var.url,
        facts: factsOf(ports, context.req.raw, context.env?.connection),
      }),
    )
  }

  const known = routes.map(({ spec }) => pathPattern(spec.path))
  api.notFound((context) => {
    const request = context.req.raw
    const { url } = context.var
    const below = url.pathname.replace(prefixPattern, '')
    if (prefixPattern.test(url.pathname) && known.some((pattern) => pattern.test(below === '' ? '/' : below))) {
      return new Response(null, { status: 405, headers: { ...staticHeaders, 'access-control-allow-origin': '*' } })
    }
    return pipeline({
      request,
      route: null,
      params: {},
      url,
      facts: factsOf(ports, request, context.env?.connection),
    })
  })
  return api

  function plain(status: number, sentence: string): Response {
    return new Response(sentence, {
      status,
      headers: { ...staticHeaders, 'access-control-allow-origin': '*', 'content-type': 'text/plain; charset=utf-8' },
    })
  }
}

function factsOf(ports: Ports, request: Request, connection: ConnectionInfo | undefined): RequestFacts {
  const headers = protocolHeaders(request.headers)
  const { trustedProxies } = ports.settings
  // Called without a socket (in a test, or inside another server) there is no peer to tell apart.
  const peer = connection?.remoteAddress ?? '127.0.0.1'
  const address = clientAddress(peer, headers.get('x-forwarded-for'), trustedProxies)
  return {
    id: ports.random.text(REQUEST_ID_CHARACTERS),
    clientAddress: address,
    addressBlock: addressBlock(address),
    endUser: endUserOf(headers, address, isTrustedProxy(peer, trustedProxies)),
    headers,
  }
}

/** Paths without parameters win over paths with them: `/auth/sessions/current` is not a session's id. */
function specificFirst(routes: readonly Route[]): Route[] {
  return routes.toSorted((a, b) => Number(a.spec.path.includes('{')) - Number(b.spec.path.includes('{')))
}

function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/[.]/g, '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

/** The router sees one prefix, whichever the caller used. */
function apiPath(request: Request): string {
  return getPath(request).replace(prefixPattern, API_PREFIX)
}

function redirectWithoutSlash(url: URL, headers: Record<string, string>): Response {
  // A path of slashes alone would become another host in a Location header.
  const location = `/${url.pathname.split('/').filter(Boolean).join('/')}${url.search}`
  return new Response(null, { status: 308, headers: { ...headers, location } })
}
