import { z } from 'zod'

import { anyAccess, clientAndServer, endpoint, serverAccess } from './endpoint.ts'
import { imageUrl, label, listQuery, noQuery, success, userIdOrMe, uuid, wholeOrPageOf } from './primitives.ts'
import { userServerRead } from './users.ts'

const memberParams = z.object({ team_id: uuid, user_id: userIdOrMe })

export const createTeamMembership = endpoint({
  method: 'POST',
  path: '/team-memberships/{team_id}/{user_id}',
  tag: 'Team members',
  summary: 'Adds a user to a team, with the default permissions of members.',
  status: 201,
  user: 'own',
  params: memberParams,
  staffRight: 'change_users',
  access: serverAccess({
    query: noQuery,
    body: z.strictObject({}),
    response: z.object({ team_id: uuid, user_id: uuid }),
  }),
  errors: ['USER_NOT_FOUND', 'TEAM_NOT_FOUND', 'TEAM_MEMBERSHIP_ALREADY_EXISTS', 'PERMISSION_NOT_FOUND'],
})

export const deleteTeamMembership = endpoint({
  method: 'DELETE',
  path: '/team-memberships/{team_id}/{user_id}',
  tag: 'Team members',
  summary:
    'Removes a user from a team. Clients can always leave; to remove another member they need the permission $remove_members.',
  user: 'own',
  params: memberParams,
  staffRight: 'change_users',
  access: anyAccess({ query: noQuery, response: success }),
  errors: ['USER_NOT_FOUND', 'TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED'],
})

export const teamMemberProfileClientRead = z.object({
  team_id: uuid,
  user_id: uuid,
  display_name: z.string().nullable().describe('The name in this team, or that of the user.'),
  profile_image_url: z.string().nullable().describe('The image in this team, or that of the user.'),
})

export const teamMemberProfileServerRead = teamMemberProfileClientRead.extend({ user: userServerRead })

export const teamMemberProfileUpdate = z.strictObject({
  display_name: label.optional(),
  profile_image_url: imageUrl.nullable().optional().describe('Null: the image of the user.'),
})

const profileListQuery = z.strictObject({
  team_id: uuid.optional().describe('Clients must send it.'),
  user_id: userIdOrMe.optional().describe('Clients need the permission $read_members to see other members.'),
  ...listQuery,
})

const toleratedQuery = z.strictObject({ team_id: uuid.optional(), user_id: userIdOrMe.optional() })

export const listTeamMemberProfiles = endpoint({
  method: 'GET',
  path: '/team-member-profiles',
  tag: 'Team members',
  summary: 'Lists the profiles of team members, in the order in which they joined.',
  user: 'own',
  staffRight: 'read_users',
  access: clientAndServer(
    { query: profileListQuery, response: wholeOrPageOf(teamMemberProfileClientRead) },
    { query: profileListQuery, response: wholeOrPageOf(teamMemberProfileServerRead) },
  ),
  errors: ['USER_NOT_FOUND', 'TEAM_NOT_FOUND', 'TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED'],
})

export const readTeamMemberProfile = endpoint({
  method: 'GET',
  path: '/team-member-profiles/{team_id}/{user_id}',
  tag: 'Team members',
  summary: 'Reads the profile of a team member. Clients need the permission $read_members for another member.',
  user: 'own',
  params: memberParams,
  staffRight: 'read_users',
  access: clientAndServer(
    { query: toleratedQuery, response: teamMemberProfileClientRead },
    { query: toleratedQuery, response: teamMemberProfileServerRead },
  ),
  errors: ['TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED'],
})

export const updateTeamMemberProfile = endpoint({
  method: 'PATCH',
  path: '/team-member-profiles/{team_id}/{user_id}',
  tag: 'Team members',
  summary: 'Updates the profile of a team member. Clients can change only their own.',
  user: 'own',
  params: memberParams,
  mayCarryImage: true,
  staffRight: 'change_users',
  access: clientAndServer(
    { query: toleratedQuery, body: teamMemberProfileUpdate, response: teamMemberProfileClientRead },
    { query: toleratedQuery, body: teamMemberProfileUpdate, response: teamMemberProfileServerRead },
  ),
  isRateLimited: true,
  errors: ['TEAM_MEMBERSHIP_NOT_FOUND'],
})
