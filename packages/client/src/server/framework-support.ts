import type { UserClientRead } from '@portico/contract'
import { acceptedLanguages } from '@portico/protocols/accept-language'

import { type FrameworkHost, FrameworkRequests } from './framework-requests.ts'
import { porticoAppInternalsSymbol } from '../app/internals.ts'
import type { RedirectMethod } from '../pages/redirects.ts'
import type { Project } from '../resources/projects.ts'
import { KnownError, KnownErrors } from '../transport/known-error.ts'
import type { Framework, FrameworkRequest, Ports } from '../transport/ports.ts'
import { serverPorts } from '../transport/server-ports.ts'

/** What a framework adapter uses of a server app. */
interface AppReads {
  getUser(options: {
    or: 'anonymous-if-exists'
    includeRestricted: true
  }): Promise<{ toClientJson(): UserClientRead } | null>
  getProject(): Promise<Project>
}

/** What a server has read for a page. Undefined: the page reads it itself. */
export interface PageRead {
  readonly user: UserClientRead | null | undefined
  readonly project: Project | undefined
  /** The languages for the request, the preferred one first: those of its user, of the browser and of the project. */
  readonly languages: readonly string[]
}

interface AppWithExchange {
  readonly [porticoAppInternalsSymbol]: {
    readonly exchangeToken: (request?: FrameworkRequest) => Promise<void>
    readonly setsCookie: () => Promise<boolean>
  }
}

/**
 * What server apps and the framework's adapter use of the framework.
 *
 * @internal
 */
export class FrameworkSupport {
  readonly #framework: Framework
  #warn = serverPorts.warn
  readonly #warned = new Set<string>()
  /** Redirects as the answer to the request. */
  readonly redirectMethod: RedirectMethod

  constructor(framework: Framework) {
    this.#framework = framework
    const navigate = (to: string, options = {}): void => framework.redirect(to, options)
    // The addresses are those of the application, or were checked before.
    this.redirectMethod = { useNavigate: () => navigate, navigate }
  }

  /** Returns the requests of an app: it has a client for each request of the framework. */
  serve(host: FrameworkHost): FrameworkRequests {
    return new FrameworkRequests(this.#framework, host)
  }

  /** Returns the environment of the server apps in this framework. */
  portsOf(ports: Ports = serverPorts): Ports {
    /** What the framework has thrown, by the headers of the answer in its place. */
    const thrown = new WeakMap<Headers, unknown>()
    this.#warn = ports.warn
    return {
      ...ports,
      framework: this,
      fetch: async (url, init) => {
        try {
          return await ports.fetch(url, init)
        } catch (error) {
          if (!this.#hasThrown(error)) throw error
          // A framework throws to end a static render. If this looked like a network failure, the call would be
          // repeated.
          const headers = new Headers()
          thrown.set(headers, error)
          // Servers such as Hono's replace `Response` with one that may create its headers twice.
          return Object.defineProperty(new Response(null, { status: 500 }), 'headers', { value: headers })
        }
      },
      rethrow: (headers) => {
        if (thrown.has(headers)) throw thrown.get(headers)
      },
    }
  }

  /**
   * Reads the user of the request as pages see it, without what only servers may know. Undefined: the page reads for
   * itself.
   */
  readUser(app: AppReads): Promise<UserClientRead | null | undefined> {
    // The page shows this user how to set up the second factor.
    const read = app.getUser({ or: 'anonymous-if-exists', includeRestricted: true })
    return this.#orUndefined(read.then((user) => user?.toClientJson() ?? null))
  }

  /** Reads what a page shows first. Only the pages of the handler show the project. */
  async readPage(app: AppReads, isOfHandler: boolean): Promise<PageRead> {
    const [user, project] = await Promise.all([
      this.readUser(app),
      isOfHandler ? this.#orUndefined(app.getProject()) : undefined,
    ])
    const { headers } = await this.#framework.request()
    const accepted = acceptedLanguages(headers.get('accept-language'))
    const languages = [user?.locale, ...accepted, project?.config.defaultLocale]
    return { user, project, languages: languages.filter((tag) => typeof tag === 'string') }
  }

  /** Returns undefined for a failed read, and warns. Rethrows what the framework has thrown. */
  #orUndefined<Value>(read: Promise<Value>): Promise<Value | undefined> {
    const known = read.catch((error: unknown) => {
      this.#framework.rethrow?.(error)
      this.#warnOnce(error)
      return undefined
    })
    // A framework may end the render before it waits for the promise.
    known.catch(() => {})
    return known
  }

  /**
   * Warns of each kind of failure once per process: pages show no sign of a wrong key, because they read for
   * themselves.
   */
  #warnOnce(error: unknown): void {
    const isKnown = KnownError.isKnownError(error)
    // Messages may contain what differs at each failure.
    const kind = isKnown ? error.errorCode : error instanceof Error ? error.name : typeof error
    if (this.#warned.has(kind)) return
    this.#warned.add(kind)
    const problem = isKnown ? `${kind}: ${error.message}` : String(error)
    const isKey = KnownErrors.InvalidSecretServerKey.isInstance(error)
    const advice = isKey ? ' The key is `secretServerKey` (PORTICO_SECRET_SERVER_KEY).' : ''
    this.#warn(`The server could not read for a page, so the page reads for itself. ${problem}${advice}`)
  }

  #hasThrown(error: unknown): boolean {
    try {
      this.#framework.rethrow?.(error)
      return false
    } catch {
      return true
    }
  }
}

/**
 * Returns the support of a framework, for its adapter. It is a separate module, because pages and other servers do not
 * need it.
 *
 * @internal
 */
export function supportOf(framework: Framework): FrameworkSupport {
  return new FrameworkSupport(framework)
}

/** A request before the framework has chosen its page. */
export interface RoutedRequest {
  readonly headers: FrameworkRequest['headers']
  readonly cookies: Pick<FrameworkRequest['cookies'], 'getAll'>
}

/** The arguments with which a framework sets a cookie. */
export type SetCookie = Parameters<FrameworkRequest['cookies']['set']>

/** Next.js hides its own header from a proxy; a matcher of the app can use it. */
const prefetchHeaders = ['next-router-prefetch', 'purpose', 'sec-purpose']

/**
 * Exchanges the access token of a request if it ends within a minute, except for a prefetch. Returns the cookies that
 * the request and its answer get.
 *
 * @internal
 */
export async function exchangeBeforeRoute(app: AppWithExchange, request: RoutedRequest): Promise<readonly SetCookie[]> {
  const { headers, cookies } = request
  const changes: SetCookie[] = []
  const isPrefetch = prefetchHeaders.some((name) => headers.get(name)?.match(/^1$|prefetch/))
  const set = (...change: SetCookie): unknown => changes.push(change)
  if (!isPrefetch) {
    await app[porticoAppInternalsSymbol].exchangeToken({ headers, cookies: { getAll: () => cookies.getAll(), set } })
  }
  return changes
}

/** A handler of requests, with the further arguments of its framework. */
export type RequestHandler<Incoming extends Request, Rest extends unknown[], Answer> = (
  request: Incoming,
  ...rest: Rest
) => Answer

/**
 * Wraps a request handler with work before and after it.
 *
 * @internal
 */
export type WrapHandler = <Incoming extends Request, Rest extends unknown[]>(
  handler: RequestHandler<Incoming, Rest, Response | Promise<Response>>,
) => RequestHandler<Incoming, Rest, Promise<Response>>

/**
 * Exchanges an access token that ends within a minute before a handler runs. Marks an answer as `no-store` if it sets a
 * cookie, or if the handler sets no `Cache-Control`.
 */
export function exchangeBeforeHandler(app: AppWithExchange): WrapHandler {
  return (handler) =>
    async (request, ...rest) => {
      const { exchangeToken, setsCookie } = app[porticoAppInternalsSymbol]
      await exchangeToken()
      const response = await handler(request, ...rest)
      const { headers } = response
      // The handler may have signed in or out too.
      const hasCookie = headers.has('set-cookie') || (await setsCookie())
      if (!hasCookie && headers.has('cache-control')) return response
      // The headers of some answers, such as redirects, cannot be changed.
      const answer = new Response(response.body, response)
      answer.headers.set('cache-control', 'private, no-store')
      return answer
    }
}
