import { z } from 'zod'

import { adminAccess, anyAccess, serverAccess } from '../endpoint.ts'
import { verificationCodeErrors } from '../errors.ts'
import { listOf, millis, nonEmptyEmail, noQuery, success, url, uuid, verificationCode } from '../primitives.ts'
import type { Plan } from './plan.ts'

const HELD_USERS_DECIDED_MAX = 100
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
    HELD_USERS_DECIDED_MAX,
    USER_INVITATIONS_MAX,
  },
  endpoints: {
    decideHeldUsers: {
      method: 'POST',
      path: '/internal/held-users/decide',
      tag,
      summary: 'Approves or refuses users on the waiting list and mails each. A refused user is deleted.',
      isRateLimited: true,
      limit: 'decideHeldUsers',
      access: adminAccess({
        body: z.strictObject({
          user_ids: z.array(uuid).min(1).max(HELD_USERS_DECIDED_MAX),
          decision: z.enum(['approve', 'refuse']),
        }),
        response: z.object({ decided: z.int(), not_waiting: z.array(uuid) }),
      }),
      errors: [],
    },
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
    'signUpRule then': { hold: z.literal('hold') },
    'projectUpdate config': {
      require_verified_email: z
        .boolean()
        .optional()
        .describe('Whether users without a verified address are restricted (`email_not_verified`).'),
    },
    'userClientRead restricted_reason': { type: z.literal('waiting') },
    userListQuery: { waiting: z.string().optional().describe('Only users on the waiting list, or none of them.') },
  },
  errors: {},
  limits: {
    inviteUser: {
      description: 'mails an invitation to sign up',
      perRecipient: { calls: 10, seconds: 3_600 },
      perProject: { calls: 3_000, seconds: 3_600 },
    },
    decideHeldUsers: {
      description: 'approves or refuses users on the waiting list',
      perProject: { calls: 300, seconds: 3_600 },
    },
  },
  events: {
    'user.held': { description: 'A rule put a new user on the waiting list.', target: 'userId' },
    'user.approved': { description: 'An owner approved a user on the waiting list.', target: 'userId' },
    'user.refused': { description: 'An owner refused and deleted a user on the waiting list.', target: 'userId' },
    'user_invitation.created': { description: 'An invitation to sign up was mailed.', target: 'invitationId' },
    'user_invitation.revoked': { description: 'An invitation to sign up was revoked.', target: 'invitationId' },
    'user_invitation.accepted': { description: 'An invited person signed up or in.', target: 'userId' },
  },
  mails: {
    sign_in_invitation: 'An invitation to sign up.',
    sign_up_waiting: 'A sign-up was put on the waiting list.',
    sign_up_approved: 'An owner approved it.',
    sign_up_refused: 'An owner refused it.',
  },
  sdk: {
    ServerApp: ['inviteUser({ email, callbackUrl? })', 'listUserInvitations()'],
    AdminApp: ['sendSignInInvitationEmail(email, callbackUrl)', 'approveUsers(userIds)', 'refuseUsers(userIds)'],
    CurrentUser: ['restrictedReason: { type: "waiting" } | …'],
    Handler: ['page and URL `onboarding`', 'page `userInvitation`'],
  },
}
