import type { ContactChannelServerRead } from '@portico/contract'

import type { KnownError } from '../transport/known-error.ts'
import type { Owner } from './owner.ts'
import type { SendRequest } from '../transport/request.ts'
import { errorOf } from '../transport/result.ts'
import type { Session } from '../session/session.ts'
import { bodyOf } from '../transport/body-of.ts'
import { present } from '../transport/present.ts'
import type { ContactChannelFields, ServerContactChannelFields } from '../transport/record-fields.ts'

/** Changes to an address. Absent fields keep their value. */
export interface ContactChannelUpdateOptions {
  /** A new address is not verified. */
  value?: string
  /** An address that the user has not proved is marked at once, and signs the user in once it is proved. */
  usedForAuth?: boolean
  /** Every other address loses the mark. */
  isPrimary?: boolean
  /** A code from the authenticator app, for a user who has one. */
  totpCode?: string
}

/** A new address of the user. */
export interface ContactChannelCreateOptions {
  /** The e-mail address. */
  value: string
  /** The kind of address. Only e-mail exists. */
  type: 'email'
  /** Whether the user can sign in with the address, once it is verified. */
  usedForAuth: boolean
  /** Whether the address becomes the primary one. */
  isPrimary?: boolean
  /** As in `update`. */
  totpCode?: string
}

/** An e-mail address of the user. A snapshot: list the channels again after a change. */
export interface ContactChannel extends ContactChannelFields {
  /**
   * Mails a link that verifies and claims the address. An address that is verified and claimed already counts as
   * success.
   *
   * @param options.callbackUrl the page of the link. Default: the e-mail verification page of the app
   */
  sendVerificationEmail(options?: { callbackUrl?: string }): Promise<void>
  /** Throws `CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE` if another user signs in with the address. */
  update(options: ContactChannelUpdateOptions): Promise<void>
  /**
   * @param options.totpCode as in `update`; not needed for an unverified address that is neither primary nor used for
   *   sign-in
   */
  delete(options?: { totpCode?: string }): Promise<void>
}

/** The methods of a user for e-mail addresses. */
export interface ContactChannelActions {
  /** Oldest first. */
  listContactChannels(): Promise<ContactChannel[]>
  /** Throws `CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE` if another user signs in with the address. */
  createContactChannel(options: ContactChannelCreateOptions): Promise<ContactChannel>
}

/** A field that only servers set. */
interface ServerField {
  /** Whether the address is proved. A new address is not verified, unless this is true. */
  isVerified?: boolean
}

/** Changes to an address by a server. Absent fields keep their value. */
export type ServerContactChannelUpdateOptions = Omit<ContactChannelUpdateOptions, 'totpCode'> & ServerField
/** A new address of any user. */
export type ServerContactChannelCreateOptions = Omit<ContactChannelCreateOptions, 'totpCode'> & ServerField

/** An e-mail address of any user, for servers. A snapshot: list the channels again after a change. */
export interface ServerContactChannel extends Omit<ContactChannel, 'update' | 'delete'>, ServerContactChannelFields {
  /** Removes the address from the user. */
  delete(): Promise<void>
  /** Throws `CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE` if another user signs in with the address. */
  update(options: ServerContactChannelUpdateOptions): Promise<void>
}

/** The methods of servers for the e-mail addresses of a user. */
export interface ServerContactChannelActions {
  /** Oldest first. */
  listContactChannels(): Promise<ServerContactChannel[]>
  /** Throws `CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE` if another user signs in with the address. */
  createContactChannel(options: ServerContactChannelCreateOptions): Promise<ServerContactChannel>
}

/** The options of both sides. The service refuses a field of the other side. */
type AnyUpdateOptions = ContactChannelUpdateOptions & ServerField
type AnyContactChannel = ContactChannel &
  ServerContactChannelFields & { update(options: AnyUpdateOptions): Promise<void> }
interface AnyContactChannelActions {
  listContactChannels(): Promise<AnyContactChannel[]>
  createContactChannel(options: ContactChannelCreateOptions & ServerField): Promise<AnyContactChannel>
}

/** @param verificationUrl returns the default page of the links in verification mails */
export function contactChannelActions(owner: Owner, verificationUrl: () => string): AnyContactChannelActions {
  const { request, session, userId, afterChange } = owner
  return {
    listContactChannels: async () => {
      const { items } = await request('GET /contact-channels', { query: { user_id: userId }, session })
      return items.map((read) => createContactChannel(owner, read, verificationUrl))
    },
    createContactChannel: async (options) => {
      const body = {
        ...bodyOf(options),
        user_id: userId,
      }
      const created = request('POST /contact-channels', { body, session })
      return createContactChannel(owner, await afterChange(created), verificationUrl)
    },
  }
}

type Extensions = 'is_claimed' | 'bounced_at_millis' | 'bounce_reason'

/** A service that does not know `is_claimed` sends no mail to a verified address. */
type AnsweredChannel = Omit<ContactChannelServerRead, Extensions> & Partial<Pick<ContactChannelServerRead, Extensions>>

/** Fields that clients do not get, and that some services do not send to servers either. */
const additions = { bouncedAt: null, bounceReason: null }

function createContactChannel(
  { request, session, userId, afterChange }: Owner,
  read: AnsweredChannel,
  verificationUrl: () => string,
): AnyContactChannel {
  const params = { user_id: userId, id: read.id }
  return {
    ...additions,
    ...present(read),
    isClaimed: read.is_claimed ?? read.is_verified,
    sendVerificationEmail: async ({ callbackUrl = verificationUrl() } = {}) => {
      const body = { callback_url: callbackUrl }
      const call = 'POST /contact-channels/{user_id}/{id}/send-verification-code'
      const send = (): Promise<unknown> => request(call, { params, body, session })
      const alreadyVerified = await errorOf(send, 'EMAIL_ALREADY_VERIFIED')
      // The user verified the address elsewhere, for example on a phone.
      if (alreadyVerified) await afterChange(Promise.resolve())
    },
    update: async (options: AnyUpdateOptions) => {
      await afterChange(
        request('PATCH /contact-channels/{user_id}/{id}', {
          params,
          body: bodyOf(options),
          session,
        }),
      )
    },
    delete: async ({ totpCode } = {}) => {
      const query = { totp_code: totpCode }
      await afterChange(request('DELETE /contact-channels/{user_id}/{id}', { params, query, session }))
    },
  }
}

/** Mails the link that verifies the signed-in user's primary address. */
export function sendVerificationEmail(
  request: SendRequest,
  session: Session,
  email: string,
  callbackUrl: string,
): Promise<KnownError<'EMAIL_ALREADY_VERIFIED'> | void> {
  const body = { email, callback_url: callbackUrl }
  return errorOf(
    () => request('POST /contact-channels/send-verification-code', { body, session }),
    'EMAIL_ALREADY_VERIFIED',
  )
}
