import { z } from 'zod'

import { anyAccess, endpoint, serverAccess } from './endpoint.ts'
import { flag, listOf, noQuery, permissionId, success, userIdOrMe, uuid } from './primitives.ts'

export const teamPermissionRead = z.object({ id: z.string(), user_id: uuid, team_id: uuid })
export const projectPermissionRead = z.object({ id: z.string(), user_id: uuid })

const filter = {
  user_id: userIdOrMe.optional().describe('Clients must send it, and can name only their own user.'),
  permission_id: permissionId.optional(),
  recursive: flag
    .optional()
    .describe(
      'True lists contained permissions too. Absent or false: only the permissions that were granted directly.',
    ),
}

const teamPermissionParams = z.object({ team_id: uuid, user_id: userIdOrMe, permission_id: permissionId })
const projectPermissionParams = z.object({ user_id: userIdOrMe, permission_id: permissionId })
const noFields = z.strictObject({})

export const listTeamPermissions = endpoint({
  method: 'GET',
  path: '/team-permissions',
  tag: 'Permissions',
  summary:
    "Lists the permissions of users in teams. A client can list those of its own user; with the permission $manage_roles also those of the team's other members.",
  user: 'own',
  staffRight: 'read_users',
  access: anyAccess({
    query: z.strictObject({ team_id: uuid.optional(), ...filter }),
    response: listOf(teamPermissionRead),
  }),
  errors: ['TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED'],
})

export const grantTeamPermission = endpoint({
  method: 'POST',
  path: '/team-permissions/{team_id}/{user_id}/{permission_id}',
  tag: 'Permissions',
  summary:
    'Grants a permission in a team. A client needs the permission $manage_roles and the granted permission itself, cannot grant to its own user, and the project must allow it.',
  status: 201,
  user: 'own',
  params: teamPermissionParams,
  staffRight: 'change_users',
  access: anyAccess({ query: noQuery, body: noFields, response: teamPermissionRead }),
  isRateLimited: true,
  errors: [
    'USER_NOT_FOUND',
    'TEAM_MEMBERSHIP_NOT_FOUND',
    'PERMISSION_NOT_FOUND',
    'WRONG_PERMISSION_SCOPE',
    'TEAM_PERMISSION_REQUIRED',
  ],
})

export const revokeTeamPermission = endpoint({
  method: 'DELETE',
  path: '/team-permissions/{team_id}/{user_id}/{permission_id}',
  tag: 'Permissions',
  summary:
    'Revokes a permission that was granted directly. A client needs the permission $manage_roles and the revoked permission itself, and the project must allow it.',
  user: 'own',
  params: teamPermissionParams,
  staffRight: 'change_users',
  access: anyAccess({ query: noQuery, response: success }),
  isRateLimited: true,
  errors: ['USER_NOT_FOUND', 'TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED'],
})

export const listProjectPermissions = endpoint({
  method: 'GET',
  path: '/project-permissions',
  tag: 'Permissions',
  summary: 'Lists the permissions of users in the whole project. A client can list those of its own user.',
  user: 'own',
  staffRight: 'read_users',
  access: anyAccess({ query: z.strictObject(filter), response: listOf(projectPermissionRead) }),
  errors: [],
})

export const grantProjectPermission = endpoint({
  method: 'POST',
  path: '/project-permissions/{user_id}/{permission_id}',
  tag: 'Permissions',
  summary: 'Grants a permission in the whole project.',
  status: 201,
  user: 'own',
  params: projectPermissionParams,
  staffRight: 'change_users',
  access: serverAccess({ query: noQuery, body: noFields, response: projectPermissionRead }),
  errors: ['USER_NOT_FOUND', 'PERMISSION_NOT_FOUND', 'WRONG_PERMISSION_SCOPE'],
})

export const revokeProjectPermission = endpoint({
  method: 'DELETE',
  path: '/project-permissions/{user_id}/{permission_id}',
  tag: 'Permissions',
  summary: 'Revokes a permission that was granted directly.',
  user: 'own',
  params: projectPermissionParams,
  staffRight: 'change_users',
  access: serverAccess({ query: noQuery, response: success }),
  errors: ['USER_NOT_FOUND', 'PERMISSION_NOT_FOUND'],
})
