import type { AuditOrigin } from '../audit/audit.ts'
import type { ProjectDatabase } from '../db/sql.ts'
import { queueEmail } from '../emails/emails.ts'
import type { Caller } from '../http/caller.ts'
import { KnownError, PlainError } from '../http/errors.ts'
import type { RequestFacts } from '../http/route.ts'
import type { Ports } from '../ports/ports.ts'
import type { Project } from '../projects/project.ts'
import { requireTrustedUrl } from '../projects/trusted-origins.ts'
import { isOwnSession, removeUnprovedFactors } from '../users/claim-account.ts'
import type { User } from '../users/user.ts'
import { findUser, lockUserRow } from '../users/users.ts'
import { consumeCode, openCode } from '../verification-codes/verification-codes.ts'
import { findPrimaryEmail, markVerified } from './store.ts'

interface ChannelCall {
  readonly ports: Ports
  readonly db: ProjectDatabase
  readonly project: Project
  readonly request: RequestFacts
  readonly origin: AuditOrigin
  readonly caller: Pick<Caller, 'user'>
}

/** What a verification code is bound to: the address as it was when the code was made. */
export interface VerificationTarget {
  channelId: string
  email: string
}

/**
 * Marks the address of a mailed code as verified. Who holds the code has read that mailbox; nobody needs to be signed in.
 *
 * In a session of the user it also says that the mailbox is theirs. Without one it does not: somebody may have clicked on
 * the link of an account that a stranger made with their address, and the stranger still has its password.
 */
export async function verifyWithCode(call: ChannelCall, code: string): Promise<void> {
  const { ports, db, origin, caller, project, request } = call
  await countCodeUse(call)
  const open = await openCode<VerificationTarget>(ports, db, 'contact_channel_verification', code)
  const isDisowned = await db.transaction(async (tx) => {
    const [, , user, primary] = await Promise.all([
      open.userId === null ? null : lockUserRow(tx, open.userId),
      consumeCode(ports, tx, open),
      open.userId === null ? null : findUser(tx, open.userId),
      open.userId === null ? null : findPrimaryEmail(tx, open.userId),
    ])
    const isOwn = isOwnSession(caller, open.userId)
    // A proof of the mailbox, by somebody of whom it is not known that they made the account.
    const mayBeSomebodyElses = user !== null && !primary?.isClaimed && !isOwn
    if (mayBeSomebodyElses) await removeUnprovedFactors(ports, tx, origin, user)
    const isCurrent = await markVerified(tx, open.target.channelId, open.target.email, isOwn)
    if (!isCurrent)
      throw new PlainError(400, 'The address this code was sent to does not belong to the account any more.')
    await ports.audit.record(tx, origin, {
      action: 'contact_channel.verified',
      actor: open.userId === null ? { type: 'client' } : { type: 'user', id: open.userId },
      targetId: open.target.channelId,
    })
    return mayBeSomebodyElses
  })
  if (isDisowned) {
    const { email: account } = open.target
    await ports.limiter.beginAnew({ projectId: project.id, addressBlock: request.addressBlock, account })
  }
  ports.outbox.wake()
}

/** Tells whether the caller is the user whose address it is; if not, the page warns of accounts of strangers. */
export async function checkCode(call: ChannelCall, code: string): Promise<{ isOwnAccount: boolean }> {
  await countCodeUse(call)
  const { userId } = await openCode(call.ports, call.db, 'contact_channel_verification', code)
  return { isOwnAccount: isOwnSession(call.caller, userId) }
}

/** @throws EMAIL_IS_NOT_PRIMARY_EMAIL, EMAIL_ALREADY_VERIFIED, REDIRECT_URL_NOT_WHITELISTED */
export async function sendPrimaryVerification(
  call: ChannelCall,
  user: User,
  email: string,
  callbackUrl: string,
): Promise<void> {
  const { ports, db, project, request } = call
  const primary = await findPrimaryEmail(db, user.id)
  if (primary?.value !== email) {
    throw new KnownError('EMAIL_IS_NOT_PRIMARY_EMAIL', { email, primary_email: primary?.value ?? null })
  }
  if (primary.isVerified) throw new KnownError('EMAIL_ALREADY_VERIFIED')
  const trusted = requireTrustedUrl(project, callbackUrl)
  await ports.limiter.count('sendMail', { projectId: project.id, addressBlock: request.addressBlock, account: email })
  await queueEmail(ports, db, {
    template: 'email_verification',
    recipient: email,
    payload: { userId: user.id, channelId: primary.channelId, callbackUrl: trusted },
  })
  ports.outbox.wake()
}

async function countCodeUse({ ports, project, request }: ChannelCall): Promise<void> {
  await ports.limiter.count('useCode', { projectId: project.id, addressBlock: request.addressBlock })
}
