import type { RemovedSignInMethod } from '@portico/contract'

import type { Call } from '../kernel/call.ts'
import { recordAudit } from '../records/audit/audit.ts'
import type { ProjectSql } from '../kernel/database.ts'
import { queueUnprovedAccessRemoved } from '../mails/queue-mail.ts'
import { codeKinds } from '../records/verification-codes/lifetimes.ts'
import { endCodesOfUser } from '../records/verification-codes/verification-codes.ts'
import type { User } from '../records/users/user.ts'
import { endSessionsOfUser } from '../records/sessions/store.ts'
import { markSignInEmailClaimed } from '../records/contact-channels/store.ts'
import { endOpenAuthorizationCodes } from '../records/authorization-codes/store.ts'
import type { Credential } from '../records/credentials/credential.ts'
import { credentials, describeCredentials, factors } from '../records/credentials/registry.ts'

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
export async function claimAccount(
  tx: ProjectSql,
  call: Pick<Call, 'origin' | 'now'>,
  user: User,
  email: string,
  mailed: readonly RemovedSignInMethod[] = describeCredentials(credentials, user),
): Promise<boolean> {
  const [, , , isTheirs] = await Promise.all([
    removeUnproved(tx, user, credentials, mailed, call.now()),
    endSessionsOfUser(tx, user.id, null),
    recordAudit(tx, call, { action: 'user.claimed', actor: { type: 'user', id: user.id } }),
    markSignInEmailClaimed(tx, user.id, email),
  ])
  return isTheirs
}

/**
 * Removes everything but password and sessions, for a proof after which the account stays unclaimed: a verification link
 * that was opened without an answer to the question whose account it is.
 */
export async function removeUnprovedFactors(tx: ProjectSql, user: User, now: Date): Promise<void> {
  await removeUnproved(tx, user, factors, describeCredentials(factors, user), now)
}

async function removeUnproved(
  tx: ProjectSql,
  user: User,
  kinds: readonly Credential[],
  mailed: readonly RemovedSignInMethod[],
  now: Date,
): Promise<void> {
  await Promise.all([
    removeCredentials(tx, user.id, kinds),
    endCodesOfUser(tx, user.id, codeKinds, now),
    queueUnprovedAccessRemoved(tx, user, mailed, now),
  ])
}

/** Removes credentials of a user, and the authorization codes that would still become a session. */
export async function removeCredentials(tx: ProjectSql, userId: string, kinds: readonly Credential[]): Promise<void> {
  await Promise.all([...kinds.map((kind) => kind.remove(tx, userId)), endOpenAuthorizationCodes(tx, userId)])
}
