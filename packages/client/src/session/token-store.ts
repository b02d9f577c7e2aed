import type { Tokens } from './tokens.ts'

/** A place that holds one token pair. */
export interface TokenStore {
  /** What is there now; the same object as long as it does not change. */
  read(): Tokens
  write(tokens: Tokens): void
  /** Calls the listener after each change, whoever made it; gives back the function that ends it. */
  subscribe(listener: () => void): () => void
  /** Other tabs read and write it too. */
  readonly isShared: boolean
  /**
   * What is written will be there next time. Only then may a refresh replace the refresh token: whoever holds the
   * original of a read-only store would otherwise be left with a used one, and using it again ends the session.
   */
  readonly keepsWrites: boolean
}

/** A store in memory; also what a request or a given token pair is read into. */
export class MemoryTokenStore implements TokenStore {
  readonly isShared = false
  readonly keepsWrites: boolean
  readonly #listeners = new Set<() => void>()
  #tokens: Tokens

  constructor(tokens: Tokens, keepsWrites: boolean) {
    this.#tokens = tokens
    this.keepsWrites = keepsWrites
  }

  read(): Tokens {
    return this.#tokens
  }

  write(tokens: Tokens): void {
    if (areSameTokens(tokens, this.#tokens)) return
    this.#tokens = tokens
    for (const listener of [...this.#listeners]) listener()
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

export function areSameTokens(one: Tokens, other: Tokens): boolean {
  return one.accessToken === other.accessToken && one.refreshToken === other.refreshToken
}
