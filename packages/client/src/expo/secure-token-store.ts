import { noTokens, type Tokens, type TokenStore } from '../session/tokens.ts'
import { areSameTokens } from '../session/token-store.ts'
import type { Ports } from '../transport/ports.ts'
import type { SecureEntry } from './secure-entry.ts'

/**
 * Keeps the refresh token in the secure storage of the device, and the access token in memory: both together may exceed
 * the 2,048 bytes of an entry, and an access token is valid for minutes only.
 */
export class SecureTokenStore implements TokenStore {
  readonly isShared = false
  readonly keepsWrites = true
  readonly #entry: SecureEntry
  readonly #warn: Ports['warn']
  readonly #listeners = new Set<() => void>()
  /** Null until the entry is read. */
  #tokens: Tokens | null = null
  #isWarned = false

  constructor(entry: SecureEntry, warn: Ports['warn']) {
    this.#entry = entry
    this.#warn = warn
  }

  read(): Tokens {
    if (this.#tokens) return this.#tokens
    try {
      const refreshToken = this.#entry.read()
      this.#tokens = refreshToken === null ? noTokens : { accessToken: null, refreshToken }
      return this.#tokens
    } catch (error) {
      // A locked device gives the entry later, so the next call reads it again.
      if (!this.#isWarned) this.#warn(`The device does not give the stored session: ${String(error)}`)
      this.#isWarned = true
      return noTokens
    }
  }

  write(tokens: Tokens): void {
    const previous = this.read()
    if (areSameTokens(tokens, previous)) return
    this.#tokens = tokens
    if (tokens.refreshToken !== previous.refreshToken) this.#store(tokens.refreshToken)
    for (const listener of [...this.#listeners]) listener()
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #store(refreshToken: string | null): void {
    try {
      if (refreshToken === null) this.#entry.remove()
      else this.#entry.write(refreshToken)
    } catch (error) {
      this.#warn(`The device does not store the session, so it ends when the app closes: ${String(error)}`)
    }
  }
}
