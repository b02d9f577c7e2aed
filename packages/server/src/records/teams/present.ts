import type { TeamClientRead, TeamServerRead } from '@portico/contract'

import { presentImage } from '../images/image-path.ts'
import type { Team } from './team.ts'

/**
 * Presents a team to clients.
 *
 * @param baseUrl the URL of the service, for uploaded images
 */
export function presentTeamToClient(team: Team, baseUrl: string): TeamClientRead {
  return {
    id: team.id,
    display_name: team.displayName,
    profile_image_url: presentImage(baseUrl, team.profileImage),
    client_metadata: team.clientMetadata,
    client_read_only_metadata: team.clientReadOnlyMetadata,
    second_factor_required: team.secondFactorRequiredSince !== null,
  }
}

/** Presents a team to servers and admins, with the fields that clients do not see. */
export function presentTeamToServer(team: Team, baseUrl: string): TeamServerRead {
  return {
    ...presentTeamToClient(team, baseUrl),
    server_metadata: team.serverMetadata,
    created_at_millis: team.createdAt.getTime(),
  }
}
