import type { Translate } from '../i18n/translate.ts'

/** Permissions that let a member change the team or its members. */
const managing: readonly string[] = ['$update_team', '$delete_team', '$remove_members', '$manage_roles']

/** Whether a member with these permissions may manage the team. */
export function canManageTeam(permissions: Iterable<string>): boolean {
  return [...permissions].some((id) => managing.includes(id))
}

/** Returns the name of a permission. Those that a project defines have only their id. */
export function describePermission(t: Translate, id: string): string {
  switch (id) {
    case 'team_admin':
      return t('Administrator')
    case 'team_member':
      return t('Member')
    case '$update_team':
      return t('Change name and picture')
    case '$delete_team':
      return t('Delete the team')
    case '$read_members':
      return t('See the members')
    case '$remove_members':
      return t('Remove members')
    case '$invite_members':
      return t('Invite people')
    case '$manage_api_keys':
      return t('Manage API keys')
    case '$manage_roles':
      return t('Change roles')
    default:
      return id
  }
}

/** Whether a permission is one of the system's, which every project has. */
export function isOfSystem(id: string): boolean {
  return id.startsWith('$')
}

/** Roles of the project first, then single permissions of the system; each in alphabetical order. */
export function byKind(one: string, other: string): number {
  return Number(isOfSystem(one)) - Number(isOfSystem(other)) || one.localeCompare(other)
}
