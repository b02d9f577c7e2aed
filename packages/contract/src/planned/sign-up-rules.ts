import { z } from 'zod'

import { adminAccess, anyAccess, serverAccess } from '../endpoint.ts'
import { verificationCodeErrors } from '../errors.ts'
import { signInMethods } from '../events.ts'
import { label, listOf, millis, nonEmptyEmail, noQuery, success, url, uuid, verificationCode } from '../primitives.ts'
import type { Plan } from './plan.ts'

const SIGN_UP_RULES_MAX = 100
const SIGN_UP_RULE_VALUES_MAX = 1_000
const SIGN_UP_RULES_DRY_RUN_DAYS = 30
const HELD_USERS_DECIDED_MAX = 100
const USER_INVITATIONS_MAX = 10_000

const domainPattern = z
  .string()
  .regex(
    /^(?:\*\.)?(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d][a-z\d-]{0,61}[a-z\d]$/,
    '{path} must be a domain in lower case, such as example.com or *.example.com',
  )

const some = <Item extends z.ZodType>(item: Item): z.ZodArray<Item> =>
  z.array(item).min(1, '{path} must not be empty').max(SIGN_UP_RULE_VALUES_MAX)

const hour = z.int().min(0).max(23)

/** All conditions of a rule must hold. A rule without conditions always matches. */
const signUpConditions = z.strictObject({
  email_domain: some(domainPattern).optional().describe('The domain of the proved address is one of these.'),
  method: some(z.enum(signInMethods)).optional(),
  country: some(z.string().regex(/^[A-Z]{2}$/, '{path} must be an ISO 3166 country code'))
    .optional()
    .describe('As the trusted proxy says it. Unknown if it says nothing, and then the condition does not hold.'),
  disposable: z.boolean().optional().describe('Whether the domain is on the list of disposable ones.'),
  anonymous_network: z.boolean().optional().describe('Whether the trusted proxy names an anonymous network.'),
  hour: z
    .strictObject({ from: hour, until: hour, time_zone: z.string() })
    .optional()
    .describe('From the beginning of `from` to the beginning of `until`, over midnight if `until` is smaller.'),
})

const signUpRule = z.strictObject({
  name: label.refine((text) => text !== '', '{path} must not be empty'),
  when: signUpConditions,
  // eslint-disable-next-line unicorn/no-thenable -- `when … then` is the name on the wire.
  then: z.enum(['allow', 'refuse', 'hold']),
})

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
    SIGN_UP_RULES_MAX,
    SIGN_UP_RULE_VALUES_MAX,
    SIGN_UP_RULES_DRY_RUN_DAYS,
    HELD_USERS_DECIDED_MAX,
    USER_INVITATIONS_MAX,
  },
  endpoints: {
    tryUserSignUpRules: {
      method: 'POST',
      path: '/internal/sign-up-rules/dry-run',
      tag,
      summary: `Applies rules to the sign-ups of the last ${SIGN_UP_RULES_DRY_RUN_DAYS} days and counts what each would have done.`,
      access: adminAccess({
        body: z.strictObject({ rules: z.array(signUpRule).max(SIGN_UP_RULES_MAX) }),
        response: z.object({
          sign_ups: z.int(),
          allowed_by_no_rule: z.int(),
          rules: z.array(
            z.object({ name: z.string(), matched: z.int(), examples: z.array(z.object({ user_id: uuid })) }),
          ),
        }),
      }),
      errors: [],
    },
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
    'projectUpdate config': {
      sign_up_rules: z
        .array(signUpRule)
        .max(SIGN_UP_RULES_MAX)
        .optional()
        .describe('The first rule whose conditions hold decides. Without one the sign-up is allowed.'),
      require_verified_email: z
        .boolean()
        .optional()
        .describe('Whether users without a verified address are restricted (`email_not_verified`).'),
    },
    'userClientRead restricted_reason': { type: z.literal('waiting') },
    userListQuery: { waiting: z.string().optional().describe('Only users on the waiting list, or none of them.') },
  },
  errors: {
    SIGN_UP_REJECTED: {
      status: 403,
      isExtension: true,
      message: (details: { message: string }) => details.message,
    },
  },
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
    'user.sign_up_refused': { description: 'A rule refused a sign-up.', outcome: 'refused' },
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
    AdminApp: [
      'sendSignInInvitationEmail(email, callbackUrl)',
      'trySignUpRules(rules)',
      'approveUsers(userIds)',
      'refuseUsers(userIds)',
    ],
    CurrentUser: ['restrictedReason: { type: "waiting" } | …'],
    Handler: ['page and URL `onboarding`', 'page `userInvitation`'],
  },
}
