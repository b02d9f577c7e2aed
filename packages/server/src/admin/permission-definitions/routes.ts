import * as contract from '@portico/contract'

import { projectAdmin } from '../../api/access.ts'
import { wholeList } from '../../api/list-page.ts'
import { route, type Route } from '../../api/route.ts'
import { toCamelCase } from '../../kernel/letter-case.ts'
import { changePermission, definePermission, listPermissions, removePermission } from './definitions.ts'

export function permissionDefinitionRoutes(): Route[] {
  return [
    ...routesOfScope('team', {
      list: contract.listTeamPermissionDefinitions,
      create: contract.createTeamPermissionDefinition,
      update: contract.updateTeamPermissionDefinition,
      remove: contract.deleteTeamPermissionDefinition,
    }),
    ...routesOfScope('project', {
      list: contract.listProjectPermissionDefinitions,
      create: contract.createProjectPermissionDefinition,
      update: contract.updateProjectPermissionDefinition,
      remove: contract.deleteProjectPermissionDefinition,
    }),
  ]
}

/** The endpoints of both scopes differ in their paths. */
interface Endpoints {
  readonly list: typeof contract.listTeamPermissionDefinitions | typeof contract.listProjectPermissionDefinitions
  readonly create: typeof contract.createTeamPermissionDefinition | typeof contract.createProjectPermissionDefinition
  readonly update: typeof contract.updateTeamPermissionDefinition | typeof contract.updateProjectPermissionDefinition
  readonly remove: typeof contract.deleteTeamPermissionDefinition | typeof contract.deleteProjectPermissionDefinition
}

function routesOfScope(scope: contract.PermissionScope, { list, create, update, remove }: Endpoints): Route[] {
  return [
    route(list, { allow: projectAdmin }, async (call) => wholeList(await listPermissions(call, scope))),

    route(create, { allow: projectAdmin }, (call) => definePermission(call, scope, toCamelCase(call.body))),

    route(update, { allow: projectAdmin }, (call) =>
      changePermission(call, scope, call.params.id, toCamelCase(call.body)),
    ),

    route(remove, { allow: projectAdmin }, async (call) => {
      await removePermission(call, scope, call.params.id)
      return { success: true as const }
    }),
  ]
}
