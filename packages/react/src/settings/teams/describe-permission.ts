import { isSystemTeamPermission, type SystemTeamPermission } from '@portico/contract/permissions'
import type { Text } from '../../i18n/locales/texts.ts'
import type { Translate } from '../../i18n/translate.ts'

/** Permissions that let a member change the team or its members. */
const managing: readonly SystemTeamPermission[] = ['$update_team', '$delete_team', '$remove_members', '$manage_roles']

/** The names of the system permissions. A new permission does not compile without one. */
const names: Readonly<Record<SystemTeamPermission, Text>> = {
  $update_team: 'Change name and picture',
  $delete_team: 'Delete the team',
  $read_members: 'See the members',
  $remove_members: 'Remove members',
  $invite_members: 'Invite people',
  $manage_api_keys: 'Manage API keys',
  $manage_roles: 'Change the roles of members',
}

/** Whether a user with these permissions has a system permission. */
export function hasPermission(permissions: ReadonlySet<string>, id: SystemTeamPermission): boolean {
  return permissions.has(id)
}

/** Whether a member with these permissions may manage the team. */
export function canManageTeam(permissions: Iterable<string>): boolean {
  const all = new Set(permissions)
  return managing.some((id) => hasPermission(all, id))
}

/** Returns the name of a permission. Those that a project defines have only their id. */
export function describePermission(t: Translate, id: string): string {
  if (id === 'team_admin') return t('Administrator')
  if (id === 'team_member') return t('Member')
  return isSystemTeamPermission(id) ? t(names[id]) : id
}

/** Whether a permission is one of the system's, which every project has. */
export function isOfSystem(id: string): boolean {
  return id.startsWith('$')
}

/** The project's roles first, then single system permissions; each in alphabetical order. */
export function byKind(one: string, other: string): number {
  return Number(isOfSystem(one)) - Number(isOfSystem(other)) || one.localeCompare(other)
}
