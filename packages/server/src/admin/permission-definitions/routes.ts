import * as contract from '@portico/contract'

import { projectAdmin } from '../../api/rules/access.ts'
import { wholeList } from '../../api/call/list-page.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { toCamelCase } from '@portico/contract/letter-case'
import { presentDefinition, presentDefinitions } from '../../records/permissions/present.ts'
import {
  changePermission,
  definePermission,
  listPermissions,
  removePermission,
  type WrittenDefinition,
} from './definitions.ts'

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
    route(list, { allow: projectAdmin }, async (call) =>
      wholeList(presentDefinitions(await listPermissions(call), scope, call.project.config)),
    ),

    route(create, { allow: projectAdmin }, async (call) =>
      presentWritten(await definePermission(call, scope, toCamelCase(call.body))),
    ),

    route(update, { allow: projectAdmin }, async (call) =>
      presentWritten(await changePermission(call, scope, call.params.id, toCamelCase(call.body))),
    ),

    route(remove, { allow: projectAdmin }, async (call) => {
      await removePermission(call, scope, call.params.id)
      return { success: true as const }
    }),
  ]
}

function presentWritten({ all, definition, project }: WrittenDefinition): contract.PermissionDefinitionRead {
  return presentDefinition(definition, all, project.config)
}
