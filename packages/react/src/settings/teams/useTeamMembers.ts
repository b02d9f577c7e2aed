'use client'

import type { Team, TeamMemberPermission, TeamUser } from '@portico/client'
import { useMemo } from 'react'
import type { Action } from '../../hooks/useAction.ts'
import { useChange } from '../../hooks/useChange.ts'
import { useUserRead } from '../../hooks/useUserRead.ts'
import type { Loading } from '../../hooks/loading.ts'

/** A member of a team, with their roles. */
export interface TeamMember {
  /** The member. */
  readonly user: TeamUser
  /** The ids of the permissions that were granted directly. Undefined if they may not be listed. */
  readonly roles: readonly string[] | undefined
  /** The ids of all permissions, contained ones included. Undefined if they may not be listed. */
  readonly permissions: readonly string[] | undefined
}

/** What has happened to a member. */
export type TeamMemberEvent = 'removed' | 'roles'

/** The members of a team, and what a page can do with them. */
export interface TeamMembers extends Loading {
  /** In the order in which they joined. Undefined until loaded. */
  readonly members: readonly TeamMember[] | undefined
  /** Ends a membership. */
  readonly remove: Action<[member: TeamMember], never>
  /** Grants and revokes permissions until the member has exactly these. */
  readonly setRoles: Action<[member: TeamMember, roles: ReadonlySet<string>], never>
}

/** What `useTeamMembers` lists, and what a page does after a change. */
export interface TeamMembersOptions {
  /** The user has the permission `$read_members`. Without it, no members are listed. */
  readonly withMembers: boolean
  /** Lists the permissions of the members too. The user needs the permission `$manage_roles`. */
  readonly withRoles: boolean
  /** Called after a member was changed or removed. */
  readonly onChanged?: (event: TeamMemberEvent) => void
}

/** The members of a team. */
export function useTeamMembers(team: Team, { withMembers, withRoles, onChanged }: TeamMembersOptions): TeamMembers {
  const users = useUserRead('members', { teamId: team.id }, withMembers)
  const direct = useUserRead('memberPermissions', { teamId: team.id, isRecursive: false }, withRoles)
  const all = useUserRead('memberPermissions', { teamId: team.id, isRecursive: true }, withRoles)
  const remove = useChange(
    ({ user }: TeamMember) => team.removeUser(user.id),
    () => onChanged?.('removed'),
  )
  const setRoles = useChange(
    async ({ user, roles = [] }: TeamMember, wanted: ReadonlySet<string>) => {
      for (const id of wanted) if (!roles.includes(id)) await user.grantTeamPermission(id)
      for (const id of roles) if (!wanted.has(id)) await user.revokeTeamPermission(id)
    },
    () => onChanged?.('roles'),
  )
  const members = useMemo(() => {
    const rolesOf = groupByUser(direct.value)
    const permissionsOf = groupByUser(all.value)
    return users.value?.map((user) => ({ user, roles: rolesOf(user), permissions: permissionsOf(user) }))
  }, [users.value, direct.value, all.value])
  return {
    members,
    failure: users.failure ?? direct.failure ?? all.failure,
    reload: () => {
      for (const read of [users, direct, all]) if (read.failure !== null) read.reload()
    },
    remove,
    setRoles,
  }
}

/** Returns a function that finds the ids of a member's permissions; undefined while the permissions are not known. */
function groupByUser(
  permissions: readonly TeamMemberPermission[] | undefined,
): (user: TeamUser) => readonly string[] | undefined {
  const found = new Map<string, string[]>()
  for (const { id, userId } of permissions ?? []) found.set(userId, [...(found.get(userId) ?? []), id])
  return ({ id }) => permissions && (found.get(id) ?? [])
}
