import type { SendRequest } from './request.ts'
import type { Session } from './session.ts'

import { KnownErrors } from './known-error.ts'

export interface Connection {
  /** Id of the provider, such as `github`. */
  readonly id: string
}

/** An account at a provider that the user has connected. */
export interface OAuthConnection extends Connection {
  readonly provider: string
  /** The account's id at the provider, where the service was asked for it. */
  readonly providerAccountId?: string
  /** A token for the provider's own interface, with the scopes the connection was asked for. */
  getAccessToken(options?: { scopes?: readonly string[] }): Promise<{ accessToken: string }>
}

/** What to do when the user has not connected an account there, or not with these scopes. */
export type ConnectedAccountOr = 'return-null' | 'redirect' | 'throw'

export interface ConnectedAccountOptions {
  or?: ConnectedAccountOr
  /** Scopes of the provider that the token must have. */
  scopes?: readonly string[]
}

export async function listConnectedAccounts(request: SendRequest, session: Session): Promise<OAuthConnection[]> {
  const { items } = await request<{ items: { provider: string; provider_account_id: string }[] }>(
    '/connected-accounts/me',
    { session },
  )
  return items.map((item) => ({
    ...connectionOf(request, session, item.provider, []),
    providerAccountId: item.provider_account_id,
  }))
}

/** @param link leaves for the provider, to connect an account there */
export async function getConnectedAccount(
  request: SendRequest,
  session: Session,
  provider: string,
  { or = 'return-null', scopes = [] }: ConnectedAccountOptions,
  link: () => Promise<never>,
): Promise<OAuthConnection | null> {
  const found = await findConnectedAccount(request, session, provider, scopes)
  if (found || or === 'return-null') return found
  if (or === 'redirect') return link()
  const wanted = scopes.length > 0 ? ` with the scopes ${scopes.join(' ')}` : ''
  throw new Error(
    `The user has no account at ${provider} connected${wanted}, but it was asked for with { or: 'throw' }`,
  )
}

/** Null if there is no such account, or no token with these scopes. */
export async function findConnectedAccount(
  request: SendRequest,
  session: Session,
  provider: string,
  scopes: readonly string[] = [],
): Promise<OAuthConnection | null> {
  try {
    await requestToken(request, session, provider, scopes)
    return connectionOf(request, session, provider, scopes)
  } catch (error) {
    const isMissing =
      KnownErrors.OAuthConnectionNotConnectedToUser.isInstance(error) ||
      KnownErrors.OAuthConnectionDoesNotHaveRequiredScope.isInstance(error)
    if (isMissing) return null
    throw error
  }
}

function connectionOf(
  request: SendRequest,
  session: Session,
  provider: string,
  scopes: readonly string[],
): OAuthConnection {
  return {
    id: provider,
    provider,
    getAccessToken: async (options) => ({
      accessToken: await requestToken(request, session, provider, options?.scopes ?? scopes),
    }),
  }
}

async function requestToken(
  request: SendRequest,
  session: Session,
  provider: string,
  scopes: readonly string[],
): Promise<string> {
  const path = `/connected-accounts/me/${encodeURIComponent(provider)}/access-token`
  const body = { ...(scopes.length > 0 && { scope: scopes.join(' ') }) }
  const { access_token } = await request<{ access_token: string }>(path, { method: 'POST', body, session })
  return access_token
}
