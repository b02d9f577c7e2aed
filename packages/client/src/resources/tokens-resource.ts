import type { Ports } from '../transport/ports.ts'
import type { Resource } from './resource.ts'
import type { Session } from '../session/session.ts'
import type { Tokens } from '../session/tokens.ts'

import { ACCESS_TOKEN_FRESHNESS_MILLIS } from '@portico/contract/limits'
import { remainingMillis } from '../session/access-token.ts'

/** Where the clock of this device is wrong, a token may look expired that the service accepts. */
const RENEWAL_MIN_MILLIS = 5_000

/** Loads the tokens of a session, and loads them again before the access token expires while they are in use. */
export async function loadTokens(ports: Ports, session: Session, resource: Resource<Tokens>): Promise<Tokens> {
  const tokens = await session.getTokens()
  // One more, because a token that is good for exactly that long is still fresh.
  const millis = remainingMillis(tokens.accessToken, ports.now()) - ACCESS_TOKEN_FRESHNESS_MILLIS + 1
  if (tokens.accessToken !== null && millis < Number.POSITIVE_INFINITY) {
    ports.after(Math.max(millis, RENEWAL_MIN_MILLIS), () => {
      // A resource that is not in use has dropped its value.
      if (resource.getSnapshot().status === 'ok') resource.refresh().catch(() => {})
    })
  }
  return tokens
}
