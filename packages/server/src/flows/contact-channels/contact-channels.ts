import type { AccountOfAddress } from '@portico/contract'

import type { AuditOrigin } from '../../records/audit/audit.ts'
import { lookupsOf, type ProjectDatabase, type ProjectSql } from '../../platform/db/sql.ts'
import { queueAddressDisowned, queueEmail } from '../../mails/queue-mail.ts'
import type { Caller } from '../../api/caller.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import type { RequestFacts } from '../../api/route.ts'
import { endOpenAuthorizationCodes } from '../../records/oauth/forget.ts'
import type { Ports } from '../../ports.ts'
import type { Project } from '../../records/projects/project.ts'
import { requireTrustedUrl } from '../../records/projects/trusted-origins.ts'
import { endSessionsOfUser } from '../../records/sessions/sessions.ts'
import { removeUnprovedFactors } from '../../accounts/claim-account.ts'
import type { User } from '../../records/users/user.ts'
import { findUser, lockUser } from '../../accounts/users.ts'
import { codeKinds } from '../../records/verification-codes/lifetimes.ts'
import {
  consumeCode,
  endCodesOfUser,
  openCode,
  withdrawCode,
  type OpenCode,
} from '../../records/verification-codes/verification-codes.ts'
import {
  deleteChannel,
  findAddress,
  findOtherVerifiedEmail,
  findPrimaryEmail,
  markVerified,
  type PrimaryEmail,
} from '../../records/contact-channels/store.ts'

interface ChannelCall {
  readonly ports: Ports
  readonly db: ProjectDatabase
  readonly project: Project
  readonly request: RequestFacts
  readonly origin: AuditOrigin
  readonly caller: Pick<Caller, 'user' | 'claims'>
}

/** What a verification code is bound to: the address as it was when the code was made. */
export interface VerificationTarget {
  channelId: string
  email: string
}

/** What the owner of a mailbox says about the account that has their address; undefined where nobody asked them. */
export type AccountAnswer = 'mine' | 'not_mine' | undefined

/** An account that has the address of a code, behind the lock on its user. */
interface AddressedAccount {
  readonly user: User
  readonly channel: PrimaryEmail
}

/**
 * Uses the code of a verification mail: whoever holds it reads that mailbox. What follows depends on whose account it is,
 * because an attacker may have signed up with the address:
 *
 * - in the session that signed up, or if the owner of the mailbox says so, the account is theirs and keeps everything;
 * - if they say that it is not theirs, it loses the address;
 * - without an answer the address is verified and the account stays unclaimed, unless the project trusts the link.
 *
 * @throws VERIFICATION_CODE_NOT_FOUND, _EXPIRED, _ALREADY_USED or _MAX_ATTEMPTS_REACHED
 */
export async function verifyWithCode(call: ChannelCall, code: string, answer: AccountAnswer): Promise<void> {
  const { ports, db, project, request } = call
  await countCodeUse(call)
  const open = await openCode<VerificationTarget>(ports, db, 'contact_channel_verification', code)
  const removesFactors = await db.transaction(async (tx) => {
    const account = await lockAccount(tx, open)
    await consumeCode(ports, tx, open)
    if (answer === 'not_mine') {
      await withdrawCode(ports, tx, open)
      await disownAddress(call, tx, account)
      return false
    }
    const isClaim =
      answer === 'mine' || isSignUpSession(call, account.channel) || project.config.trust_verification_links
    return verifyAddress(call, tx, account, isClaim)
  })
  if (removesFactors) {
    const { email: account } = open.target
    await ports.limiter.beginAnew({ projectId: project.id, addressBlock: request.addressBlock, account })
  }
  ports.outbox.wake()
}

/** Describes the account that has the address, so that the owner of the mailbox can say whether it is theirs. */
export async function checkCode(
  call: ChannelCall,
  code: string,
): Promise<{ isSignUpSession: boolean; account: AccountOfAddress }> {
  await countCodeUse(call)
  const { userId, target } = await openCode<VerificationTarget>(
    call.ports,
    call.db,
    'contact_channel_verification',
    code,
  )
  const lookups = lookupsOf(call.db)
  const [user, channel] = await Promise.all([
    userId === null ? null : findUser(lookups, userId),
    userId === null ? null : findAddress(lookups, userId, target.channelId, target.email),
  ])
  if (!user || !channel) throw addressGone()
  return {
    isSignUpSession: isSignUpSession(call, channel),
    account: {
      display_name: user.displayName,
      created_at_millis: user.signedUpAt.getTime(),
      user_agent: channel.signUp?.userAgent ?? null,
      is_sign_up_address: channel.signUp !== null,
    },
  }
}

/** Locks the user before anything that belongs to them, and reads what the code is for behind the lock. */
async function lockAccount(
  tx: ProjectSql,
  { userId, target }: OpenCode<VerificationTarget>,
): Promise<AddressedAccount> {
  const user = userId === null ? null : await lockUser(tx, userId)
  if (!user) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  const channel = await findAddress(tx, user.id, target.channelId, target.email)
  if (!channel) throw addressGone()
  return { user, channel }
}

/** Tells whether factors of an unknown person were removed. */
async function verifyAddress(
  { ports, origin }: ChannelCall,
  tx: ProjectSql,
  { user, channel }: AddressedAccount,
  isClaim: boolean,
): Promise<boolean> {
  const actor = { type: 'user', id: user.id } as const
  const removesFactors = !isClaim && !channel.isClaimed
  if (removesFactors) await removeUnprovedFactors(ports, tx, user)
  await markVerified(tx, channel.channelId, isClaim)
  await ports.audit.record(tx, origin, { action: 'contact_channel.verified', actor, targetId: channel.channelId })
  if (isClaim && !channel.isClaimed) await ports.audit.record(tx, origin, { action: 'user.claimed', actor })
  return removesFactors
}

/**
 * Takes the address from the account. A person who signed up with an address that is not theirs loses their sessions with
 * it; an account that had the address added keeps them, and its owner hears of it where they can.
 */
async function disownAddress(
  { ports, origin }: ChannelCall,
  tx: ProjectSql,
  { user, channel }: AddressedAccount,
): Promise<void> {
  const other = await findOtherVerifiedEmail(tx, user.id, channel.channelId)
  await deleteChannel(tx, channel.channelId)
  await endCodesOfUser(ports, tx, user.id, codeKinds)
  await endOpenAuthorizationCodes(tx, user.id)
  if (channel.signUp) await endSessionsOfUser(tx, user.id, null)
  else if (other !== null) await queueAddressDisowned(ports, tx, other, channel.value)
  await ports.audit.record(tx, origin, {
    action: 'contact_channel.disowned',
    actor: { type: 'client' },
    targetId: user.id,
  })
}

/** Whether the call carries the very session that signed up with the address. Impersonating sessions never get here. */
function isSignUpSession({ caller }: ChannelCall, { signUp }: PrimaryEmail): boolean {
  return signUp !== null && caller.user !== null && caller.claims?.sessionId === signUp.sessionId
}

function addressGone(): PlainError {
  return new PlainError(400, 'The address this code was sent to no longer belongs to the account.')
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
