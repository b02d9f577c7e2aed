import type { AuditOrigin } from '../audit/audit.ts'
import { markSignInEmailVerified } from '../contact-channels/primary-email.ts'
import type { ProjectSql } from '../db/sql.ts'
import { forgetAccounts } from '../oauth/forget.ts'
import { deletePasskeyOfUser } from '../passkey/remove.ts'
import type { Ports } from '../ports/ports.ts'
import { endSessionsOfUser } from '../sessions/sessions.ts'
import { codeKinds } from '../verification-codes/lifetimes.ts'
import { endCodesOfUser } from '../verification-codes/verification-codes.ts'
import { enableOtp, findUser, lockUser, setPasswordHash, setTotpSecret } from './store.ts'
import type { User } from './user.ts'

type ClaimPorts = Pick<Ports, 'audit' | 'clock'>

/*
 * Against pre-hijacking (Sudhodanan and Paverd, "Pre-hijacked accounts", USENIX Security 2022): anyone can sign up with
 * somebody else's address and wait, with a password, a passkey, a provider account or a session of theirs in the
 * account. So the first proof of the mailbox takes away what was there before it (security.md 4.2). Every statement comes
 * after the lock on the user, which also makes a passkey or account that is being added wait: its row points to the user.
 */

/** Takes everything away that lets somebody in who has not proved the mailbox; the password and the sessions as well. */
export async function removeUnprovedAccess(
  ports: ClaimPorts,
  tx: ProjectSql,
  origin: AuditOrigin,
  userId: string,
): Promise<void> {
  await Promise.all([
    lockUser(tx, userId),
    setPasswordHash(tx, userId, null),
    removeFactors(tx, userId),
    endSessionsOfUser(tx, userId, null),
    endCodesOfUser(ports, tx, userId, codeKinds),
    recordClaim(ports, tx, origin, userId),
  ])
}

/** The same for a mailbox proved by the link of a verification mail, whose page asks: password and sessions stay. */
export async function removeUnprovedFactors(
  ports: ClaimPorts,
  tx: ProjectSql,
  origin: AuditOrigin,
  userId: string,
): Promise<void> {
  await Promise.all([
    lockUser(tx, userId),
    removeFactors(tx, userId),
    endCodesOfUser(ports, tx, userId, codeKinds),
    recordClaim(ports, tx, origin, userId),
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
  { userId, email }: { userId: string; email: string },
): Promise<User | null> {
  const [, isTheirs, , user] = await Promise.all([
    removeUnprovedAccess(ports, tx, origin, userId),
    markSignInEmailVerified(tx, userId, email),
    enableOtp(tx, userId),
    findUser(tx, userId),
  ])
  return isTheirs ? user : null
}

/** Everything but the password that opens the account, authorization codes under way included. */
export async function removeFactors(tx: ProjectSql, userId: string): Promise<void> {
  await Promise.all([setTotpSecret(tx, userId, null), deletePasskeyOfUser(tx, userId), forgetAccounts(tx, userId)])
}

function recordClaim(ports: ClaimPorts, tx: ProjectSql, origin: AuditOrigin, userId: string): Promise<void> {
  return ports.audit.record(tx, origin, { action: 'user.claimed', actor: { type: 'user', id: userId } })
}
