import type { ServiceClock } from './service-clock.ts'
import type { TokenStore } from './token-store.ts'
import { noTokens, type Tokens } from './tokens.ts'

import { areOfSameSession, Session } from './session.ts'

/** The current session of one token store: follows what is written there, and writes there what the session does. */
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

  /** The session of the tokens that are in the store now. */
  current(): Session {
    const tokens = this.store.read()
    if (this.#session?.owns(tokens)) {
      this.#session.adopt(tokens)
      return this.#session
    }
    const session = new Session(tokens, this.#clock.now, this.#refresh)
    session.onEnd((lastTokens) => {
      // By now somebody else may have signed in here.
      if (areOfSameSession(lastTokens, this.store.read())) this.store.write(noTokens)
    })
    this.#session = session
    return session
  }

  /** Goes on with the tokens that the service has just given for a sign-in. */
  receive(tokens: Tokens): void {
    this.#clock.learn(tokens.accessToken)
    this.store.write(tokens)
  }

  /** Calls the listener when another session has become the current one, or the current one has ended. */
  subscribe(listener: () => void): () => void {
    let session = this.current()
    return this.store.subscribe(() => {
      const next = this.current()
      if (next === session && !next.hasEnded) return
      session = next
      listener()
    })
  }
}

/**
 * Asks the current session, and if it has ended on the way, the one that is current then: another tab may have replaced
 * a refresh token that was all this page knew of the session.
 */
export async function inCurrentSession<Answer>(
  holder: SessionHolder,
  ask: (session: Session) => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    const session = holder.current()
    const answer = await ask(session)
    if (!session.hasEnded || holder.current().hasEnded) return answer
  }
}
