import type { Tokens, TokenStore } from './tokens.ts'

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
