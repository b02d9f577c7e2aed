import { ACCESS_TOKEN_FRESHNESS_MILLIS, ACCESS_TOKEN_REQUIRED_EXPIRY_LIMIT_MILLIS } from '@portico/contract/limits'

import { noTokens, type Tokens } from './tokens.ts'
import { readAccessToken, remainingMillis } from './access-token.ts'

/**
 * One session. Its tokens can change. A session that has ended never becomes active again.
 *
 *     no tokens ──────────────────────────────┐
 *     active ── sign-out, refused refresh ──► ended
 */
export class Session {
  readonly #now: () => number
  readonly #refresh: (session: Session) => Promise<Tokens | null>
  readonly #endListeners = new Set<(lastTokens: Tokens) => void>()
  #tokens: Tokens
  /** The access token that the service has refused last. */
  refusedAccessToken: string | null = null
  /**
   * An independent session of the last tokens, from a sign-out until the service has confirmed it. In memory only: no
   * storage may keep the tokens after a sign-out.
   */
  detached: Session | null = null
  #ended: boolean
  #refreshing: Promise<void> | null = null

  /** @param refresh gets new tokens for the session; null if the service has ended it */
  constructor(tokens: Tokens, now: () => number, refresh: (session: Session) => Promise<Tokens | null>) {
    for (const token of [tokens.accessToken, tokens.refreshToken]) {
      // Catches a cookie or header that was written with `String(undefined)`.
      if (token === 'undefined') throw new Error('A token is "undefined". Pass null for no token.')
    }
    this.#tokens = tokens
    this.#now = now
    this.#refresh = refresh
    this.#ended = !tokens.accessToken && !tokens.refreshToken
  }

  get hasEnded(): boolean {
    return this.#ended
  }

  /** The tokens without a refresh, so they may be expired. Both null after the session has ended. */
  get tokens(): Tokens {
    return this.#ended ? noTokens : this.#tokens
  }

  /** Returns tokens whose access token is valid for at least this long. Concurrent calls share one refresh. */
  async getTokens(validForMillis = ACCESS_TOKEN_FRESHNESS_MILLIS): Promise<Tokens> {
    if (validForMillis >= ACCESS_TOKEN_REQUIRED_EXPIRY_LIMIT_MILLIS) {
      throw new Error(`Require an access token for less than ${ACCESS_TOKEN_REQUIRED_EXPIRY_LIMIT_MILLIS} ms.`)
    }
    if (!this.#ended && !this.isFreshFor(validForMillis)) await this.#refreshOnce()
    return this.tokens
  }

  isFreshFor(millis = ACCESS_TOKEN_FRESHNESS_MILLIS): boolean {
    return remainingMillis(this.tokens.accessToken, this.#now()) >= millis
  }

  /** Marks an access token that the service has refused. The next call gets another one. */
  refuseAccessToken(accessToken: string): void {
    this.refusedAccessToken = accessToken
    if (this.#tokens.accessToken === accessToken) this.#tokens = { ...this.#tokens, accessToken: null }
  }

  /** Takes over tokens of this session that were refreshed elsewhere. */
  adopt({ accessToken, refreshToken }: Tokens): void {
    const isUsable = accessToken !== null && accessToken !== this.refusedAccessToken
    this.#tokens = { accessToken: isUsable ? accessToken : this.#tokens.accessToken, refreshToken }
  }

  /** Ends the session locally, without a request. */
  end(): void {
    if (this.#ended) return
    this.#ended = true
    const lastTokens = this.#tokens
    for (const listener of [...this.#endListeners]) listener(lastTokens)
  }

  /** Calls the listener when the session ends, with its last tokens. */
  onEnd(listener: (lastTokens: Tokens) => void): void {
    this.#endListeners.add(listener)
  }

  /** True if the tokens belong to this session, also after a rotation of its refresh token. */
  owns(tokens: Tokens): boolean {
    return areOfSameSession(this.tokens, tokens)
  }

  #refreshOnce(): Promise<void> {
    this.#refreshing ??= this.#refreshNow().finally(() => {
      this.#refreshing = null
    })
    return this.#refreshing
  }

  async #refreshNow(): Promise<void> {
    if (this.#tokens.refreshToken === null) {
      // Without a refresh token, use the access token until it expires.
      if (remainingMillis(this.#tokens.accessToken, this.#now()) <= 0) this.end()
      return
    }
    const refreshed = await this.#refresh(this)
    if (refreshed) this.adopt(refreshed)
    else this.end()
  }
}

/**
 * True for equal refresh tokens, or for access tokens with the same session id after a rotation of the refresh token.
 */
export function areOfSameSession(one: Tokens, other: Tokens): boolean {
  if (one.refreshToken === other.refreshToken) {
    return one.refreshToken !== null || one.accessToken === other.accessToken
  }
  const sessionId = sessionIdOf(one)
  return sessionId !== null && sessionId === sessionIdOf(other)
}

function sessionIdOf(tokens: Tokens): string | null {
  return (tokens.accessToken && readAccessToken(tokens.accessToken)?.sessionId) || null
}
