import type { UserServerUpdate } from '@portico/contract'

import type { AuditOrigin } from '../audit/audit.ts'
import type { ProjectDatabase, ProjectSql } from '../db/sql.ts'
import { queueEmail, queueEmailChanged } from '../emails/emails.ts'
import { KnownError, PlainError } from '../http/errors.ts'
import type { RequestFacts } from '../http/route.ts'
import type { Ports } from '../ports/ports.ts'
import type { Project } from '../projects/project.ts'
import { requireTrustedUrl } from '../projects/trusted-origins.ts'
import type { User } from '../users/user.ts'
import { codeKinds } from '../verification-codes/lifetimes.ts'
import { consumeCode, endCodesOfUser, openCode } from '../verification-codes/verification-codes.ts'
import { findPrimaryEmail, markVerified, writePrimaryEmail as writeRow } from './store.ts'

interface ChannelCall {
  readonly ports: Ports
  readonly db: ProjectDatabase
  readonly project: Project
  readonly request: RequestFacts
  readonly origin: AuditOrigin
}

/** What a verification code is bound to: the address as it was when the code was made. */
export interface VerificationTarget {
  channelId: string
  email: string
}

/** Marks the address of a mailed code as verified. Who holds the code has read that mailbox; nobody needs to be signed in. */
export async function verifyWithCode(call: ChannelCall, code: string): Promise<void> {
  const { ports, db, origin } = call
  await countCodeUse(call)
  const open = await openCode<VerificationTarget>(ports, db, 'contact_channel_verification', code)
  await db.transaction(async (tx) => {
    await consumeCode(ports, tx, open)
    const isCurrent = await markVerified(tx, open.target.channelId, open.target.email)
    if (!isCurrent)
      throw new PlainError(400, 'The address this code was sent to does not belong to the account any more.')
    await ports.audit.record(tx, origin, {
      action: 'contact_channel.verified',
      actor: open.userId === null ? { type: 'client' } : { type: 'user', id: open.userId },
      targetId: open.target.channelId,
    })
  })
}

export async function checkCode(call: ChannelCall, code: string): Promise<void> {
  await countCodeUse(call)
  await openCode(call.ports, call.db, 'contact_channel_verification', code)
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

/** The part of a user update that is about the primary address. */
export async function writePrimaryEmail(
  ports: Pick<Ports, 'clock' | 'random' | 'settings'>,
  tx: ProjectSql,
  user: User,
  update: Pick<UserServerUpdate, 'primary_email' | 'primary_email_verified' | 'primary_email_auth_enabled'>,
): Promise<void> {
  const { primary_email: email, primary_email_verified: isVerified, primary_email_auth_enabled: usedForAuth } = update
  if (email === undefined && isVerified === undefined && usedForAuth === undefined) return
  if (email === null) {
    if (isVerified || usedForAuth) {
      throw new PlainError(400, 'A user without a primary e-mail address cannot have it verified or used for sign-in.')
    }
    const lost = await findPrimaryEmail(tx, user.id)
    if (lost) await queueEmailChanged(ports, tx, lost.value)
    await writeRow(tx, user.id, null)
    await endCodesOfUser(ports, tx, user.id, codeKinds)
    return
  }
  const present = await findPrimaryEmail(tx, user.id)
  const value = email ?? present?.value
  if (value === undefined) {
    if (!isVerified && !usedForAuth) return
    throw new PlainError(400, 'The user has no primary e-mail address.')
  }
  const isSame = value === present?.value
  if (present && !isSame) await queueEmailChanged(ports, tx, present.value)
  await writeRow(tx, user.id, {
    channelId: present?.channelId ?? ports.random.uuid(),
    value,
    // Another address has not been proved by the proof of this one (security.md 4.1).
    isVerified: isVerified ?? (isSame && present.isVerified),
    usedForAuth: usedForAuth ?? present?.usedForAuth ?? false,
    createdAt: ports.clock.now(),
  })
  // Codes were mailed to the old address; whoever reads that mailbox must not get in through it any more.
  if (!isSame || usedForAuth === false) await endCodesOfUser(ports, tx, user.id, codeKinds)
}

async function countCodeUse({ ports, project, request }: ChannelCall): Promise<void> {
  await ports.limiter.count('useCode', { projectId: project.id, addressBlock: request.addressBlock })
}
