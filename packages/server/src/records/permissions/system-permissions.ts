import { systemTeamPermissions, type SystemTeamPermission } from '@portico/contract'

/** The settings that decide which system permissions exist. */
export interface RoleSettings {
  readonly memberRoleManagementEnabled: boolean
}

const descriptions: Readonly<Record<SystemTeamPermission, string>> = {
  $update_team: 'Change the data of the team.',
  $delete_team: 'Delete the team.',
  $read_members: 'See the other members and the open invitations.',
  $remove_members: 'Remove other members and revoke invitations.',
  $invite_members: 'Invite people to the team and see the open invitations.',
  $manage_api_keys: 'Create, read and change the API keys of the team.',
  $manage_roles: 'Grant to other members, and revoke from them, the permissions that the member has too.',
}

export function describeSystemPermission(id: SystemTeamPermission): string {
  return descriptions[id]
}

/** The system permissions of teams. They include managing roles only while the project allows it to members. */
export function systemPermissionsOf({ memberRoleManagementEnabled }: RoleSettings): readonly SystemTeamPermission[] {
  return systemTeamPermissions.filter((id) => memberRoleManagementEnabled || id !== '$manage_roles')
}
