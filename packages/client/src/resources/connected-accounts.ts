import type { SendRequest } from '../transport/request.ts'
import type { Session } from '../session/session.ts'

import { KnownErrors } from '../transport/known-error.ts'

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

/** A provider, or one account there as `listConnectedAccounts` names it. */
export type AccountName = string | { readonly provider: string; readonly providerAccountId: string }

/** What users can do with their accounts at providers. */
export interface ConnectedAccountActions {
  /** An account at a provider that gives tokens with these scopes; see `ConnectedAccountOr` for what happens without one. */
  getConnectedAccount(
    account: AccountName,
    options: ConnectedAccountOptions & { or: 'redirect' | 'throw' },
  ): Promise<OAuthConnection>
  getConnectedAccount(account: AccountName, options?: ConnectedAccountOptions): Promise<OAuthConnection | null>
  listConnectedAccounts(): Promise<OAuthConnection[]>
  /** Leaves for the provider to connect an account there, and comes back to this page. Never resolves. */
  linkConnectedAccount(provider: string, options?: { scopes?: readonly string[] }): Promise<never>
  /** The same as `getConnectedAccount` with `{ or: 'redirect' }`. */
  getOrLinkConnectedAccount(account: AccountName, options?: { scopes?: readonly string[] }): Promise<OAuthConnection>
}

/** @param link leaves for the provider, to connect an account there */
export function connectedAccountActions(
  request: SendRequest,
  session: Session,
  link: ConnectedAccountActions['linkConnectedAccount'],
): ConnectedAccountActions {
  function getAccount(
    account: AccountName,
    options: ConnectedAccountOptions & { or: 'redirect' | 'throw' },
  ): Promise<OAuthConnection>
  function getAccount(account: AccountName, options?: ConnectedAccountOptions): Promise<OAuthConnection | null>
  function getAccount(account: AccountName, options: ConnectedAccountOptions = {}): Promise<OAuthConnection | null> {
    return getConnectedAccount(request, session, account, options, () => link(providerOf(account), options))
  }

  return {
    getConnectedAccount: getAccount,
    listConnectedAccounts: () => listConnectedAccounts(request, session),
    linkConnectedAccount: link,
    getOrLinkConnectedAccount: (account, options) => getAccount(account, { ...options, or: 'redirect' }),
  }
}

async function listConnectedAccounts(request: SendRequest, session: Session): Promise<OAuthConnection[]> {
  const { items } = await request<{ items: { provider: string; provider_account_id: string }[] }>(
    '/connected-accounts/me',
    { session },
  )
  return items.map((item) =>
    connectionOf(request, session, { provider: item.provider, providerAccountId: item.provider_account_id }, []),
  )
}

async function getConnectedAccount(
  request: SendRequest,
  session: Session,
  name: AccountName,
  { or = 'return-null', scopes = [] }: ConnectedAccountOptions,
  link: () => Promise<never>,
): Promise<OAuthConnection | null> {
  const found = await findConnectedAccount(request, session, name, scopes)
  if (found || or === 'return-null') return found
  if (or === 'redirect') return link()
  const wanted = scopes.length > 0 ? ` with the scopes ${scopes.join(' ')}` : ''
  throw new Error(
    `The user has no account at ${providerOf(name)} connected${wanted}, but it was asked for with { or: 'throw' }`,
  )
}

/** Null if there is no such account, or no token with these scopes. */
export async function findConnectedAccount(
  request: SendRequest,
  session: Session,
  name: AccountName,
  scopes: readonly string[] = [],
): Promise<OAuthConnection | null> {
  try {
    await requestToken(request, session, name, scopes)
    return connectionOf(request, session, name, scopes)
  } catch (error) {
    const isMissing =
      KnownErrors.OAuthConnectionNotConnectedToUser.isInstance(error) ||
      KnownErrors.OAuthConnectionDoesNotHaveRequiredScope.isInstance(error)
    if (isMissing) return null
    throw error
  }
}

function providerOf(name: AccountName): string {
  return typeof name === 'string' ? name : name.provider
}

function connectionOf(
  request: SendRequest,
  session: Session,
  name: AccountName,
  scopes: readonly string[],
): OAuthConnection {
  const provider = providerOf(name)
  return {
    ...(typeof name === 'object' && { providerAccountId: name.providerAccountId }),
    id: provider,
    provider,
    getAccessToken: async (options) => ({
      accessToken: await requestToken(request, session, name, options?.scopes ?? scopes),
    }),
  }
}

async function requestToken(
  request: SendRequest,
  session: Session,
  name: AccountName,
  scopes: readonly string[],
): Promise<string> {
  const names = typeof name === 'string' ? [name] : [name.provider, name.providerAccountId]
  const path = `/connected-accounts/me/${names.map(encodeURIComponent).join('/')}/access-token`
  const body = { ...(scopes.length > 0 && { scope: scopes.join(' ') }) }
  const { access_token } = await request<{ access_token: string }>(path, { method: 'POST', body, session })
  return access_token
}
