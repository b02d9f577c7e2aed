import type { GetUserOr } from '../app/call-options.ts'
import type { PorticoClientApp } from '../app/client-app.ts'
import { SOME_ORIGIN, targetOf } from '../pages/navigation.ts'
import type { HandlerUrls } from '../pages/urls.ts'
import type { CurrentServerUser } from './server-user.ts'
import type { Framework, FrameworkRequest, Ports } from '../transport/ports.ts'
import type { SendRequest } from '../transport/request.ts'
import { wrapRequest } from '../transport/wrap-request.ts'
import { porticoAppInternalsSymbol } from '../app/internals.ts'
import { isChange } from '../resources/cached-reads.ts'
import { RequestCookieStore, type RequestCookieStoreOptions } from '../session/request-cookie-store.ts'
import type { Session } from '../session/session.ts'
import { requireNewExchange } from '../session/shared-exchange.ts'
import { ConnectionError } from '../transport/connection-error.ts'
import { StatusError } from '../transport/known-error.ts'

/** An access token with less time left is exchanged before a page is rendered. */
const EXCHANGE_BELOW_MILLIS = 60_000

/** The client app of one request, with the request's cookies as its token store. */
interface RequestClient {
  readonly client: PorticoClientApp
  readonly store: RequestCookieStore
  readonly location: string | undefined
}

/** What a server app offers to the requests that a framework handles. */
export interface FrameworkHost extends RequestCookieStoreOptions {
  readonly ports: Ports
  /** @param urls addresses instead of those of the application */
  readonly createClient: (store: RequestCookieStore, urls?: Partial<HandlerUrls>) => PorticoClientApp
  /** @param renewing returns a request function after whose changes the session gets another access token */
  readonly readUser: (
    client: PorticoClientApp,
    session: Session,
    renewing: (request: SendRequest<'server'>) => SendRequest<'server'>,
  ) => Promise<CurrentServerUser | null>
}

/** The calls of a server app that name no request: they are for the one that the framework handles. */
export class FrameworkRequests {
  readonly #framework: Framework
  readonly #host: FrameworkHost
  // Weak, so that a server does not keep requests in memory. A render and an action of one request have different
  // cookies.
  readonly #byCookies = new WeakMap<object, RequestClient>()
  /** Reads the user of the request, anonymous or not. The parts of one render share the read. */
  readonly #readShared: () => Promise<CurrentServerUser | null>

  constructor(framework: Framework, host: FrameworkHost) {
    this.#framework = framework
    this.#host = host
    const read = async (): Promise<CurrentServerUser | null> =>
      this.#readUser(await this.#current(), 'anonymous-if-exists')
    this.#readShared = framework.share?.(read) ?? read
  }

  /** Runs a call with the client of the request. */
  async call<Answer>(run: (client: PorticoClientApp) => Answer | Promise<Answer>): Promise<Answer> {
    return run((await this.#current()).client)
  }

  /** Reads the user of the request. */
  async getUserOr(or: GetUserOr): Promise<CurrentServerUser | null> {
    const current = await this.#current()
    if (or === 'redirect') {
      const user = await this.#readUser(current, 'return-null', this.#readShared)
      return user ?? this.#readUser(this.#returning(current, 'signIn'), or, async () => null)
    }
    if (or !== 'anonymous') return this.#readUser(current, or, this.#readShared)
    const known = await this.#readShared()
    if (known) return known
    if (!current.store.canWrite()) {
      throw new Error(
        "`getUser({ or: 'anonymous' })` cannot keep a new user here, because a render sets no cookies. Call it in an action, in a route handler or in the browser.",
      )
    }
    return this.#readUser(current, or)
  }

  /** Redirects to the page for restricted users, which returns to the page of the request. */
  async redirectToOnboarding(): Promise<void> {
    const { client } = this.#returning(await this.#current(), 'onboarding')
    await client.redirectToOnboarding({ replace: true })
  }

  /**
   * Exchanges the access token of a request if it ends soon.
   *
   * @param request default: the one that the calling code handles
   */
  async exchangeToken(request?: FrameworkRequest): Promise<void> {
    const { client } = request ? this.#of(request) : await this.#current()
    const exchange = client[porticoAppInternalsSymbol].getUserOr('return-null', undefined, async (session) => {
      // One less than the limit that `getTokens` refuses.
      if (!session.isFreshFor(EXCHANGE_BELOW_MILLIS)) await session.getTokens(EXCHANGE_BELOW_MILLIS - 1)
      return null
    })
    // If the service did not answer, the code that reads the user tries again.
    await exchange.catch((error: unknown) => {
      if (!(error instanceof ConnectionError || error instanceof StatusError)) throw error
    })
  }

  /** Returns whether the answer to the request sets a cookie so far. */
  async setsCookie(): Promise<boolean> {
    return (await this.#current()).store.hasSetCookie
  }

  async #current(): Promise<RequestClient> {
    return this.#of(await this.#framework.request())
  }

  #of(request: FrameworkRequest): RequestClient {
    const known = this.#byCookies.get(request.cookies)
    if (known) return known
    const store = new RequestCookieStore(request, this.#host)
    const created = { client: this.#host.createClient(store), store, location: request.location }
    this.#byCookies.set(request.cookies, created)
    return created
  }

  /** Returns a client for the same request whose SDK page returns to the requested page. */
  #returning({ client, store, location }: RequestClient, page: 'signIn' | 'onboarding'): RequestClient {
    if (!location?.startsWith('/')) return { client, store, location }
    const { urls, [porticoAppInternalsSymbol]: internals } = client
    const config = { urls, ports: this.#host.ports, method: internals.redirectMethod }
    const target = new URL(targetOf(page, config, SOME_ORIGIN + location, false), SOME_ORIGIN)
    const url = target.origin === SOME_ORIGIN ? target.href.slice(SOME_ORIGIN.length) : target.href
    return { client: this.#host.createClient(store, { ...urls, [page]: url }), store, location }
  }

  /** @param read default: a separate call */
  #readUser(
    { client }: RequestClient,
    or: GetUserOr,
    read: (session: Session) => Promise<CurrentServerUser | null> = (session) =>
      this.#host.readUser(client, session, (request) => renewingToken(request, session)),
  ): Promise<CurrentServerUser | null> {
    return client[porticoAppInternalsSymbol].getUserOr(or, undefined, read)
  }
}

/**
 * Returns a request function that renews the access token of the session after each change, because its claims are
 * outdated. The new cookie makes a framework render the page again.
 */
function renewingToken(request: SendRequest<'server'>, session: Session): SendRequest<'server'> {
  return wrapRequest(request, (send) => async (call, options) => {
    const answer = await send(call, options)
    // After its deletion a user has no access token.
    const isDeletion = call === 'DELETE /users/{user_id}'
    // The change itself has succeeded, and each later call tries again.
    if (isChange(call) && !isDeletion) await renewToken(session).catch(() => {})
    return answer
  })
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
