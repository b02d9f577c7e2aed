import type { Owner } from './owner.ts'
import type { SendRequest } from '../transport/request.ts'
import type { Session } from '../session/session.ts'
import { KnownErrors } from '../transport/known-error.ts'
import { present } from '../transport/present.ts'

/** The owner of accounts that are read only. */
type AccountOwner = Omit<Owner, 'afterChange'>

/** An account at a provider that is connected to the user. */
export interface Connection {
  /** Id of the provider, such as `github`. */
  readonly id: string
}

/** A connected account at a provider. */
export interface OAuthConnection extends Connection {
  /** The id of the provider, such as `github`. */
  readonly provider: string
  /** Id of the account at the provider, if this connection was listed or requested with it. */
  readonly providerAccountId?: string
  /** Returns an access token for the API of the provider. Default scopes: those the connection was requested with. */
  getAccessToken(options?: { scopes?: readonly string[] }): Promise<{ accessToken: string }>
}

/** What to do if the user has no connected account at the provider, or none with these scopes. */
export type ConnectedAccountOr = 'return-null' | 'redirect' | 'throw'

/** Which scopes an account at a provider needs, and what happens without them. */
export interface ConnectedAccountOptions {
  /** `redirect` sends a user without the account or its scopes to the provider. */
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
  /** The id of the provider, such as `github`. */
  readonly type: string
  /** The user that the account belongs to. */
  readonly userId: string
  /** Id of the account at the provider. */
  readonly accountId: string
  /** The e-mail address of the account at the provider, if the provider returns it. */
  readonly email: string | undefined
  /** Disconnects the account. Throws if it is the user's only sign-in method. */
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
  /** Lists the accounts at providers that the user has connected. */
  listConnectedAccounts(): Promise<OAuthConnection[]>
  /** Lists the same accounts with their addresses, to show and disconnect them. */
  listOAuthProviders(): Promise<OAuthProvider[]>
  /** Returns one of these accounts by the id of its provider, or null. */
  getOAuthProvider(id: string): Promise<OAuthProvider | null>
  /** Redirects to the provider to connect an account, and back to this page. Never resolves. */
  linkConnectedAccount(provider: string, options?: { scopes?: readonly string[] }): Promise<never>
  /**
   * Returns the account at a provider, or redirects to the provider to connect one: `getConnectedAccount` with `{ or:
   * 'redirect' }`.
   */
  getOrLinkConnectedAccount(account: AccountName, options?: { scopes?: readonly string[] }): Promise<OAuthConnection>
}

/** @param link redirects to the provider to connect an account */
export function connectedAccountActions(
  owner: Owner,
  link: ConnectedAccountActions['linkConnectedAccount'],
): ConnectedAccountActions {
  function getAccount(
    account: AccountName,
    options: ConnectedAccountOptions & { or: 'redirect' | 'throw' },
  ): Promise<OAuthConnection>
  function getAccount(account: AccountName, options?: ConnectedAccountOptions): Promise<OAuthConnection | null>
  function getAccount(account: AccountName, options: ConnectedAccountOptions = {}): Promise<OAuthConnection | null> {
    return getConnectedAccount(owner, account, options, () => link(providerOf(account), options))
  }

  return {
    getConnectedAccount: getAccount,
    listConnectedAccounts: () => listConnectedAccounts(owner),
    listOAuthProviders: () => listOAuthProviders(owner),
    getOAuthProvider: (id) => getOAuthProvider(owner, id),
    linkConnectedAccount: link,
    getOrLinkConnectedAccount: (account, options) => getAccount(account, { ...options, or: 'redirect' }),
  }
}

export async function listConnectedAccounts(owner: AccountOwner): Promise<OAuthConnection[]> {
  const { items } = await owner.request('GET /connected-accounts/{user_id}', {
    params: { user_id: owner.userId },
    session: owner.session,
  })
  return items.map((item) => connectionOf(owner, present(item), []))
}

export async function listOAuthProviders({ request, session, userId, afterChange }: Owner): Promise<OAuthProvider[]> {
  const { items } = await request('GET /oauth-providers', { query: { user_id: userId }, session })
  return items.map((item) => ({
    ...present(item),
    email: item.email,
    delete: async () => {
      const params = { user_id: userId, provider_id: item.id }
      await afterChange(request('DELETE /oauth-providers/{user_id}/{provider_id}', { params, session }))
    },
  }))
}

export async function getOAuthProvider(owner: Owner, id: string): Promise<OAuthProvider | null> {
  return (await listOAuthProviders(owner)).find((provider) => provider.id === id) ?? null
}

/** @param link connects an account; absent on a server, which cannot redirect the user */
export async function getConnectedAccount(
  owner: AccountOwner,
  name: AccountName,
  { or = 'return-null', scopes = [] }: ConnectedAccountOptions,
  link?: () => Promise<never>,
): Promise<OAuthConnection | null> {
  const found = await findConnectedAccount(owner, name, scopes)
  if (found || or === 'return-null') return found
  if (or === 'redirect' && link) return link()
  const wanted = scopes.length > 0 ? ` with the scopes ${scopes.join(' ')}` : ''
  throw new Error(
    `The user has no connected account at ${providerOf(name)}${wanted}, and { or: 'throw' } requires one.`,
  )
}

/** Returns the account of the user of a session; null if the session has ended. */
export async function findOwnAccount(
  request: SendRequest,
  session: Session,
  account: AccountName,
  scopes: readonly string[],
): Promise<OAuthConnection | null> {
  return session.hasEnded ? null : findConnectedAccount({ request, session, userId: 'me' }, account, scopes)
}

/** Returns null if the account does not exist or has no token with these scopes. */
async function findConnectedAccount(
  owner: AccountOwner,
  name: AccountName,
  scopes: readonly string[],
): Promise<OAuthConnection | null> {
  try {
    await requestToken(owner, name, scopes)
    return connectionOf(owner, name, scopes)
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

function connectionOf(owner: AccountOwner, name: AccountName, scopes: readonly string[]): OAuthConnection {
  const provider = providerOf(name)
  return {
    ...(typeof name === 'object' && { providerAccountId: name.providerAccountId }),
    id: provider,
    provider,
    getAccessToken: async (options) => ({
      accessToken: await requestToken(owner, name, options?.scopes ?? scopes),
    }),
  }
}

/** Fetches an access token for the API of a provider. */
export async function requestToken(
  { request, session, userId }: AccountOwner,
  name: AccountName,
  scopes: readonly string[],
): Promise<string> {
  const params = { user_id: userId, provider_id: providerOf(name) }
  const body = { ...(scopes.length > 0 && { scope: scopes.join(' ') }) }
  const path = '/connected-accounts/{user_id}/{provider_id}'
  const { access_token } = await (typeof name === 'string'
    ? request(`POST ${path}/access-token`, { params, body, session })
    : request(`POST ${path}/{provider_account_id}/access-token`, {
        params: { ...params, provider_account_id: name.providerAccountId },
        body,
        session,
      }))
  return access_token
}
