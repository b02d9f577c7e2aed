import { porticoAppInternalsSymbol, type FrameworkRequest, type PorticoServerApp } from '@portico/client/server'
import { NextResponse, type NextRequest } from 'next/server'

/** A route handler of Next.js, with its further arguments. */
type RouteHandler<Rest extends unknown[]> = (request: Request, ...rest: Rest) => Response | Promise<Response>

/** What an app of Next.js has besides the members of a server app. */
export interface NextMembers {
  /**
   * For `export const proxy = portico.proxy` in `proxy.ts` (`middleware` in `middleware.ts` of Next.js 15). Exchanges an access token that ends within a minute,
   * so that the page need not do it. It does nothing else: pages check the user where they read data.
   */
  readonly proxy: (request: NextRequest) => Promise<Response>
  /** Returns a route handler before which an access token that ends within a minute is exchanged and sent to the browser. */
  readonly withPortico: <Rest extends unknown[]>(
    handler: RouteHandler<Rest>,
  ) => (request: Request, ...rest: Rest) => Promise<Response>
}

const PRIVATE = 'private, no-store'

/** Adds the members to an app. */
export function addNextMembers<App extends PorticoServerApp>(app: App): App & NextMembers {
  const { exchangeToken } = app[porticoAppInternalsSymbol]
  const members: NextMembers = {
    proxy: async (request) => {
      const changes: Parameters<FrameworkRequest['cookies']['set']>[] = []
      const set: FrameworkRequest['cookies']['set'] = (...change) => changes.push(change)
      const { headers, cookies } = request
      const isPrefetch = headers.has('next-router-prefetch') || headers.get('purpose') === 'prefetch'
      // Without an answer of the service, the page tries for itself.
      const isDue =
        !isPrefetch &&
        (await exchangeToken({ headers, cookies: { getAll: () => cookies.getAll(), set } }).catch(() => false))
      if (!isDue) return NextResponse.next()
      for (const [name, value] of changes) cookies.set(name, value)
      const response = NextResponse.next({ request: { headers } })
      for (const change of changes) response.cookies.set(...change)
      response.headers.set('cache-control', PRIVATE)
      return response
    },
    withPortico:
      (handler) =>
      async (request, ...rest) => {
        const hasCookie = await exchangeToken().catch(() => false)
        const response = await handler(request, ...rest)
        if (!hasCookie) return response
        // The headers of some answers, such as redirects, cannot be changed.
        const answer = new Response(response.body, response)
        answer.headers.set('cache-control', PRIVATE)
        return answer
      },
  }
  return Object.assign(app, members)
}
