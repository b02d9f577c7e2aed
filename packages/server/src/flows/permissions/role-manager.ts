import { requireOwnUser, type Requirement } from '../../api/rules/access.ts'
import { namesOwnUser } from '../../api/rules/named-user.ts'
import { requireTeamPermissions, teamRule, type TeamCall } from '../../api/rules/team-permission.ts'
import { PlainError } from '../../kernel/errors.ts'
import type { Project } from '../../records/projects/project.ts'

interface RoleCall extends TeamCall {
  readonly params: { readonly team_id: string; readonly user_id: string; readonly permission_id: string }
}

/**
 * Members who may manage roles, for the permissions that they have themselves: they can neither grant nor revoke a
 * permission that they lack. Such a route also declares the setting that opens it to clients.
 */
export const roleManager: Requirement<RoleCall> = {
  // guard: a member gives only permissions that they have
  //   (replace `['$manage_roles', params.permission_id]` with `['$manage_roles', params.permission_id].slice(0, 1)`)
  //   [roles]
  ...teamRule<RoleCall>(({ params }) => ['$manage_roles', params.permission_id]),
  decidesNamedUser: true,
}

/**
 * Members who may manage roles, for other members. A manager has what a role contains; with a direct grant of it, they
 * would keep it after the revocation of the role.
 */
export const roleManagerOfOthers: Requirement<RoleCall> = {
  ...roleManager,
  require: async (call) => {
    await roleManager.require(call)
    if (namesOwnUser(call, call.params.user_id)) {
      // guard: a member gives themselves no permission [roles]
      throw new PlainError(400, 'A member cannot grant permissions to themselves.')
    }
  },
}

interface ListCall extends TeamCall {
  readonly project: Project
  readonly query: { readonly team_id?: string | undefined; readonly user_id?: string | undefined }
}

/**
 * Clients see the permissions of their own user. In a team whose roles they may manage, they see the permissions of all
 * members.
 */
export const permissionReader: Requirement<ListCall> = {
  access: 'client',
  needsUser: false,
  isForClientsOnly: true,
  decidesNamedUser: true,
  require: async (call) => {
    const { project, query, user } = call
    if (namesOwnUser(call, query.user_id)) return
    if (!project.config.memberRoleManagementEnabled || query.team_id === undefined) {
      // guard: a client sees the permissions of its own user only [permissions]
      requireOwnUser('user_id', query.user_id, user)
      return
    }
    // guard: only members who manage roles see the permissions of others [roles]
    await requireTeamPermissions(call, query.team_id, ['$manage_roles'])
  },
}
