import { ACCESS_TOKEN_FRESHNESS_MILLIS, ACCESS_TOKEN_REQUIRED_EXPIRY_LIMIT_MILLIS } from '@portico/contract/limits'

import { noTokens, type Tokens } from './tokens.ts'

import { readAccessToken, remainingMillis } from './access-token.ts'

/**
 * One signed-in session: its tokens may be replaced, it may end, and then it stays ended.
 *
 *     no tokens ─────────────────────────────┐
 *     alive ── sign-out, refused refresh ──► ended
 */
export class Session {
  readonly #now: () => number
  readonly #refresh: (session: Session) => Promise<Tokens | null>
  readonly #endListeners = new Set<(lastTokens: Tokens) => void>()
  #tokens: Tokens
  #refusedAccessToken: string | null = null
  #ended: boolean
  #refreshing: Promise<void> | null = null

  /** @param refresh gets new tokens for the session, or null if the service does not know it any more */
  constructor(tokens: Tokens, now: () => number, refresh: (session: Session) => Promise<Tokens | null>) {
    for (const token of [tokens.accessToken, tokens.refreshToken]) {
      // What `String(undefined)` leaves in a cookie or header would otherwise be sent as if it were a token.
      if (token === 'undefined') throw new Error('A token is the text "undefined". Pass null for no token.')
    }
    this.#tokens = tokens
    this.#now = now
    this.#refresh = refresh
    this.#ended = !tokens.accessToken && !tokens.refreshToken
  }

  get hasEnded(): boolean {
    return this.#ended
  }

  /** The tokens as they are, perhaps expired; none once the session has ended. */
  get tokens(): Tokens {
    return this.#ended ? noTokens : this.#tokens
  }

  /** Tokens with an access token that is good for at least that long. Calls at the same time share one refresh. */
  async getTokens(validForMillis = ACCESS_TOKEN_FRESHNESS_MILLIS): Promise<Tokens> {
    if (validForMillis >= ACCESS_TOKEN_REQUIRED_EXPIRY_LIMIT_MILLIS) {
      throw new Error(
        `Access tokens are short-lived: ask for less than ${ACCESS_TOKEN_REQUIRED_EXPIRY_LIMIT_MILLIS} ms.`,
      )
    }
    if (!this.#ended && !this.isFreshFor(validForMillis)) await this.#refreshOnce()
    return this.tokens
  }

  isFreshFor(millis = ACCESS_TOKEN_FRESHNESS_MILLIS): boolean {
    return remainingMillis(this.tokens.accessToken, this.#now()) >= millis
  }

  /** The service did not accept this access token: the next call gets another one. */
  refuseAccessToken(accessToken: string): void {
    this.#refusedAccessToken = accessToken
    if (this.#tokens.accessToken === accessToken) this.#tokens = { ...this.#tokens, accessToken: null }
  }

  /** Takes over tokens of this same session that were refreshed elsewhere. */
  adopt({ accessToken, refreshToken }: Tokens): void {
    const isUsable = accessToken !== null && accessToken !== this.#refusedAccessToken
    this.#tokens = { accessToken: isUsable ? accessToken : this.#tokens.accessToken, refreshToken }
  }

  /** Ends it for good, on this side. */
  end(): void {
    if (this.#ended) return
    this.#ended = true
    const lastTokens = this.#tokens
    for (const listener of [...this.#endListeners]) listener(lastTokens)
  }

  /** The listener is given the tokens the session had. */
  onEnd(listener: (lastTokens: Tokens) => void): void {
    this.#endListeners.add(listener)
  }

  /** Whether the tokens are of this session, perhaps after a rotation of its refresh token. */
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
      // Nothing to refresh with: an access token alone is used up to its last second.
      if (remainingMillis(this.#tokens.accessToken, this.#now()) <= 0) this.end()
      return
    }
    const refreshed = await this.#refresh(this)
    if (refreshed) this.adopt(refreshed)
    else this.end()
  }
}

/** Equal refresh tokens, or access tokens of one session, since a refresh token may have been replaced. */
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
