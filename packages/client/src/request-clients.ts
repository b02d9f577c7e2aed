import type { PorticoClientApp } from './client-app.ts'
import type { Framework, FrameworkRequest, Ports } from './transport/ports.ts'
import type { SendRequest } from './transport/request.ts'
import { porticoAppInternalsSymbol } from './internals.ts'
import { isChange } from './resources/cached-reads.ts'
import { RequestCookieStore, type RequestCookieStoreOptions } from './session/request-cookie-store.ts'
import type { Session } from './session/session.ts'
import { requireNewExchange } from './session/shared-exchange.ts'

/** An access token with less time left is exchanged before a page is rendered. */
const EXCHANGE_BELOW_MILLIS = 60_000

/** The client app of one request, with the cookies of the request as its token store. */
export interface RequestClient {
  readonly client: PorticoClientApp
  readonly store: RequestCookieStore
  /** Throws if the answer to the request cannot set cookies, such as in a render. */
  readonly requireAnswer: () => void
  /** Returns a request function after whose changes the session gets another access token. */
  readonly renewing: (request: SendRequest, session: Session) => SendRequest
}

interface RequestClientsOptions extends RequestCookieStoreOptions {
  readonly ports: Ports & { readonly framework: Framework }
  readonly createClient: (store: RequestCookieStore) => PorticoClientApp
}

/** The client apps of the requests that a framework handles. */
export class RequestClients {
  readonly #options: RequestClientsOptions
  // Weak, so that a server does not keep requests in memory. A render and an action of one request have different cookies.
  readonly #byCookies = new WeakMap<object, RequestClient>()

  constructor(options: RequestClientsOptions) {
    this.#options = options
  }

  /** Returns the client of the request that the calling code handles. */
  async current(): Promise<RequestClient> {
    return this.of(await this.#options.ports.framework.request())
  }

  of(request: FrameworkRequest): RequestClient {
    const known = this.#byCookies.get(request.cookies)
    if (known) return known
    const store = new RequestCookieStore(request, this.#options)
    const created: RequestClient = {
      client: this.#options.createClient(store),
      store,
      requireAnswer: () => {
        if (store.canWrite()) return
        throw new Error(
          "`getUser({ or: 'anonymous' })` cannot keep a new user here, because a render sets no cookies. Call it in an action, in a route handler or in the browser.",
        )
      },
      renewing: renewingToken,
    }
    this.#byCookies.set(request.cookies, created)
    return created
  }

  /**
   * Exchanges the access token of a request if it ends soon.
   *
   * @param request default: the one that the calling code handles
   * @returns whether the answer sets a cookie
   */
  async exchangeToken(request?: FrameworkRequest): Promise<boolean> {
    const { client, store } = request ? this.of(request) : await this.current()
    const before = store.read()
    await client[porticoAppInternalsSymbol].getUserOr('return-null', undefined, async (session) => {
      // One less than the limit that `getTokens` refuses.
      if (!session.isFreshFor(EXCHANGE_BELOW_MILLIS)) await session.getTokens(EXCHANGE_BELOW_MILLIS - 1)
      return null
    })
    return store.read() !== before && store.read().accessToken !== null
  }
}

/** The path of a user. After its deletion no access token exists. */
const userPath = /^\/users\/[^/]+$/

/**
 * Returns a request function after whose changes the session gets another access token, because the claims of the present one are
 * outdated. Its cookie makes a framework render the page again.
 */
function renewingToken(request: SendRequest, session: Session): SendRequest {
  return async (path, options) => {
    const answer = await request(path, options)
    const isDeletion = options?.method === 'DELETE' && userPath.test(path)
    // The change itself has succeeded, and each later call tries again.
    if (isChange(path, options) && !isDeletion) await renewToken(session).catch(() => {})
    // Unchecked cast: TypeScript does not infer the type parameter of the returned function.
    return answer as never
  }
}

async function renewToken(session: Session): Promise<void> {
  // An exchange that runs now may have started before the end of the change.
  await session.getTokens()
  const { accessToken } = session.tokens
  // Null: a parallel change that ended at the same time has started the exchange for both.
  if (accessToken !== null) {
    session.refuseAccessToken(accessToken)
    requireNewExchange(session)
  }
  await session.getTokens()
}
