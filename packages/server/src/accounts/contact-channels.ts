import { CONTACT_CHANNELS_MAX, type EventChannel } from '@portico/contract'

import type { ProjectTransaction } from '../kernel/database.ts'
import { emit, type EventCall } from '../kernel/emit.ts'
import { PlainError } from '../kernel/errors.ts'
import { noResult, nothing, sequence, type Statement } from '../kernel/statement.ts'
import { newUuid } from '../platform/crypto/random.ts'
import {
  isHeld,
  isMarkedForSignIn,
  isOwnedByOther,
  type AddressOrigin,
  type ContactChannel,
} from '../records/contact-channels/channel.ts'
import { AddressExists, SignInAddressTaken } from '../records/contact-channels/sign-in-address-taken.ts'
import {
  clearBounce,
  deleteChannel,
  demoteOtherChannels,
  findChannel,
  settlePendingSignIn,
  settleReplacements,
  writeChannel,
} from '../records/contact-channels/store.ts'
import { isSignInAddressOfOther } from '../records/queries/users/sign-in-address.ts'
import type { User } from '../records/users/user.ts'
import { endCodesOfChannel } from '../records/verification-codes/store.ts'
import type { AddressFields, OwnChange } from './own-change.ts'

/*
 * The addresses of a user. A client can mark any address as primary and for sign-in, but the mark proves nothing (rule
 * S-17): the wire reports it, and the address identifies the user only once it is proved. The mark of a server counts
 * at once.
 *
 * Every function runs in a transaction that has locked the user.
 */

/** The addresses of a locked user, and the one that changes; null if it is added. */
export interface AddressesOfUser {
  readonly userId: string
  readonly channels: readonly ContactChannel[]
  readonly present: ContactChannel | null
  /** The user has an authenticator app that the owner of the account or a server set up. */
  readonly hasProvedApp: boolean
}

/** Refuses an address of an anonymous user, unless a server sets it. */
export function requireMayHaveAddresses({ isAnonymous }: Pick<User, 'isAnonymous'>, own: OwnChange | null): void {
  if (own === null || !isAnonymous) return
  throw new PlainError(
    400,
    'An anonymous user cannot have e-mail addresses. Sign up instead; the user keeps their id and data.',
  )
}

/**
 * Adds or changes an address of a user.
 *
 * @param own the proof of a user who changes their own account; null for a server
 * @throws SignInAddressTaken, AddressExists
 */
export async function writeAddress(
  tx: ProjectTransaction,
  call: EventCall,
  { userId, channels, present, hasProvedApp }: AddressesOfUser,
  fields: AddressFields,
  own: OwnChange | null,
): Promise<ContactChannel> {
  const { projectId } = call
  const before = present ?? newChannel(userId, call.now())
  const others = channels.filter(({ id }) => id !== before.id)
  // The user returns to the replaced address, which was kept with its verification.
  const reverted = others.find(({ replacedById, value }) => replacedById === before.id && value === fields.value)
  const merged = mergeChannel(before, fields, { others, hasProvedApp }, own)
  const next = reverted
    ? { ...reverted, id: before.id, isPrimary: merged.isPrimary, replacedById: null, createdAt: before.createdAt }
    : merged
  if (present && isSame(present, next)) return present
  if (others.some((other) => other !== reverted && other.value === next.value))
    throw new AddressExists('The user already has this address.')
  if (others.length >= CONTACT_CHANNELS_MAX) {
    throw new PlainError(400, `A user can have at most ${CONTACT_CHANNELS_MAX} e-mail addresses.`)
  }
  const wantsSignIn = next.isSignInPending && (fields.usedForAuth === true || next.value !== before.value)
  if (wantsSignIn && (await tx.run(isSignInAddressOfOther(projectId, next.value, userId)))) {
    throw new SignInAddressTaken('Another user signs in with this address.')
  }
  const kept = own && present && next.value !== present.value && !reverted ? keptAddress(call, present) : null
  const isNoLongerSignIn = before.usedForAuth && !next.usedForAuth
  const { written } = await tx.batch({
    demoted: next.isPrimary ? demoteOthers(call, others, next) : nothing,
    reverted: reverted ? deleteChannel(projectId, reverted.id) : nothing,
    channel: writeChannel(projectId, next),
    bounce: present && next.value !== present.value ? clearBounce(projectId, next.id) : nothing,
    // guard: a proved address stays for sign-in until its replacement is proved [manage-channels]
    kept: kept ? writeChannel(projectId, kept) : nothing,
    settled: settlePendingSignIn(projectId, userId),
    replaced: settleReplacements(call, userId),
    // Open codes were mailed to the old address. Its owner must not be able to sign in with them.
    codes:
      present && (next.value !== present.value || isNoLongerSignIn)
        ? endCodesOfChannel(projectId, userId, present.id, call.now())
        : nothing,
    written: findChannel(projectId, next.id),
  })
  if (!written) throw new Error('The written contact channel was not found.')
  await tx.run(emitWritten(call, { channels, others, present, next: written }, own))
  return written
}

/**
 * Removes an address of a user. No other address becomes primary.
 *
 * @param isOldAddressInformed whether the removed address gets a notice if it is verified
 */
export function removeAddress(
  call: EventCall,
  channels: readonly ContactChannel[],
  removed: ContactChannel,
  isOldAddressInformed = true,
): Statement<void> {
  const { projectId } = call
  const { userId } = removed
  return sequence([
    deleteChannel(projectId, removed.id),
    settlePendingSignIn(projectId, userId),
    settleReplacements(call, userId),
    endCodesOfChannel(projectId, userId, removed.id, call.now()),
    emit(call, 'contact_channel.deleted', {
      userId,
      channel: describeChannel(removed),
      noticeAddress: noticeAddressOf(channels.filter(({ id }) => id !== removed.id)),
      isOldAddressInformed,
    }),
  ]).map(noResult)
}

/**
 * Returns the address that stays until its replacement is proved. An address that identifies the user only because of
 * the sign-up does not stay: with a typing error, it may belong to another person.
 */
function keptAddress(call: EventCall, present: ContactChannel): ContactChannel | null {
  if (!present.usedForAuth || !(present.isVerified || present.isClaimed || isHeld(present))) return null
  return { ...present, id: newUuid(), isPrimary: false, replacedById: present.id, createdAt: call.now() }
}

function newChannel(userId: string, createdAt: Date): ContactChannel {
  return {
    id: newUuid(),
    userId,
    value: '',
    isPrimary: false,
    isVerified: false,
    isClaimed: false,
    usedForAuth: false,
    isSignInPending: false,
    requiresSessionProof: false,
    signUp: null,
    added: null,
    replacedById: null,
    createdAt,
  }
}

function mergeChannel(
  before: ContactChannel,
  { isPrimary = before.isPrimary, isVerified: vouched, usedForAuth, value = before.value }: AddressFields,
  owners: { readonly others: readonly ContactChannel[]; readonly hasProvedApp: boolean },
  own: OwnChange | null,
): ContactChannel {
  const isNewValue = value !== before.value
  // A verification does not carry over to another address (rule S-17).
  const isVerified = vouched ?? (before.isVerified && !isNewValue)
  const isClaimed = vouched ?? (before.isClaimed && !isNewValue)
  const added = isNewValue ? originOf(own) : before.added
  const isProved = isVerified && (isClaimed || !isOwnedByOther({ added }, owners))
  const wantsSignIn = usedForAuth ?? isMarkedForSignIn(before)
  // guard: an address that a client marks for sign-in identifies no user until it is proved
  //   (drop `(isProved || (before.usedForAuth && !isNewValue))`) [several-addresses]
  const signsIn = own
    ? wantsSignIn && (isProved || (before.usedForAuth && !isNewValue))
    : (usedForAuth ?? before.usedForAuth)
  return {
    ...before,
    value,
    isPrimary,
    isVerified,
    isClaimed,
    usedForAuth: signsIn,
    isSignInPending: !signsIn && (own ? wantsSignIn : usedForAuth !== false && before.isSignInPending),
    // A second typing error must not bypass the proof that the first one requires.
    // guard: another address that an operator types is proved in the session too
    //   (drop `(own !== null && owners.others.some(isHeld))`) [first-admin]
    requiresSessionProof: before.requiresSessionProof || (own !== null && owners.others.some(isHeld)),
    signUp: isNewValue ? null : before.signUp,
    added,
  }
}

function originOf(own: OwnChange | null): AddressOrigin | null {
  return own?.claims ? { sessionId: own.claims.sessionId, userAgent: own.userAgent } : null
}

function isSame(one: ContactChannel, other: ContactChannel): boolean {
  return (['value', 'isPrimary', 'isVerified', 'isClaimed', 'usedForAuth', 'isSignInPending'] as const).every(
    (property) => one[property] === other[property],
  )
}

function demoteOthers(call: EventCall, others: readonly ContactChannel[], next: ContactChannel): Statement<void> {
  const demoted = others.filter(({ isPrimary }) => isPrimary)
  return sequence([
    demoteOtherChannels(call.projectId, next.userId, next.id),
    ...demoted.map((channel) =>
      emit(call, 'contact_channel.updated', {
        userId: next.userId,
        channel: describeChannel({ ...channel, isPrimary: false }),
        previous: describeChannel(channel),
        changedFields: ['isPrimary'],
        // The notice about the new primary address covers this change.
        noticeAddress: null,
        isNewAddressInformed: false,
      }),
    ),
  ]).map(noResult)
}

function emitWritten(
  call: EventCall,
  {
    channels,
    others,
    present,
    next,
  }: {
    readonly channels: readonly ContactChannel[]
    readonly others: readonly ContactChannel[]
    readonly present: ContactChannel | null
    readonly next: ContactChannel
  },
  own: OwnChange | null,
): Statement<void> {
  const { userId } = next
  const channel = describeChannel(next)
  const isNewAddressInformed = own?.isNewAddressInformed ?? false
  if (!present) {
    const noticeAddress = noticeAddressOf(channels)
    return emit(call, 'contact_channel.created', { userId, channel, noticeAddress, isNewAddressInformed })
  }
  const previous = describeChannel(present)
  return emit(call, 'contact_channel.updated', {
    userId,
    channel,
    previous,
    changedFields: (['value', 'isPrimary', 'isVerified', 'usedForAuth'] as const).filter(
      (field) => channel[field] !== previous[field],
    ),
    // The previous address gets a separate notice.
    noticeAddress: noticeAddressOf(next.value === present.value ? channels : others),
    isNewAddressInformed,
  })
}

/** The address as the wire presents it. */
export function describeChannel(channel: ContactChannel): EventChannel {
  const { id, isPrimary, isVerified, value } = channel
  return { id, value, isPrimary, isVerified, usedForAuth: isMarkedForSignIn(channel) }
}

/** The verified address that notices about the addresses of a user go to, in the order of the view `user_profiles`. */
export function noticeAddressOf(channels: readonly ContactChannel[]): string | null {
  const rank = ({ isClaimed, isPrimary, usedForAuth }: ContactChannel): number =>
    Number(isPrimary) * 4 + Number(isClaimed) * 2 + Number(usedForAuth)
  const [first] = channels.filter(({ isVerified }) => isVerified).toSorted((one, other) => rank(other) - rank(one))
  return first?.value ?? null
}
