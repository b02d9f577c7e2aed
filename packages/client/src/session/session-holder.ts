import type { ServiceClock } from './service-clock.ts'
import type { SwapOwnSession } from './own-session.ts'
import { noTokens, type Tokens, type TokenStore } from './tokens.ts'
import { areOfSameSession, Session } from './session.ts'
import { parseObject } from '../transport/parse-object.ts'

/** Holds the current session of one token store and keeps session and store in sync. */
export class SessionHolder {
  readonly store: TokenStore
  readonly swapOwn: SwapOwnSession
  readonly #clock: ServiceClock
  readonly #refresh: (session: Session) => Promise<Tokens | null>
  #session: Session | null = null

  constructor(
    store: TokenStore,
    swapOwn: SwapOwnSession,
    clock: ServiceClock,
    refresh: (session: Session) => Promise<Tokens | null>,
  ) {
    this.store = store
    this.swapOwn = swapOwn
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
      const stored = this.store.read()
      // Keep the tokens of another user who may have signed in since.
      if (areOfSameSession(lastTokens, stored)) this.store.write(this.takeOwn(stored))
    })
    this.#session = session
    return session
  }

  /**
   * Removes the session from before an impersonation and returns its tokens. Returns none unless the impersonating
   * session has ended: the user of another session may be another person.
   */
  takeOwn({ refreshToken: ended }: Tokens): Tokens {
    const [family, refreshToken] = (parseObject(this.swapOwn(null) ?? '') ?? []) as readonly [string?, string?]
    return refreshToken && family && ended?.startsWith(family) ? { accessToken: null, refreshToken } : noTokens
  }

  /**
   * Stores the tokens of a new sign-in.
   *
   * @param own what to keep of the session before an impersonation. Any other sign-in removes it, because the new user
   *   may be another person
   */
  receive(tokens: Tokens, own: string | null = null): void {
    // guard: another sign-in removes the stored session of an impersonating staff member (replace `this` with `if (own) this`)
    //   [resources/impersonation]
    this.swapOwn(own)
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
   * Runs a call with the current session. If that session ends during the call and the store has other tokens now,
   * repeats it with the new current session: this page may know only the refresh token, and another tab may have
   * rotated it.
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
