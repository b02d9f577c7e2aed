import type { EventUser, RemovedCredential } from '@portico/contract'

import { claimAccount } from '../../accounts/claim-account.ts'
import { admitInvited, type Admission } from '../../accounts/admission.ts'
import { createUser, type NewUser } from '../../accounts/create-user.ts'
import { releaseForeignAddress } from '../../accounts/foreign-address.ts'
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
import { findUserBySignInEmail, type UserBySignInEmail } from '../../records/queries/users/sign-in-address.ts'
import { canSignUpWith, isSignUpOpen } from '../../records/queries/users/sign-up-right.ts'
import { isVouchedDomainLost } from '../../records/queries/users/vouched-domain.ts'
import { connectionIdOf } from '../../records/team-connections/connection.ts'
import { findProviderName } from '../../records/team-connections/provider-name.ts'
import type { Project } from '../../records/projects/project.ts'
import type { AccessTokenClaims } from '../../records/sessions/access-token.ts'
import { requireActiveSession, requireProvedSession } from '../../records/sessions/active-session.ts'
import type { OAuthAccount, User } from '../../records/users/user.ts'
import { hasUserInvitation } from '../../records/user-invitations/store.ts'
import { findUser, lockUser, lockUserRow } from '../../records/users/store.ts'
import type { OAuthProvider, ProviderIdentity } from './providers/provider.ts'
import type { PublicCall } from '../../api/rules/public-call.ts'
import { noResult, sequence, type Statement } from '../../kernel/statement.ts'
import { channelUsedBySomeoneElse, SignInAddressTaken } from '../../records/contact-channels/sign-in-address-taken.ts'
import { asUser, emit, type EventCall } from '../../kernel/emit.ts'

/** The fields of a call that a write needs. */
type WritingCall = EventCall & Pick<PublicCall, 'project' | 'request'>

/** Maximum number of attempts when concurrent calls change the account during a sign-in. */
const ROUNDS_MAX = 3

/** An account that the provider has authenticated, with its tokens. */
export interface ProviderAccount {
  readonly provider: Pick<OAuthProvider, 'id' | 'name'>
  /** The provider identity under which the account id is unique; see `provider-identity.ts`. */
  readonly providerIdentity: string
  readonly identity: ProviderIdentity
  readonly state: AccountState
}

export interface Outcome {
  readonly userId: string
  readonly isNewUser: boolean
  /** The project had invited the address of the new user, who has used the invitation up. */
  readonly isInvited?: boolean
  /** What the claim of the user removed; absent if the user was claimed before. */
  readonly claim?: { readonly removed: readonly RemovedCredential[] }
  /** The changes that wait for the exchange of the code. */
  readonly pending?: Pending
}

/**
 * A connection or upgrade that takes effect when the app exchanges the code.
 *
 * A flow starts with a link that contains a token, and an attacker can make a victim's browser follow a link with the
 * attacker's token. If the callback connected the account, the attacker's user would get the victim's provider account.
 * The exchange requires code and verifier, and only the app that started the flow has both (rule S-20).
 */
export interface Pending {
  readonly kind: 'link' | 'upgrade'
  readonly claims: AccessTokenClaims
  readonly providerId: string
  readonly providerIdentity: string
  readonly identity: ProviderIdentity
  readonly state: AccountState
}

export interface SigningInCall extends PublicCall {
  /** When the app started the sign-in. */
  readonly begunAt: Date
}

/**
 * Finds or creates the user of a provider account (docs/protocol/oauth.md#which-user), and runs `then` in the same
 * transaction. Project, provider identity and account id identify the account; an e-mail address never does (rule
 * S-19).
 *
 * @param anonymous the anonymous user of the request, who is upgraded instead of creating a user
 * @throws SIGN_UP_NOT_ENABLED, SignUpRefused, CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE
 */
export async function signInWithAccount<T>(
  call: SigningInCall,
  account: ProviderAccount,
  anonymous: AccessTokenClaims | null,
  then: (tx: ProjectTransaction, outcome: Outcome) => Promise<T>,
): Promise<T> {
  for (let round = 1; ; round += 1) {
    try {
      const [result, claimedUserId] = await call.db.transaction(async (tx) => {
        const outcome = await findOrCreateUser(tx, call, account, anonymous)
        return [await then(tx, outcome), outcome.claim ? outcome.userId : null] as const
      })
      if (claimedUserId !== null) await call.limits.forgetAttempts(claimedUserId, account.identity.email)
      return result
    } catch (error) {
      // The user has an account of this provider: a different one, or this one from a concurrent call.
      const hasAccount = error instanceof ProviderTaken
      // Of two concurrent sign-ins of a new account, one creates the user and the other finds it at the next attempt.
      const isConcurrentChange =
        hasAccount ||
        error instanceof AccountDisconnected ||
        error instanceof ConcurrentChange ||
        error instanceof AccountTaken ||
        error instanceof SignInAddressTaken
      if (isConcurrentChange && round < ROUNDS_MAX) continue
      throw hasAccount ? usedBySomeoneElse(account.identity) : error
    }
  }
}

/**
 * Checks whether the signed-in user can connect the account. The exchange of the code connects it.
 *
 * @throws USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION, OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER,
 * ACCESS_TOKEN_EXPIRED
 */
export async function prepareLink<T>(
  call: Call & { readonly project: Project },
  account: ProviderAccount,
  claims: AccessTokenClaims,
  then: (tx: ProjectTransaction, outcome: Outcome) => Promise<T>,
): Promise<T> {
  return call.db.transaction(async (tx) => {
    await requireConnectable(tx, call, keyOf(account), claims)
    // guard: an account is connected only in the code exchange
    //   (replace `const pending` with `await tx.run(insertAccount(tx.projectId, keyOf(account), claims.userId, account.state, now())); const pending`)
    const pending = pendingOf('link', account, claims)
    return then(tx, { userId: claims.userId, isNewUser: false, pending })
  })
}

/** Applies the pending changes of a code in the transaction that uses up the code. Returns the updated user. */
export async function finishPending(
  tx: ProjectTransaction,
  call: WritingCall,
  { kind, claims, providerId, providerIdentity, identity, state }: Pending,
): Promise<User> {
  const { now, project, projectId } = call
  const provider = { id: providerId, name: await tx.run(findProviderName(project, providerId)) }
  const account: ProviderAccount = { provider, providerIdentity, identity, state }
  const key = keyOf(account)
  if (kind === 'upgrade') {
    const admission = await admitAccount(tx, call, identity)
    const { user } = await tx.batch({
      lock: lockUserRow(projectId, claims.userId),
      session: requireActiveSession(project, claims, now()),
      user: upgradeAnonymousUser(call, claims.userId, newUserOf(call, account, true, admission)),
      account: insertAccount(projectId, key, claims.userId, state, now(), vouchedDomainOf(account)),
      // The user signs up with the account, so no notice informs them about it.
      connected: emitConnected(call, account, { id: claims.userId, noticeEmail: null }),
    })
    return user
  }
  const { user, isConnected } = await requireConnectable(tx, call, key, claims)
  if (isConnected) await tx.run(updateAccount(tx.projectId, key, state, now()))
  else await tx.run(connect(call, account, user))
  return user
}

async function requireConnectable(
  tx: ProjectTransaction,
  { now, project }: Pick<WritingCall, 'now' | 'project'>,
  key: AccountKey,
  claims: AccessTokenClaims,
): Promise<{ user: User; isConnected: boolean }> {
  const { user, connections, proof } = await tx.batch({
    user: lockUser(tx.projectId, claims.userId),
    // Check under the lock: a user who was signed out meanwhile must not get a new sign-in method.
    // guard: an account is connected only in an active session
    //   (replace `requireActiveSession(…)` with `sequence([]).map(() => 'exempt')`)
    proof: requireActiveSession(project, claims, now()),
    connections: findConnections(tx.projectId, key, claims.userId),
  })
  if (!user) throw new KnownError('OUTER_OAUTH_TIMEOUT')
  requireProvedSession(user, { claims, proof, now: now() })
  const isCurrent = (known: { providerIdentity: string }): boolean => known.providerIdentity === key.providerIdentity
  if (connections.some((known) => known.userId === user.id && isCurrent(known) && known.accountId !== key.accountId)) {
    throw new KnownError('USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION')
  }
  // guard: an account of another user is not connected
  if (connections.some((known) => known.userId !== user.id)) {
    throw new KnownError('OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER')
  }
  return { user, isConnected: connections.some(isCurrent) }
}

async function findOrCreateUser(
  tx: ProjectTransaction,
  call: SigningInCall,
  account: ProviderAccount,
  anonymous: AccessTokenClaims | null,
): Promise<Outcome> {
  const { project } = call
  const { email } = account.identity
  let owner = email === null ? null : await tx.run(findUserBySignInEmail(tx.projectId, email, call.now()))
  if (owner && isFirstProofByConnected(owner, account)) return claimConnected(tx, call, account, owner.user.id)
  const known = await tx.run(updateAccount(tx.projectId, keyOf(account), account.state, call.now()))
  if (known) {
    const connectionId = connectionIdOf(account.provider.id)
    // Another company may own the domain by now, and its people have the addresses of these users.
    if (connectionId && (await tx.run(isVouchedDomainLost(tx.projectId, connectionId, keyOf(account))))) {
      throw usedBySomeoneElse(account.identity)
    }
    return { userId: known.userId, isNewUser: false }
  }
  // The protocol checks this before merging, so a project without sign-up connects no new accounts either.
  if (!isSignUpOpen(project, call.begunAt) && !(await isInvited(tx, call, account, owner))) {
    throw new KnownError('SIGN_UP_NOT_ENABLED')
  }
  call.limits.requireSignUpAllowed()
  const strategy = project.config.oauthAccountMergeStrategy
  // guard: a provider does not open an account that belongs to the owner of another mailbox [several-addresses]
  if (owner?.isForeign && account.identity.isEmailVerified) {
    await releaseProvedAddress(tx, call, account, owner.user.id)
    owner = null
  }
  // guard: a provider does not open the account of an operator who typed the address
  if (owner?.isHeld) throw await refusalOfTaken(tx, call, account)
  if (!owner || strategy === 'allow_duplicates')
    return createUserWithAccount(tx, call, account, anonymous, owner === null)
  if (strategy === 'raise_error') throw await refusalOfTaken(tx, call, account)
  return mergeInto(tx, call, account, owner.user.id)
}

/**
 * Returns whether the provider verifies an invited address that has no account. An invitation lets a person create an
 * account while sign-up is closed, but connects no account to an existing one.
 */
async function isInvited(
  tx: ProjectTransaction,
  { begunAt, now, project }: Pick<SigningInCall, 'begunAt' | 'now' | 'project'>,
  { identity: { email, isEmailVerified } }: ProviderAccount,
  owner: UserBySignInEmail | null,
): Promise<boolean> {
  // guard: an invitation permits a closed sign-in at a provider that vouches for the address (drop `!isEmailVerified`)
  //   [sign-up]
  // guard: an invitation connects no provider account to an existing user (drop `(owner && !owner.isForeign)`)
  //   [sign-up]
  if (email === null || !isEmailVerified || (owner && !owner.isForeign)) return false
  return tx.run(canSignUpWith(project, email, now(), begunAt))
}

/** Returns whether the provider verifies the address of an unclaimed user who already has this account. */
function isFirstProofByConnected(
  { user, isClaimed, isForeign, isHeld }: UserBySignInEmail,
  { providerIdentity, identity }: ProviderAccount,
): boolean {
  const isThisAccount = (known: OAuthAccount): boolean =>
    known.providerIdentity === providerIdentity && known.accountId === identity.accountId
  return identity.isEmailVerified && !isClaimed && !isForeign && !isHeld && user.oauthAccounts.some(isThisAccount)
}

/**
 * Claims a user by their connected account, which the owner of the mailbox may have connected in an attacker's session.
 * Like every first proof by a sign-in, it removes all other credentials.
 */
async function claimConnected(
  tx: ProjectTransaction,
  call: WritingCall,
  account: ProviderAccount,
  userId: string,
): Promise<Outcome> {
  const { provider, identity, state } = account
  const { email } = identity
  if (email === null) throw new ConcurrentChange()
  const { owner } = await tx.batch({
    lock: lockUserRow(tx.projectId, userId),
    owner: findUserBySignInEmail(tx.projectId, email, call.now()),
  })
  if (owner?.user.id !== userId || !isFirstProofByConnected(owner, account)) throw new ConcurrentChange()
  const removed = describeCredentials(credentials, owner.user).filter((method) => method.providerId !== provider.id)
  await claimAccount(tx, call, owner.user, email, removed)
  await tx.batch({
    verified: markSignInEmailVerified(tx.projectId, userId, email),
    account: insertAccount(tx.projectId, keyOf(account), userId, state, call.now(), vouchedDomainOf(account)),
  })
  return { userId, isNewUser: false, claim: { removed } }
}

/**
 * Ends sign-in with an address that the provider vouches for, at an account that belongs to the owner of another
 * mailbox.
 */
async function releaseProvedAddress(
  tx: ProjectTransaction,
  call: WritingCall,
  { identity: { email } }: ProviderAccount,
  userId: string,
): Promise<void> {
  if (email === null) throw new ConcurrentChange()
  const { owner } = await tx.batch({
    lock: lockUserRow(tx.projectId, userId),
    owner: findUserBySignInEmail(tx.projectId, email, call.now()),
  })
  if (owner?.user.id !== userId || !owner.isForeign) throw new ConcurrentChange()
  await releaseForeignAddress(tx, call, userId, email)
}

/** Returns the domain by which a team's connection vouches for the address of an account; null for another account. */
function vouchedDomainOf({ identity: { email, isEmailVerified }, provider }: ProviderAccount): string | null {
  if (email === null || !isEmailVerified || connectionIdOf(provider.id) === null) return null
  return email.slice(email.lastIndexOf('@') + 1)
}

/** A concurrent call changed the user before the lock was acquired. */
class ConcurrentChange extends Error {
  override readonly name = 'ConcurrentChange'
}

/**
 * Connects the account to the user who signs in with its address. Both the provider and this service must have verified
 * the address, because an attacker may control the side that has not (pre-hijacking). If the user is verified but
 * unclaimed, which means that a verification link was opened without a session, the provider's verification claims the
 * user.
 */
async function mergeInto(
  tx: ProjectTransaction,
  call: WritingCall,
  account: ProviderAccount,
  ownerId: string,
): Promise<Outcome> {
  const { email, isEmailVerified } = account.identity
  // guard: an address that the provider has not verified merges no accounts (drop `!isEmailVerified`)
  if (email === null || !isEmailVerified) throw await refusalOfTaken(tx, call, account)
  // Read again under the lock: the address may have another owner now, or may no longer be verified.
  const { owner } = await tx.batch({
    lock: lockUserRow(tx.projectId, ownerId),
    owner: findUserBySignInEmail(tx.projectId, email, call.now()),
  })
  if (owner?.user.id !== ownerId || owner.isForeign || owner.isHeld) throw await refusalOfTaken(tx, call, account)
  // guard: an address that this service has not verified merges no accounts
  if (!owner.isEmailVerified) {
    const hasOther = owner.user.oauthAccounts.some(
      ({ providerIdentity }) => providerIdentity === account.providerIdentity,
    )
    throw await refusalOfTaken(tx, call, account, { wouldWorkIfVerified: !hasOther })
  }
  // guard: a sign-in at a provider claims the account
  if (!owner.isClaimed) await claimAccount(tx, call, owner.user, email)
  await tx.run(connect(call, account, owner.user, vouchedDomainOf(account)))
  return {
    userId: ownerId,
    isNewUser: false,
    ...(!owner.isClaimed && { claim: { removed: describeCredentials(credentials, owner.user) } }),
  }
}

async function createUserWithAccount(
  tx: ProjectTransaction,
  call: WritingCall,
  account: ProviderAccount,
  anonymous: AccessTokenClaims | null,
  usedForAuth: boolean,
): Promise<Outcome> {
  const newUser = newUserOf(call, account, usedForAuth, await admitAccount(tx, call, account.identity))
  // If another user signs in with the address, create a separate user (`allow_duplicates`).
  if (anonymous && usedForAuth && (await tx.run(findUser(tx.projectId, anonymous.userId)))?.isAnonymous) {
    return { userId: anonymous.userId, isNewUser: true, pending: pendingOf('upgrade', account, anonymous) }
  }
  const userId = newUuid()
  const { email, isEmailVerified } = account.identity
  const isInvited =
    email !== null && isEmailVerified && (await tx.run(hasUserInvitation(tx.projectId, email, call.now())))
  await tx.batch({
    user: createUser(asUser(call, userId), { id: userId, ...newUser }),
    account: insertAccount(tx.projectId, keyOf(account), userId, account.state, call.now(), vouchedDomainOf(account)),
    signedUp: emit(asUser(call, userId), 'user.signed_up', { userId, method: 'oauth' }),
  })
  return { userId, isNewUser: true, isInvited }
}

/**
 * An address that the provider does not verify counts as a sign-up address from the start, because the code may never
 * be exchanged. The exchange replaces the session id, which no session has, by that of its session
 * (`replaceSignUpSession`).
 */
function newUserOf(
  call: WritingCall,
  { identity }: ProviderAccount,
  usedForAuth: boolean,
  admission: Admission,
): NewUser {
  const { displayName, profileImageUrl, email, isEmailVerified } = identity
  const signUp = { sessionId: newUuid(), userAgent: call.request.endUser?.userAgent ?? null }
  return {
    admission,
    displayName,
    profileImage: profileImageUrl,
    isProfileFromProvider: true,
    ...(email !== null && {
      email: { value: email, isVerified: isEmailVerified, usedForAuth, ...(!isEmailVerified && { signUp }) },
    }),
  }
}

/** @throws SignUpRefused */
function admitAccount(
  tx: ProjectTransaction,
  call: WritingCall,
  { email, isEmailVerified }: ProviderIdentity,
): Promise<Admission> {
  return admitInvited(tx, call, 'oauth', email === null ? null : { value: email, isProved: isEmailVerified })
}

function pendingOf(
  kind: Pending['kind'],
  { provider, providerIdentity, identity, state }: ProviderAccount,
  claims: AccessTokenClaims,
): Pending {
  return { kind, claims, providerId: provider.id, providerIdentity, identity, state }
}

/**
 * Connects an account to an existing user and informs them. It replaces an account of the same provider from another
 * provider identity.
 *
 * @param vouchedDomain null if the user has connected the account in a session
 */
function connect(
  call: WritingCall,
  account: ProviderAccount,
  user: User,
  vouchedDomain: string | null = null,
): Statement<void> {
  const { projectId, now } = call
  const { state } = account
  return sequence([
    deleteOutdatedAccount(projectId, keyOf(account), user.id),
    insertAccount(projectId, keyOf(account), user.id, state, now(), vouchedDomain),
    emitConnected(call, account, user),
  ]).map(noResult)
}

function emitConnected(call: WritingCall, { provider }: ProviderAccount, user: EventUser): Statement<void> {
  const data = { user, providerId: provider.id, providerName: provider.name }
  return emit(asUser(call, user.id), 'oauth_account.connected', data)
}

function keyOf({ provider, providerIdentity, identity }: ProviderAccount): AccountKey {
  return { providerId: provider.id, providerIdentity, accountId: identity.accountId }
}

/**
 * Applies the rules for sign-up before it returns the refusal, so that a refused person does not learn which accounts
 * exist.
 *
 * @throws SignUpRefused
 */
async function refusalOfTaken(
  tx: ProjectTransaction,
  call: WritingCall,
  { identity }: ProviderAccount,
  options?: { readonly wouldWorkIfVerified: boolean },
): Promise<KnownError> {
  await admitAccount(tx, call, identity)
  return usedBySomeoneElse(identity, options)
}

function usedBySomeoneElse(
  { email }: ProviderIdentity,
  options?: { readonly wouldWorkIfVerified: boolean },
): KnownError {
  return channelUsedBySomeoneElse(email, options)
}
