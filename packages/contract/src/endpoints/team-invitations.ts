import { z } from 'zod'

import { anyAccess, endpoint } from './endpoint.ts'
import { verificationCodeErrors } from '../catalogues/errors.ts'
import { listOf, millis, nonEmptyEmail, success, url, userIdOrMe, uuid, verificationCode } from './primitives.ts'

export const teamInvitationRead = z.object({
  id: uuid.describe('The id of the invitation, not its code.'),
  team_id: uuid.describe('The team of the invitation.'),
  team_display_name: z.string().describe('Chosen by members of the team. Show it as plain text.'),
  expires_at_millis: millis.describe('Until when the invitation can be accepted.'),
  recipient_email: z.string().describe('The invited address.'),
})

const codeBody = z.strictObject({ code: verificationCode })

export const sendTeamInvitation = endpoint({
  method: 'POST',
  path: '/team-invitations/send-code',
  tag: 'Team invitations',
  summary:
    'Mails an invitation to a team. It replaces the open invitation of the same inviter to the same address and team. All servers count as one inviter. Clients need the permission $invite_members.',
  user: 'signed_in_client',
  staffRight: 'change_users',
  access: anyAccess({
    body: z.strictObject({ team_id: uuid, email: nonEmptyEmail, callback_url: url }),
    response: z.object({ success: z.literal(true), id: uuid }),
  }),
  isRateLimited: true,
  errors: ['REDIRECT_URL_NOT_WHITELISTED', 'TEAM_NOT_FOUND', 'TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED'],
})

export const listTeamInvitations = endpoint({
  method: 'GET',
  path: '/team-invitations',
  tag: 'Team invitations',
  summary:
    'Lists open invitations: those of a team, or those to the verified addresses of a user whose mailboxes the user is known to own. Send either team_id or user_id. For a team, clients need the permissions $read_members and $invite_members.',
  user: 'own',
  staffRight: 'read_users',
  access: anyAccess({
    query: z
      .strictObject({ team_id: uuid.optional(), user_id: userIdOrMe.optional() })
      .refine(({ team_id: teamId, user_id: userId }) => teamId !== undefined || userId !== undefined, {
        path: ['team_id'],
        error: '{path} must be defined',
      })
      .refine(({ team_id: teamId, user_id: userId }) => teamId === undefined || userId === undefined, {
        path: ['user_id'],
        error: '{path} must be absent next to team_id',
      }),
    response: listOf(teamInvitationRead),
  }),
  errors: ['TEAM_NOT_FOUND', 'TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED', 'USER_NOT_FOUND'],
})

export const revokeTeamInvitation = endpoint({
  method: 'DELETE',
  path: '/team-invitations/{id}',
  tag: 'Team invitations',
  summary: 'Revokes an invitation. Clients need the permission $remove_members.',
  user: 'signed_in_client',
  params: z.object({ id: uuid }),
  staffRight: 'change_users',
  access: anyAccess({ query: z.strictObject({ team_id: uuid }), response: success }),
  errors: ['TEAM_NOT_FOUND', 'TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED'],
})

export const acceptTeamInvitation = endpoint({
  method: 'POST',
  path: '/team-invitations/accept',
  tag: 'Team invitations',
  summary:
    'Adds the signed-in user to the team of the invitation and uses up the code. The user may have a different address than the invited one.',
  user: 'signed_in',
  staffRight: 'change_users',
  access: anyAccess({ body: codeBody, response: z.object({}) }),
  isRateLimited: true,
  errors: [
    ...verificationCodeErrors,
    'TEAM_NOT_FOUND',
    'USER_NOT_FOUND',
    'TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED',
    'PERMISSION_NOT_FOUND',
  ],
})

export const checkTeamInvitationCode = endpoint({
  method: 'POST',
  path: '/team-invitations/accept/check-code',
  tag: 'Team invitations',
  summary: 'Checks the code of an invitation without using it up. A session is not required.',
  user: 'optional',
  staffRight: null,
  access: anyAccess({
    body: codeBody,
    response: z.object({
      is_code_valid: z.literal(true),
      team_display_name: z.string().describe('Chosen by members of the team. Show it as plain text.'),
      recipient_email: z.string(),
      inviter_name: z
        .string()
        .nullable()
        .describe(
          "The inviter's name, or else their verified address; the project's name if a server invites. Chosen by people. Show it as plain text.",
        ),
      has_account: z.boolean().describe('Whether a user signs in with the invited address.'),
      may_sign_up: z.boolean().describe('Whether the owner of the invited address can create an account.'),
      verifies_address: z
        .boolean()
        .describe(
          'Whether a sign-up with a password and the code verifies the invited address. The code does this once. While sign-up is closed, only such a sign-up can use a password.',
        ),
    }),
  }),
  isRateLimited: true,
  errors: [...verificationCodeErrors, 'TEAM_NOT_FOUND'],
})

export const readTeamInvitationDetails = endpoint({
  method: 'POST',
  path: '/team-invitations/accept/details',
  tag: 'Team invitations',
  summary: 'Describes the invitation of a code without using it up.',
  user: 'signed_in',
  staffRight: 'change_users',
  access: anyAccess({
    body: codeBody,
    response: z.object({ team_id: uuid, team_display_name: z.string(), recipient_email: z.string() }),
  }),
  isRateLimited: true,
  errors: [...verificationCodeErrors, 'TEAM_NOT_FOUND'],
})

export const acceptTeamInvitationById = endpoint({
  method: 'POST',
  path: '/team-invitations/{id}/accept',
  tag: 'Team invitations',
  summary: 'Accepts an invitation to a verified address of the user, who must be known to own the mailbox.',
  user: 'own',
  params: z.object({ id: uuid }),
  staffRight: 'change_users',
  access: anyAccess({ query: z.strictObject({ user_id: userIdOrMe }), response: z.object({}) }),
  errors: ['USER_NOT_FOUND', 'TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED', 'PERMISSION_NOT_FOUND'],
})
