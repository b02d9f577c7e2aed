import { z } from 'zod'

import { adminAccess, endpoint } from './endpoint.ts'
import { verificationCodeErrors } from '../catalogues/errors.ts'
import {
  listOf,
  millis,
  noQuery,
  nonEmptyEmail,
  projectId,
  success,
  userIdOrMe,
  uuid,
  verificationCode,
} from './primitives.ts'
import { staffRoles } from '../catalogues/staff-rights.ts'

export const staffRole = z.enum(staffRoles)

export const projectOwnerRead = z.object({
  user_id: uuid.describe('A user of the project "internal".'),
  display_name: z.string().nullable(),
  primary_email: z.string().nullable(),
  owner_since_millis: millis.nullable().describe('Null for owners from before the service recorded it.'),
  role: staffRole.describe('An extension of the protocol.'),
})

export const projectOwnerInvitationRead = z.object({
  id: uuid.describe('The id of the invitation, not its code.'),
  recipient_email: z.string().describe('The invited address.'),
  role: staffRole.describe('What the recipient becomes. An extension of the protocol.'),
  is_transfer: z.boolean().describe('The inviter stops being an owner once the invitation is accepted.'),
  inviter_user_id: uuid.nullable().describe('Null if the invitation was made with the key of the project.'),
  created_at_millis: millis.describe('When the invitation was sent.'),
  expires_at_millis: millis.describe('Until when it can be accepted.'),
})

const tag = 'Project owners'
const ownersPath = '/internal/projects/current/owners'
const invitationsPath = '/internal/projects/current/owner-invitations'

export const listProjectOwners = endpoint({
  method: 'GET',
  path: ownersPath,
  tag,
  summary: 'Lists the staff of the project, oldest membership first: owners and members with fewer rights.',
  staffRight: 'read_staff',
  access: adminAccess({ query: noQuery, response: listOf(projectOwnerRead) }),
  errors: [],
})

export const removeProjectOwner = endpoint({
  method: 'DELETE',
  path: `${ownersPath}/{user_id}`,
  tag,
  summary:
    'Removes a member of staff. `me` is the member who calls: everyone can leave. The last owner cannot be removed. A member needs a recent sign-in.',
  params: z.object({ user_id: userIdOrMe }),
  staffRight: { default: 'change_staff', self: 'read_staff' },
  access: adminAccess({ query: noQuery, response: success }),
  errors: ['PROJECT_NOT_FOUND', 'RECENT_SIGN_IN_REQUIRED', 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN'],
})

export const updateProjectOwner = endpoint({
  method: 'PATCH',
  path: `${ownersPath}/{user_id}`,
  tag,
  summary:
    'Changes the role of a member of staff. It acts at the next call of the member. At least one owner remains. An owner needs a recent sign-in. An extension of the protocol.',
  params: z.object({ user_id: userIdOrMe }),
  isRateLimited: true,
  staffRight: 'change_staff',
  access: adminAccess({ query: noQuery, body: z.strictObject({ role: staffRole }), response: projectOwnerRead }),
  errors: ['PROJECT_NOT_FOUND', 'RECENT_SIGN_IN_REQUIRED', 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN'],
})

export const inviteProjectOwner = endpoint({
  method: 'POST',
  path: invitationsPath,
  tag,
  summary:
    'Mails an invitation to the staff of the project. It replaces the open invitation of the same inviter to the same address. It ends if the inviter stops being an owner. An owner needs a recent sign-in.',
  status: 201,
  staffRight: 'change_staff',
  access: adminAccess({
    query: noQuery,
    body: z.strictObject({
      email: nonEmptyEmail,
      role: staffRole.optional().describe('What the recipient becomes. Default: owner. An extension of the protocol.'),
      transfer: z
        .boolean()
        .optional()
        .describe(
          'The inviting owner stops being one once the invitation, which makes an owner, is accepted. Default: false.',
        ),
    }),
    response: projectOwnerInvitationRead,
  }),
  isRateLimited: true,
  errors: ['PROJECT_NOT_FOUND', 'RECENT_SIGN_IN_REQUIRED', 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN'],
})

export const listProjectOwnerInvitations = endpoint({
  method: 'GET',
  path: invitationsPath,
  tag,
  summary: 'Lists the open invitations to the staff of the project, oldest first.',
  staffRight: 'read_staff',
  access: adminAccess({ query: noQuery, response: listOf(projectOwnerInvitationRead) }),
  errors: [],
})

export const revokeProjectOwnerInvitation = endpoint({
  method: 'DELETE',
  path: `${invitationsPath}/{id}`,
  tag,
  summary: 'Revokes an invitation to the staff of the project.',
  params: z.object({ id: uuid }),
  staffRight: 'change_staff',
  access: adminAccess({ query: noQuery, response: success }),
  errors: [],
})

export const projectOwnerInvitationDetails = z.object({
  is_code_valid: z.literal(true),
  project_display_name: z.string().describe('Chosen by the owners. Show it as plain text.'),
  inviter_display_name: z
    .string()
    .nullable()
    .describe('Chosen by the inviter. Null without a name, and for an invitation with the key of the project.'),
  recipient_email: z.string(),
  role: staffRole.describe('What the recipient becomes. An extension of the protocol.'),
  is_transfer: z.boolean(),
  is_recipient: z
    .boolean()
    .describe('Whether the signed-in user has the invited address and has verified it, as an acceptance requires.'),
  has_account: z.boolean().describe('Whether a user signs in with the invited address.'),
})

const codeBody = z.strictObject({ code: verificationCode })

export const checkProjectOwnerInvitationCode = endpoint({
  method: 'POST',
  path: '/internal/owner-invitations/accept/check-code',
  tag,
  summary: 'Checks the code of an invitation and describes it, without using it up. A session is not required.',
  user: 'optional',
  access: {
    client: {
      body: codeBody,
      response: projectOwnerInvitationDetails,
    },
  },
  isRateLimited: true,
  errors: [...verificationCodeErrors, 'EXPECTED_INTERNAL_PROJECT'],
})

export const acceptProjectOwnerInvitation = endpoint({
  method: 'POST',
  path: '/internal/owner-invitations/accept',
  tag,
  summary:
    'Adds the signed-in user of the project "internal" to the staff with the role of the invitation and uses up the code. A member keeps a role with more rights. The invited address must be a verified address of the user.',
  user: 'signed_in',
  access: { client: { body: codeBody, response: z.object({ project_id: projectId }) } },
  isRateLimited: true,
  errors: [...verificationCodeErrors, 'EXPECTED_INTERNAL_PROJECT', 'PROJECT_NOT_FOUND'],
})
