'use client'

import { KnownErrors, type ContactChannel, type CurrentUser, type KnownError } from '@portico/client'
import { readyAfter } from '../../hooks/ready-after.ts'
import { useAction, type Action } from '../../hooks/useAction.ts'
import { useChange } from '../../hooks/useChange.ts'
import { useSignedInUser } from '../../hooks/useSignedInUser.ts'
import { useUserList, type UserList } from '../../hooks/useUserList.ts'
import type { Loading } from '../../hooks/loading.ts'

/** A change of an address, with a code from the authenticator app if the user has one. */
export interface ContactChannelChange {
  /** True makes the address the primary one. */
  readonly isPrimary?: true
  /** Whether the user can sign in with the address. */
  readonly usedForAuth?: boolean
  /** A current code of the authenticator app, required of users who have one. */
  readonly totpCode?: string
}

/** What has happened to an address. */
export type ContactChannelEvent = 'added' | 'mailed' | 'primary' | 'used' | 'unused' | 'removed'

/** The addresses of the user, and what a page can do with them. */
export interface ContactChannels extends Loading {
  /** The primary address first, then verified ones, then by age. Undefined until loaded. */
  readonly channels: readonly ContactChannel[] | undefined
  /**
   * Adds an address that is not used for sign-in, and mails the link that verifies it. It replaces the primary address
   * of a user who can only set up a second factor.
   */
  readonly add: Action<[value: string, totpCode?: string], KnownError>
  /** Mails the link that verifies an address. */
  readonly sendVerification: Action<[channel: ContactChannel], never>
  /** Expected errors: a wrong code, and an address with which another user signs in. */
  readonly change: Action<[channel: ContactChannel, change: ContactChannelChange], KnownError>
  /** Removes an address. */
  readonly remove: Action<[channel: ContactChannel, totpCode?: string], KnownError>
}

/**
 * Returns the e-mail addresses of the signed-in user, loaded on mount and after each change.
 *
 * @param onChanged called after a success
 */
export function useContactChannels(onChanged?: (event: ContactChannelEvent) => void): ContactChannels {
  return useContactChannelChanges(useContactChannelList(), onChanged)
}

/** The list of `useContactChannels`, for a parent of several parts that show it. */
export function useContactChannelList(): UserList<ContactChannel> {
  return useUserList(loadChannels)
}

/** The changes of `useContactChannels`, for a list that a parent has loaded. */
export function useContactChannelChanges(
  { items, failure, reload, refresh, change: edit }: UserList<ContactChannel>,
  onChanged?: (event: ContactChannelEvent) => void,
): ContactChannels {
  const requireUser = useSignedInUser()
  const done = (event: ContactChannelEvent): void => {
    refresh()
    onChanged?.(event)
  }
  const add = useAction<[string, string?], KnownError>(
    async (value, totpCode) => {
      const user = requireUser()
      const fields = { value, type: 'email', usedForAuth: false, ...(totpCode !== undefined && { totpCode }) } as const
      const added = await (
        user.isRestricted ? replacePrimaryAddress(user, value) : user.createContactChannel(fields)
      ).catch(errorIfExpected)
      if (added instanceof Error) return { status: 'error', error: added }
      // If the mail fails, the address is there, and the user can request another mail.
      refresh()
      await added.sendVerificationEmail()
      return { status: 'ok' }
    },
    readyAfter(() => done(requireUser().isRestricted ? 'mailed' : 'added')),
  )
  const sendVerification = useChange(
    (channel: ContactChannel) => channel.sendVerificationEmail(),
    () => done('mailed'),
  )
  const change = useAction<[ContactChannel, ContactChannelChange], KnownError>(async (channel, fields) => {
    const error = await channel.update(fields).catch(errorIfExpected)
    if (error) return { status: 'error', error }
    done(fields.isPrimary ? 'primary' : fields.usedForAuth ? 'used' : 'unused')
    return { status: 'ok' }
  }, 'ready')
  const remove = useAction<[ContactChannel, string?], KnownError>(
    async (channel, totpCode) => {
      const error = await channel.delete(totpCode === undefined ? {} : { totpCode }).catch(errorIfExpected)
      if (error) return { status: 'error', error }
      edit((all) => all.filter(({ id }) => id !== channel.id))
      return { status: 'ok' }
    },
    readyAfter(() => done('removed')),
  )
  return { channels: items, failure, reload, add, sendVerification, change, remove }
}

/**
 * Whether the user would have no proved address to sign in with if this one were removed or no longer used for sign-in.
 */
export function isLastSignInAddress(channel: ContactChannel, channels: readonly ContactChannel[]): boolean {
  const isOther = ({ id, isVerified, usedForAuth }: ContactChannel): boolean =>
    id !== channel.id && isVerified && usedForAuth
  return channel.usedForAuth && !channels.some(isOther)
}

/**
 * Replaces the primary address of a restricted user, who may change nothing else.
 *
 * @returns the new primary address
 */
export async function replacePrimaryAddress(
  user: CurrentUser,
  primaryEmail: string,
  totpCode?: string,
): Promise<ContactChannel> {
  await user.update({ primaryEmail, ...(totpCode !== undefined && { totpCode }) })
  const primary = (await user.listContactChannels()).find(({ isPrimary }) => isPrimary)
  if (!primary) throw new Error('The primary address was removed right after it was set.')
  return primary
}

async function loadChannels(user: CurrentUser): Promise<readonly ContactChannel[]> {
  const channels = await user.listContactChannels()
  const rank = ({ isPrimary, isVerified }: ContactChannel): number => Number(isPrimary) * 2 + Number(isVerified)
  return channels.toSorted((one, other) => rank(other) - rank(one))
}

/** Whether the removal of the address requires a code from the authenticator app. */
export function protectsAccount({ isPrimary, isVerified, usedForAuth }: ContactChannel): boolean {
  return isPrimary || isVerified || usedForAuth
}

/** Returns a refusal that the user can act on, and throws every other error. */
export function errorIfExpected(error: unknown): KnownError {
  if (KnownErrors.InvalidTotpCode.isInstance(error)) return error
  if (KnownErrors.UserWithEmailAlreadyExists.isInstance(error)) return error
  if (KnownErrors.ContactChannelAlreadyUsedForAuthBySomeoneElse.isInstance(error)) return error
  throw error
}
