import type { FrameworkRequest, Ports } from '../transport/ports.ts'
import { changesOf, readTokens } from './cookies.ts'
import { isHttpsRequest } from './request-tokens.ts'
import { areSameTokens, MemoryTokenStore } from './token-store.ts'
import type { Tokens } from './tokens.ts'

/** A cookie of pages on HTTPS, because a server behind a proxy may not know how the browser reached it. */
const HTTPS_COOKIE = 'stack-is-https'

export interface RequestCookieStoreOptions {
  readonly projectId: string
  readonly readUnprefixedCookies: boolean
  readonly ports: Pick<Ports, 'now'>
}

/**
 * The tokens in the cookies of a request. What is written becomes a cookie of the answer where the framework allows it, and is kept for
 * this request only elsewhere, such as in a render.
 *
 * Refreshes do not rotate: an answer may be lost, and the page may refresh at the same time.
 */
export class RequestCookieStore extends MemoryTokenStore {
  readonly #cookies: FrameworkRequest['cookies']
  readonly #options: RequestCookieStoreOptions
  readonly #isHttps: boolean

  /** Ignores tokens in other headers: they belong to a caller who wants no cookies. */
  constructor({ headers, cookies }: FrameworkRequest, options: RequestCookieStoreOptions) {
    const { projectId, readUnprefixedCookies } = options
    // Not the header: an earlier call of this request may have set cookies. The framework has decoded the values.
    const cookieText = cookies
      .getAll()
      .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
      .join('; ')
    const get = (name: string): string | null => (name === 'cookie' ? cookieText : headers.get(name))
    const isHttps = isHttpsRequest({ headers: { get } }, projectId) || cookieText.includes(`${HTTPS_COOKIE}=`)
    super(readTokens(cookieText, projectId, { isHttps, readUnprefixedCookies }), false)
    this.#cookies = cookies
    this.#options = options
    this.#isHttps = isHttps
  }

  override write(tokens: Tokens): void {
    const previous = this.read()
    super.write(tokens)
    if (!areSameTokens(tokens, previous)) this.#setCookies(tokens, tokens.refreshToken === previous.refreshToken)
  }

  /** Returns whether the framework lets the calling code set cookies. Tries it with a cookie that no request has. */
  canWrite(): boolean {
    try {
      this.#set('portico-probe', '', 0)
      return true
    } catch {
      return false
    }
  }

  /** @param isSameSession leaves the refresh token alone: a framework renders a page again for each cookie that is set */
  #setCookies(tokens: Tokens, isSameSession: boolean): void {
    const { projectId, ports } = this.#options
    const present = new Set(this.#cookies.getAll().map(({ name }) => name))
    const changes = changesOf(tokens, { projectId, isHttps: this.#isHttps, now: ports.now() })
    try {
      for (const [name, value, maxAge] of isSameSession ? changes.slice(0, 1) : changes) {
        if (value !== null) this.#set(name, value, maxAge)
        else if (present.has(name)) this.#set(name, '', 0)
      }
    } catch {
      // A render: the browser refreshes for itself.
    }
  }

  #set(name: string, value: string, maxAge: number): void {
    this.#cookies.set(name, value, { path: '/', maxAge, sameSite: 'lax', secure: this.#isHttps })
  }
}
