import type { OAuthProviderId, RemovedSignInMethod } from '@portico/contract'

import { claimAccount } from '../../accounts/claim-account.ts'
import { createUser, type NewUser } from '../../accounts/create-user.ts'
import { upgradeAnonymousUser } from '../../accounts/upgrade-anonymous-user.ts'
import type { Call } from '../../kernel/call.ts'
import type { ProjectTransaction } from '../../kernel/database.ts'
import { KnownError } from '../../kernel/errors.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import { markSignInEmailVerified } from '../../records/contact-channels/store.ts'
import {
  AccountDisconnected,
  AccountTaken,
  ProviderTaken,
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
import { requireActiveSession } from '../../records/sessions/active-session.ts'
import type { OAuthAccount, User } from '../../records/users/user.ts'
import { findUser, lockUser, lockUserRow } from '../../records/users/store.ts'
import type { OAuthProvider, ProviderIdentity } from './providers/provider.ts'
import { oauthProviders } from './providers.ts'
import type { PublicCall } from './public-call.ts'
import { nothing, noResult, sequence, type Statement } from '../../kernel/statement.ts'
import { SignInAddressTaken } from '../../records/contact-channels/sign-in-address-taken.ts'
import { asUser, emit, type EventCall } from '../../kernel/emit.ts'

/** The part of a call that a write needs. */
type WritingCall = EventCall

/** How often a sign-in begins anew because another call has changed what it had found. */
const ROUNDS_MAX = 3

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
  call: PublicCall,
  arrival: Arrival,
  anonymous: AccessTokenClaims | null,
  then: (tx: ProjectTransaction, outcome: Outcome) => Promise<T>,
): Promise<T> {
  for (let round = 1; ; round += 1) {
    try {
      const [result, isClaimed] = await call.db.transaction(async (tx) => {
        const outcome = await findOrMakeUser(tx, call, arrival, anonymous)
        return [await then(tx, outcome), outcome.claim !== undefined] as const
      })
      if (isClaimed && arrival.identity.email !== null) await call.limits.forgetAttempts(arrival.identity.email)
      return result
    } catch (error) {
      // The user has an account of this provider: another one, or this one since a moment ago.
      const hasAccount = error instanceof ProviderTaken
      // Of two arrivals of somebody new at the same moment, the database lets one in, and the other one finds them.
      const isOvertaken =
        hasAccount ||
        error instanceof AccountDisconnected ||
        error instanceof Overtaken ||
        error instanceof AccountTaken ||
        error instanceof SignInAddressTaken
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
  then: (tx: ProjectTransaction, outcome: Outcome) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await requireConnectable(tx, keyOf(arrival), claims, now())
    const pending = pendingOf('link', arrival, claims)
    return then(tx, { userId: claims.userId, isNewUser: false, pending })
  })
}

/** Does what a code was waiting for, in the transaction that uses it up; gives the user as they are then. */
export async function finishPending(
  tx: ProjectTransaction,
  call: WritingCall,
  { kind, claims, providerId, authority, identity, state }: Pending,
): Promise<User> {
  const { now, projectId } = call
  const arrival: Arrival = { provider: oauthProviders[providerId], authority, identity, state }
  const key = keyOf(arrival)
  if (kind === 'upgrade') {
    const { user } = await tx.batch({
      lock: lockUserRow(projectId, claims.userId),
      session: requireActiveSession(projectId, claims, now()),
      user: upgradeAnonymousUser(call, claims.userId, newUserOf(arrival, true)),
      account: insertAccount(projectId, key, claims.userId, state, now()),
    })
    return user
  }
  const { user, isConnected } = await requireConnectable(tx, key, claims, now())
  if (isConnected) await tx.run(updateAccount(tx.projectId, key, state, now()))
  else await tx.run(connect(call, arrival, user))
  return user
}

async function requireConnectable(
  tx: ProjectTransaction,
  key: AccountKey,
  claims: AccessTokenClaims,
  now: Date,
): Promise<{ user: User; isConnected: boolean }> {
  const { user, connections } = await tx.batch({
    user: lockUser(tx.projectId, claims.userId),
    // Behind the lock: a user who was signed out while at the provider must not get a new way in.
    session: requireActiveSession(tx.projectId, claims, now),
    connections: findConnections(tx.projectId, key, claims.userId),
  })
  if (!user) throw new KnownError('OUTER_OAUTH_TIMEOUT')
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
  tx: ProjectTransaction,
  call: PublicCall,
  arrival: Arrival,
  anonymous: AccessTokenClaims | null,
): Promise<Outcome> {
  const { project } = call
  const { email } = arrival.identity
  const owner = email === null ? null : await tx.run(findUserBySignInEmail(tx.projectId, email))
  if (owner && isFirstProofByConnected(owner, arrival)) return claimConnected(tx, call, arrival, owner.user.id)
  const known = await tx.run(updateAccount(tx.projectId, keyOf(arrival), arrival.state, call.now()))
  if (known) return { userId: known.userId, isNewUser: false }
  // Before merging, as in the protocol: a project that is closed takes no new accounts either.
  if (!project.config.signUpEnabled) throw new KnownError('SIGN_UP_NOT_ENABLED')
  call.limits.requireSignUpAllowed()
  const strategy = project.config.oauthAccountMergeStrategy
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
async function claimConnected(
  tx: ProjectTransaction,
  call: WritingCall,
  arrival: Arrival,
  userId: string,
): Promise<Outcome> {
  const { provider, identity, state } = arrival
  const { email } = identity
  if (email === null) throw new Overtaken()
  const { owner } = await tx.batch({
    lock: lockUserRow(tx.projectId, userId),
    owner: findUserBySignInEmail(tx.projectId, email),
  })
  if (owner?.user.id !== userId || !isFirstProofByConnected(owner, arrival)) throw new Overtaken()
  const removed = describeCredentials(credentials, owner.user).filter((method) => method.provider_id !== provider.id)
  await tx.batch({
    claim: claimAccount(call, owner.user, email, removed),
    verified: markSignInEmailVerified(tx.projectId, userId, email),
    account: insertAccount(tx.projectId, keyOf(arrival), userId, state, call.now()),
  })
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
async function mergeInto(
  tx: ProjectTransaction,
  call: WritingCall,
  arrival: Arrival,
  ownerId: string,
): Promise<Outcome> {
  const { email, isEmailVerified } = arrival.identity
  if (email === null || !isEmailVerified) throw usedBySomeoneElse(arrival.identity)
  // Read once more behind the lock: another user may have the address by now, or it may have lost its proof.
  const { owner } = await tx.batch({
    lock: lockUserRow(tx.projectId, ownerId),
    owner: findUserBySignInEmail(tx.projectId, email),
  })
  if (owner?.user.id !== ownerId) throw usedBySomeoneElse(arrival.identity)
  if (!owner.isEmailVerified) {
    const hasOther = owner.user.oauthAccounts.some(({ authority }) => authority === arrival.authority)
    throw usedBySomeoneElse(arrival.identity, { wouldWorkIfVerified: !hasOther })
  }
  await tx.batch({
    claim: owner.isClaimed ? nothing : claimAccount(call, owner.user, email),
    account: connect(call, arrival, owner.user),
  })
  return {
    userId: ownerId,
    isNewUser: false,
    ...(!owner.isClaimed && { claim: { removed: describeCredentials(credentials, owner.user) } }),
  }
}

async function makeUser(
  tx: ProjectTransaction,
  call: WritingCall,
  arrival: Arrival,
  anonymous: AccessTokenClaims | null,
  usedForAuth: boolean,
): Promise<Outcome> {
  // An address that somebody else signs in with already makes a user of its own (`allow_duplicates`).
  if (anonymous && usedForAuth && (await tx.run(findUser(tx.projectId, anonymous.userId)))?.isAnonymous) {
    return { userId: anonymous.userId, isNewUser: true, pending: pendingOf('upgrade', arrival, anonymous) }
  }
  const userId = newUuid()
  await tx.batch({
    user: createUser(tx.projectId, { id: userId, ...newUserOf(arrival, usedForAuth) }, call.now()),
    account: insertAccount(tx.projectId, keyOf(arrival), userId, arrival.state, call.now()),
    signedUp: emit(asUser(call, userId), 'user.signed_up', { userId, method: 'oauth' }),
  })
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
function connect(call: WritingCall, arrival: Arrival, user: User): Statement<void> {
  const { projectId, now } = call
  const { provider, state } = arrival
  return sequence([
    deleteOutdatedAccount(projectId, keyOf(arrival), user.id),
    insertAccount(projectId, keyOf(arrival), user.id, state, now()),
    emit(asUser(call, user.id), 'oauth_account.connected', {
      user,
      providerId: provider.id,
      providerName: provider.name,
    }),
  ]).map(noResult)
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
