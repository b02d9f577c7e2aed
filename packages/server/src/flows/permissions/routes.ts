import * as contract from '@portico/contract'

import { anyone, projectServer } from '../../api/rules/access.ts'
import { wholeList } from '../../api/call/list-page.ts'
import { namedUserId } from '../../api/rules/named-user.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { PlainError } from '../../kernel/errors.ts'
import { presentProjectPermission, presentTeamPermission } from '../../records/permissions/present.ts'
import { systemPermissionsOf } from '../../records/permissions/system-permissions.ts'
import {
  listProjectPermissions,
  listTeamPermissions,
  type PermissionFilter,
} from '../../records/queries/permissions/effective-permissions.ts'
import type { MemberKey } from '../../records/team-members/member.ts'
import type { User } from '../../records/users/user.ts'
import { grantProjectPermission, grantTeamPermission, revokeProjectPermission, revokeTeamPermission } from './grants.ts'
import { permissionReader, roleManager, roleManagerOfOthers } from './role-manager.ts'

const success = { success: true } as const

export function permissionRoutes(): Route[] {
  return [
    route(contract.listTeamPermissions, { allow: permissionReader }, async (call) => {
      const filter = { ...filterOf(call), teamId: call.query.team_id }
      const systemIds = systemPermissionsOf(call.project.config)
      const found = await call.db.run(listTeamPermissions(call.projectId, systemIds, filter))
      if (found === null) throw tooMany('Send team_id or user_id to list fewer.')
      return wholeList(found.map(presentTeamPermission))
    }),

    route(
      contract.grantTeamPermission,
      { allow: roleManagerOfOthers, clientSwitch: 'memberRoleManagementEnabled', limit: 'changeTeam' },
      async (call) => {
        const { permission_id: id } = call.params
        const member = memberOf(call)
        await grantTeamPermission(call, member, id)
        return presentTeamPermission({ id, ...member })
      },
    ),

    route(
      contract.revokeTeamPermission,
      { allow: roleManager, clientSwitch: 'memberRoleManagementEnabled', limit: 'changeTeam' },
      async (call) => {
        await revokeTeamPermission(call, memberOf(call), call.params.permission_id)
        return success
      },
    ),

    route(contract.listProjectPermissions, { allow: anyone, self: 'user_id' }, async (call) => {
      const found = await call.db.run(listProjectPermissions(call.projectId, filterOf(call)))
      if (found === null) throw tooMany('Send user_id to list those of one user.')
      return wholeList(found.map(presentProjectPermission))
    }),

    route(contract.grantProjectPermission, { allow: projectServer }, async (call) => {
      const { permission_id: id } = call.params
      const userId = namedUserId(call, call.params.user_id)
      await grantProjectPermission(call, userId, id)
      return presentProjectPermission({ id, userId })
    }),

    route(contract.revokeProjectPermission, { allow: projectServer }, async (call) => {
      await revokeProjectPermission(call, namedUserId(call, call.params.user_id), call.params.permission_id)
      return success
    }),
  ]
}

interface FilteringCall {
  readonly user: User | null
  readonly query: {
    readonly user_id?: string | undefined
    readonly permission_id?: string | undefined
    readonly recursive?: boolean | undefined
  }
}

function filterOf(call: FilteringCall): PermissionFilter {
  const { permission_id: permissionId, recursive, user_id: named } = call.query
  return {
    userId: named === undefined ? undefined : namedUserId(call, named),
    permissionId,
    isRecursive: recursive ?? false,
    limit: contract.PERMISSION_LIST_MAX,
  }
}

function memberOf(call: {
  readonly user: User | null
  readonly params: { readonly team_id: string; readonly user_id: string }
}): MemberKey {
  return { teamId: call.params.team_id, userId: namedUserId(call, call.params.user_id) }
}

function tooMany(advice: string): PlainError {
  return new PlainError(400, `The list would read more than ${contract.PERMISSION_LIST_MAX} permissions. ${advice}`)
}
