import type { OauthProviderRead } from '@portico/contract'

import type { SendRequest } from '../transport/request.ts'
import type { Session } from '../session/session.ts'
import { KnownErrors } from '../transport/known-error.ts'

export interface Connection {
  /** Id of the provider, such as `github`. */
  readonly id: string
}

/** A connected account at a provider. */
export interface OAuthConnection extends Connection {
  readonly provider: string
  /** Id of the account at the provider, if this connection was listed or requested with it. */
  readonly providerAccountId?: string
  /** Returns an access token for the API of the provider. Default scopes: those the connection was requested with. */
  getAccessToken(options?: { scopes?: readonly string[] }): Promise<{ accessToken: string }>
}

/** What to do if the user has no connected account at the provider, or none with these scopes. */
export type ConnectedAccountOr = 'return-null' | 'redirect' | 'throw'

export interface ConnectedAccountOptions {
  or?: ConnectedAccountOr
  /** Scopes of the provider that the token must have. */
  scopes?: readonly string[]
}

/** The id of a provider, or one account at a provider as `listConnectedAccounts` returns it. */
export type AccountName = string | { readonly provider: string; readonly providerAccountId: string }

/** A connected account, for the settings of the user. */
export interface OAuthProvider {
  /** Id of the provider, such as `github`. A user has at most one account of a provider. */
  readonly id: string
  readonly type: string
  readonly userId: string
  /** Id of the account at the provider. */
  readonly accountId: string
  /** The e-mail address of the account at the provider, if the provider returns it. */
  readonly email: string | undefined
  readonly allowSignIn: boolean
  readonly allowConnectedAccounts: boolean
  /** Disconnects the account. Throws if it is the only way in which the user can sign in. */
  delete(): Promise<void>
}

/** The methods of a user for connected accounts. */
export interface ConnectedAccountActions {
  /** Returns a connected account that has these scopes. `ConnectedAccountOr` sets what happens without one. */
  getConnectedAccount(
    account: AccountName,
    options: ConnectedAccountOptions & { or: 'redirect' | 'throw' },
  ): Promise<OAuthConnection>
  getConnectedAccount(account: AccountName, options?: ConnectedAccountOptions): Promise<OAuthConnection | null>
  listConnectedAccounts(): Promise<OAuthConnection[]>
  /** Lists the same accounts with their addresses, to show and disconnect them. */
  listOAuthProviders(): Promise<OAuthProvider[]>
  /** Redirects to the provider to connect an account, and back to this page. Never resolves. */
  linkConnectedAccount(provider: string, options?: { scopes?: readonly string[] }): Promise<never>
  /** The same as `getConnectedAccount` with `{ or: 'redirect' }`. */
  getOrLinkConnectedAccount(account: AccountName, options?: { scopes?: readonly string[] }): Promise<OAuthConnection>
}

interface AccountChanges {
  /** Redirects to the provider to connect an account. */
  readonly link: ConnectedAccountActions['linkConnectedAccount']
  /** Refreshes the user after a change. */
  readonly afterChange: <Outcome>(change: Promise<Outcome>) => Promise<Outcome>
}

export function connectedAccountActions(
  request: SendRequest,
  session: Session,
  { link, afterChange }: AccountChanges,
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
    listOAuthProviders: () => listOAuthProviders(request, session, afterChange),
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

async function listOAuthProviders(
  request: SendRequest,
  session: Session,
  afterChange: AccountChanges['afterChange'],
): Promise<OAuthProvider[]> {
  const { items } = await request<{ items: OauthProviderRead[] }>('/oauth-providers?user_id=me', { session })
  return items.map((item) => ({
    id: item.id,
    type: item.type,
    userId: item.user_id,
    accountId: item.account_id,
    email: item.email,
    allowSignIn: item.allow_sign_in,
    allowConnectedAccounts: item.allow_connected_accounts,
    delete: async () => {
      const path = `/oauth-providers/me/${encodeURIComponent(item.id)}`
      await afterChange(request(path, { method: 'DELETE', session }))
    },
  }))
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
    `The user has no connected account at ${providerOf(name)}${wanted}, and { or: 'throw' } requires one.`,
  )
}

/** Returns null if the account does not exist or has no token with these scopes. */
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
