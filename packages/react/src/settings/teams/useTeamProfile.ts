import type { EditableTeamMemberProfile, TeamReference } from '@portico/client'
import { useUserRead } from '../../hooks/useUserRead.ts'

/** The name and the picture that the user has in a team. */
export interface TeamProfile {
  /** How the signed-in user appears in the team. Undefined until loaded. */
  readonly profile: EditableTeamMemberProfile | undefined
  /** The failure of loading the profile. */
  readonly failure: unknown
  /** Loads the profile again after `failure`. */
  readonly reload: () => void
}

/** The profile of the signed-in user in a team. */
export function useTeamProfile(team: TeamReference): TeamProfile {
  const { value, failure, reload } = useUserRead('teamProfile', { teamId: team.id })
  return { profile: value, failure, reload }
}
