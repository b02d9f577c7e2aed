import { z } from 'zod'

import { adminAccess, anyAccess, serverAccess } from '../endpoint.ts'
import { verificationCodeErrors } from '../errors.ts'
import { listOf, millis, nonEmptyEmail, noQuery, success, url, uuid, verificationCode } from '../primitives.ts'
import type { Plan } from './plan.ts'

const USER_INVITATIONS_MAX = 10_000

const userInvitationRead = z.object({
  id: uuid,
  recipient_email: z.string(),
  created_at_millis: millis,
  expires_at_millis: millis,
})

const tag = 'Sign-up'

export const signUpRules: Plan = {
  decision: '084',
  constants: {
    USER_INVITATIONS_MAX,
  },
  endpoints: {
    inviteUser: {
      method: 'POST',
      path: '/user-invitations',
      tag,
      summary: 'Mails an invitation to sign up. The invited address passes the rules for sign-up.',
      status: 201,
      isRateLimited: true,
      limit: 'inviteUser',
      access: serverAccess({
        body: z.strictObject({ email: nonEmptyEmail, callback_url: url }),
        response: userInvitationRead,
      }),
      errors: ['REDIRECT_URL_NOT_WHITELISTED', 'USER_EMAIL_ALREADY_EXISTS'],
    },
    listUserInvitations: {
      method: 'GET',
      path: '/user-invitations',
      tag,
      summary: 'Lists the open invitations to sign up, newest first.',
      access: serverAccess({ query: noQuery, response: listOf(userInvitationRead) }),
      errors: [],
    },
    revokeUserInvitation: {
      method: 'DELETE',
      path: '/user-invitations/{id}',
      tag,
      summary: 'Revokes an invitation to sign up.',
      params: z.object({ id: uuid }),
      access: serverAccess({ response: success }),
      errors: [],
    },
    acceptUserInvitation: {
      method: 'POST',
      path: '/user-invitations/accept',
      tag,
      summary:
        'Signs the invited person up with the mailed code, or in if the address has an account. The code proves the address.',
      isRateLimited: true,
      limit: 'useCode',
      access: anyAccess({
        body: z.strictObject({ code: verificationCode }),
        response: z.object({
          refresh_token: z.string(),
          access_token: z.string(),
          is_new_user: z.boolean(),
          user_id: uuid,
        }),
      }),
      errors: [
        ...verificationCodeErrors,
        'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
        'RESTRICTED_USER_NOT_ALLOWED',
        'USER_EMAIL_ALREADY_EXISTS',
      ],
    },
    sendSignInInvitation: {
      method: 'POST',
      path: '/internal/send-sign-in-invitation',
      tag,
      summary: 'The same mail as that of `POST /user-invitations`, as official clients ask for it.',
      isRateLimited: true,
      limit: 'inviteUser',
      access: adminAccess({
        body: z.strictObject({ email: nonEmptyEmail, callback_url: url }),
        response: success,
      }),
      errors: ['REDIRECT_URL_NOT_WHITELISTED'],
    },
  },
  fields: {
    'projectUpdate config': {
      require_verified_email: z
        .boolean()
        .optional()
        .describe('Whether users without a verified address are restricted (`email_not_verified`).'),
    },
  },
  errors: {},
  limits: {
    inviteUser: {
      description: 'mails an invitation to sign up',
      perRecipient: { calls: 10, seconds: 3_600 },
      perProject: { calls: 3_000, seconds: 3_600 },
    },
  },
  events: {
    'user_invitation.created': { description: 'An invitation to sign up was mailed.', target: 'invitationId' },
    'user_invitation.revoked': { description: 'An invitation to sign up was revoked.', target: 'invitationId' },
    'user_invitation.accepted': { description: 'An invited person signed up or in.', target: 'userId' },
  },
  mails: {
    sign_in_invitation: 'An invitation to sign up.',
  },
  sdk: {
    ServerApp: ['inviteUser({ email, callbackUrl? })', 'listUserInvitations()'],
    AdminApp: ['sendSignInInvitationEmail(email, callbackUrl)'],
    Handler: ['page and URL `onboarding`', 'page `userInvitation`'],
  },
}
