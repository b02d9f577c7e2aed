import { type RefreshOptions, refreshTokens } from './refresh.ts'
import type { Session } from './session.ts'
import { MemoryTokenStore } from './token-store.ts'
import { noTokens, type RequestLike, type Tokens, type TokenStore, type TokenStoreInit } from './tokens.ts'
import { CookieTokenStore } from './cookie-token-store.ts'
import { tokensOfRequest } from './request-tokens.ts'
import { ownSessionOf } from './own-session.ts'
import { ServiceClock } from './service-clock.ts'
import { SessionHolder } from './session-holder.ts'

interface SessionHoldersOptions extends RefreshOptions {
  readonly readUnprefixedCookies: boolean
}

/** Maps `tokenStore` options to stores and their current sessions. */
export class SessionHolders {
  readonly #options: SessionHoldersOptions
  readonly #clock: ServiceClock
  readonly #byName = new Map<string, SessionHolder>()
  // Weak, so that a server does not keep requests, stores and token pairs in memory.
  readonly #byObject = new WeakMap<RequestLike | TokenStore, SessionHolder>()
  readonly #byToken = new Map<string, WeakRef<SessionHolder>>()
  readonly #collected = new FinalizationRegistry<string>((token) => {
    if (!this.#byToken.get(token)?.deref()) this.#byToken.delete(token)
  })

  constructor(options: SessionHoldersOptions) {
    this.#options = options
    this.#clock = new ServiceClock(options.ports.now)
  }

  /**
   * Returns the same holder for the same store. Throws for null, because an app without a store has no current user.
   */
  of(init: TokenStoreInit): SessionHolder {
    if (init === 'cookie' || init === 'nextjs-cookie') {
      return this.#keep(this.#byName, 'cookie', () => new CookieTokenStore(this.#options))
    }
    if (init === 'memory') return this.#keep(this.#byName, init, () => new MemoryTokenStore(noTokens, true))
    if (init === null) {
      throw new Error('This app has no token store. Pass a `tokenStore` to the call, such as the incoming request.')
    }
    if (typeof init === 'object') {
      if ('headers' in init) return this.#keep(this.#byObject, init, () => this.#storeOfRequest(init))
      if ('read' in init) return this.#keep(this.#byObject, init, () => init)
      if ('refreshToken' in init && 'accessToken' in init) return this.#ofTokens(init)
    }
    throw new Error('`tokenStore` must be "cookie", "nextjs-cookie", "memory", a request, tokens, a store, or null.')
  }

  /** Creates an independent session of these tokens, which does not rotate the refresh token. */
  detached(tokens: Tokens): Session {
    return this.#createHolder(new MemoryTokenStore(tokens, false)).current()
  }

  #storeOfRequest(request: RequestLike): TokenStore {
    const { projectId, readUnprefixedCookies } = this.#options
    return new MemoryTokenStore(tokensOfRequest(request, projectId, readUnprefixedCookies) ?? noTokens, false)
  }

  /** Returns the holder of a key, or creates it. */
  #keep<Key>(
    holders: { get(key: Key): SessionHolder | undefined; set(key: Key, holder: SessionHolder): unknown },
    key: Key,
    createStore: () => TokenStore,
  ): SessionHolder {
    const holder = holders.get(key) ?? this.#createHolder(createStore())
    holders.set(key, holder)
    return holder
  }

  /**
   * The same refresh token (or the same access token, if there is no refresh token) returns the same holder while it is
   * in use. So concurrent calls share one refresh, and a page that renders again reuses its cached user. A pair without
   * tokens gets a new holder each time.
   */
  #ofTokens({ accessToken, refreshToken }: Tokens): SessionHolder {
    const token = refreshToken ?? accessToken
    const known = token === null ? undefined : this.#byToken.get(token)?.deref()
    if (known) return known
    const holder = this.#createHolder(new MemoryTokenStore({ accessToken, refreshToken }, false))
    if (token !== null) {
      this.#byToken.set(token, new WeakRef(holder))
      this.#collected.register(holder, token)
    }
    return holder
  }

  #createHolder(store: TokenStore): SessionHolder {
    const context = { ...this.#options, clock: this.#clock }
    return new SessionHolder(store, ownSessionOf(store, context.ports, context.projectId), this.#clock, (session) =>
      refreshTokens(session, store, context),
    )
  }
}
