import type { Ports } from '../transport/ports.ts'
import type { Resource } from './resource.ts'
import type { Session } from '../session/session.ts'
import type { Tokens } from '../session/tokens.ts'
import { partialUserOf, type TokenPartialUser } from './partial-user.ts'

/** How often the tokens are checked while they are shown. One long timer would stop while the device sleeps. */
const CHECK_MILLIS = 1_000

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

/** The check that follows the latest load of a resource. */
const checks = new WeakMap<Resource<unknown>, () => void>()

/**
 * Reads the tokens of a session. While there is a subscriber, reads them again when the access token is about to expire
 * by the clock of the session, and when the session has refused or replaced it.
 */
export async function loadRead<Name extends keyof TokenReads>(
  name: Name,
  ports: Ports,
  session: Session,
  resource: Resource<unknown>,
): Promise<TokenReads[Name]> {
  const shown = await session.getTokens()
  checks.delete(resource)
  if (shown.accessToken !== null) followSession(shown.accessToken, ports, session, resource)
  return readers[name](shown)
}

function followSession(shownToken: string, ports: Ports, session: Session, resource: Resource<unknown>): void {
  function check(): void {
    // A resource without subscribers has dropped its value.
    if (checks.get(resource) !== check || resource.getSnapshot().status !== 'ok') return
    if (session.isFreshFor() && session.tokens.accessToken === shownToken) ports.after(CHECK_MILLIS, check)
    else resource.refresh().catch(() => {})
  }

  checks.set(resource, check)
  ports.after(session.isFreshFor() ? CHECK_MILLIS : RENEWAL_MIN_MILLIS, check)
}
