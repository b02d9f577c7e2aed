import type { OAuthProviderId, RemovedSignInMethod } from '@portico/contract'

import { claimAccount } from '../../accounts/claim-account.ts'
import { createUser, type NewUser } from '../../accounts/create-user.ts'
import { upgradeAnonymousUser } from '../../accounts/upgrade-anonymous-user.ts'
import type { Call } from '../../kernel/call.ts'
import type { ProjectSql } from '../../kernel/database.ts'
import { KnownError } from '../../kernel/errors.ts'
import { queueSignInMethodChanged } from '../../mails/queue-mail.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import { isUniqueViolation } from '../../platform/db/database-errors.ts'
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts'
import { recordAudit } from '../../records/audit/audit.ts'
import { markSignInEmailVerified } from '../../records/contact-channels/store.ts'
import {
  AccountDisconnected,
  deleteOutdatedAccount,
  findConnections,
  insertAccount,
  updateAccount,
  type AccountKey,
  type AccountState,
} from '../../records/credentials/provider-account.ts'
import { credentials, describeCredentials } from '../../records/credentials/registry.ts'
import { findUserBySignInEmail, type UserBySignInEmail } from '../../records/queries/sign-in-address.ts'
import type { AccessTokenClaims } from '../../records/sessions/access-token.ts'
import { requireLivingSession } from '../../records/sessions/living-session.ts'
import type { OAuthAccount, User } from '../../records/users/user.ts'
import { findUser, lockUser } from '../../records/users/store.ts'
import type { OAuthProvider, ProviderIdentity } from './providers/provider.ts'
import { oauthProviders } from './providers.ts'
import type { PublicCall } from './public-call.ts'

export interface AccountDependencies {
  readonly limiter: RateLimiter
}

/** The part of a call that a write needs. */
type WritingCall = Pick<Call, 'now' | 'origin'>

/** How often a sign-in begins anew because another call has changed what it had found. */
const ROUNDS_MAX = 3

interface SignInCall extends PublicCall {
  /** Throws if the client address has been told too often that an e-mail address is taken. */
  readonly requireSignUpAllowed: () => void
}

/** Somebody the provider vouches for, and what it gave us to act for them. */
export interface Arrival {
  readonly provider: OAuthProvider
  /** Who assigned the account id; see `authority.ts`. */
  readonly authority: string
  readonly identity: ProviderIdentity
  readonly state: AccountState
}

export interface Outcome {
  readonly userId: string
  readonly isNewUser: boolean
  /** What the account has lost because this is the first proof of its address; absent if it was claimed before. */
  readonly claim?: { readonly removed: RemovedSignInMethod[] }
  /** What is done only when the code comes back. */
  readonly pending?: Pending
}

/**
 * An account that becomes somebody's when the app exchanges the code, not before.
 *
 * The start of a flow is a link, and whoever makes a browser follow it chooses the token in it: done right away, a
 * stranger's account would get the victim's provider account. With the code it takes the verifier too, and only the app
 * in which the flow began has both (`security.md` 4.4).
 */
export interface Pending {
  readonly kind: 'link' | 'upgrade'
  readonly claims: AccessTokenClaims
  readonly providerId: OAuthProviderId
  readonly authority: string
  readonly identity: ProviderIdentity
  readonly state: AccountState
}

/**
 * Finds or makes the user of an account at a provider (contract 01, section 5.8.3), and does what follows from it in the
 * same transaction. Project, authority and account id are the identity; an e-mail address never is (`security.md` 4.3).
 *
 * @param anonymous whose session came along: they become the new user, should one be needed
 * @throws SIGN_UP_NOT_ENABLED, CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE
 */
export async function signInWithAccount<T>(
  dependencies: AccountDependencies,
  call: SignInCall,
  arrival: Arrival,
  anonymous: AccessTokenClaims | null,
  then: (tx: ProjectSql, outcome: Outcome) => Promise<T>,
): Promise<T> {
  for (let round = 1; ; round += 1) {
    try {
      const [result, isClaimed] = await call.db.transaction(async (tx) => {
        const outcome = await findOrMakeUser(tx, call, arrival, anonymous)
        return [await then(tx, outcome), outcome.claim !== undefined] as const
      })
      if (isClaimed) await beginAnew(dependencies, call, arrival)
      return result
    } catch (error) {
      // The user has an account of this provider: another one, or this one since a moment ago.
      const hasAccount = isUniqueViolation(error, 'oauth_accounts_one_per_provider')
      // Of two arrivals of somebody new at the same moment, the database lets one in, and the other one finds them.
      const isOvertaken =
        hasAccount ||
        error instanceof AccountDisconnected ||
        error instanceof Overtaken ||
        isUniqueViolation(error, 'oauth_accounts_pkey') ||
        isUniqueViolation(error, 'contact_channels_sign_in_address')
      if (isOvertaken && round < ROUNDS_MAX) continue
      throw hasAccount ? usedBySomeoneElse(arrival.identity) : error
    }
  }
}

/**
 * Looks whether the signed-in user can connect the account; it is theirs once the code comes back.
 *
 * @throws USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION, OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER,
 * ACCESS_TOKEN_EXPIRED
 */
export async function prepareLink<T>(
  { db, now }: Call,
  arrival: Arrival,
  claims: AccessTokenClaims,
  then: (tx: ProjectSql, outcome: Outcome) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await requireConnectable(tx, keyOf(arrival), claims, now())
    const pending = pendingOf('link', arrival, claims)
    return then(tx, { userId: claims.userId, isNewUser: false, pending })
  })
}

/** Does what a code was waiting for, in the transaction that uses it up; gives the user as they are then. */
export async function finishPending(
  tx: ProjectSql,
  call: WritingCall,
  { kind, claims, providerId, authority, identity, state }: Pending,
): Promise<User> {
  const { now } = call
  const arrival: Arrival = { provider: oauthProviders[providerId], authority, identity, state }
  const key = keyOf(arrival)
  if (kind === 'upgrade') {
    await lockUser(tx, claims.userId)
    await requireLivingSession(tx, claims, now())
    const [user] = await Promise.all([
      upgradeAnonymousUser(tx, call, claims.userId, newUserOf(arrival, true)),
      insertAccount(tx, key, claims.userId, state, now()),
    ])
    return user
  }
  const { user, isConnected } = await requireConnectable(tx, key, claims, now())
  if (isConnected) await updateAccount(tx, key, state, now())
  else await connect(tx, call, arrival, user)
  return user
}

async function requireConnectable(
  tx: ProjectSql,
  key: AccountKey,
  claims: AccessTokenClaims,
  now: Date,
): Promise<{ user: User; isConnected: boolean }> {
  const user = await lockUser(tx, claims.userId)
  // Behind the lock: who was signed out while at the provider must not come back with a new way in.
  await requireLivingSession(tx, claims, now)
  if (!user) throw new KnownError('OUTER_OAUTH_TIMEOUT')
  const connections = await findConnections(tx, key, claims.userId)
  const isCurrent = (known: { authority: string }): boolean => known.authority === key.authority
  if (connections.some((known) => known.userId === user.id && isCurrent(known) && known.accountId !== key.accountId)) {
    throw new KnownError('USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION')
  }
  if (connections.some((known) => known.userId !== user.id)) {
    throw new KnownError('OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER')
  }
  return { user, isConnected: connections.some(isCurrent) }
}

async function findOrMakeUser(
  tx: ProjectSql,
  call: SignInCall,
  arrival: Arrival,
  anonymous: AccessTokenClaims | null,
): Promise<Outcome> {
  const { project } = call
  const { email } = arrival.identity
  const owner = email === null ? null : await findUserBySignInEmail(tx, email)
  if (owner && isFirstProofByConnected(owner, arrival)) return claimConnected(tx, call, arrival, owner.user.id)
  const known = await updateAccount(tx, keyOf(arrival), arrival.state, call.now())
  if (known) return { userId: known.userId, isNewUser: false }
  // Before merging, as in the protocol: a project that is closed takes no new accounts either.
  if (!project.config.sign_up_enabled) throw new KnownError('SIGN_UP_NOT_ENABLED')
  call.requireSignUpAllowed()
  const strategy = project.config.oauth_account_merge_strategy
  if (!owner || strategy === 'allow_duplicates') return makeUser(tx, call, arrival, anonymous, owner === null)
  if (strategy === 'raise_error') throw usedBySomeoneElse(arrival.identity)
  return mergeInto(tx, call, arrival, owner.user.id)
}

/** Whether the provider vouches for the address of a user who has this account already and whom nobody has claimed yet. */
function isFirstProofByConnected({ user, isClaimed }: UserBySignInEmail, { authority, identity }: Arrival): boolean {
  const isThisAccount = (known: OAuthAccount): boolean =>
    known.authority === authority && known.accountId === identity.accountId
  return identity.isEmailVerified && !isClaimed && user.oauthAccounts.some(isThisAccount)
}

/**
 * Claims a user by an account that is connected to them: the mailbox owner may have connected it in an attacker's session.
 * Everything else goes, as with every first proof by a sign-in.
 */
async function claimConnected(tx: ProjectSql, call: WritingCall, arrival: Arrival, userId: string): Promise<Outcome> {
  const { provider, identity, state } = arrival
  await lockUser(tx, userId)
  const { email } = identity
  const owner = email === null ? null : await findUserBySignInEmail(tx, email)
  if (email === null || owner?.user.id !== userId || !isFirstProofByConnected(owner, arrival)) throw new Overtaken()
  const removed = describeCredentials(credentials, owner.user).filter((method) => method.provider_id !== provider.id)
  await claimAccount(tx, call, owner.user, email, removed)
  await markSignInEmailVerified(tx, userId, email)
  await insertAccount(tx, keyOf(arrival), userId, state, call.now())
  return { userId, isNewUser: false, claim: { removed } }
}

/** Another call has changed the user between the look and the lock. */
class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

/**
 * Gives the account to the user who signs in with its address, if both sides have proved that address: one that only one
 * of them has proved belongs to nobody knows whom (pre-hijacking). Where the proof on our side was a link that somebody
 * opened without being signed in, the user may still be a stranger; then the provider's word claims the account.
 */
async function mergeInto(tx: ProjectSql, call: WritingCall, arrival: Arrival, ownerId: string): Promise<Outcome> {
  const { email, isEmailVerified } = arrival.identity
  if (email === null || !isEmailVerified) throw usedBySomeoneElse(arrival.identity)
  await lockUser(tx, ownerId)
  // Read once more behind the lock: the address may have gone to somebody else, or lost its proof.
  const owner = await findUserBySignInEmail(tx, email)
  if (owner?.user.id !== ownerId) throw usedBySomeoneElse(arrival.identity)
  if (!owner.isEmailVerified) {
    const hasOther = owner.user.oauthAccounts.some(({ authority }) => authority === arrival.authority)
    throw usedBySomeoneElse(arrival.identity, { wouldWorkIfVerified: !hasOther })
  }
  if (!owner.isClaimed) await claimAccount(tx, call, owner.user, email)
  await connect(tx, call, arrival, owner.user)
  return {
    userId: ownerId,
    isNewUser: false,
    ...(!owner.isClaimed && { claim: { removed: describeCredentials(credentials, owner.user) } }),
  }
}

async function beginAnew({ limiter }: AccountDependencies, { projectId }: Call, { identity }: Arrival): Promise<void> {
  if (identity.email === null) return
  await limiter.beginAnew({ projectId, addressBlock: null, account: identity.email })
}

async function makeUser(
  tx: ProjectSql,
  call: WritingCall,
  arrival: Arrival,
  anonymous: AccessTokenClaims | null,
  usedForAuth: boolean,
): Promise<Outcome> {
  // An address that somebody else signs in with already makes a user of its own (`allow_duplicates`).
  if (anonymous && usedForAuth && (await findUser(tx, anonymous.userId))?.isAnonymous) {
    return { userId: anonymous.userId, isNewUser: true, pending: pendingOf('upgrade', arrival, anonymous) }
  }
  const userId = newUuid()
  // None of these waits for another's answer, so they reach the database together and in this order.
  await Promise.all([
    createUser(tx, { id: userId, ...newUserOf(arrival, usedForAuth) }, call.now()),
    insertAccount(tx, keyOf(arrival), userId, arrival.state, call.now()),
    recordAudit(tx, call, { action: 'user.signed_up', actor: { type: 'user', id: userId } }),
  ])
  return { userId, isNewUser: true }
}

function newUserOf({ identity }: Arrival, usedForAuth: boolean): NewUser {
  const { displayName, profileImageUrl, email, isEmailVerified } = identity
  return {
    displayName,
    profileImageUrl,
    ...(email !== null && { email: { value: email, isVerified: isEmailVerified, usedForAuth } }),
  }
}

function pendingOf(
  kind: Pending['kind'],
  { provider, authority, identity, state }: Arrival,
  claims: AccessTokenClaims,
): Pending {
  return { kind, claims, providerId: provider.id, authority, identity, state }
}

/**
 * Adds a way to sign in to a user who was there before, and informs them. An account of the same provider from another
 * authority makes room for it.
 */
async function connect(tx: ProjectSql, call: WritingCall, arrival: Arrival, user: User): Promise<void> {
  await deleteOutdatedAccount(tx, keyOf(arrival), user.id)
  await Promise.all([
    insertAccount(tx, keyOf(arrival), user.id, arrival.state, call.now()),
    queueSignInMethodChanged(tx, user, 'provider_account_connected', call.now(), arrival.provider.name),
    recordAudit(tx, call, {
      action: 'oauth_account.connected',
      actor: { type: 'user', id: user.id },
      targetId: arrival.provider.id,
    }),
  ])
}

function keyOf({ provider, authority, identity }: Arrival): AccountKey {
  return { providerId: provider.id, authority, accountId: identity.accountId }
}

/** @param options.wouldWorkIfVerified nothing but the proof of the address on our side is missing */
function usedBySomeoneElse({ email }: ProviderIdentity, { wouldWorkIfVerified = false } = {}): KnownError {
  return new KnownError('CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE', {
    type: 'email',
    contact_channel_value: email,
    would_work_if_email_was_verified: wouldWorkIfVerified,
  })
}
