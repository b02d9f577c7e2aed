import type { AccountOfAddress } from '@portico/contract'

import type { ProjectTransaction } from '../../kernel/database.ts'
import { queueEmail } from '../../mails/queue-mail.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import type { ProjectCall } from '../../api/route.ts'
import { requireTrustedUrl } from '../../records/projects/trusted-origins.ts'
import { removeUnprovedFactors } from '../../accounts/claim-account.ts'
import type { User } from '../../records/users/user.ts'
import { codeKinds } from '../../records/verification-codes/lifetimes.ts'
import {
  consumeCode,
  openCode,
  withdrawCode,
  type CodeChecking,
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
import { endSessionsOfUser } from '../../records/sessions/store.ts'
import { findUser, lockUser } from '../../records/users/store.ts'
import { endOpenAuthorizationCodes } from '../../records/authorization-codes/store.ts'
import { endCodesOfUser } from '../../records/verification-codes/store.ts'
import { nothing } from '../../kernel/statement.ts'
import { asClient, asUser, emit } from '../../kernel/emit.ts'

export interface ContactChannelDependencies extends CodeChecking {}

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
export async function verifyWithCode(
  dependencies: ContactChannelDependencies,
  call: ProjectCall,
  code: string,
  answer: AccountAnswer,
): Promise<void> {
  const { db, limits, now, project } = call
  const open = await openCode<VerificationTarget>(dependencies, call, 'contact_channel_verification', code)
  const removesFactors = await db.transaction(async (tx) => {
    const account = await lockAccount(tx, open)
    await tx.run(consumeCode(tx.projectId, open, now()))
    if (answer === 'not_mine') {
      await tx.run(withdrawCode(tx.projectId, open))
      await disownAddress(tx, call, account)
      return false
    }
    const isClaim = answer === 'mine' || isSignUpSession(call, account.channel) || project.config.trustVerificationLinks
    return verifyAddress(tx, call, account, isClaim)
  })
  if (removesFactors) {
    await limits.forgetAttempts(open.target.email)
  }
}

/** Describes the account that has the address, so that the owner of the mailbox can say whether it is theirs. */
export async function checkCode(
  dependencies: ContactChannelDependencies,
  call: ProjectCall,
  code: string,
): Promise<{ isSignUpSession: boolean; account: AccountOfAddress }> {
  const { userId, target } = await openCode<VerificationTarget>(
    dependencies,
    call,
    'contact_channel_verification',
    code,
  )
  if (userId === null) throw addressGone()
  const { user, channel } = await call.db.batch({
    user: findUser(call.projectId, userId),
    channel: findAddress(call.projectId, userId, target.channelId, target.email),
  })
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
  tx: ProjectTransaction,
  { userId, target }: OpenCode<VerificationTarget>,
): Promise<AddressedAccount> {
  if (userId === null) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  const { user, channel } = await tx.batch({
    user: lockUser(tx.projectId, userId),
    channel: findAddress(tx.projectId, userId, target.channelId, target.email),
  })
  if (!user) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  if (!channel) throw addressGone()
  return { user, channel }
}

/** Tells whether factors of an unknown person were removed. */
async function verifyAddress(
  tx: ProjectTransaction,
  call: ProjectCall,
  { user, channel }: AddressedAccount,
  isClaim: boolean,
): Promise<boolean> {
  const removesFactors = !isClaim && !channel.isClaimed
  await tx.batch({
    factors: removesFactors ? removeUnprovedFactors(asUser(call, user.id), user) : nothing,
    channel: markVerified(tx.projectId, channel.channelId, isClaim),
    verified: emit(asUser(call, user.id), 'contact_channel.verified', { channelId: channel.channelId }),
    claimed:
      isClaim && !channel.isClaimed ? emit(asUser(call, user.id), 'user.claimed', { user, removed: [] }) : nothing,
  })
  return removesFactors
}

/**
 * Takes the address from the account. A person who signed up with an address that is not theirs loses their sessions with
 * it; an account that had the address added keeps them, and its owner hears of it where they can.
 */
async function disownAddress(
  tx: ProjectTransaction,
  call: ProjectCall,
  { user, channel }: AddressedAccount,
): Promise<void> {
  const { projectId } = tx
  const isSignUp = channel.signUp !== null
  const other = await tx.run(findOtherVerifiedEmail(projectId, user.id, channel.channelId))
  await tx.batch({
    channel: deleteChannel(projectId, channel.channelId),
    codes: endCodesOfUser(projectId, user.id, codeKinds, call.now()),
    authorizationCodes: endOpenAuthorizationCodes(projectId, user.id),
    sessions: isSignUp ? endSessionsOfUser(projectId, user.id, null) : nothing,
    disowned: emit(asClient(call), 'contact_channel.disowned', {
      userId: user.id,
      address: channel.value,
      otherAddress: isSignUp ? null : other,
    }),
  })
}

/** Whether the call carries the very session that signed up with the address. Impersonating sessions never get here. */
function isSignUpSession({ caller }: ProjectCall, { signUp }: PrimaryEmail): boolean {
  return signUp !== null && caller.user !== null && caller.claims?.sessionId === signUp.sessionId
}

function addressGone(): PlainError {
  return new PlainError(400, 'The address this code was sent to no longer belongs to the account.')
}

/** @throws EMAIL_IS_NOT_PRIMARY_EMAIL, EMAIL_ALREADY_VERIFIED, REDIRECT_URL_NOT_WHITELISTED */
export async function sendPrimaryVerification(
  call: ProjectCall,
  user: User,
  email: string,
  callbackUrl: string,
): Promise<void> {
  const { db, project } = call
  const primary = await db.run(findPrimaryEmail(db.projectId, user.id))
  if (primary?.value !== email) {
    throw new KnownError('EMAIL_IS_NOT_PRIMARY_EMAIL', { email, primary_email: primary?.value ?? null })
  }
  if (primary.isVerified) throw new KnownError('EMAIL_ALREADY_VERIFIED')
  const trusted = requireTrustedUrl(project, callbackUrl)
  const payload = { userId: user.id, channelId: primary.channelId, callbackUrl: trusted }
  await db.run(queueEmail(call, { template: 'email_verification', recipient: email, payload }))
}
