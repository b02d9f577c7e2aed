import { type RefreshOptions, refreshTokens } from './refresh.ts'
import type { Session } from './session.ts'
import { MemoryTokenStore, type TokenStore } from './token-store.ts'
import { noTokens, type RequestLike, type Tokens, type TokenStoreInit } from './tokens.ts'

import { CookieTokenStore } from './cookie-token-store.ts'
import { tokensOfRequest } from './request-tokens.ts'
import { ServiceClock } from './service-clock.ts'
import { SessionHolder } from './session-holder.ts'

interface SessionHoldersOptions extends RefreshOptions {
  readonly readUnprefixedCookies: boolean
}

/** Finds the store, and with it the current session, that a `tokenStore` option means. */
export class SessionHolders {
  readonly #options: SessionHoldersOptions
  readonly #clock: ServiceClock
  readonly #named = new Map<string, SessionHolder>()
  // Weak, because on a server requests and token pairs come and go.
  readonly #byRequest = new WeakMap<RequestLike, SessionHolder>()
  readonly #byToken = new Map<string, WeakRef<SessionHolder>>()
  readonly #forgotten = new FinalizationRegistry<string>((token) => {
    if (!this.#byToken.get(token)?.deref()) this.#byToken.delete(token)
  })

  constructor(options: SessionHoldersOptions) {
    this.#options = options
    this.#clock = new ServiceClock(options.ports.now)
  }

  /** The same holder for the same store; throws for null, where there is no current user to speak of. */
  of(init: TokenStoreInit): SessionHolder {
    if (init === 'cookie' || init === 'memory') return this.#ofName(init)
    if (init === 'nextjs-cookie') {
      if (this.#options.ports.browser()) return this.#ofName('cookie')
      throw new Error('On a server the token store "nextjs-cookie" needs the app of @portico/nextjs.')
    }
    if (init === null) {
      throw new Error(
        'This app has `tokenStore: null`, so no current user. Pass a `tokenStore` to the call, such as the incoming request.',
      )
    }
    if (typeof init === 'object' && 'headers' in init) return this.#ofRequest(init)
    if (typeof init === 'object' && 'refreshToken' in init && 'accessToken' in init) return this.#ofTokens(init)
    throw new Error('`tokenStore` must be "cookie", "nextjs-cookie", "memory", a request, a token pair, or null.')
  }

  /** A session of these tokens that shares nothing with the one they are from, and does not replace its refresh token. */
  detached(tokens: Tokens): Session {
    return this.#hold(new MemoryTokenStore(tokens, false)).current()
  }

  #ofName(name: 'cookie' | 'memory'): SessionHolder {
    const holder =
      this.#named.get(name) ??
      this.#hold(name === 'cookie' ? new CookieTokenStore(this.#options) : new MemoryTokenStore(noTokens, true))
    this.#named.set(name, holder)
    return holder
  }

  #ofRequest(request: RequestLike): SessionHolder {
    const { projectId, readUnprefixedCookies } = this.#options
    const holder =
      this.#byRequest.get(request) ??
      this.#hold(new MemoryTokenStore(tokensOfRequest(request, projectId, readUnprefixedCookies), false))
    this.#byRequest.set(request, holder)
    return holder
  }

  /**
   * The same refresh token, or without one the same access token, gives the same session while it is in use: calls at the
   * same time share a refresh, and a page that renders again finds its user again. No tokens are nobody's.
   */
  #ofTokens({ accessToken, refreshToken }: Tokens): SessionHolder {
    const token = refreshToken ?? accessToken
    const known = token === null ? undefined : this.#byToken.get(token)?.deref()
    if (known) return known
    const holder = this.#hold(new MemoryTokenStore({ accessToken, refreshToken }, false))
    if (token !== null) {
      this.#byToken.set(token, new WeakRef(holder))
      this.#forgotten.register(holder, token)
    }
    return holder
  }

  #hold(store: TokenStore): SessionHolder {
    const context = { ...this.#options, clock: this.#clock }
    return new SessionHolder(store, this.#clock, (session) => refreshTokens(session, store, context))
  }
}
