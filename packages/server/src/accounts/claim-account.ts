import type { RemovedSignInMethod } from '@portico/contract'

import type { AuditOrigin } from '../records/audit/audit.ts'
import { markSignInEmailClaimed } from './primary-email.ts'
import type { ProjectSql } from '../platform/db/sql.ts'
import { queueUnprovedAccessRemoved } from '../mails/queue-mail.ts'
import { forgetAccounts } from '../records/oauth/forget.ts'
import { deletePasskeyOfUser } from './remove-passkey.ts'
import type { Ports } from '../ports.ts'
import { endSessionsOfUser } from '../records/sessions/sessions.ts'
import { codeKinds } from '../records/verification-codes/lifetimes.ts'
import { endCodesOfUser } from '../records/verification-codes/verification-codes.ts'
import { setPasswordHash, setTotpSecret } from '../records/users/store.ts'
import type { User } from '../records/users/user.ts'

type ClaimPorts = Pick<Ports, 'audit' | 'clock' | 'random'>

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
  ports: ClaimPorts,
  tx: ProjectSql,
  origin: AuditOrigin,
  user: User,
  email: string,
  mailed: readonly RemovedSignInMethod[] = signInMethodsOf(user),
): Promise<boolean> {
  const [, , , , isTheirs] = await Promise.all([
    removeUnprovedFactors(ports, tx, user, mailed),
    setPasswordHash(tx, user.id, null),
    endSessionsOfUser(tx, user.id, null),
    ports.audit.record(tx, origin, { action: 'user.claimed', actor: { type: 'user', id: user.id } }),
    markSignInEmailClaimed(tx, user.id, email),
  ])
  return isTheirs
}

/**
 * Removes everything but password and sessions, for a proof after which the account stays unclaimed: a verification link
 * that was opened without an answer to the question whose account it is.
 */
export async function removeUnprovedFactors(
  ports: Pick<Ports, 'clock' | 'random'>,
  tx: ProjectSql,
  user: User,
  mailed: readonly RemovedSignInMethod[] = factorsOf(user),
): Promise<void> {
  await Promise.all([
    removeFactors(tx, user.id),
    endCodesOfUser(ports, tx, user.id, codeKinds),
    queueUnprovedAccessRemoved(ports, tx, user, mailed),
  ])
}

/** Everything but the password that opens the account, open authorization codes included. */
export async function removeFactors(tx: ProjectSql, userId: string): Promise<void> {
  await Promise.all([setTotpSecret(tx, userId, null), deletePasskeyOfUser(tx, userId), forgetAccounts(tx, userId)])
}

/** What `claimAccount` removes. */
export function signInMethodsOf(user: User): RemovedSignInMethod[] {
  return [...(user.hasPassword ? [{ type: 'password' as const }] : []), ...factorsOf(user)]
}

/** What `removeFactors` removes. */
export function factorsOf(user: User): RemovedSignInMethod[] {
  return [
    ...(user.hasPasskey ? [{ type: 'passkey' as const }] : []),
    ...(user.requiresTotp ? [{ type: 'authenticator_app' as const }] : []),
    ...user.oauthAccounts.map(({ providerId }) => ({ type: 'provider' as const, provider_id: providerId })),
  ]
}
