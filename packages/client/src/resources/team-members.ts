import type { TeamMemberProfileClientRead } from '@portico/contract'

import type { SendRequest } from '../transport/request.ts'
import type { Session } from '../session/session.ts'
import { bodyOf } from '../transport/body-of.ts'
import type { TeamMemberProfileFields } from '../transport/record-fields.ts'

/** How a member appears in a team. */
export interface TeamMemberProfile extends TeamMemberProfileFields {}

/** Changes to a user's profile in a team. Absent fields keep their value. */
export interface TeamMemberProfileUpdateOptions {
  /** The name in this team. */
  displayName?: string
  /** Null returns to the image of the user. */
  profileImageUrl?: string | null
}

/** The profile of the current user in a team. */
export interface EditableTeamMemberProfile extends TeamMemberProfile {
  /** Changes the given fields. */
  update(options: TeamMemberProfileUpdateOptions): Promise<void>
}

/**
 * Grants and revokes permissions of one member in one team. A member needs the permission `$manage_roles` and the
 * permission itself, while the project has `memberRoleManagementEnabled`.
 */
export interface RoleMethods {
  /** Grants a member a permission that the caller has too. */
  grantTeamPermission(permissionId: string): Promise<void>
  /** Revokes a permission that was granted directly. */
  revokeTeamPermission(permissionId: string): Promise<void>
}

/** A member of a team. */
export interface TeamUser extends RoleMethods {
  /** The id of the user. */
  readonly id: string
  /** The name and the picture of the user in this team. */
  readonly teamProfile: TeamMemberProfile
}

export function presentProfile(read: TeamMemberProfileClientRead): TeamMemberProfile {
  return { displayName: read.display_name, profileImageUrl: read.profile_image_url }
}

/** @param userId `me` is the user of the session */
export async function fetchProfile(
  request: SendRequest,
  teamId: string,
  userId: string,
  { session, afterChange }: { session?: Session; afterChange: () => Promise<void> | void },
): Promise<EditableTeamMemberProfile> {
  const params = { team_id: teamId, user_id: userId }
  return {
    ...presentProfile(await request('GET /team-member-profiles/{team_id}/{user_id}', { params, session })),
    update: async (options) => {
      await request('PATCH /team-member-profiles/{team_id}/{user_id}', { params, body: bodyOf(options), session })
      await afterChange()
    },
  }
}
