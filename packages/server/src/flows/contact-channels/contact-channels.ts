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

/** The address that a verification code was created for. */
export interface VerificationTarget {
  channelId: string
  email: string
}

/** Whether the owner of the mailbox recognizes the account that has the address; undefined if the page did not ask. */
export type AccountAnswer = 'mine' | 'not_mine' | undefined

/** An account, described so that the owner of its mailbox can recognize it. */
export interface AccountDescription {
  readonly displayName: string | null
  readonly createdAt: Date
  /** Of the browser that signed up; null if unknown. */
  readonly userAgent: string | null
  /** Whether the account was created with this address. */
  readonly isSignUpAddress: boolean
}

interface CheckedCode {
  readonly isSignUpSession: boolean
  readonly account: AccountDescription
}

/** The account that has the address of a code. Its user is locked. */
interface AddressedAccount {
  readonly user: User
  readonly channel: PrimaryEmail
}

/**
 * Uses up the code of a verification mail, which proves access to the mailbox. An attacker may have signed up with the
 * address, so the result depends on who owns the account:
 *
 * - In the session that signed up, or if the owner of the mailbox answers `mine`, the account is claimed and keeps everything.
 * - If the owner answers `not_mine`, the account loses the address.
 * - Without an answer, the address is verified and the account stays unclaimed, unless the project trusts verification links.
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

/** Describes the account that has the address, so that the owner of the mailbox can recognize it. */
export async function checkCode(
  dependencies: ContactChannelDependencies,
  call: ProjectCall,
  code: string,
): Promise<CheckedCode> {
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
      displayName: user.displayName,
      createdAt: user.signedUpAt,
      userAgent: channel.signUp?.userAgent ?? null,
      isSignUpAddress: channel.signUp !== null,
    },
  }
}

/** Locks the user before any of their rows, and reads the address of the code under the lock. */
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

/** Marks the address as verified. Returns whether unproved factors were removed. */
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
 * Removes the address from the account. If the account signed up with this address, its sessions end too. If the address was
 * added later, the sessions stay, and the owner is informed at another verified address if there is one.
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

/** Returns whether the call uses the session that signed up with the address. The pipeline refuses impersonations before. */
function isSignUpSession({ caller }: ProjectCall, { signUp }: PrimaryEmail): boolean {
  return signUp !== null && caller.user !== null && caller.claims?.sessionId === signUp.sessionId
}

function addressGone(): PlainError {
  return new PlainError(400, 'The address this code was sent to no longer belongs to the account.')
}

/**
 * Queues another verification mail for the primary address.
 *
 * @throws EMAIL_IS_NOT_PRIMARY_EMAIL, EMAIL_ALREADY_VERIFIED, REDIRECT_URL_NOT_WHITELISTED
 */
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
