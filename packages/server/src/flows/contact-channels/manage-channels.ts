import { CONTACT_CHANNEL_LIST_MAX } from '@portico/contract'

import {
  removeAddress,
  requireMayHaveAddresses,
  writeAddress,
  type AddressesOfUser,
} from '../../accounts/contact-channels.ts'
import {
  changesSignInAddress,
  protectsAccount,
  requireProvedFactor,
  type AddressFields,
  type OwnChange,
} from '../../accounts/own-change.ts'
import { settlingTransaction } from '../../accounts/settling-transaction.ts'
import { namedUserId } from '../../api/rules/named-user.ts'
import type { ProjectCall } from '../../api/rules/route.ts'
import type { ProjectTransaction } from '../../kernel/database.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import { nothing } from '../../kernel/statement.ts'
import type { ContactChannel } from '../../records/contact-channels/channel.ts'
import {
  AddressExists,
  channelUsedBySomeoneElse,
  SignInAddressTaken,
} from '../../records/contact-channels/sign-in-address-taken.ts'
import { findChannel, listChannelsOfProject, listChannelsOfUser } from '../../records/contact-channels/store.ts'
import { lockOwnerOfSignInEmail } from '../../records/queries/users/sign-in-address.ts'
import { requireActiveSession, requireProvedSession } from '../../records/sessions/active-session.ts'
import type { User } from '../../records/users/user.ts'
import { lockUser } from '../../records/users/store.ts'

/** The user of a call that names a user; null for a backend without one. */
interface NamingCall extends ProjectCall {
  readonly user: User | null
}

/** Lists the addresses of one user, or of all users in the project. */
export async function listChannels(
  call: NamingCall,
  { userIdOrMe, channelId }: { readonly userIdOrMe: string | undefined; readonly channelId: string | undefined },
): Promise<ContactChannel[]> {
  const { db, projectId } = call
  if (userIdOrMe !== undefined) {
    const channels = await db.run(listChannelsOfUser(projectId, namedUserId(call, userIdOrMe)))
    return channels.filter(({ id }) => channelId === undefined || id === channelId)
  }
  if (channelId !== undefined) {
    const found = await db.run(findChannel(projectId, channelId))
    return found ? [found] : []
  }
  const channels = await db.run(listChannelsOfProject(projectId, CONTACT_CHANNEL_LIST_MAX + 1))
  if (channels.length > CONTACT_CHANNEL_LIST_MAX) {
    throw new PlainError(
      400,
      `The project has more than ${CONTACT_CHANNEL_LIST_MAX} contact channels. Send user_id to list those of one user.`,
    )
  }
  return channels
}

/** Finds a channel of a user. A channel of another user does not count. */
export async function findChannelOfUser(
  { db, projectId }: Pick<ProjectCall, 'db' | 'projectId'>,
  userId: string,
  channelId: string,
): Promise<ContactChannel | null> {
  const channel = await db.run(findChannel(projectId, channelId))
  return channel?.userId === userId ? channel : null
}

/**
 * Adds an address to a user.
 *
 * @param own the proof of a user who changes their own account; null for a server
 * @throws USER_NOT_FOUND, CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE, FactorNotProved
 */
export async function addChannel(
  call: ProjectCall,
  userId: string,
  fields: AddressFields & { readonly value: string },
  own: OwnChange | null,
): Promise<ContactChannel> {
  const add = async (tx: ProjectTransaction): Promise<ContactChannel> => {
    const { user, channels } = await lockAddresses(tx, call, { userId, value: fields.value, own })
    if (!user) throw new KnownError('USER_NOT_FOUND')
    return writeProvedAddress(
      tx,
      call,
      user,
      { userId, channels, present: null, hasProvedApp: user.totpSurvivesClaim },
      fields,
      own,
    )
  }
  return runAddressChange(call, fields.value, add)
}

/**
 * Changes an address of a user.
 *
 * @throws CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE, FactorNotProved
 */
export async function changeChannel(
  call: ProjectCall,
  { userId, channelId }: { readonly userId: string; readonly channelId: string },
  fields: AddressFields,
  own: OwnChange | null,
): Promise<ContactChannel> {
  const change = async (tx: ProjectTransaction): Promise<ContactChannel> => {
    const { user, channels } = await lockAddresses(tx, call, { userId, value: fields.value, own })
    const present = channels.find(({ id }) => id === channelId)
    if (!user || !present) throw unknownChannel()
    return writeProvedAddress(
      tx,
      call,
      user,
      { userId, channels, present, hasProvedApp: user.totpSurvivesClaim },
      fields,
      own,
    )
  }
  // The protocol names the address only in the answer to an addition.
  return runAddressChange(call, null, change)
}

/**
 * Removes an address of a user.
 *
 * @throws FactorNotProved
 */
export async function removeChannel(
  call: ProjectCall,
  { userId, channelId }: { readonly userId: string; readonly channelId: string },
  own: OwnChange | null,
): Promise<void> {
  await settlingTransaction(call.db, async (tx) => {
    const { user, channels } = await lockAddresses(tx, call, { userId, value: undefined, own })
    const removed = channels.find(({ id }) => id === channelId)
    if (!user || !removed) throw unknownChannel()
    // guard: the removal of an address that protects the account requires a code of the authenticator app
    //   [added-addresses]
    if (own && protectsAccount(removed)) await requireProvedFactor(tx, user, own)
    await tx.run(removeAddress(call, channels, removed))
  })
}

/** Locks the user and reads their addresses under the lock. */
async function lockAddresses(
  tx: ProjectTransaction,
  { now, project, projectId }: ProjectCall,
  {
    userId,
    value,
    own,
  }: { readonly userId: string; readonly value: string | undefined; readonly own: OwnChange | null },
): Promise<{ readonly user: User | null; readonly channels: ContactChannel[] }> {
  const { channels, proof, user } = await tx.batch({
    // Lock the owner of the new address too. Otherwise two users who swap addresses would deadlock.
    owner: value === undefined ? nothing : lockOwnerOfSignInEmail(projectId, value, userId),
    user: lockUser(projectId, userId),
    proof: requireActiveSession(project, own?.claims ?? null, now()),
    channels: listChannelsOfUser(projectId, userId),
  })
  // guard: an address is not changed in a session that must prove a second factor [proof-race.postgres]
  if (user && own) requireProvedSession(user, { claims: own.claims, proof, now: now() })
  return { channels, user }
}

/** Writes an address after the proof that the change requires. */
async function writeProvedAddress(
  tx: ProjectTransaction,
  call: ProjectCall,
  user: User,
  addresses: AddressesOfUser,
  fields: AddressFields,
  own: OwnChange | null,
): Promise<ContactChannel> {
  requireMayHaveAddresses(user, own)
  // guard: a new address for sign-in requires a code of the authenticator app
  if (own && changesSignInAddress(addresses.present, fields)) await requireProvedFactor(tx, user, own)
  return writeAddress(tx, call, addresses, fields, own)
}

/** Runs a change of an address and answers for the addresses that exist already. */
async function runAddressChange(
  { db, limits }: ProjectCall,
  value: string | null,
  change: (tx: ProjectTransaction) => Promise<ContactChannel>,
): Promise<ContactChannel> {
  return settlingTransaction(db, change).catch(async (error: unknown) => {
    if (error instanceof AddressExists) throw new PlainError(400, 'The user already has this e-mail address.')
    if (!(error instanceof SignInAddressTaken)) throw error
    // guard: the answer that another user signs in with an address is counted [taken-address]
    await limits.revealedAccount()
    throw channelUsedBySomeoneElse(value)
  })
}

function unknownChannel(): PlainError {
  return new PlainError(400, 'The contact channel was not found.')
}
