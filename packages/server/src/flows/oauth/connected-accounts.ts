import { setTimeout as sleep } from 'node:timers/promises'

import { namesOwnUser } from '../../api/rules/named-user.ts'
import type { ProjectCall } from '../../api/rules/route.ts'
import { disconnectProvider, type OwnRemoval } from '../../accounts/sign-in-methods.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import {
  abandonRefresh,
  claimRefresh,
  findAccountOfUser,
  finishRefresh,
  type AccountKey,
  type ConnectedAccount,
  tokenIdentity,
} from '../../records/credentials/provider-account.ts'
import type { User } from '../../records/users/user.ts'
import { findUser } from '../../records/users/store.ts'
import {
  ProviderMisconfigured,
  ProviderRefusal,
  ProviderUnavailable,
  refreshAtProvider,
  type ProviderClientDependencies,
  type ProviderConnection,
} from './provider-client.ts'
import type { ProviderDirectory } from './provider-directory.ts'
import { sealGrant } from './provider-tokens.ts'
import { ProviderAnswerUnusable } from './providers/provider.ts'
import { emit } from '../../kernel/emit.ts'

export interface ConnectedAccountsDependencies extends ProviderClientDependencies {
  readonly providers: ProviderDirectory
  readonly secret: MasterSecret
}

export interface AccessTokenDependencies extends ConnectedAccountsDependencies {
  readonly refreshes: TokenRefreshes
}

/**
 * The refreshes that calls to this node wait for, by the sealed refresh token, which occurs once. Concurrent calls
 * share one: many calls for an account at a slow provider must not each send statements while they wait.
 */
export type TokenRefreshes = Map<string, Promise<string | null>>

interface ConnectedCall extends ProjectCall {
  readonly user: User | null
}

export interface WantedToken {
  readonly userId: string
  readonly providerId: string
  /** Null for any account of the user at the provider. */
  readonly accountId: string | null
  readonly scopes: readonly string[]
}

/** Minimum remaining lifetime of a returned token. */
const FRESH_MILLIS = 5 * 60_000
/** Lease of a refresh, after which another caller may try. Longer than the timeout of a request to a provider. */
const CLAIM_MILLIS = 15_000
/** The first pause while another node has the lease. Each further pause is twice as long, up to a second. */
const WAIT_MILLIS = 150
const WAIT_MAX_MILLIS = 1_000

/**
 * Returns an access token for the provider's API (docs/protocol/oauth.md#connected-accounts): the stored token if it is
 * still valid, otherwise a refreshed one.
 */
export async function readAccessToken(
  dependencies: AccessTokenDependencies,
  call: ConnectedCall,
  wanted: WantedToken,
): Promise<string> {
  const connection = await dependencies.providers.connectionOf(call.project, wanted.providerId).catch(throwPlainError)
  if (!connection) throw new KnownError('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED')
  if (connection.isShared) throw new KnownError('OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS')
  const user = await getUserWithAccounts(call, wanted.userId)
  const token = await getFreshToken(dependencies, call, connection, user.id, wanted)
  await call.db.run(emit(call, 'oauth_account.token_read', { account: `${user.id}/${wanted.providerId}` }))
  return token
}

async function getFreshToken(
  dependencies: AccessTokenDependencies,
  call: ConnectedCall,
  connection: ProviderConnection,
  userId: string,
  { providerId, accountId, scopes }: WantedToken,
): Promise<string> {
  const { clock, refreshes, secret } = dependencies
  const { db, projectId } = call
  const { providerIdentity } = connection
  const giveUpAt = clock.now().getTime() + CLAIM_MILLIS
  for (;;) {
    const account = await db.run(findAccountOfUser(db.projectId, userId, { providerId, providerIdentity }, accountId))
    if (!account) throw new KnownError('OAUTH_CONNECTION_NOT_CONNECTED_TO_USER')
    const key = { providerId, providerIdentity, accountId: account.accountId }
    // Read the clock again, because each round waits and the time of the call is in the past.
    if (isFresh(account, scopes, clock.now())) {
      return secret.open(account.accessTokenSealed, tokenIdentity(projectId, key, 'access_token'))
    }
    const { refreshTokenSealed } = account
    if (refreshTokenSealed === null || !coversScopes(account.refreshTokenScopes, scopes)) {
      throw new KnownError('OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE')
    }
    const running =
      refreshes.get(refreshTokenSealed) ??
      refreshOrWait(dependencies, call, connection, { ...account, refreshTokenSealed, key, userId, giveUpAt }).finally(
        () => refreshes.delete(refreshTokenSealed),
      )
    refreshes.set(refreshTokenSealed, running)
    const token = await running
    if (token !== null) return token
  }
}

/**
 * Refreshes the tokens of an account, or waits while another node does. A refresh token that rotates must not be used
 * twice.
 *
 * @param read the tokens as the caller has read them
 * @returns the new access token, which covers the scopes of the refresh token; null if the stored tokens have changed
 */
async function refreshOrWait(
  dependencies: ConnectedAccountsDependencies,
  call: ConnectedCall,
  connection: ProviderConnection,
  read: {
    readonly key: AccountKey
    readonly userId: string
    readonly accessTokenSealed: string | null
    readonly refreshTokenSealed: string
    readonly giveUpAt: number
  },
): Promise<string | null> {
  const { db } = call
  const { key, refreshTokenSealed } = read
  for (let pause = WAIT_MILLIS; ; pause = Math.min(2 * pause, WAIT_MAX_MILLIS)) {
    const now = dependencies.clock.now()
    const until = new Date(now.getTime() + CLAIM_MILLIS)
    if (await db.run(claimRefresh(db.projectId, key, { refreshTokenSealed, now, until }))) {
      return refreshStored(dependencies, call, connection, key, refreshTokenSealed)
    }
    if (now.getTime() >= read.giveUpAt)
      throw new PlainError(424, `${connection.provider.name} does not answer at the moment.`)
    await sleep(pause)
    const stored = await db.run(findAccountOfUser(db.projectId, read.userId, key, key.accountId))
    const isUnchanged =
      stored?.accessTokenSealed === read.accessTokenSealed && stored.refreshTokenSealed === refreshTokenSealed
    if (!isUnchanged) return null
  }
}

async function refreshStored(
  dependencies: ConnectedAccountsDependencies,
  { db, projectId }: ConnectedCall,
  connection: ProviderConnection,
  key: AccountKey,
  refreshTokenSealed: string,
): Promise<string> {
  const { provider } = connection
  const refreshToken = dependencies.secret.open(refreshTokenSealed, tokenIdentity(projectId, key, 'refresh_token'))
  try {
    const grant = await refreshAtProvider(dependencies, connection, refreshToken)
    await db.run(finishRefresh(db.projectId, key, refreshTokenSealed, sealGrant(dependencies, projectId, key, grant)))
    return grant.accessToken
  } catch (error) {
    if (error instanceof ProviderRefusal && isRevoked(connection, error)) {
      await db.run(finishRefresh(db.projectId, key, refreshTokenSealed, null))
      throw new KnownError('PROVIDER_REJECTED')
    }
    await db.run(abandonRefresh(db.projectId, key))
    // The provider rejects the client credentials. The refresh token stays valid, so keep it.
    if (error instanceof ProviderRefusal) throw new KnownError('PROVIDER_REJECTED')
    if (error instanceof ProviderAnswerUnusable) {
      throw new PlainError(424, `${provider.name} sent an invalid response. Please try again later.`)
    }
    return throwPlainError(error)
  }
}

/** Returns whether the user or the provider revoked the refresh token (RFC 6749 section 5.2). */
function isRevoked({ provider }: ConnectionWithProvider, { error }: ProviderRefusal): boolean {
  return error === 'invalid_grant' || (provider.invalidGrantErrors?.includes(error) ?? false)
}

type ConnectionWithProvider = Pick<ProviderConnection, 'provider'>

function isFresh(
  account: ConnectedAccount,
  scopes: readonly string[],
  now: Date,
): account is ConnectedAccount & { accessTokenSealed: string } {
  return (
    account.accessTokenSealed !== null &&
    account.accessTokenExpiresAt !== null &&
    account.accessTokenExpiresAt.getTime() - now.getTime() >= FRESH_MILLIS &&
    coversScopes(account.accessTokenScopes, scopes)
  )
}

function coversScopes(granted: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((scope) => granted.includes(scope))
}

/**
 * Disconnects an account of a user.
 *
 * @param own null for a server, which may remove the only sign-in method of a user
 */
export async function disconnectAccount(
  dependencies: Pick<ConnectedAccountsDependencies, 'providers'>,
  call: ConnectedCall,
  named: { readonly userId: string; readonly providerId: string },
  own: OwnRemoval | null,
): Promise<{ success: true }> {
  const { id } = await getUserWithAccounts(call, named.userId)
  await disconnectProvider(dependencies, call, id, named.providerId, own)
  return { success: true }
}

/** Finds the user whose connected accounts a call names. */
export async function getUserWithAccounts(call: ConnectedCall, userIdOrMe: string): Promise<User> {
  const user = namesOwnUser(call, userIdOrMe) ? call.user : await call.db.run(findUser(call.db.projectId, userIdOrMe))
  if (!user) throw new KnownError('USER_NOT_FOUND')
  return user
}

/** Answers an outage or a wrong configuration of the provider with 424 (Failed Dependency) instead of a 5xx. */
function throwPlainError(error: unknown): never {
  throw error instanceof ProviderUnavailable || error instanceof ProviderMisconfigured
    ? new PlainError(424, error.message)
    : error
}
