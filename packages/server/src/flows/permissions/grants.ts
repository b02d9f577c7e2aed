import type { ProjectCall } from '../../api/rules/route.ts'
import { emit } from '../../kernel/emit.ts'
import { KnownError } from '../../kernel/errors.ts'
import { grantInProject, grantInTeam, revokeInProject, revokeInTeam } from '../../records/permissions/grants.ts'
import { systemPermissionsOf } from '../../records/permissions/system-permissions.ts'
import { notAMember, type MemberKey } from '../../records/team-members/member.ts'

/**
 * Grants a permission to a member of a team. A repeated grant changes nothing, and succeeds.
 *
 * @throws USER_NOT_FOUND, TEAM_MEMBERSHIP_NOT_FOUND, PERMISSION_NOT_FOUND, WRONG_PERMISSION_SCOPE
 */
export async function grantTeamPermission(call: ProjectCall, member: MemberKey, permissionId: string): Promise<void> {
  await call.db.transaction(async (tx) => {
    const { found } = await tx.batch({
      held: call.rights.hold(),
      found: grantInTeam(tx.projectId, member, permissionId),
    })
    const { isGranted, isMember, isUser, scope } = found
    if (!isUser) throw new KnownError('USER_NOT_FOUND')
    if (!isMember) throw notAMember(member)
    // guard: a permission that the project has off cannot be granted (drop `!isOffered(call, permissionId)`) [roles]
    if (scope === null || !isOffered(call, permissionId))
      throw new KnownError('PERMISSION_NOT_FOUND', { permission_id: permissionId })
    // guard: a grant in a team is of a permission of teams [permissions]
    if (scope !== 'team') throw wrongScope(permissionId, 'team', scope)
    if (isGranted) await tx.run(emit(call, 'team_permission.granted', { ...member, permissionId }))
  })
}

/** @throws USER_NOT_FOUND, TEAM_MEMBERSHIP_NOT_FOUND, TEAM_PERMISSION_NOT_FOUND */
export async function revokeTeamPermission(call: ProjectCall, member: MemberKey, permissionId: string): Promise<void> {
  await call.db.transaction(async (tx) => {
    const { found } = await tx.batch({
      held: call.rights.hold(),
      found: revokeInTeam(tx.projectId, member, permissionId),
    })
    const { isMember, isRevoked, isUser } = found
    if (!isUser) throw new KnownError('USER_NOT_FOUND')
    if (!isMember) throw notAMember(member)
    if (!isRevoked) {
      const details = { team_id: member.teamId, user_id: member.userId, permission_id: permissionId }
      throw new KnownError('TEAM_PERMISSION_NOT_FOUND', details)
    }
    await tx.run(emit(call, 'team_permission.revoked', { ...member, permissionId }))
  })
}

/**
 * Grants a permission in the whole project. A repeated grant changes nothing, and succeeds.
 *
 * @throws USER_NOT_FOUND, PERMISSION_NOT_FOUND, WRONG_PERMISSION_SCOPE
 */
export async function grantProjectPermission(call: ProjectCall, userId: string, permissionId: string): Promise<void> {
  await call.db.transaction(async (tx) => {
    const { isGranted, isUser, scope } = await tx.run(grantInProject(tx.projectId, userId, permissionId))
    if (!isUser) throw new KnownError('USER_NOT_FOUND')
    if (scope === null) throw new KnownError('PERMISSION_NOT_FOUND', { permission_id: permissionId })
    if (scope !== 'project') throw wrongScope(permissionId, 'project', scope)
    if (isGranted) await tx.run(emit(call, 'project_permission.granted', { userId, permissionId }))
  })
}

/** @throws USER_NOT_FOUND, PERMISSION_NOT_FOUND */
export async function revokeProjectPermission(call: ProjectCall, userId: string, permissionId: string): Promise<void> {
  await call.db.transaction(async (tx) => {
    const { isRevoked, isUser } = await tx.run(revokeInProject(tx.projectId, userId, permissionId))
    if (!isUser) throw new KnownError('USER_NOT_FOUND')
    if (!isRevoked) throw new KnownError('PERMISSION_NOT_FOUND', { permission_id: permissionId })
    await tx.run(emit(call, 'project_permission.revoked', { userId, permissionId }))
  })
}

/** False for a system permission that exists only by a setting of the project, while the setting is off. */
function isOffered({ project }: ProjectCall, permissionId: string): boolean {
  return !permissionId.startsWith('$') || systemPermissionsOf(project.config).some((id) => id === permissionId)
}

function wrongScope(id: string, expected: 'team' | 'project', actual: 'team' | 'project'): KnownError {
  return new KnownError('WRONG_PERMISSION_SCOPE', { permission_id: id, expected_scope: expected, actual_scope: actual })
}
