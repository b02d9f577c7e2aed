import type { Credential } from './credential.ts'
import type { SealedRecords } from '../../platform/crypto/sealed-records.ts'
import {
  allRows,
  firstRow,
  isAnyTouched,
  json,
  noResult,
  statement,
  type Statement,
  unscoped,
} from '../../kernel/statement.ts'
import { isUniqueViolation } from '../../platform/db/database-errors.ts'
import { column, columns, type RowOf } from '../../kernel/columns.ts'

const accountColumns = columns({
  projectId: column<string>('project_id'),
  providerId: column<string>('provider_id'),
  /** The issuer of the account id; see `provider-identity.ts`. */
  providerIdentity: column<string>('authority'),
  accountId: column<string>('account_id'),
  userId: column<string>('user_id'),
  accessTokenSealed: column<string | null>('access_token_sealed'),
  accessTokenScopes: column<readonly string[]>('access_token_scopes'),
  accessTokenExpiresAt: column<Date | null>('access_token_expires_at'),
  refreshTokenSealed: column<string | null>('refresh_token_sealed'),
  refreshTokenScopes: column<readonly string[]>('refresh_token_scopes'),
})

type AccountRow = RowOf<typeof accountColumns>

/** The state of an account at a sign-in provider, with sealed tokens. */
export interface AccountState {
  readonly email: string | null
  /** Null after a sign-in with shared keys. Stored tokens are then deleted. */
  readonly accessTokenSealed: string | null
  readonly accessTokenExpiresAt: Date | null
  /** Null if the provider returned none. The stored one is then kept, unless the access token is null too. */
  readonly refreshTokenSealed: string | null
  readonly scopes: readonly string[]
}

/** Identifies an account within a project by provider identity and account id. The provider id is for display. */
export type AccountKey = Pick<AccountRow, 'providerId' | 'providerIdentity' | 'accountId'>

/** The account was disconnected after its user was read and before the user was locked. */
export class AccountDisconnected extends Error {
  override readonly name = 'AccountDisconnected'
}

/**
 * Locks the user of a connected account, updates the account, and returns the user; null if no user has the account.
 * Keeps stored tokens whose scopes exceed those of the new tokens, so that a new sign-in does not revoke granted
 * scopes. Deletes them if there are no new tokens.
 *
 * @throws AccountDisconnected
 */
export function updateAccount(
  projectId: string,
  { providerId, providerIdentity, accountId }: AccountKey,
  state: AccountState,
  now: Date,
): Statement<{ userId: string } | null> {
  const scopes = json(state.scopes)
  const hasNoTokens = state.accessTokenSealed === null
  // Locks in the order of `platform/db/README.md`: the update needs the values of the queries before it.
  // A lock must name its table, so this statement names `projects` and `users`.
  // One update makes both decisions (platform/db/README.md, "Plans" 4).
  // guard: a provider account is found by its provider identity
  //   (replace `and authority = ${providerIdentity} and account_id = ${accountId})` with `and account_id = ${accountId})`)
  //   [provider-identity]
  return statement<{ lockedId: string | null; userId: string | null }>`
    with tenant as materialized (
      select id from projects where id = ${projectId} for key share
    ), owner as materialized (
      select id from users
      where project_id = (select id from tenant) and id = (
        select user_id from oauth_accounts
        where project_id = ${projectId} and provider_id = ${providerId} and authority = ${providerIdentity}
          and account_id = ${accountId})
      for update
    ), updated as (
    update oauth_accounts a set
      email = ${state.email},
      (access_token_sealed, access_token_scopes, access_token_expires_at) = (
        select case when replaces then ${state.accessTokenSealed} else a.access_token_sealed end,
          case when replaces then ${scopes}::jsonb else a.access_token_scopes end,
          case when replaces then ${state.accessTokenExpiresAt}::timestamptz else a.access_token_expires_at end
        from (
          select ${hasNoTokens} or a.access_token_scopes <@ ${scopes}::jsonb
            or coalesce(a.access_token_expires_at <= ${now}, true)
        ) as decision (replaces)
      ),
      (refresh_token_sealed, refresh_token_scopes) = (
        select case when replaces then ${state.refreshTokenSealed} else a.refresh_token_sealed end,
          case when replaces then ${scopes}::jsonb else a.refresh_token_scopes end
        from (
          select ${hasNoTokens} or ${state.refreshTokenSealed}::text is not null
            and (a.refresh_token_sealed is null or a.refresh_token_scopes <@ ${scopes}::jsonb)
        ) as decision (replaces)
      )
    where project_id = ${projectId} and provider_id = ${providerId} and authority = ${providerIdentity}
          and account_id = ${accountId}
      and user_id = (select id from owner)
    returning user_id
    )
    select (select id from owner) as "lockedId", (select user_id from updated) as "userId"`.map(({ rows }) => {
    const { lockedId = null, userId = null } = rows[0] ?? {}
    if (lockedId !== null && userId === null) throw new AccountDisconnected()
    return userId === null ? null : { userId }
  })
}

/** The account is already connected to a user. Nothing was written. */
export class AccountTaken extends Error {
  override readonly name = 'AccountTaken'
}

/** The user already has an account of this provider. Nothing was written. */
export class ProviderTaken extends Error {
  override readonly name = 'ProviderTaken'
}

/**
 * Connects an account to a user.
 *
 * @param vouchedDomain the domain by which a connection of a team vouches for the address; null for an account that
 *   depends on none
 * @throws AccountTaken, ProviderTaken
 */
export function insertAccount(
  projectId: string,
  { providerId, providerIdentity, accountId }: AccountKey,
  userId: string,
  state: AccountState,
  createdAt: Date,
  vouchedDomain: string | null = null,
): Statement<void> {
  const refreshScopes = state.refreshTokenSealed === null ? [] : state.scopes
  return statement`
    insert into oauth_accounts
      (project_id, provider_id, authority, account_id, user_id, email, access_token_sealed, access_token_scopes,
       access_token_expires_at, refresh_token_sealed, refresh_token_scopes, created_at, vouched_domain)
    values (${projectId}, ${providerId}, ${providerIdentity}, ${accountId}, ${userId}, ${state.email}, ${state.accessTokenSealed},
            ${json(state.scopes)}::jsonb, ${state.accessTokenExpiresAt}, ${state.refreshTokenSealed},
            ${json(refreshScopes)}::jsonb, ${createdAt}, ${vouchedDomain})`
    .map(noResult)
    .explained(asTaken)
}

/**
 * Connects an account that a server names. The service has no tokens of it until the user signs in with it.
 *
 * @throws AccountTaken, ProviderTaken
 */
export function insertAccountWithoutTokens(
  projectId: string,
  { providerId, providerIdentity, accountId }: AccountKey,
  userId: string,
  email: string | null,
  createdAt: Date,
): Statement<void> {
  return statement`
    insert into oauth_accounts (project_id, provider_id, authority, account_id, user_id, email, created_at)
    values (${projectId}, ${providerId}, ${providerIdentity}, ${accountId}, ${userId}, ${email}, ${createdAt})`
    .map(noResult)
    .explained(asTaken)
}

function asTaken(error: unknown): unknown {
  if (isUniqueViolation(error, 'oauth_accounts_pkey')) {
    return new AccountTaken('The account is already connected to a user.', { cause: error })
  }
  if (isUniqueViolation(error, 'oauth_accounts_one_per_provider')) {
    return new ProviderTaken('The user already has an account of this provider.', { cause: error })
  }
  return error
}

const connectionColumns = accountColumns.only('userId', 'providerIdentity', 'accountId')

type Connection = RowOf<typeof connectionColumns>

/**
 * Finds the user of the account, and the account that the given user has of this provider. Takes no lock: the lock on
 * the user protects their own accounts, and accounts of other users cannot be locked in order. `oauth_accounts_pkey`
 * settles races.
 */
export function findConnections(
  projectId: string,
  { providerId, providerIdentity, accountId }: AccountKey,
  userId: string,
): Statement<Connection[]> {
  return statement<Connection>`
    select ${connectionColumns} from oauth_accounts
    where project_id = ${projectId} and provider_id = ${providerId}
      and ((authority = ${providerIdentity} and account_id = ${accountId}) or user_id = ${userId})`.map(allRows)
}

/** Disconnects the user's account of this provider with another provider identity. It no longer signs the user in. */
export function deleteOutdatedAccount(
  projectId: string,
  { providerId, providerIdentity }: AccountKey,
  userId: string,
): Statement<void> {
  return statement`
    delete from oauth_accounts
    where project_id = ${projectId} and user_id = ${userId} and provider_id = ${providerId}
      and authority <> ${providerIdentity}`.map(noResult)
}

const connectedColumns = accountColumns.only(
  'accountId',
  'accessTokenSealed',
  'accessTokenScopes',
  'accessTokenExpiresAt',
  'refreshTokenSealed',
  'refreshTokenScopes',
)

export type ConnectedAccount = RowOf<typeof connectedColumns>

/** @param accountId restricts the search to this account; null finds any account of this provider */
export function findAccountOfUser(
  projectId: string,
  userId: string,
  { providerId, providerIdentity }: Pick<AccountKey, 'providerId' | 'providerIdentity'>,
  accountId: string | null,
): Statement<ConnectedAccount | null> {
  return statement<ConnectedAccount>`
    select ${connectedColumns} from oauth_accounts
    where project_id = ${projectId} and user_id = ${userId} and provider_id = ${providerId}
      and authority = ${providerIdentity} and (${accountId}::text is null or account_id = ${accountId}::text)`.map(
    firstRow,
  )
}

/**
 * Claims the right to refresh at the provider, so that only one caller at a time uses the refresh token that was read.
 * A lease instead of a lock, because no transaction may stay open during a request to another server.
 *
 * @returns whether this caller holds the claim
 */
export function claimRefresh(
  projectId: string,
  { providerId, providerIdentity, accountId }: AccountKey,
  { refreshTokenSealed, now, until }: { refreshTokenSealed: string; now: Date; until: Date },
): Statement<boolean> {
  return statement`
    update oauth_accounts set refreshing_until = ${until}
    where project_id = ${projectId} and provider_id = ${providerId} and authority = ${providerIdentity}
      and account_id = ${accountId}
      and refresh_token_sealed = ${refreshTokenSealed} and (refreshing_until is null or refreshing_until <= ${now})`.map(
    isAnyTouched,
  )
}

/**
 * Ends the claim with the provider's answer: new tokens, or null if the provider rejected the refresh token. Does not
 * overwrite tokens that a new sign-in has written since the claim.
 */
export function finishRefresh(
  projectId: string,
  { providerId, providerIdentity, accountId }: AccountKey,
  usedRefreshTokenSealed: string,
  outcome: Pick<AccountState, 'accessTokenSealed' | 'accessTokenExpiresAt' | 'refreshTokenSealed'> | null,
): Statement<void> {
  return statement`
    update oauth_accounts set
      refreshing_until = null,
      access_token_sealed = coalesce(${outcome?.accessTokenSealed ?? null}::text, access_token_sealed),
      access_token_expires_at = coalesce(${outcome?.accessTokenExpiresAt ?? null}::timestamptz, access_token_expires_at),
      access_token_scopes = case when ${outcome === null} then access_token_scopes else refresh_token_scopes end,
      refresh_token_sealed = case when ${outcome === null} then null
        else coalesce(${outcome?.refreshTokenSealed ?? null}::text, refresh_token_sealed) end
    where project_id = ${projectId} and provider_id = ${providerId} and authority = ${providerIdentity}
      and account_id = ${accountId}
      and refresh_token_sealed = ${usedRefreshTokenSealed}`.map(noResult)
}

/** Ends the claim without an answer, because the provider could not be reached. */
export function abandonRefresh(
  projectId: string,
  { providerId, providerIdentity, accountId }: AccountKey,
): Statement<void> {
  return statement`
    update oauth_accounts set refreshing_until = null
    where project_id = ${projectId} and provider_id = ${providerId} and authority = ${providerIdentity}
      and account_id = ${accountId}`.map(noResult)
}

/**
 * Disconnects the account of a user at a provider, under any provider identity, and deletes its tokens.
 *
 * @returns whether there was one
 */
export function deleteAccountOfUser(projectId: string, userId: string, providerId: string): Statement<boolean> {
  return statement`
    delete from oauth_accounts
    where project_id = ${projectId} and user_id = ${userId} and provider_id = ${providerId}`.map(isAnyTouched)
}

/** Disconnects all accounts of a user at sign-in providers. */
function deleteAccountsOfUser(projectId: string, userId: string): Statement<void> {
  return statement`delete from oauth_accounts where project_id = ${projectId} and user_id = ${userId}`.map(noResult)
}

const sealedColumns = accountColumns.only(
  'accountId',
  'providerId',
  'providerIdentity',
  'projectId',
  'accessTokenSealed',
  'refreshTokenSealed',
)

type SealedTokens = RowOf<typeof sealedColumns>

/** Lists accounts of all projects after the given key, in key order. */
function listSealedTokens(after: readonly string[] | null, limit: number): Statement<SealedTokens[]> {
  const [accountId = '', providerId = '', providerIdentity = '', projectId = ''] = after ?? []
  return unscoped.statement<SealedTokens>`
    select ${sealedColumns} from oauth_accounts
    where (account_id, provider_id, authority, project_id) > (${accountId}, ${providerId}, ${providerIdentity}, ${projectId})
    order by account_id, provider_id, authority, project_id limit ${limit}`.map(allRows)
}

/**
 * Replaces the sealed tokens of an account with the same tokens under the current secret. Skips an account while a node
 * uses its refresh token at the provider, because that node stores its answer only if the sealed token is unchanged.
 *
 * @returns false if the account is gone or in use, or its tokens have changed
 */
function replaceSealedTokens(
  { projectId, providerId, providerIdentity, accountId, accessTokenSealed, refreshTokenSealed }: SealedTokens,
  resealed: Pick<SealedTokens, 'accessTokenSealed' | 'refreshTokenSealed'>,
  now: Date,
): Statement<boolean> {
  return statement`
    update oauth_accounts
    set access_token_sealed = ${resealed.accessTokenSealed}, refresh_token_sealed = ${resealed.refreshTokenSealed}
    where project_id = ${projectId} and provider_id = ${providerId} and authority = ${providerIdentity}
      and account_id = ${accountId} and access_token_sealed is not distinct from ${accessTokenSealed}
      and refresh_token_sealed is not distinct from ${refreshTokenSealed}
      and (refreshing_until is null or refreshing_until <= ${now})`.map(isAnyTouched)
}

export function tokenIdentity(
  projectId: string,
  { providerId, accountId }: AccountKey,
  column: 'access_token' | 'refresh_token',
): string {
  return `oauth_accounts/${projectId}/${providerId}/${accountId}/${column}`
}

export const sealedProviderTokens: SealedRecords = {
  name: 'tokens of sign-in providers',
  async list(sql, after, limit) {
    const rows = await sql.run(listSealedTokens(after, limit))
    return rows.map((row) => {
      const { projectId, accessTokenSealed: accessToken, refreshTokenSealed: refreshToken } = row
      const identityOf = (column: 'access_token' | 'refresh_token'): string => tokenIdentity(projectId, row, column)
      return {
        cursor: [row.accountId, row.providerId, row.providerIdentity, projectId],
        values: [
          ...(accessToken === null ? [] : [{ identity: identityOf('access_token'), sealed: accessToken }]),
          ...(refreshToken === null ? [] : [{ identity: identityOf('refresh_token'), sealed: refreshToken }]),
        ],
        write: (tx, resealed, now) => {
          const next = resealed.values()
          const tokens = {
            accessTokenSealed: accessToken === null ? null : (next.next().value ?? accessToken),
            refreshTokenSealed: refreshToken === null ? null : (next.next().value ?? refreshToken),
          }
          return tx.run(replaceSealedTokens(row, tokens, now))
        },
      }
    })
  },
}

export const providerAccount: Credential = {
  remove: deleteAccountsOfUser,
  describe: ({ oauthAccounts }) => oauthAccounts.map(({ providerId }) => ({ type: 'provider', providerId })),
}
