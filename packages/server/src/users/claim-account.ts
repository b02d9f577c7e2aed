import type { AuditOrigin } from '../audit/audit.ts'
import { markSignInEmailVerified } from '../contact-channels/primary-email.ts'
import type { ProjectSql } from '../db/sql.ts'
import { queueUnprovedAccessRemoved, type RemovedPart } from '../emails/emails.ts'
import { forgetAccounts } from '../oauth/forget.ts'
import { deletePasskeyOfUser } from '../passkey/remove.ts'
import type { Ports } from '../ports/ports.ts'
import { endSessionsOfUser } from '../sessions/sessions.ts'
import { codeKinds } from '../verification-codes/lifetimes.ts'
import { endCodesOfUser } from '../verification-codes/verification-codes.ts'
import { enableOtp, findUser, lockUser, setPasswordHash, setTotpSecret } from './store.ts'
import type { User } from './user.ts'

type ClaimPorts = Pick<Ports, 'audit' | 'clock' | 'random'>

/*
 * Against pre-hijacking (Sudhodanan and Paverd, "Pre-hijacked accounts", USENIX Security 2022): anyone can sign up with
 * somebody else's address and wait, with a password, a passkey, a provider account or a session of theirs in the
 * account. So the first proof of the mailbox takes away what was there before it (security.md 4.2). Every statement comes
 * after the lock on the user, which also makes a passkey or account that is being added wait: its row points to the user.
 */

/**
 * Takes everything away that lets somebody in who has not proved the mailbox; the password and the sessions as well.
 *
 * @param mailed what the mail says of it; whoever sets another password is told of that elsewhere
 */
export async function removeUnprovedAccess(
  ports: ClaimPorts,
  tx: ProjectSql,
  origin: AuditOrigin,
  user: User,
  mailed: readonly RemovedPart[] = factorsOf(user),
): Promise<void> {
  await Promise.all([
    removeUnprovedFactors(ports, tx, origin, user, mailed),
    setPasswordHash(tx, user.id, null),
    endSessionsOfUser(tx, user.id, null),
  ])
}

/** The same for a mailbox proved by the link of a verification mail, whose page asks: password and sessions stay. */
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

/**
 * Gives an account to whoever has just proved its address by signing in with a mailed code: nothing that was there before
 * opens it any more, and the address is verified.
 *
 * @returns the user as they are now; null if the address went to somebody else meanwhile
 */
export async function claimAccount(
  ports: ClaimPorts,
  tx: ProjectSql,
  origin: AuditOrigin,
  user: User,
  email: string,
): Promise<User | null> {
  const removed = [...(user.hasPassword ? (['password'] as const) : []), ...factorsOf(user)]
  const [, isTheirs, , claimed] = await Promise.all([
    removeUnprovedAccess(ports, tx, origin, user, removed),
    markSignInEmailVerified(tx, user.id, email),
    enableOtp(tx, user.id),
    findUser(tx, user.id),
  ])
  return isTheirs ? claimed : null
}

/** Everything but the password that opens the account, authorization codes under way included. */
export async function removeFactors(tx: ProjectSql, userId: string): Promise<void> {
  await Promise.all([setTotpSecret(tx, userId, null), deletePasskeyOfUser(tx, userId), forgetAccounts(tx, userId)])
}

function factorsOf(user: User): RemovedPart[] {
  return [
    ...(user.hasPasskey ? (['passkey'] as const) : []),
    ...(user.requiresTotp ? (['authenticator_app'] as const) : []),
    ...(user.oauthAccounts.length > 0 ? (['provider_accounts'] as const) : []),
  ]
}
