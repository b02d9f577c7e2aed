import type { ServiceClock } from './service-clock.ts'
import { noTokens, type Tokens, type TokenStore } from './tokens.ts'
import { areOfSameSession, Session } from './session.ts'

/** Holds the current session of one token store and keeps session and store in sync. */
export class SessionHolder {
  readonly store: TokenStore
  readonly #clock: ServiceClock
  readonly #refresh: (session: Session) => Promise<Tokens | null>
  #session: Session | null = null

  constructor(store: TokenStore, clock: ServiceClock, refresh: (session: Session) => Promise<Tokens | null>) {
    this.store = store
    this.#clock = clock
    this.#refresh = refresh
  }

  /** Returns the session of the tokens that are in the store now. */
  current(): Session {
    const tokens = this.store.read()
    if (this.#session?.owns(tokens)) {
      this.#session.adopt(tokens)
      return this.#session
    }
    const session = new Session(tokens, this.#clock.now, this.#refresh)
    session.onEnd((lastTokens) => {
      // Keep the tokens of another user who may have signed in since.
      if (areOfSameSession(lastTokens, this.store.read())) this.store.write(noTokens)
    })
    this.#session = session
    return session
  }

  /** Stores the tokens of a new sign-in. */
  receive(tokens: Tokens): void {
    this.#clock.synchronize(tokens.accessToken)
    this.store.write(tokens)
  }

  /** Calls the listener when another session becomes current, or when the current one ends. */
  subscribe(listener: () => void): () => void {
    let session = this.current()
    return this.store.subscribe(() => {
      const next = this.current()
      if (next === session && !next.hasEnded) return
      session = next
      listener()
    })
  }

  /**
   * Runs a call with the current session. If that session ends during the call and the store has other tokens now, repeats
   * it with the new current session: this page may know only the refresh token, and another tab may have rotated it.
   */
  async callInCurrent<Answer>(call: (session: Session) => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const tokens = this.store.read()
      const session = this.current()
      const answer = await call(session)
      if (!session.hasEnded || this.store.read() === tokens) return answer
    }
  }
}
