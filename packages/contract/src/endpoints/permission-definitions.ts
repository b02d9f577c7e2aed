import { z } from 'zod'

import { adminAccess, endpoint } from './endpoint.ts'
import type { PermissionScope } from '../catalogues/permissions.ts'
import { customPermissionId, label, listOf, noQuery, permissionId, success } from './primitives.ts'

export const permissionDefinitionRead = z.object({
  id: z.string(),
  description: z.string().optional(),
  contained_permission_ids: z.array(z.string()),
})

const contained = z.array(permissionId)

export const permissionDefinitionCreate = z.strictObject({
  id: customPermissionId,
  description: label.optional(),
  contained_permission_ids: contained.optional(),
})

export const permissionDefinitionUpdate = permissionDefinitionCreate.partial()

const definitionParams = z.object({ id: permissionId })

const team = definitionEndpoints('team', {
  list: 'Lists the permissions that users can have in a team: the system permissions and those of the project.',
  create: 'Defines a team permission. It can contain system permissions and other team permissions.',
})

export const listTeamPermissionDefinitions = team.list
export const createTeamPermissionDefinition = team.create
export const updateTeamPermissionDefinition = team.update
export const deleteTeamPermissionDefinition = team.delete

const project = definitionEndpoints('project', {
  list: 'Lists the permissions that users can have in the whole project.',
  create: 'Defines a project permission. It can contain other project permissions.',
})

export const listProjectPermissionDefinitions = project.list
export const createProjectPermissionDefinition = project.create
export const updateProjectPermissionDefinition = project.update
export const deleteProjectPermissionDefinition = project.delete

/**
 * Creates the endpoints that manage the permissions of one scope. Permissions of the two scopes cannot have the same
 * id.
 */
function definitionEndpoints<const Scope extends PermissionScope>(
  scope: Scope,
  summary: { readonly list: string; readonly create: string },
) {
  const tag = 'Permission definitions'
  const path = `/${scope}-permission-definitions` as const
  const item = { tag, path: `${path}/{id}`, params: definitionParams } as const
  return {
    list: endpoint({
      method: 'GET',
      path,
      tag,
      summary: summary.list,
      staffRight: 'read_project',
      access: adminAccess({ query: noQuery, response: listOf(permissionDefinitionRead) }),
      errors: [],
    }),
    create: endpoint({
      method: 'POST',
      path,
      tag,
      summary: summary.create,
      status: 201,
      staffRight: 'change_permissions',
      access: adminAccess({ query: noQuery, body: permissionDefinitionCreate, response: permissionDefinitionRead }),
      errors: ['PERMISSION_ID_ALREADY_EXISTS', 'CONTAINED_PERMISSION_NOT_FOUND', 'PROJECT_NOT_FOUND'],
    }),
    update: endpoint({
      ...item,
      method: 'PATCH',
      summary: `Updates or renames a ${scope} permission. Absent fields stay unchanged. Everything that refers to it follows a new id.`,
      staffRight: 'change_permissions',
      access: adminAccess({ query: noQuery, body: permissionDefinitionUpdate, response: permissionDefinitionRead }),
      errors: [
        'PERMISSION_NOT_FOUND',
        'PERMISSION_ID_ALREADY_EXISTS',
        'CONTAINED_PERMISSION_NOT_FOUND',
        'PROJECT_NOT_FOUND',
      ],
    }),
    delete: endpoint({
      ...item,
      method: 'DELETE',
      summary: `Deletes a ${scope} permission, every grant of it, and every reference to it.`,
      staffRight: 'change_permissions',
      access: adminAccess({ query: noQuery, response: success }),
      errors: ['PERMISSION_NOT_FOUND', 'PROJECT_NOT_FOUND'],
    }),
  }
}
