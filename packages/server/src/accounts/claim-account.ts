import type { RemovedSignInMethod } from '@portico/contract'

import { noResult, sequence, type Statement } from '../kernel/statement.ts'
import { codeKinds } from '../records/verification-codes/lifetimes.ts'
import type { User } from '../records/users/user.ts'
import { endSessionsOfUser } from '../records/sessions/store.ts'
import { markSignInEmailClaimed } from '../records/contact-channels/store.ts'
import { endOpenAuthorizationCodes } from '../records/authorization-codes/store.ts'
import type { Credential } from '../records/credentials/credential.ts'
import { credentials, describeCredentials, factors } from '../records/credentials/registry.ts'
import { endCodesOfUser } from '../records/verification-codes/store.ts'
import { asUser, emit, type EventCall } from '../kernel/emit.ts'

/*
 * Against pre-hijacking (Sudhodanan and Paverd, "Pre-hijacked accounts", USENIX Security 2022): an attacker signs up with
 * the address of another person, leaves a password, a passkey, a provider account or a session in the account, and waits.
 * So the first sign-in that proves the mailbox removes everything that was in the account before, whatever session the
 * request carries: that session may be the attacker's, planted in the owner's browser (security.md 4.2). A verified
 * address does not show who owns the account, because the owner may have opened the link of the attacker's sign-up. Every
 * caller has locked the user, which also delays a passkey or account that is being added: its row references the user.
 */

/**
 * Gives an account to the person who has just proved its address: nothing that was in it before opens it any more.
 *
 * @param mailed what the mail names; a password reset announces the password itself
 * @returns whether the address still belonged to the user
 */
export function claimAccount(
  call: EventCall,
  user: User,
  email: string,
  mailed: readonly RemovedSignInMethod[] = describeCredentials(credentials, user),
): Statement<boolean> {
  const { projectId } = call
  return sequence({
    unproved: removeUnproved(call, user, credentials),
    sessions: endSessionsOfUser(projectId, user.id, null),
    isClaimed: markSignInEmailClaimed(projectId, user.id, email),
    claimed: emit(asUser(call, user.id), 'user.claimed', { user, removed: mailed }),
  }).map(({ isClaimed }) => isClaimed)
}

/**
 * Removes everything but password and sessions, for a proof after which the account stays unclaimed: a verification link
 * that was opened without an answer to the question whose account it is.
 */
export function removeUnprovedFactors(call: EventCall, user: User): Statement<void> {
  return sequence([
    removeUnproved(call, user, factors),
    emit(call, 'user.factors_removed', { user, removed: describeCredentials(factors, user) }),
  ]).map(noResult)
}

function removeUnproved({ projectId, now }: EventCall, user: User, kinds: readonly Credential[]): Statement<void> {
  return sequence([
    removeCredentials(projectId, user.id, kinds),
    endCodesOfUser(projectId, user.id, codeKinds, now()),
  ]).map(noResult)
}

/** Removes credentials of a user, and the authorization codes that would still become a session. */
export function removeCredentials(projectId: string, userId: string, kinds: readonly Credential[]): Statement<void> {
  return sequence([
    ...kinds.map((kind) => kind.remove(projectId, userId)),
    endOpenAuthorizationCodes(projectId, userId),
  ]).map(noResult)
}
