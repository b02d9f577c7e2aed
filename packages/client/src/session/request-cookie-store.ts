import type { FrameworkRequest, Ports } from '../transport/ports.ts'
import { bothNames, changesOf, readTokens, refreshCookieName, valuesOf } from './cookies.ts'
import { isHttpsRequest } from './request-tokens.ts'
import { isRefusedToken } from './shared-exchange.ts'
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
 * The tokens in the cookies of a request. A write becomes a cookie of the answer where the framework allows it.
 * Elsewhere, such as in a render, it is kept for this request only.
 *
 * Refreshes do not rotate: an answer may be lost, and the page may refresh at the same time. A refused refresh deletes
 * no cookie: the browser may have stored a newer session since, under the same names.
 */
export class RequestCookieStore extends MemoryTokenStore {
  readonly #cookies: RequestCookies
  readonly #options: RequestCookieStoreOptions
  readonly #isHttps: boolean
  /** Whether the answer to the request sets a cookie so far. */
  hasSetCookie = false

  /** Ignores tokens in other headers, which are for requests without cookies. */
  constructor({ headers, cookies }: FrameworkRequest, options: RequestCookieStoreOptions) {
    const { projectId, readUnprefixedCookies } = options
    const cookieText = cookieTextOf(headers.get('cookie') ?? '', cookies.getAll())
    const get = (name: string): string | null => (name === 'cookie' ? cookieText : headers.get(name))
    const isHttps = isHttpsRequest({ headers: { get } }, projectId) || isMarkedAsHttps(cookies, projectId)
    super(readTokens(cookieText, projectId, { isHttps, readUnprefixedCookies }), false)
    this.#cookies = cookies
    this.#options = options
    this.#isHttps = isHttps
  }

  override write(tokens: Tokens): void {
    const previous = this.read()
    super.write(tokens)
    if (areSameTokens(tokens, previous)) return
    const isEnd = tokens.refreshToken === null && previous.refreshToken !== null
    if (isEnd && isRefusedToken(this.#options.ports, previous.refreshToken)) return
    this.#setCookies(tokens, tokens.refreshToken === previous.refreshToken)
  }

  /**
   * Returns whether the framework lets the calling code set cookies. Sets none: the attempt ends when the framework
   * reads its options.
   */
  canWrite(): boolean {
    const end = new Error()
    try {
      this.#cookies.set('portico-probe', '', {
        get path(): never {
          throw end
        },
        maxAge: 0,
        sameSite: 'lax',
        secure: this.#isHttps,
      })
      return true
    } catch (error) {
      return error === end
    }
  }

  /**
   * @param isSameSession leaves the refresh token alone: a framework renders a page again for each cookie that is set
   */
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
    this.hasSetCookie = true
  }
}

type RequestCookies = FrameworkRequest['cookies']

/**
 * Returns a request's cookies as the text of a header. Frameworks keep one cookie of each name, the last, so the others
 * come from the header, unless this request has set the cookie.
 */
function cookieTextOf(header: string, cookies: ReturnType<RequestCookies['getAll']>): string {
  return cookies
    .flatMap(({ name, value }) => {
      const sent = valuesOf(header, name)
      return (sent.includes(value) ? sent : [value]).map((text) => `${name}=${encodeURIComponent(text)}`)
    })
    .join('; ')
}

/**
 * Returns whether the cookie that marks a page on HTTPS is set. On localhost it may be from another port, so a session
 * of a page on HTTP takes precedence.
 */
function isMarkedAsHttps(cookies: RequestCookies, projectId: string): boolean {
  const names = new Set(cookies.getAll().map(({ name }) => name))
  return names.has(HTTPS_COOKIE) && !bothNames(refreshCookieName(projectId, false)).some((name) => names.has(name))
}
