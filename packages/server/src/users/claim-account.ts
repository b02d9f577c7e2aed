import type { AuditOrigin } from '../audit/audit.ts'
import { markSignInEmailClaimed } from '../contact-channels/primary-email.ts'
import type { ProjectSql } from '../db/sql.ts'
import { queueUnprovedAccessRemoved, type RemovedPart } from '../emails/emails.ts'
import type { Caller } from '../http/caller.ts'
import { forgetAccounts } from '../oauth/forget.ts'
import { deletePasskeyOfUser } from '../passkey/remove.ts'
import type { Ports } from '../ports/ports.ts'
import { endSessionsOfUser } from '../sessions/sessions.ts'
import { codeKinds } from '../verification-codes/lifetimes.ts'
import { endCodesOfUser } from '../verification-codes/verification-codes.ts'
import { lockUser, setPasswordHash, setTotpSecret } from './store.ts'
import type { User } from './user.ts'

type ClaimPorts = Pick<Ports, 'audit' | 'clock' | 'random'>

/*
 * Against pre-hijacking (Sudhodanan and Paverd, "Pre-hijacked accounts", USENIX Security 2022): anyone can sign up with
 * somebody else's address and wait, with a password, a passkey, a provider account or a session of theirs in the
 * account. So until the user is known to be the mailbox's owner, whoever proves the mailbox takes the account over, and
 * what was there before goes (security.md 4.2). That an address is verified does not tell: the owner may have clicked on
 * the link of a stranger's account. Every statement comes after the lock on the user, which also makes a passkey or account
 * that is being added wait: its row points to the user.
 */

/**
 * Gives an account to whoever has just proved its address: nothing that was there before opens it any more.
 *
 * @param mailed what the mail says of it; whoever sets another password is told of that elsewhere
 * @returns whether the address still was the user's
 */
export async function claimAccount(
  ports: ClaimPorts,
  tx: ProjectSql,
  origin: AuditOrigin,
  user: User,
  email: string,
  mailed: readonly RemovedPart[] = [...(user.hasPassword ? (['password'] as const) : []), ...factorsOf(user)],
): Promise<boolean> {
  const [, , , isTheirs] = await Promise.all([
    removeUnprovedFactors(ports, tx, origin, user, mailed),
    setPasswordHash(tx, user.id, null),
    endSessionsOfUser(tx, user.id, null),
    markSignInEmailClaimed(tx, user.id, email),
  ])
  return isTheirs
}

/**
 * The same for a mailbox proved by the link of a verification mail, whose page asks: password and sessions stay, and so
 * the account is not claimed by it.
 */
export async function removeUnprovedFactors(
  ports: ClaimPorts,
  tx: ProjectSql,
  origin: AuditOrigin,
  user: User,
  mailed: readonly RemovedPart[] = factorsOf(user),
): Promise<void> {
  await Promise.all([
    lockUser(tx, user.id),
    removeFactors(tx, user.id),
    endCodesOfUser(ports, tx, user.id, codeKinds),
    queueUnprovedAccessRemoved(ports, tx, user, mailed),
    ports.audit.record(tx, origin, { action: 'user.claimed', actor: { type: 'user', id: user.id } }),
  ])
}

/** Whether the caller proves a mailbox in a session of this user: then the account is theirs as it is. */
export function isOwnSession({ user }: Pick<Caller, 'user'>, userId: string | null): boolean {
  return user !== null && user.id === userId
}

/** Everything but the password that opens the account, authorization codes under way included. */
export async function removeFactors(tx: ProjectSql, userId: string): Promise<void> {
  await Promise.all([setTotpSecret(tx, userId, null), deletePasskeyOfUser(tx, userId), forgetAccounts(tx, userId)])
}

/** What `removeFactors` takes away, as the mail about it names it. */
export function factorsOf(user: User): RemovedPart[] {
  return [
    ...(user.hasPasskey ? (['passkey'] as const) : []),
    ...(user.requiresTotp ? (['authenticator_app'] as const) : []),
    ...(user.oauthAccounts.length > 0 ? (['provider_accounts'] as const) : []),
  ]
}
