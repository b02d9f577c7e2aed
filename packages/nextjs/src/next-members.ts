import {
  ConnectionError,
  porticoAppInternalsSymbol,
  StatusError,
  type FrameworkRequest,
  type PorticoServerApp,
} from '@portico/client/server'
import { NextResponse, type NextRequest } from 'next/server'

/** A route handler of Next.js, with its further arguments. */
type RouteHandler<Incoming extends Request, Rest extends unknown[], Answer> = (
  request: Incoming,
  ...rest: Rest
) => Answer

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
  readonly withPortico: <Incoming extends Request, Rest extends unknown[]>(
    handler: RouteHandler<Incoming, Rest, Response | Promise<Response>>,
  ) => RouteHandler<Incoming, Rest, Promise<Response>>
}

const PRIVATE = 'private, no-store'

/** Next.js hides its own header from a proxy; a matcher of the app can use it. */
const prefetchHeaders = ['next-router-prefetch', 'purpose', 'sec-purpose']

/** Adds the members to an app. */
export function addNextMembers<App extends PorticoServerApp>(app: App): App & NextMembers {
  const { exchangeToken } = app[porticoAppInternalsSymbol]
  const members: NextMembers = {
    proxy: async (request) => {
      const changes: Parameters<FrameworkRequest['cookies']['set']>[] = []
      const set: FrameworkRequest['cookies']['set'] = (...change) => changes.push(change)
      const { headers, cookies } = request
      const isPrefetch = prefetchHeaders.some((name) => headers.get(name)?.match(/^1$|prefetch/))
      const isDue =
        !isPrefetch &&
        (await falseInOutage(exchangeToken({ headers, cookies: { getAll: () => cookies.getAll(), set } })))
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
        const hasCookie = await falseInOutage(exchangeToken())
        const response = await handler(request, ...rest)
        if (!hasCookie && response.headers.has('cache-control')) return response
        // The headers of some answers, such as redirects, cannot be changed.
        const answer = new Response(response.body, response)
        answer.headers.set('cache-control', PRIVATE)
        return answer
      },
  }
  return Object.assign(app, members)
}

/** Returns false if the service did not answer: the page and the handler try themselves. */
async function falseInOutage(exchange: Promise<boolean>): Promise<boolean> {
  try {
    return await exchange
  } catch (error) {
    if (error instanceof ConnectionError || error instanceof StatusError) return false
    throw error
  }
}
