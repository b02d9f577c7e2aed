import type { ProjectTransaction } from '../../kernel/database.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import type { ProjectCall } from '../../api/route.ts'
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
import type { ContactChannel } from '../../records/contact-channels/channel.ts'
import { SignInAddressTaken } from '../../records/contact-channels/sign-in-address-taken.ts'
import {
  deleteChannel,
  findAddress,
  findChannel,
  listChannelsOfUser,
  markVerified,
  settlePendingSignIn,
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
  readonly channel: ContactChannel
  readonly others: readonly ContactChannel[]
}

/** Maximum number of attempts when another user takes the address for sign-in at the same moment. */
const ROUNDS_MAX = 3

/**
 * Uses up the code of a verification mail, which proves access to the mailbox. An attacker may have signed up with the
 * address, so the result depends on who owns the account:
 *
 * - In the session that added the address, or if the owner of the mailbox answers `mine`, the account is claimed and keeps
 *   everything.
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
  const use = async (tx: ProjectTransaction): Promise<boolean> => {
    const account = await lockAccount(tx, open)
    await tx.run(consumeCode(tx.projectId, open, now()))
    if (answer === 'not_mine') {
      await tx.run(withdrawCode(tx.projectId, open))
      await disownAddress(tx, call, account)
      return false
    }
    const isClaim = answer === 'mine' || isAddingSession(call, account.channel) || project.config.trustVerificationLinks
    return verifyAddress(tx, call, account, isClaim)
  }
  for (let round = 1; ; round += 1) {
    try {
      const removesFactors = await db.transaction(use)
      if (removesFactors && open.userId !== null) await limits.forgetAttempts(open.userId)
      return
    } catch (error) {
      if (!(error instanceof SignInAddressTaken) || round === ROUNDS_MAX) throw error
    }
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
    isSignUpSession: isAddingSession(call, channel),
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
  const { user, channels } = await tx.batch({
    user: lockUser(tx.projectId, userId),
    channels: listChannelsOfUser(tx.projectId, userId),
  })
  if (!user) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  const channel = channels.find(({ id, value }) => id === target.channelId && value === target.email)
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
  // If another mailbox has claimed the account, its factors belong to that owner and stay.
  const removesFactors = !isClaim && !channel.isClaimed && !isClaimedBy(others)
  const { verified } = await tx.batch({
    factors: removesFactors ? removeUnprovedFactors(asUser(call, user.id), user, channel.value) : nothing,
    channel: markVerified(projectId, channel.id, isClaim),
    settled: settlePendingSignIn(projectId, user.id),
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
        ? emit(asUser(call, user.id), 'user.claimed', { user, address: channel.value, removed: [] })
        : nothing,
  })
  return removesFactors
}

/**
 * Removes the address from the account. If the account signed up with this address and belongs to no other mailbox, its
 * sessions end too. Otherwise the sessions stay, and the owner is informed at another verified address if there is one.
 */
async function disownAddress(
  tx: ProjectTransaction,
  call: ProjectCall,
  { user, channel, others }: AddressedAccount,
): Promise<void> {
  const { projectId } = tx
  const endsSessions = channel.signUp !== null && !isClaimedBy(others)
  await tx.batch({
    channel: deleteChannel(projectId, channel.id),
    settled: settlePendingSignIn(projectId, user.id),
    codes: endCodesOfUser(projectId, user.id, codeKinds, call.now()),
    authorizationCodes: endOpenAuthorizationCodes(projectId, user.id),
    sessions: endsSessions ? endSessionsOfUser(projectId, user.id, null) : nothing,
    disowned: emit(asClient(call), 'contact_channel.disowned', {
      userId: user.id,
      address: channel.value,
      otherAddress: endsSessions ? null : noticeAddressOf(others),
    }),
  })
}

/** Whether the account belongs to the owner of one of these addresses. */
function isClaimedBy(channels: readonly ContactChannel[]): boolean {
  return channels.some(({ isClaimed }) => isClaimed)
}

/**
 * Returns whether the call uses the session that signed up with the address or added it. The pipeline refuses impersonations
 * before.
 */
function isAddingSession({ caller }: ProjectCall, { addedSessionId, signUp }: ContactChannel): boolean {
  const sessionId = caller.user && caller.claims?.sessionId
  return typeof sessionId === 'string' && (sessionId === signUp?.sessionId || sessionId === addedSessionId)
}

function addressGone(): PlainError {
  return new PlainError(400, 'The address this code was sent to no longer belongs to the account.')
}
