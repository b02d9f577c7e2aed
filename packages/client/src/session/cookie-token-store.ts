import { COOKIE_POLL_MILLIS } from '@portico/contract/limits'

import type { Browser, Ports } from '../transport/ports.ts'
import { areSameTokens } from './token-store.ts'
import { noTokens, type Tokens, type TokenStore } from './tokens.ts'
import { changesOf, readTokens } from './cookies.ts'

export interface CookieTokenStoreOptions {
  readonly projectId: string
  readonly readUnprefixedCookies: boolean
  readonly ports: Pick<Ports, 'now' | 'after' | 'warn' | 'browser'>
}

/** Keeps tokens in cookies of the page. Other tabs and the server of the page read the same cookies. */
export class CookieTokenStore implements TokenStore {
  readonly isShared = true
  readonly keepsWrites = true
  readonly #options: CookieTokenStoreOptions
  readonly #listeners = new Set<() => void>()
  /** Refresh tokens to ignore: a cookie that this page cannot delete still contains them. */
  readonly #ignored = new Set<string>()
  #known: Tokens = noTokens
  #reported: Tokens = noTokens
  #isWatching = false
  #isPollDue = false
  #areCookiesRefused = false

  constructor(options: CookieTokenStoreOptions) {
    this.#options = options
  }

  read(): Tokens {
    const found = this.#find()
    if (found.refreshToken === null && this.#areCookiesRefused) return this.#known
    // The access cookie expires earlier and may be too large for the browser. Use the token in memory then.
    const isSameSession = found.refreshToken === this.#known.refreshToken
    const tokens = isSameSession && found.accessToken === null ? this.#known : found
    if (!areSameTokens(tokens, this.#known)) this.#known = tokens
    return this.#known
  }

  write(tokens: Tokens): void {
    const { document, isHttps } = this.#page()
    const { refreshToken } = tokens
    const secure = isHttps ? '; Secure' : ''
    const { projectId, ports } = this.#options
    for (const [name, value, maxAge] of changesOf(tokens, { projectId, isHttps, now: ports.now() })) {
      const lifetime = value === null ? 0 : maxAge
      document.cookie = `${name}=${encodeURIComponent(value ?? '')}; Path=/; Max-Age=${lifetime}; SameSite=Lax${secure}`
    }
    if (refreshToken === null && this.#known.refreshToken !== null) this.#ignored.add(this.#known.refreshToken)
    if (refreshToken !== null) this.#verifyWrite(refreshToken)
    // An access token without a refresh token is kept in memory only.
    this.#known = tokens
    this.#report()
  }

  #find(): Tokens {
    const { document, isHttps } = this.#page()
    const { projectId, readUnprefixedCookies } = this.#options
    return readTokens(document.cookie, projectId, { isHttps, readUnprefixedCookies, ignored: this.#ignored })
  }

  /** Ensures that the next read returns the token that was written. */
  #verifyWrite(refreshToken: string): void {
    this.#ignored.delete(refreshToken)
    let found = this.#find().refreshToken
    while (found !== null && found !== refreshToken) {
      // A cookie of another path or domain, which the browser lists before ours.
      this.#ignored.add(found)
      found = this.#find().refreshToken
    }
    if (found === null && !this.#areCookiesRefused) {
      this.#options.ports.warn('This browser blocks the cookies of this page: the session ends with it.')
    }
    this.#areCookiesRefused = found === null
  }

  subscribe(listener: () => void): () => void {
    if (this.#listeners.size === 0) this.#reported = this.read()
    this.#listeners.add(listener)
    this.#watch()
    return () => this.#listeners.delete(listener)
  }

  #page(): { document: Browser['document']; isHttps: boolean } {
    const browser = this.#options.ports.browser()
    if (!browser) {
      throw new Error(
        'The token store "cookie" needs a browser or @portico/nextjs/server. Pass a `tokenStore` to the call, such as the incoming request.',
      )
    }
    return { document: browser.document, isHttps: browser.location.href.startsWith('https:') }
  }

  #report(): void {
    const tokens = this.#known
    if (areSameTokens(tokens, this.#reported)) return
    this.#reported = tokens
    for (const listener of [...this.#listeners]) listener()
  }

  #checkForChange(): void {
    if (this.#listeners.size === 0) return
    this.read()
    this.#report()
    this.#watch()
  }

  /**
   * Checks after each change event of the browser. Without that event, checks every 100 ms while the tab is visible.
   */
  #watch(): void {
    const browser = this.#options.ports.browser()
    if (!browser) return
    if (!this.#isWatching) {
      this.#isWatching = true
      browser.document.addEventListener('visibilitychange', () => this.#checkForChange())
      browser.cookieStore?.addEventListener('change', () => this.#checkForChange())
    }
    if (!browser.cookieStore) this.#poll(browser)
  }

  #poll(browser: Browser): void {
    if (this.#isPollDue || this.#listeners.size === 0 || browser.document.hidden) return
    this.#isPollDue = true
    this.#options.ports.after(COOKIE_POLL_MILLIS, () => {
      this.#isPollDue = false
      this.#checkForChange()
    })
  }
}
