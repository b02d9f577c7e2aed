import {
  exchangeBeforeHandler,
  exchangeBeforeRoute,
  type PorticoServerApp,
  type WrapHandler,
} from '@portico/client/server'
import { NextResponse, type NextRequest } from 'next/server'

/** What an app of Next.js has besides the members of a server app. */
export interface NextMembers {
  /**
   * For `export const proxy = portico.proxy` in `proxy.ts` (`middleware` in `middleware.ts` of Next.js 15). Exchanges
   * an access token that ends within a minute, so that the page does not have to. It does nothing else: pages check the
   * user where they read data.
   */
  readonly proxy: (request: NextRequest) => Promise<Response>
  /**
   * Returns a route handler that first exchanges an access token that ends within a minute, and sends the new one to
   * the browser. Marks an answer as `no-store` if it sets a cookie, or if the handler sets no `Cache-Control`.
   */
  readonly withPortico: WrapHandler
}

export function addNextMembers<App extends PorticoServerApp>(app: App): App & NextMembers {
  const proxy = async (request: NextRequest): Promise<Response> => {
    const changes = await exchangeBeforeRoute(app, request)
    if (changes.length === 0) return NextResponse.next()
    for (const [name, value] of changes) request.cookies.set(name, value)
    const response = NextResponse.next({ request })
    for (const change of changes) response.cookies.set(...change)
    response.headers.set('cache-control', 'private, no-store')
    return response
  }
  const wrap = exchangeBeforeHandler(app)
  const withPortico: WrapHandler = (handler) => wrap((...given) => answerOf(() => handler(...given)))
  return Object.assign(app, { proxy, withPortico })
}

/**
 * Returns the answer of a handler. For a redirect that it throws, the answer that Next.js would create, which then gets
 * headers.
 */
async function answerOf(handle: () => Response | Promise<Response>): Promise<Response> {
  try {
    return await handle()
  } catch (error) {
    // `NEXT_REDIRECT;push;/path;307;`, where the path can have semicolons. Next.js exports nothing that reads it.
    const [, location, status] = /^NEXT_REDIRECT;\w+;(.*);(\d+);$/.exec(String(Object(error).digest)) ?? []
    if (location === undefined) throw error
    return new Response(null, { status: Number(status), headers: { location } })
  }
}
