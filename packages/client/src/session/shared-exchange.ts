import type { Ports, ShareExchange } from '../transport/ports.ts'

type Answer = { readonly accessToken: string | null } | null

const SHARED_MILLIS = 1_000

/** The exchanges of the last second. By environment and project, because apps that are created per request share them too. */
const recentExchanges = new WeakMap<Ports, Map<string, Promise<Answer>>>()

/**
 * Creates the function that gets an access token for a refresh token without rotation at most once per second. The renders of one page on
 * a server run at the same time, each with the tokens of its own request, and cannot store what they get.
 *
 * @param project the address of the service and the id of the project
 */
export function shareExchanges(ports: Ports, project: string): ShareExchange {
  const recent = recentExchanges.get(ports) ?? new Map<string, Promise<Answer>>()
  recentExchanges.set(ports, recent)
  async function share(...[refreshToken, session, exchange]: Parameters<ShareExchange>): Promise<Answer> {
    const key = `${project} ${refreshToken}`
    for (let shared = recent.get(key); shared; shared = recent.get(key)) {
      const tokens = await shared
      if (!tokens || tokens.accessToken !== session.refusedAccessToken) return tokens
      if (recent.get(key) === shared) recent.delete(key)
    }
    const started = exchange(refreshToken)
    recent.set(key, started)
    const forget = (): void => {
      if (recent.get(key) === started) recent.delete(key)
    }
    // A failure is not shared with later callers.
    started.then(() => ports.after(SHARED_MILLIS, forget), forget)
    return started
  }
  // Unchecked cast: the exchanges of one project have one type of answer.
  return share as ShareExchange
}
