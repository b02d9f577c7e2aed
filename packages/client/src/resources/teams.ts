import type { Json } from '@portico/contract'

import type { TeamApiKeyActions, UserApiKeyActions } from './api-keys.ts'
import type { PermissionActions, TeamMemberPermission, TeamReference } from './permissions.ts'
import type { ReceivedTeamInvitation, TeamInvitation } from './team-invitations.ts'
import type { EditableTeamMemberProfile, TeamUser } from './team-members.ts'
import type { TeamFields } from '../transport/record-fields.ts'

export type { TeamFields }

/** Changes to a team. Absent fields keep their value. */
export interface TeamUpdateOptions {
  /** The name that members see. */
  displayName?: string
  /** An image address of at most 1,000,000 characters; null removes the image. */
  profileImageUrl?: string | null
  /** Replaces the data that members with the permission `$update_team` can write. */
  clientMetadata?: Json
  /** Whether each member needs a second factor. Members without one have the project's grace period. */
  secondFactorRequired?: boolean
}

/** The fields of a new team. */
export interface TeamCreateOptions {
  /** The name that members see. */
  displayName: string
  /** An image address (http, https or `data:`) of at most 1,000,000 characters. */
  profileImageUrl?: string | null
}

/** The address of an invitation to a team, and the page that its link opens. */
export interface InviteUserOptions {
  /** The address that the invitation is mailed to. */
  email: string
  /** The page of the link in the mail. Default: `urls.teamInvitation`. */
  callbackUrl?: string
}

/** What a member can do with a team. Without the permission, the methods throw `TEAM_PERMISSION_REQUIRED`. */
export interface TeamMethods extends TeamApiKeyActions {
  /** Requires the permission `$update_team`. */
  update(options: TeamUpdateOptions): Promise<void>
  /** Deletes the team with everything that belongs to it. Requires the permission `$delete_team`. */
  delete(): Promise<void>
  /**
   * Mails an invitation, which replaces an open invitation of the same address. Requires the permission
   * `$invite_members`.
   */
  inviteUser(options: InviteUserOptions): Promise<void>
  /** Lists the members in the order in which they joined. Requires the permission `$read_members`. */
  listUsers(): Promise<TeamUser[]>
  /** Lists the open invitations. Requires the permissions `$read_members` and `$invite_members`. */
  listInvitations(): Promise<TeamInvitation[]>
  /** Removes a member. Requires the permission `$remove_members`, except to remove the user of the session. */
  removeUser(userId: string): Promise<void>
  /**
   * Lists the permissions of all members in this team. Requires the permission `$manage_roles`, while the project has
   * `memberRoleManagementEnabled`.
   *
   * @param options.recursive lists contained permissions too (default)
   */
  listMemberPermissions(options?: { recursive?: boolean }): Promise<TeamMemberPermission[]>
}

/** Their code is loaded by the first call. */
export const teamMethodNames = [
  'update',
  'delete',
  'inviteUser',
  'removeUser',
  'listUsers',
  'listInvitations',
  'listMemberPermissions',
  'listApiKeys',
  'createApiKey',
] as const satisfies readonly (keyof TeamMethods)[]

/** A team of the current user. A snapshot: read the team again after a change. */
export interface Team extends TeamFields, TeamMethods {}

/** The methods of the current user for teams and permissions. */
export interface TeamActions extends PermissionActions {
  /** Selects a team of the user, or none. */
  setSelectedTeam(team: TeamReference | string | null): Promise<void>
  /**
   * Creates a team with the user as its first member, and selects it. The project must allow it. A failure of the
   * selection is ignored: the team exists.
   */
  createTeam(options: TeamCreateOptions): Promise<Team>
  /** Oldest first. */
  listTeams(): Promise<Team[]>
  /** Returns null if the user is not a member of the team. */
  getTeam(id: string): Promise<Team | null>
  /** Ends the membership of the user. */
  leaveTeam(team: TeamReference): Promise<void>
  /** Returns the name and the picture that the user has in a team. */
  getTeamProfile(team: TeamReference): Promise<EditableTeamMemberProfile>
  /** Lists the open invitations to the verified addresses of the user. */
  listTeamInvitations(): Promise<ReceivedTeamInvitation[]>
}

/** Their code is loaded by the first call. */
export const teamActionNames = [
  'setSelectedTeam',
  'createTeam',
  'leaveTeam',
  'getTeam',
  'listTeams',
  'getTeamProfile',
  'listTeamInvitations',
  'listPermissions',
  'getPermission',
  'hasPermission',
  'listApiKeys',
  'createApiKey',
] as const satisfies readonly (keyof (TeamActions & UserApiKeyActions))[]
