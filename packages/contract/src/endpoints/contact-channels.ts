import { z } from 'zod'

import { anyAccess, clientAndServer, endpoint } from './endpoint.ts'
import { verificationCodeErrors } from '../catalogues/errors.ts'
import {
  listOf,
  millis,
  noQuery,
  nonEmptyEmail,
  strictEmail,
  success,
  totpCode,
  url,
  userIdOrMe,
  uuid,
  verificationCode,
} from './primitives.ts'

const channelType = z.literal('email', { error: '{path} must be email' })

export const contactChannelRead = z.object({
  user_id: uuid,
  id: uuid.describe('A UUID.'),
  type: channelType.describe('Always `email`.'),
  value: z.string().describe('The address.'),
  is_primary: z.boolean().describe('Whether it is the primary address of the user, who has at most one.'),
  is_verified: z
    .boolean()
    .describe(
      'Whether a person with access to the mailbox has confirmed the address, or a server has marked it as verified.',
    ),
  is_claimed: z
    .boolean()
    .describe(
      'Whether the user is known to own the mailbox. A verified address that is not claimed can get another verification mail, which claims it.',
    ),
  used_for_auth: z
    .boolean()
    .describe(
      'Whether the user signs in with the address. A client can set this at once, but the address identifies the user only after the user has proved it.',
    ),
})

/** What servers and admins read of a contact channel. */
export const contactChannelServerRead = contactChannelRead.extend({
  bounced_at_millis: millis
    .nullable()
    .describe(
      'When a mail server last refused the mailbox permanently. Null again once a mail to it is accepted or the address is proved. It prevents no mail. An extension of the protocol.',
    ),
  bounce_reason: z
    .string()
    .nullable()
    .describe('The reply of the mail server, without addresses, links and codes. An extension of the protocol.'),
})

const currentTotpCode = totpCode
  .optional()
  .describe(
    'A current code of the authenticator app. Required of a user who has one to add an address or change one, unless the project turns totp_code_required_for_change off.',
  )

/** The fields of a new contact channel that clients send. */
export const contactChannelClientCreate = z.strictObject({
  user_id: userIdOrMe.optional().describe('Clients can name only their own user. Absent: the signed-in user.'),
  type: channelType,
  value: nonEmptyEmail,
  used_for_auth: z.boolean(),
  is_primary: z.boolean().optional(),
  totp_code: currentTotpCode,
})

export const contactChannelServerCreate = contactChannelClientCreate.omit({ totp_code: true }).extend({
  user_id: userIdOrMe,
  is_verified: z.boolean().optional(),
})

export const contactChannelClientUpdate = z.strictObject({
  type: channelType.optional().describe('Ignored.'),
  value: nonEmptyEmail.optional().describe('A new value makes the channel unverified.'),
  used_for_auth: z.boolean().optional(),
  is_primary: z.boolean().optional(),
  totp_code: currentTotpCode,
})

export const contactChannelServerUpdate = contactChannelClientUpdate.omit({ totp_code: true }).extend({
  is_verified: z.boolean().optional(),
})

const listQuery = z.strictObject({
  user_id: userIdOrMe.optional().describe('Clients must send it. Absent: the channels of all users.'),
  contact_channel_id: uuid.optional(),
})

const channelParams = z.object({ user_id: userIdOrMe, id: uuid })

export const listContactChannels = endpoint({
  method: 'GET',
  path: '/contact-channels',
  tag: 'Contact channels',
  summary: 'Lists contact channels, oldest first. Clients can list only those of their own user.',
  user: 'own',
  staffRight: 'read_users',
  access: clientAndServer(
    { query: listQuery, response: listOf(contactChannelRead) },
    { query: listQuery, response: listOf(contactChannelServerRead) },
  ),
  errors: [],
})

export const createContactChannel = endpoint({
  method: 'POST',
  path: '/contact-channels',
  tag: 'Contact channels',
  summary: 'Adds a contact channel to a user.',
  user: 'own',
  status: 201,
  changesCredentials: true,
  staffRight: 'change_users',
  access: clientAndServer(
    { query: noQuery, body: contactChannelClientCreate, response: contactChannelRead },
    { query: noQuery, body: contactChannelServerCreate, response: contactChannelServerRead },
  ),
  isRateLimited: true,
  errors: ['CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE', 'USER_NOT_FOUND', 'INVALID_TOTP_CODE'],
})

export const readContactChannel = endpoint({
  method: 'GET',
  path: '/contact-channels/{user_id}/{id}',
  tag: 'Contact channels',
  summary: 'Reads a contact channel.',
  user: 'own',
  params: channelParams,
  staffRight: 'read_users',
  access: clientAndServer(
    { query: noQuery, response: contactChannelRead },
    { query: noQuery, response: contactChannelServerRead },
  ),
  errors: [],
})

export const updateContactChannel = endpoint({
  method: 'PATCH',
  path: '/contact-channels/{user_id}/{id}',
  tag: 'Contact channels',
  summary: 'Updates a contact channel. Absent fields stay unchanged.',
  user: 'own',
  params: channelParams,
  changesCredentials: true,
  staffRight: 'change_users',
  access: clientAndServer(
    { query: noQuery, body: contactChannelClientUpdate, response: contactChannelRead },
    { query: noQuery, body: contactChannelServerUpdate, response: contactChannelServerRead },
  ),
  isRateLimited: true,
  errors: ['CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE', 'INVALID_TOTP_CODE'],
})

export const deleteContactChannel = endpoint({
  method: 'DELETE',
  path: '/contact-channels/{user_id}/{id}',
  tag: 'Contact channels',
  summary: 'Removes a contact channel. If it was the primary one, the user has none until another one is made primary.',
  user: 'own',
  params: channelParams,
  changesCredentials: true,
  staffRight: 'change_users',
  access: clientAndServer(
    {
      query: z.strictObject({
        totp_code: currentTotpCode.describe(
          'A current code of the authenticator app. Required of a user who has one to remove an address that is primary, verified or used for sign-in, unless the project turns totp_code_required_for_change off.',
        ),
      }),
      response: success,
    },
    { query: noQuery, response: success },
  ),
  isRateLimited: true,
  errors: ['INVALID_TOTP_CODE'],
})

export const sendContactChannelVerificationCode = endpoint({
  method: 'POST',
  path: '/contact-channels/{user_id}/{id}/send-verification-code',
  tag: 'Contact channels',
  summary:
    'Mails a link that verifies the address of a contact channel. Refused only for an address that is verified and claimed.',
  user: 'own',
  params: channelParams,
  staffRight: 'send_mails',
  access: anyAccess({ body: z.strictObject({ callback_url: url }), response: success }),
  isRateLimited: true,
  errors: ['EMAIL_ALREADY_VERIFIED', 'USER_ID_DOES_NOT_EXIST', 'REDIRECT_URL_NOT_WHITELISTED'],
})

/** The data that helps users recognise an account that has their address. */
export const accountOfAddress = z.object({
  display_name: z.string().nullable().describe('Chosen by the creator of the account. Show it as plain text.'),
  created_at_millis: millis,
  user_agent: z
    .string()
    .nullable()
    .describe('User agent of the browser that signed up or added the address; null if unknown.'),
  other_email: z
    .string()
    .nullable()
    .describe(
      'Another address of the account, a verified one if possible. Null unless the call has a session of the user.',
    ),
  is_sign_up_address: z
    .boolean()
    .describe('Whether the account was created with this address. If not, it was added later or by a server.'),
})

export const verifyContactChannel = endpoint({
  method: 'POST',
  path: '/contact-channels/verify',
  tag: 'Contact channels',
  summary:
    'Marks the address that received a verification code as verified. A session is optional. With the session of the sign-up, the call also claims the account for the owner of the mailbox, and the account keeps everything in it. An address that was added later is claimed only with a session of the user and the answer `mine`.',
  user: 'optional',
  staffRight: null,
  access: anyAccess({
    body: z.strictObject({
      code: verificationCode,
      account: z
        .enum(['mine', 'not_mine'], { error: '{path} must be mine or not_mine' })
        .optional()
        .describe(
          'Whether the account belongs to the owner of the mailbox. `mine`: the account is claimed and keeps everything in it, if `can_claim` of the check is true; otherwise, as if absent. `not_mine`: the address is removed from the account. If no other address of the account is verified, its sessions end. Absent: the address is verified. If no other address owns the account, the next sign-in by code or provider removes the sign-in methods that were added before.',
        ),
    }),
    response: success,
  }),
  isRateLimited: true,
  errors: verificationCodeErrors,
})

export const checkContactChannelCode = endpoint({
  method: 'POST',
  path: '/contact-channels/verify/check-code',
  tag: 'Contact channels',
  summary: 'Checks a verification code without using it up, and describes the account it belongs to.',
  user: 'optional',
  staffRight: null,
  access: anyAccess({
    body: z.strictObject({ code: verificationCode }),
    response: z.object({
      is_code_valid: z.literal(true),
      email: z.string().describe('The address that the code verifies.'),
      is_sign_up_session: z
        .boolean()
        .describe(
          'Whether the call has the session that signed up with the address. If not, ask the user whether it is their account.',
        ),
      can_claim: z
        .boolean()
        .describe(
          'Whether the answer `mine` claims the account. If not, the address can only be verified or removed: it was added to the account later, or another address owns the account, and the call has no session of the user.',
        ),
      account: accountOfAddress,
    }),
  }),
  isRateLimited: true,
  errors: verificationCodeErrors,
})

export const sendPrimaryEmailVerificationCode = endpoint({
  method: 'POST',
  path: '/contact-channels/send-verification-code',
  tag: 'Contact channels',
  summary:
    'Mails the signed-in user a new link that verifies their primary e-mail address. Refused only for an address that is verified and claimed.',
  user: 'required',
  staffRight: 'send_mails',
  access: anyAccess({ body: z.strictObject({ email: strictEmail, callback_url: url }), response: success }),
  isRateLimited: true,
  errors: ['EMAIL_IS_NOT_PRIMARY_EMAIL', 'EMAIL_ALREADY_VERIFIED', 'REDIRECT_URL_NOT_WHITELISTED'],
})
