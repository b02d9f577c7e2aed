import { z } from 'zod'

import { adminAccess, anyAccess, endpoint, serverAccess } from './endpoint.ts'
import { verificationCodeErrors } from '../catalogues/errors.ts'
import { listQuery, millis, nonEmptyEmail, success, url, uuid, verificationCode, wholeOrPageOf } from './primitives.ts'
import { signedInByProof } from './tokens.ts'

export const userInvitationRead = z.object({
  id: uuid.describe('The id of the invitation, not its code.'),
  recipient_email: z.string().describe('The invited address.'),
  created_at_millis: millis.describe('When the invitation was sent.'),
  expires_at_millis: millis.describe('Until when the link works.'),
})

const invitationBody = z.strictObject({
  email: nonEmptyEmail,
  callback_url: url.describe('The page that the link in the mail opens.'),
})

const invitationListQuery = z.strictObject({
  ...listQuery,
  query: z.string().optional().describe('Part of the invited address, ignoring case.'),
})

const codeBody = z.strictObject({ code: verificationCode })

export const inviteUser = endpoint({
  method: 'POST',
  path: '/user-invitations',
  tag: 'User invitations',
  summary:
    'Mails an invitation to sign up. It replaces the open invitation to the same address. Closed sign-up and rules for sign-up do not apply to the invited address once it is proved.',
  status: 201,
  staffRight: 'change_users',
  access: serverAccess({ body: invitationBody, response: userInvitationRead }),
  isRateLimited: true,
  errors: ['REDIRECT_URL_NOT_WHITELISTED', 'USER_EMAIL_ALREADY_EXISTS'],
})

export const listUserInvitations = endpoint({
  method: 'GET',
  path: '/user-invitations',
  tag: 'User invitations',
  summary: 'Lists the open invitations to sign up, newest first.',
  staffRight: 'read_users',
  access: serverAccess({ query: invitationListQuery, response: wholeOrPageOf(userInvitationRead) }),
  errors: [],
})

export const revokeUserInvitation = endpoint({
  method: 'DELETE',
  path: '/user-invitations/{id}',
  tag: 'User invitations',
  summary: 'Revokes an invitation to sign up.',
  params: z.object({ id: uuid }),
  staffRight: 'change_users',
  access: serverAccess({ response: success }),
  errors: [],
})

export const checkUserInvitationCode = endpoint({
  method: 'POST',
  path: '/user-invitations/check-code',
  tag: 'User invitations',
  summary: 'Checks the code of an invitation to sign up without using it up, and returns the invited address.',
  staffRight: null,
  access: anyAccess({
    body: codeBody,
    response: z.object({ is_code_valid: z.literal(true), recipient_email: z.string() }),
  }),
  isRateLimited: true,
  errors: verificationCodeErrors,
})

export const acceptUserInvitation = endpoint({
  method: 'POST',
  path: '/user-invitations/accept',
  tag: 'User invitations',
  summary:
    'Signs the invited person up, or in if an account has the address, and uses up the code, which proves the address. A user on the waiting list is approved. With the access token of an anonymous user, a sign-up upgrades that user instead.',
  user: 'optional',
  staffRight: null,
  access: anyAccess({ body: codeBody, response: signedInByProof }),
  isRateLimited: true,
  errors: [
    ...verificationCodeErrors,
    'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
    'RESTRICTED_USER_NOT_ALLOWED',
    'USER_EMAIL_ALREADY_EXISTS',
  ],
})

export const sendSignInInvitation = endpoint({
  method: 'POST',
  path: '/internal/send-sign-in-invitation',
  tag: 'User invitations',
  summary: 'Mails an invitation to sign up or in, also to the address of a user, as official clients ask for it.',
  staffRight: 'change_users',
  access: adminAccess({ body: invitationBody, response: success }),
  isRateLimited: true,
  errors: ['REDIRECT_URL_NOT_WHITELISTED'],
})
