import { ACCESS_TOKEN_FRESHNESS_MILLIS } from '@portico/contract/limits'

import type { Ports } from '../transport/ports.ts'
import type { Resource } from './resource.ts'
import type { Session } from '../session/session.ts'
import type { Tokens } from '../session/tokens.ts'
import { partialUserOf, type TokenPartialUser } from './partial-user.ts'
import { remainingMillis } from '../session/access-token.ts'

/** Minimum pause between renewals. With a wrong local clock, a valid token may always look expired. */
const RENEWAL_MIN_MILLIS = 5_000

/** What is read from the tokens of a session. */
export interface TokenReads {
  tokens: Tokens
  /** Null without a session, and for a token without a user. */
  partialUser: TokenPartialUser | null
}

const readers: { readonly [Name in keyof TokenReads]: (tokens: Tokens) => TokenReads[Name] } = {
  tokens: (tokens) => tokens,
  partialUser: ({ accessToken }) => partialUserOf(accessToken),
}

/** Reads the tokens of a session, and reads again before the access token expires while there is a subscriber. */
export async function loadRead<Name extends keyof TokenReads>(
  name: Name,
  ports: Ports,
  session: Session,
  resource: Resource<unknown>,
): Promise<TokenReads[Name]> {
  return readers[name](await loadTokens(ports, session, resource))
}

async function loadTokens(ports: Ports, session: Session, resource: Resource<unknown>): Promise<Tokens> {
  const tokens = await session.getTokens()
  // Plus one: a token with exactly the minimum remaining time still counts as fresh.
  const millis = remainingMillis(tokens.accessToken, ports.now()) - ACCESS_TOKEN_FRESHNESS_MILLIS + 1
  if (tokens.accessToken !== null && millis < Number.POSITIVE_INFINITY) {
    ports.after(Math.max(millis, RENEWAL_MIN_MILLIS), () => {
      // A resource without subscribers has dropped its value.
      if (resource.getSnapshot().status === 'ok') resource.refresh().catch(() => {})
    })
  }
  return tokens
}
