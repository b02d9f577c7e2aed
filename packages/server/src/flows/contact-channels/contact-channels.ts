import { settlingTransaction } from '../../accounts/settling-transaction.ts'
import type { ProjectTransaction } from '../../kernel/database.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import type { ProjectCall } from '../../api/rules/route.ts'
import { removeUnprovedFactors } from '../../accounts/claim-account.ts'
import type { User } from '../../records/users/user.ts'
import { codeKindsOfAccount } from '../../records/verification-codes/lifetimes.ts'
import {
  consumeCode,
  openCode,
  withdrawCode,
  type CodeChecking,
  type OpenCode,
} from '../../records/verification-codes/verification-codes.ts'
import { isHeld, isOwnedByOther, type ContactChannel } from '../../records/contact-channels/channel.ts'
import {
  deleteChannel,
  findChannel,
  listChannelsOfUser,
  markVerified,
  settlePendingSignIn,
  settleReplacements,
} from '../../records/contact-channels/store.ts'
import { describeChannel, noticeAddressOf } from '../../accounts/contact-channels.ts'
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
  /** Of the browser that signed up or added the address; null if unknown. */
  readonly userAgent: string | null
  /** Another address of the account; null unless the call has a session of the user. */
  readonly otherEmail: string | null
  /** Whether the account was created with this address. */
  readonly isSignUpAddress: boolean
}

interface CheckedCode {
  /** The address that the code verifies. */
  readonly email: string
  readonly isSignUpSession: boolean
  /** Whether the answer `mine` claims the account. */
  readonly canClaim: boolean
  readonly account: AccountDescription
}

/** The account that has the address of a code. Its user is locked. */
interface AddressedAccount {
  readonly user: User
  readonly channel: ContactChannel
  readonly others: readonly ContactChannel[]
}

/**
 * Uses up the code of a verification mail, which proves access to the mailbox. An attacker may have signed up with the
 * address, so the result depends on who owns the account:
 *
 * - In the session that signed up with the address, or if the owner of the mailbox answers `mine`, the account is
 *   claimed and keeps everything. If another mailbox may own the account, the answer claims it only in a session of the
 *   user.
 * - If the owner answers `not_mine`, the account loses the address.
 * - Without an answer, the address is verified and the account stays unclaimed, unless the project trusts verification
 *   links.
 * - An address that an operator typed is claimed in a session of the user only, and only that session removes it.
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
  const use = async (tx: ProjectTransaction): Promise<boolean> => {
    const account = await lockAccount(tx, open)
    await tx.run(consumeCode(tx.projectId, open, now()))
    if (answer === 'not_mine') {
      if (isHeld(account.channel)) throw addressHeld()
      await tx.run(withdrawCode(tx.projectId, open))
      await disownAddress(tx, call, account)
      return false
    }
    // guard: only a session of the operator proves an address that the operator typed
    //   (replace `isSessionOf(call, account.user)` with `true`) [first-admin]
    // guard: a verification link without an answer does not claim the account
    //   (replace `project.config.trustVerificationLinks` with `true`) [verify]
    const isClaim = isHeld(account.channel)
      ? isSessionOf(call, account.user)
      : project.config.trustVerificationLinks ||
        isSignUpSession(call, account.channel) ||
        // guard: a session of the user claims an added address only with an answer (drop `answer === 'mine'`)
        //   [added-addresses]
        (answer === 'mine' && canClaim(call, account))
    return verifyAddress(tx, call, account, isClaim)
  }
  const removesFactors = await settlingTransaction(db, use)
  if (removesFactors && open.userId !== null) await limits.forgetAttempts(open.userId, open.target.email)
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
  const { user, channels } = await call.db.batch({
    user: findUser(call.projectId, userId),
    channels: listChannelsOfUser(call.projectId, userId),
  })
  if (!user) throw addressGone()
  const account = selectAddress(user, channels, target)
  const { channel, others } = account
  return {
    email: target.email,
    isSignUpSession: isSignUpSession(call, channel),
    canClaim: canClaim(call, account),
    account: {
      displayName: user.displayName,
      createdAt: user.signedUpAt,
      userAgent: (channel.signUp ?? channel.added)?.userAgent ?? null,
      // guard: only a session of the user sees another address of the account (keep `recognizableAddress(others)`)
      //   [added-addresses]
      otherEmail: isSessionOf(call, user) ? recognizableAddress(others) : null,
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
  const { user, channels } = await tx.batch({
    user: lockUser(tx.projectId, userId),
    channels: listChannelsOfUser(tx.projectId, userId),
  })
  if (!user) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  return selectAddress(user, channels, target)
}

function selectAddress(
  user: User,
  channels: readonly ContactChannel[],
  { channelId, email }: VerificationTarget,
): AddressedAccount {
  const channel = channels.find(({ id, value }) => id === channelId && value === email)
  if (!channel) throw addressGone()
  return { user, channel, others: channels.filter(({ id }) => id !== channel.id) }
}

/** Marks the address as verified. Returns whether unproved factors were removed. */
async function verifyAddress(
  tx: ProjectTransaction,
  call: ProjectCall,
  { user, channel, others }: AddressedAccount,
  isClaim: boolean,
): Promise<boolean> {
  const { projectId } = tx
  // If another mailbox owns the account, its factors belong to that owner. A proof of an address that a session added
  // later says nothing about the factors, because a thief of the session may have added it.
  const removesFactors =
    // guard: a verification link without an answer removes the factors (replace `!isClaim` with `false`)
    //   [claim-account]
    !isClaim &&
    !channel.isClaimed &&
    // guard: a proof of an added address does not remove the factors [added-addresses]
    channel.added === null &&
    !isHeld(channel) &&
    !isOwnedByOther(channel, { others, hasProvedApp: user.totpSurvivesClaim })
  const { verified } = await tx.batch({
    // guard: the notice about removed factors also goes to the address that the account had
    //   (replace `noticeAddressOf(others)` with `null`) [added-addresses]
    factors: removesFactors
      ? removeUnprovedFactors(asUser(call, user.id), user, channel.value, noticeAddressOf(others))
      : nothing,
    channel: markVerified(projectId, channel.id, isClaim),
    settled: settlePendingSignIn(projectId, user.id),
    replaced: settleReplacements(asUser(call, user.id), user.id),
    verified: findChannel(projectId, channel.id),
  })
  if (!verified) throw addressGone()
  const channelId = channel.id
  await tx.batch({
    verified: emit(asUser(call, user.id), 'contact_channel.verified', {
      channelId,
      userId: user.id,
      channel: describeChannel(verified),
    }),
    claimed:
      isClaim && !channel.isClaimed
        ? emit(asUser(call, user.id), 'user.claimed', { user, address: channel.value, removed: [], undone: [] })
        : nothing,
  })
  return removesFactors
}

/**
 * Removes the address from the account. If the account signed up with it, the sessions end too, because the person who
 * signed up used the mailbox of another person. If a session or a server added the address, they stay. The owner of the
 * account is informed at another verified address. An unverified one gets no mail, because it may belong to another
 * person.
 */
async function disownAddress(
  tx: ProjectTransaction,
  call: ProjectCall,
  { user, channel, others }: AddressedAccount,
): Promise<void> {
  const { projectId } = tx
  await tx.batch({
    // guard: a disowned address is removed from the account [verify]
    channel: deleteChannel(projectId, channel.id),
    settled: settlePendingSignIn(projectId, user.id),
    replaced: settleReplacements(asClient(call), user.id),
    codes: endCodesOfUser(projectId, user.id, codeKindsOfAccount, call.now()),
    authorizationCodes: endOpenAuthorizationCodes(projectId, user.id),
    // guard: a disowned account without another proved address loses its sessions [verify]
    sessions: channel.signUp ? endSessionsOfUser(projectId, user.id, null) : nothing,
    disowned: emit(asClient(call), 'contact_channel.disowned', {
      userId: user.id,
      address: channel.value,
      otherAddress: noticeAddressOf(others),
    }),
  })
}

/**
 * Returns whether the answer `mine` claims the account. If a session added the address, or another address of the
 * account is claimed, another mailbox may own the account. The answer then counts only in a session of the user.
 */
function canClaim(call: ProjectCall, { user, channel, others }: AddressedAccount): boolean {
  return (
    isSessionOf(call, user) ||
    // guard: the owner of an added mailbox claims it only in a session of the user
    //   (replace `(channel.added === null…)` with `true`) [added-addresses]
    (channel.added === null &&
      !isHeld(channel) &&
      !isOwnedByOther(channel, { others, hasProvedApp: user.totpSurvivesClaim }))
  )
}

/** Returns whether the call uses a session of the user. The pipeline ignores impersonations. */
function isSessionOf({ caller }: ProjectCall, { id }: User): boolean {
  // guard: the session of another user does not claim an added address (drop `caller.user?.id === id`)
  //   [added-addresses]
  return caller.user?.id === id && caller.claims !== null
}

/**
 * Returns whether the call uses the session that signed up with the address. The session that added an address does not
 * count: an attacker can add the address of another person in a session of their own, and plant the session in that
 * person's browser.
 */
function isSignUpSession({ caller }: ProjectCall, { signUp }: ContactChannel): boolean {
  // guard: only the session of the sign-up claims with the verification link
  //   (drop `caller.claims?.sessionId === signUp.sessionId`) [verify]
  return signUp !== null && caller.user !== null && caller.claims?.sessionId === signUp.sessionId
}

/** The address by which the user of the account recognizes it: a verified one if possible, then the primary one. */
function recognizableAddress(channels: readonly ContactChannel[]): string | null {
  return noticeAddressOf(channels) ?? (channels.find(({ isPrimary }) => isPrimary) ?? channels[0])?.value ?? null
}

/**
 * The operator could not sign in with the password any more. The transaction is rolled back, so the code stays open.
 */
function addressHeld(): PlainError {
  return new PlainError(400, 'Only a session of the account can remove this address. You can ignore the mail.')
}

function addressGone(): PlainError {
  return new PlainError(400, 'The address this code was sent to no longer belongs to the account.')
}
