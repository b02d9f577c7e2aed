interface Expiring {
  readonly claims: {
    /** Seconds since the epoch. */
    readonly expiresAt: number
  }
}

/**
 * Keeps verified tokens by digest. Each new token removes expired ones: many tokens are never sent again, and would
 * fill the memory for hours.
 */
export class VerifiedTokens<Token extends Expiring> {
  readonly #max: number
  readonly #tokens = new Map<string, Token>()

  /** @param max beyond it, the oldest go first, also before they expire */
  constructor(max: number) {
    this.#max = max
  }

  get size(): number {
    return this.#tokens.size
  }

  get(digest: string): Token | undefined {
    return this.#tokens.get(digest)
  }

  /** @param nowSeconds the moment at which tokens count as expired */
  add(digest: string, token: Token, nowSeconds: number): void {
    // In the order of their first use. One that expires later keeps those behind it for at most the lifetime of a
    // token.
    for (const [oldest, { claims }] of this.#tokens) {
      if (claims.expiresAt > nowSeconds && this.#tokens.size < this.#max) break
      this.#tokens.delete(oldest)
    }
    this.#tokens.set(digest, token)
  }

  delete(digest: string): void {
    this.#tokens.delete(digest)
  }
}
