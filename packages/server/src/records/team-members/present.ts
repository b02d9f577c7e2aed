import type { TeamMemberProfileClientRead, TeamMemberProfileServerRead } from '@portico/contract'

import { presentImage } from '../images/image-path.ts'
import { presentToServer } from '../users/present.ts'
import type { MemberProfile, MemberProfileWithUser } from './profile.ts'

/**
 * Presents a profile to clients.
 *
 * @param baseUrl the URL of the service, for uploaded images
 */
export function presentProfileToClient(profile: MemberProfile, baseUrl: string): TeamMemberProfileClientRead {
  return {
    team_id: profile.teamId,
    user_id: profile.userId,
    display_name: profile.displayName,
    profile_image_url: presentImage(baseUrl, profile.profileImage),
  }
}

/** Presents a profile to servers and admins, with the user. */
export function presentProfileToServer(
  profile: MemberProfileWithUser,
  baseUrl: string,
  now: Date,
): TeamMemberProfileServerRead {
  return { ...presentProfileToClient(profile, baseUrl), user: presentToServer(profile.user, baseUrl, now) }
}
