import type { Ports } from './ports.ts'
import type { TokenStore } from './token-store.ts'
import type { RequestLike, TokenStoreInit } from './tokens.ts'

import { CookieTokenStore } from './cookie-token-store.ts'
import { GivenTokenStores, tokensOfRequest } from './read-only-stores.ts'
import { refreshTokens } from './refresh.ts'
import type { RefreshOptions } from './refresh.ts'
import { SessionHolder } from './session-holder.ts'
import { MemoryTokenStore } from './token-store.ts'
import { noTokens } from './tokens.ts'

/** Finds the store, and with it the current session, that a `tokenStore` option means. */
export class SessionHolders {
  readonly #options: RefreshOptions
  readonly #ports: Ports
  readonly #named = new Map<'cookie' | 'memory', SessionHolder>()
  readonly #byRequest = new WeakMap<RequestLike, SessionHolder>()
  readonly #byStore = new WeakMap<TokenStore, SessionHolder>()
  readonly #given = new GivenTokenStores()

  constructor(options: RefreshOptions) {
    this.#options = options
    this.#ports = options.ports
  }

  /** The same holder for the same store; throws for null, where there is no current user to speak of. */
  of(init: TokenStoreInit): SessionHolder {
    if (init === 'cookie' || init === 'memory') return this.#ofName(init)
    if (init === 'nextjs-cookie') {
      if (this.#ports.browser()) return this.#ofName('cookie')
      throw new Error('On a server the token store "nextjs-cookie" needs the app of @portico/nextjs.')
    }
    if (init === null) {
      throw new Error(
        'This app has `tokenStore: null`, so no current user. Pass a `tokenStore` to the call, such as the incoming request.',
      )
    }
    if (typeof init === 'object' && 'headers' in init) return this.#ofRequest(init)
    if (typeof init === 'object' && 'refreshToken' in init && 'accessToken' in init) {
      return this.#ofStore(this.#given.storeOf(init))
    }
    throw new Error('`tokenStore` must be "cookie", "nextjs-cookie", "memory", a request, a token pair, or null.')
  }

  #ofName(name: 'cookie' | 'memory'): SessionHolder {
    const known = this.#named.get(name)
    if (known) return known
    const { projectId } = this.#options
    const store =
      name === 'cookie' ? new CookieTokenStore(projectId, this.#ports) : new MemoryTokenStore(noTokens, true)
    const holder = this.#ofStore(store)
    this.#named.set(name, holder)
    return holder
  }

  #ofRequest(request: RequestLike): SessionHolder {
    const known = this.#byRequest.get(request)
    if (known) return known
    const tokens = tokensOfRequest(request, this.#options.projectId)
    const holder = this.#ofStore(new MemoryTokenStore(tokens, false))
    this.#byRequest.set(request, holder)
    return holder
  }

  #ofStore(store: TokenStore): SessionHolder {
    const known = this.#byStore.get(store)
    if (known) return known
    const holder = new SessionHolder(store, this.#ports.now, (session) => refreshTokens(session, store, this.#options))
    this.#byStore.set(store, holder)
    return holder
  }
}
