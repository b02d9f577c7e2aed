/** A project's app on the server of a TanStack Start app. It must not be imported by a page. */
import {
  PorticoServerApp,
  supportOf,
  type FrameworkRequest,
  type PorticoServerAppOptions,
} from '@portico/client/server'
import { clientJsonOfServer } from '@portico/client/stack'

export { createAccessTokenVerifier, KnownError, KnownErrors, verifyWebhook } from '@portico/client/server'
export type * from '@portico/client/server'

/** The functions of TanStack Start. The app passes them, because its build binds them to its router. */
export interface StartFunctions {
  /** Of `@tanstack/react-start/server`. */
  readonly getRequest: () => Pick<Request, 'headers' | 'method' | 'url'>
  /** Of `@tanstack/react-start/server`. */
  readonly getCookies: () => Readonly<Record<string, string | undefined>>
  /** Of `@tanstack/react-start/server`. */
  readonly setCookie: FrameworkRequest['cookies']['set']
  /** Of `@tanstack/react-start/server`. */
  readonly setResponseHeader: (name: 'Cache-Control', value: string) => void
  /** Of `@tanstack/react-router`. */
  readonly redirect: (options: { href: string; replace: boolean }) => unknown
}

/** The app that `createPortico` returns. */
export interface PorticoStartApp<ProjectId extends string = string> extends PorticoServerApp<true, ProjectId> {
  /**
   * Returns the text from which `PorticoProvider` of `@portico/react/tanstack-start` creates the page's app, with the
   * user of the request. It contains no secret. Call it in a server function, because the router runs loaders in
   * browsers too.
   */
  readonly pageState: () => Promise<string>
}

const PRIVATE = 'private, no-store'
/** What pages send with a call of a server function. */
const FUNCTION_CALL = 'x-tsr-serverfn'
/** On HTTPS it has a prefix. */
const ACCESS_COOKIE = 'stack-access'

/**
 * Creates the app of your project for server functions, server routes and middleware. The current user is the one in
 * the request's cookies. Create it once, in a module that only server code imports.
 *
 * @example
 * export const portico = createPortico({ getRequest, getCookies, setCookie, setResponseHeader, redirect })
 * const user = await portico.getUser({ or: 'redirect' })
 */
export function createPortico<ProjectId extends string = string>(
  start: StartFunctions,
  given: Partial<PorticoServerAppOptions<true, ProjectId>> = {},
): PorticoStartApp<ProjectId> {
  const options = { tokenStore: 'cookie', redirectMethod: 'window', ...given } as const
  // Weak, so that the server does not keep requests in memory.
  const requests = new WeakMap<object, FrameworkRequest>()
  const support = supportOf({
    request: async () => {
      const request = start.getRequest()
      const isPage = isPageLoad(request)
      const { pathname, search } = new URL(request.url)
      const known = requests.get(request) ?? {
        headers: request.headers,
        cookies: cookiesOf(start, isPage),
        // The address of a server function differs from its page's.
        ...(isPage && { location: pathname + search }),
      }
      requests.set(request, known)
      return known
    },
    redirect: (href: string, { replace = false }): never => {
      throw start.redirect({ href, replace })
    },
  })
  const ports = support.portsOf()
  // Unchecked cast: the store of the app is the cookies unless the caller has named another one.
  const app = new PorticoServerApp(options as PorticoServerAppOptions<true, ProjectId>, ports)
  const toClientJson = clientJsonOfServer(options, app.urls, ports)
  const pageState = async (): Promise<string> => {
    start.setResponseHeader('Cache-Control', PRIVATE)
    const page = await support.readPage(app, isBelow(app.urls.handler, start.getRequest().url))
    return JSON.stringify({ json: toClientJson(), ...page })
  }
  return Object.assign(app, { pageState })
}

/** @returns whether the request is for a page or a server route, not a call of a server function */
function isPageLoad({ headers, method }: Pick<Request, 'headers' | 'method'>): boolean {
  return (method === 'GET' || method === 'HEAD') && !headers.has(FUNCTION_CALL)
}

function isBelow(path: string, url: string): boolean {
  return new URL(url).pathname.startsWith(`${path}/`)
}

function cookiesOf(
  { getCookies, setCookie, setResponseHeader }: StartFunctions,
  isRender: boolean,
): FrameworkRequest['cookies'] {
  // TanStack Start reads only the cookies of the request, so keep here what this request has set.
  const values = new Map(Object.entries(getCookies()))
  const changes: Parameters<FrameworkRequest['cookies']['set']>[] = []
  return {
    getAll: () => [...values].map(([name, value = '']) => ({ name, value })),
    set: (name, value, options) => {
      if (options.maxAge === 0) values.delete(name)
      else values.set(name, value)
      changes.push([name, value, options])
      // A render writes no new access token, because its answer may be discarded. A sign-in sets the refresh token
      // next.
      if (isRender && name.endsWith(ACCESS_COOKIE) && options.maxAge > 0) return
      // A shared cache would give the session to other visitors.
      setResponseHeader('Cache-Control', PRIVATE)
      for (const change of changes.splice(0)) setCookie(...change)
    },
  }
}
