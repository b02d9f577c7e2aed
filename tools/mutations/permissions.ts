import type { Mutation } from './mutation.ts'

const teamPermission = 'packages/server/src/api/rules/team-permission.ts'
const roleManager = 'packages/server/src/flows/permissions/role-manager.ts'
const effective = 'packages/server/src/records/queries/permissions/effective-permissions.ts'
const grants = 'packages/server/src/flows/permissions/grants.ts'
const definitionStore = 'packages/server/src/records/permissions/store.ts'

/** Permissions of teams and projects: who needs, has and gives them. */
export const permissionMutations: readonly Mutation[] = [
  {
    check: 'a client is a member of the team',
    file: teamPermission,
    text: 'if (isMember && missing === undefined) return',
    becomes: 'if (missing === undefined) return',
    tests: ['api/rules/team-access.test'],
  },
  {
    check: 'a member has the permission that the route declares',
    file: teamPermission,
    text: 'if (isMember && missing === undefined) return',
    becomes: 'if (isMember) return',
    tests: ['api/rules/team-access.test'],
  },
  {
    check: 'a right lasts until the commit of the change',
    file: teamPermission,
    text: '    lockMembers(projectId, teamId, [...new Set(userIds)]),\n',
    tests: ['permissions/held-permissions.postgres.test'],
    engine: 'postgres',
  },
  {
    check: 'a revocation waits for changes that rely on the permission',
    file: 'packages/server/src/records/permissions/grants.ts',
    text: ' for no key update',
    tests: ['permissions/held-permissions.postgres.test'],
    engine: 'postgres',
  },
  {
    check: 'a change checks the rights again',
    file: 'packages/server/src/api/rules/route.ts',
    text: '    context.rights.requireHeld(spec)\n',
    tests: ['api/rules/declarations.test'],
  },
  {
    check: 'only the own user needs no permission',
    file: 'packages/server/src/api/rules/named-user.ts',
    text: "  return named === 'me' || (user !== null && named === user.id)\n",
    becomes: '  return named !== undefined && user !== null\n',
    tests: ['api/rules/team-access.test'],
  },
  {
    check: 'endpoints for members are those of servers while the project has them off',
    file: 'packages/server/src/api/rules/declaration.ts',
    text: 'clientSwitch === undefined || (project?.config[clientSwitch] ?? false)',
    becomes: 'clientSwitch === undefined || project !== null',
    tests: ['permissions/roles.test'],
  },
  {
    check: 'a member gives only permissions that they have',
    file: roleManager,
    text: "['$manage_roles', params.permission_id]",
    becomes: "['$manage_roles', params.permission_id].slice(0, 1)",
    tests: ['permissions/roles.test'],
  },
  {
    check: 'a member gives themselves no permission',
    file: roleManager,
    text: "      throw new PlainError(400, 'A member cannot grant permissions to themselves.')\n",
    tests: ['permissions/roles.test'],
  },
  {
    check: 'only members who manage roles see the permissions of others',
    file: roleManager,
    text: "    await requireTeamPermissions(call, query.team_id, ['$manage_roles'])\n",
    tests: ['permissions/roles.test'],
  },
  {
    check: 'a client sees the permissions of its own user only',
    file: roleManager,
    text: "      requireOwnUser('user_id', query.user_id, user)\n",
    tests: ['permissions/permissions.test'],
  },
  {
    check: 'a permission that the project has off is no default',
    file: 'packages/server/src/records/queries/permissions/default-permissions.ts',
    text: 'systemPermissionsOf({ memberRoleManagementEnabled: false })',
    becomes: 'systemPermissionsOf({ memberRoleManagementEnabled: true })',
    tests: ['teams/memberships.test'],
  },
  {
    check: 'a permission that the project has off cannot be granted',
    file: grants,
    text: ' || !isOffered(call, permissionId)',
    tests: ['permissions/roles.test'],
  },
  {
    check: 'a grant in a team is of a permission of teams',
    file: grants,
    text: "    if (scope !== 'team') throw wrongScope(permissionId, 'team', scope)\n",
    tests: ['permissions/permissions.test'],
  },
  {
    check: 'a permission does not contain itself',
    file: 'packages/server/src/admin/permission-definitions/containment.ts',
    text: '.has(key)) {',
    becomes: '.has(key) && false) {',
    tests: ['permission-definitions/definitions.test'],
  },
  {
    check: 'the definitions of a project change one at a time',
    file: 'packages/server/src/records/projects/store.ts',
    text: ' for no key update`',
    becomes: '`',
    tests: ['permission-definitions/definitions.test'],
    engine: 'postgres',
  },
  {
    check: 'a permission counts in the team in which it was granted',
    file: effective,
    text: '      where user_id = ${userId} and team_id = ${teamId} and project_id = ${projectId}\n      union ${containedKeys(projectId)}',
    becomes: '      where user_id = ${userId} and project_id = ${projectId}\n      union ${containedKeys(projectId)}',
    tests: ['api/rules/team-access.test'],
  },
  {
    check: 'the grants of a deleted permission end',
    file: definitionStore,
    text: 'where permission_key = ${key}',
    becomes: 'where false and permission_key = ${key}',
    tests: ['permissions/permissions.test'],
  },
]
