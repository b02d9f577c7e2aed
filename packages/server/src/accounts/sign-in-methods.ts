import { countSignInMethods } from '@portico/contract'

import type { Call } from '../kernel/call.ts'
import type { ProjectTransaction } from '../kernel/database.ts'
import { KnownError, PlainError } from '../kernel/errors.ts'
import { emit, type EventCall } from '../kernel/emit.ts'
import { noResult, sequence, type Statement } from '../kernel/statement.ts'
import { endOpenAuthorizationCodes } from '../records/authorization-codes/store.ts'
import {
  deletePasskey,
  deletePasskeysOfUser,
  deleteVerifiedPasskeys,
  passkeyIdOf,
} from '../records/credentials/passkey.ts'
import type { ShownPasskey } from '../records/credentials/passkey.ts'
import { deleteAccountOfUser } from '../records/credentials/provider-account.ts'
import type { Project } from '../records/projects/project.ts'
import { listEnabledProviderIds } from '../records/projects/enabled-providers.ts'
import { findProviderName } from '../records/team-connections/provider-name.ts'
import { requireActiveSession, requireProvedSession } from '../records/sessions/active-session.ts'
import type { AccessTokenClaims } from '../records/sessions/access-token.ts'
import { findUser, lockUser } from '../records/users/store.ts'
import type { OAuthAccount, User } from '../records/users/user.ts'
import { endCodesOfUser } from '../records/verification-codes/store.ts'

/** The removal of a sign-in method by its user, who must keep another one. Null if a server removes it. */
export interface OwnRemoval {
  readonly claims: AccessTokenClaims | null
}

/** The providers of projects, with the keys of the operator. */
export interface SignInProviders {
  /** Whether the project offers the provider, and with the provider identity of the account. */
  readonly canSignInWith: (project: Project, account: Pick<OAuthAccount, 'providerIdentity' | 'providerId'>) => boolean
}

export interface RemovalDependencies {
  readonly providers: SignInProviders
}

type RemovalCall = Call & { readonly project: Project }

/**
 * Refuses a change that leaves the user without a sign-in method. The caller holds the lock on the user, so two
 * concurrent changes cannot each count on the method that the other one removes.
 *
 * @param before the user before the change. A user who could not sign in before has nothing to lose.
 * @param after the user after the change, read in the same transaction
 */
export function requireSignInMethod(
  { providers }: RemovalDependencies,
  project: Project,
  before: User,
  after: User,
): void {
  if (canSignIn(providers, project, after) || !canSignIn(providers, project, before)) return
  throw new PlainError(400, 'This is your only sign-in method. Add another one first.')
}

function canSignIn(providers: SignInProviders, project: Project, user: User): boolean {
  const { config } = project
  const methods = countSignInMethods(
    {
      hasPassword: user.hasPassword,
      otpAuthEnabled: user.otpAuthEnabled,
      hasSignInAddress: user.hasSignInAddress,
      passkeys: user.hasPasskey ? 1 : 0,
      providerIds: user.oauthAccounts
        .filter((account) => providers.canSignInWith(project, account))
        .map(({ providerId }) => providerId),
    },
    { ...config, providerIds: listEnabledProviderIds(config) },
  )
  return methods > 0
}

/**
 * Removes a passkey of a user.
 *
 * @param own null for a server, which may remove the only sign-in method of a user
 */
export async function removePasskey(
  dependencies: RemovalDependencies,
  call: RemovalCall,
  userId: string,
  credentialId: Uint8Array,
  own: OwnRemoval | null,
): Promise<void> {
  await removeMethod(dependencies, call, userId, own, async (tx, user) => {
    const removed = await tx.run(deletePasskey(tx.projectId, userId, credentialId))
    if (!removed) throw new PlainError(404, 'The passkey was not found.')
    await tx.run(announceRemoved(call, user, removed))
  })
}

/** Removes all passkeys of a user, in the transaction of a change that has locked the user. */
export function removeAllPasskeys(tx: ProjectTransaction, call: EventCall, user: User): Promise<void> {
  return removePasskeys(tx, call, user, deletePasskeysOfUser(tx.projectId, user.id))
}

/** Removes the passkeys of a locked user that count as two factors. */
export function removeVerifiedPasskeys(tx: ProjectTransaction, call: EventCall, user: User): Promise<void> {
  return removePasskeys(tx, call, user, deleteVerifiedPasskeys(tx.projectId, user.id))
}

async function removePasskeys(
  tx: ProjectTransaction,
  call: EventCall,
  user: User,
  deletion: Statement<ShownPasskey[]>,
): Promise<void> {
  const removed = await tx.run(deletion)
  if (removed.length === 0) return
  await tx.batch([...removed.map((passkey) => announceRemoved(call, user, passkey)), endPendingSignIns(call, user.id)])
}

/**
 * Disconnects the account of a user at a provider and deletes its tokens.
 *
 * @param own null for a server, which may remove the only sign-in method of a user
 */
export async function disconnectProvider(
  dependencies: RemovalDependencies,
  call: RemovalCall,
  userId: string,
  providerId: string,
  own: OwnRemoval | null,
): Promise<void> {
  await removeMethod(dependencies, call, userId, own, async (tx, user) => {
    const isRemoved = await tx.run(deleteAccountOfUser(tx.projectId, userId, providerId))
    if (!isRemoved) throw new PlainError(404, 'The user has no connected account of this provider.')
    const providerName = await tx.run(findProviderName(call.project, providerId))
    await tx.run(emit(call, 'oauth_account.disconnected', { user, userId, providerId, providerName }))
  })
}

/** Locks the user, removes one sign-in method, and ends pending sign-ins, which may have used it. */
async function removeMethod(
  dependencies: RemovalDependencies,
  call: RemovalCall,
  userId: string,
  own: OwnRemoval | null,
  remove: (tx: ProjectTransaction, user: User) => Promise<void>,
): Promise<void> {
  const { now, project, projectId } = call
  await call.db.transaction(async (tx) => {
    const claims = own?.claims ?? null
    const { proof, user } = await tx.batch({
      user: lockUser(projectId, userId),
      proof: requireActiveSession(project, claims, now()),
    })
    if (!user) throw new KnownError('USER_NOT_FOUND')
    // guard: a sign-in method is not removed in a session that must prove a second factor [proof-race.postgres]
    requireProvedSession(user, { claims, proof, now: now() })
    await remove(tx, user)
    // guard: the removal of a sign-in method ends the sign-ins that wait for their completion
    //   (drop `ended: endPendingSignIns(call, userId)`) [accounts/sign-in-methods, manage]
    const { after } = await tx.batch({ ended: endPendingSignIns(call, userId), after: findUser(projectId, userId) })
    // guard: a user keeps a way to sign in when they remove a passkey or a connected account
    if (own && after) requireSignInMethod(dependencies, project, user, after)
  })
}

function announceRemoved(call: EventCall, user: User, passkey: ShownPasskey): Statement<void> {
  const data = { user, userId: user.id, passkeyId: passkeyIdOf(passkey), name: passkey.name }
  return emit(call, 'passkey.removed', data)
}

/** Ends the sign-ins of a user that are not complete: authorization codes, and first steps without a second factor. */
export function endPendingSignIns({ now, projectId }: EventCall, userId: string): Statement<void> {
  return sequence([
    endOpenAuthorizationCodes(projectId, userId),
    endCodesOfUser(projectId, userId, ['mfa_attempt'], now()),
  ]).map(noResult)
}
