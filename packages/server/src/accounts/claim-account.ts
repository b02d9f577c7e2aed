import type { RemovedCredential, UndoneRecord } from '@portico/contract'

import type { Executor } from '../kernel/database.ts'
import { noResult, nothing, sequence, type Statement } from '../kernel/statement.ts'
import { codeKinds } from '../records/verification-codes/lifetimes.ts'
import { deleteKnownDevices } from '../records/known-devices/store.ts'
import type { User } from '../records/users/user.ts'
import { endSessionsOfUser } from '../records/sessions/store.ts'
import {
  dropUnclaimedChannels,
  markSignInEmailClaimed,
  promoteIfNonePrimary,
} from '../records/contact-channels/store.ts'
import { deleteOwnerInvitationsOf } from '../records/owner-invitations/store.ts'
import { removeStaffRoles } from '../records/project-owners/store.ts'
import { endOpenAuthorizationCodes } from '../records/authorization-codes/store.ts'
import type { Credential } from '../records/credentials/credential.ts'
import { credentials, describeCredentials, factors } from '../records/credentials/registry.ts'
import { endCodesOfUser } from '../records/verification-codes/store.ts'
import { asUser, emit, type EventCall } from '../kernel/emit.ts'
import type { SignUpCall } from './create-user.ts'
import { undoUnproved } from './undo-unproved.ts'

/*
 * Protects against pre-hijacking (Sudhodanan and Paverd, "Pre-hijacked accounts", USENIX Security 2022): an attacker
 * signs up with the address of another person, adds a password, a passkey, a provider account or a session to the
 * account, and waits. The first sign-in that proves the mailbox therefore removes all credentials and sessions (rule
 * S-18).
 *
 * - The session of the request does not matter, because the attacker may have planted it in the owner's browser.
 * - A verified address does not show who owns the account: the owner may have opened the link of the attacker's
 *   sign-up.
 * - With several addresses, the account belongs to the mailboxes that are claimed in it. While no mailbox is claimed,
 *   the first proof of a sign-in address claims the account and removes the other addresses, because an attacker may
 *   have added one to regain access ("trojan identifier"). Once one is claimed, a proof of another mailbox does not
 *   open the account (`accounts/foreign-address.ts`).
 * - Every caller locks the user. The lock also delays a concurrent insert of a passkey or provider account, whose row
 *   references the user.
 */

/**
 * Claims an account for the owner of its mailbox: removes all credentials and all unclaimed addresses that a client or
 * a sign-up added, ends all sessions, codes and rights over projects, and marks the address as claimed. Call it only if
 * no other address of the account is claimed.
 *
 * @param mailed the removed sign-in methods that the notice mail lists. A password reset has its own mail about the
 *   password.
 * @returns whether the address still belongs to the user
 */
export async function claimAccount(
  tx: Executor,
  call: SignUpCall,
  user: User,
  email: string,
  mailed: readonly RemovedCredential[] = describeCredentials(credentials, user),
): Promise<boolean> {
  const { projectId } = call
  const byUser = asUser(call, user.id)
  const isOwner = projectId === 'internal' && (user.ownedProjectIds ?? []).length > 0
  // guard: a claim ends the ownership of projects (drop `ownership`)
  const { isClaimed } = await tx.batch({
    // guard: a claim removes the password (replace `credentials` with `factors`)
    unproved: removeUnproved(call, user, credentials),
    // guard: a claim ends the sessions
    sessions: endSessionsOfUser(projectId, user.id, null),
    devices: deleteKnownDevices(projectId, user.id),
    isClaimed: markSignInEmailClaimed(projectId, user.id, email),
    // guard: a claim removes the addresses by which an attacker could come back [several-addresses]
    addresses: dropUnclaimedChannels(byUser, user.id, email),
    primary: promoteIfNonePrimary(projectId, user.id, email),
    ownership: isOwner ? dropOwnership(byUser, projectId, user.id) : nothing,
  })
  const unproved = await undoUnproved(tx, byUser, user, email)
  const undone: UndoneRecord[] = [...(isOwner ? (['owned_projects'] as const) : []), ...unproved]
  await tx.run(emit(byUser, 'user.claimed', { user, address: email, removed: mailed, undone }))
  return isClaimed
}

/** Rights over projects never pass with a mailbox: they belong to the person who acquired them (rule S-24). */
function dropOwnership(call: EventCall, projectId: 'internal', userId: string): Statement<void> {
  return sequence([
    removeStaffRoles(projectId, userId),
    deleteOwnerInvitationsOf(call, userId),
    emit(call, 'user.owned_projects_changed', { userId, projectIds: [] }),
  ]).map(noResult)
}

/**
 * Removes all credentials except the password and the API keys, and keeps the sessions. Call it if a verification link
 * was opened without an answer about who owns the account: the account stays unclaimed.
 *
 * @param noticeAddress another verified address of the user, which gets the notice too
 */
export function removeUnprovedFactors(
  call: EventCall,
  user: User,
  address: string,
  noticeAddress: string | null,
): Statement<void> {
  return sequence([
    removeUnproved(call, user, factors),
    emit(call, 'user.factors_removed', { user, address, removed: describeCredentials(factors, user), noticeAddress }),
  ]).map(noResult)
}

function removeUnproved({ projectId, now }: EventCall, user: User, kinds: readonly Credential[]): Statement<void> {
  // guard: a claim ends open codes (drop `endCodesOfUser(projectId, user.id, codeKinds, now(`)
  //   [claim-account, otp, second-step]
  return sequence([
    // guard: a claim removes the factors (replace `kinds` with `kinds.slice(0, 1)`)
    removeCredentials(projectId, user.id, kinds),
    endCodesOfUser(projectId, user.id, codeKinds, now()),
  ]).map(noResult)
}

/** Removes credentials of a user and the open authorization codes, which could still be exchanged for a session. */
export function removeCredentials(projectId: string, userId: string, kinds: readonly Credential[]): Statement<void> {
  // guard: a claim ends open authorization codes (drop `endOpenAuthorizationCodes(projectId, userId)`)
  //   [claim-account, accounts, anonymous]
  return sequence([
    ...kinds.map((kind) => kind.remove(projectId, userId)),
    endOpenAuthorizationCodes(projectId, userId),
  ]).map(noResult)
}
