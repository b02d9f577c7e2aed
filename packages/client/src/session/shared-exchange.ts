import type { Ports, ShareExchange } from '../transport/ports.ts'

type Answer = { readonly accessToken: string | null } | null

interface SharedExchange {
  readonly answer: Promise<Answer>
  /** The moment from which the answer is too old. Infinity until the answer arrives. */
  endMillis: number
}

const SHARED_MILLIS = 1_000

interface LastSecond {
  /** By project and refresh token. */
  readonly exchanges: Map<string, SharedExchange>
  /** The refresh tokens that the service has refused. */
  readonly refused: Set<string>
}

/** The exchanges of the last second, by environment, because apps that are created per request share them too. */
const lastSeconds = new WeakMap<object, LastSecond>()

/** The sessions whose next exchange must not have started before now. */
const outdatedSessions = new WeakSet<object>()

/**
 * Creates a function that exchanges a refresh token for an access token without rotation, at most once per second. The
 * renders of one page on a server run at the same time, each with the tokens of its own request, and cannot store what
 * they get.
 *
 * @param project the address of the service and the id of the project
 */
export function shareExchanges(ports: Ports, project: string): ShareExchange {
  const lastSecond = lastSeconds.get(ports) ?? {
    exchanges: new Map<string, SharedExchange>(),
    refused: new Set<string>(),
  }
  lastSeconds.set(ports, lastSecond)
  const { exchanges: recent, refused } = lastSecond

  async function share(...[refreshToken, session, exchange]: Parameters<ShareExchange>): Promise<Answer> {
    const answer = await joinOrStart(refreshToken, session, exchange)
    if (!answer) {
      refused.add(refreshToken)
      ports.after(SHARED_MILLIS, () => refused.delete(refreshToken))
    }
    return answer
  }

  async function joinOrStart(...[refreshToken, session, exchange]: Parameters<ShareExchange>): Promise<Answer> {
    const key = `${project} ${refreshToken}`
    const start = (): Promise<Answer> => startExchange(key, exchange(refreshToken))
    if (outdatedSessions.delete(session)) return start()
    for (let shared = recent.get(key); shared; shared = recent.get(key)) {
      // By the clock, because timers do not run in a process that is frozen between requests.
      if (ports.now() >= shared.endMillis) break
      let answer: Answer
      try {
        answer = await shared.answer
      } catch {
        // The exchange may have failed because the request that started it has ended.
        return start()
      }
      if (!answer || answer.accessToken !== session.refusedAccessToken) return answer
      if (recent.get(key) === shared) recent.delete(key)
    }
    return start()
  }

  /** Later callers share the exchange that started last. */
  function startExchange(key: string, answer: Promise<Answer>): Promise<Answer> {
    const started: SharedExchange = { answer, endMillis: Number.POSITIVE_INFINITY }
    recent.set(key, started)
    const forget = (): void => {
      if (recent.get(key) === started) recent.delete(key)
    }
    // A failure is not shared with later callers.
    answer.then(() => {
      started.endMillis = ports.now() + SHARED_MILLIS
      // The timer of a busy process fires early.
      ports.after(2 * SHARED_MILLIS, forget)
    }, forget)
    return answer
  }
  // Unchecked cast: the exchanges of one project have one type of answer.
  return share as ShareExchange
}

/**
 * The next exchange of the session starts after this call and replaces the shared one, whose claims may be outdated.
 */
export function requireNewExchange(session: object): void {
  outdatedSessions.add(session)
}

/**
 * Returns whether the service has refused this refresh token a moment ago.
 *
 * @param ports the environment of the app
 */
export function isRefusedToken(ports: object, refreshToken: string): boolean {
  return lastSeconds.get(ports)?.refused.has(refreshToken) ?? false
}
