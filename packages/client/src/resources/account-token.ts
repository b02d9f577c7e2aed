import type { Ports } from '../transport/ports.ts'
import type { Resource } from './resource.ts'
import type { Session } from '../session/session.ts'
import type { UserContext } from './user-context.ts'
import type { ReadOptions, UserReads } from './user-reads.ts'
import { KnownError } from '../transport/known-error.ts'
import { requestToken } from './connected-accounts.ts'

/** The service returns a token that is valid for at least five minutes, if the provider says when it expires. */
const TOKEN_RENEWAL_MILLIS = 4 * 60_000

/** How often the age of a token is checked. One timer for all of it would not run while a computer sleeps. */
const TOKEN_CHECK_MILLIS = 60_000

type AccountToken = UserReads['accountToken']

/**
 * Fetches the token of a connected account for a hook.
 *
 * @param resource the resource of the token, which is renewed while it has subscribers
 */
export async function loadAccountToken(
  { account = '', scopes = [] }: ReadOptions,
  session: Session,
  { request, ports }: UserContext,
  resource: Resource<AccountToken>,
): Promise<AccountToken> {
  const shown = resource.getSnapshot()
  try {
    const token = { accessToken: await requestToken({ request, session, userId: 'me' }, account, scopes) }
    renewLater(resource, token, TOKEN_RENEWAL_MILLIS, ports)
    return token
  } catch (error) {
    // Any other error passes, and the token can be valid for longer.
    const isFinal = KnownError.isKnownError(error) && !error.is('RATE_LIMITED')
    if (shown.status !== 'ok' || isFinal) throw error
    renewLater(resource, shown.data, 0, ports)
    return shown.data
  }
}

/** Fetches a token again after this time, at the next check, if a component still shows it. */
function renewLater(resource: Resource<AccountToken>, token: AccountToken, millis: number, ports: Ports): void {
  const dueAtMillis = ports.now() + millis
  const check = (): void => {
    const shown = resource.getSnapshot()
    // A resource without subscribers has dropped the token. Another token has its own checks.
    if (shown.status !== 'ok' || shown.data !== token) return
    if (ports.now() < dueAtMillis) ports.after(TOKEN_CHECK_MILLIS, check)
    else resource.refresh().catch(() => {})
  }
  ports.after(TOKEN_CHECK_MILLIS, check)
}
