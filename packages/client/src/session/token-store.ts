import type { Tokens } from './tokens.ts'

/** Stores one token pair. */
export interface TokenStore {
  /** Returns the current tokens: the same object until they change. */
  read(): Tokens
  write(tokens: Tokens): void
  /** Calls the listener after each change, also after changes by other tabs. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /** True if other tabs read and write the same store. */
  readonly isShared: boolean
  /**
   * True if written tokens are kept. Only then may a refresh rotate the refresh token. Otherwise the owner of the
   * original pair (of a request, for example) keeps a used refresh token, and its reuse ends the session.
   */
  readonly keepsWrites: boolean
}

/** Keeps tokens in memory. Also used for the tokens of a request and for a given token pair. */
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
