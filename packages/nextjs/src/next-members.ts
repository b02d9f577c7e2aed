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
   * For `export const proxy = portico.proxy` in `proxy.ts` (`middleware` in `middleware.ts` of Next.js 15). Exchanges an access token that ends within a minute,
   * so that the page need not do it. It does nothing else: pages check the user where they read data.
   */
  readonly proxy: (request: NextRequest) => Promise<Response>
  /**
   * Returns a route handler before which an access token that ends within a minute is exchanged and sent to the browser. Caches keep no answer
   * that sets a cookie, and none whose handler names no `Cache-Control`.
   */
  readonly withPortico: WrapHandler
}

/** Adds the members to an app. */
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
  return Object.assign(app, { proxy, withPortico: exchangeBeforeHandler(app) })
}
