'use client'

import type { EditableTeamMemberProfile, TeamReference } from '@portico/client'
import { useUserRead } from '../../hooks/useUserRead.ts'
import type { Loading } from '../../hooks/loading.ts'

/** The name and the picture that the user has in a team. */
export interface TeamProfile extends Loading {
  /** How the signed-in user appears in the team. Undefined until loaded. */
  readonly profile: EditableTeamMemberProfile | undefined
}

/** The profile of the signed-in user in a team. */
export function useTeamProfile(team: TeamReference): TeamProfile {
  const { value, failure, reload } = useUserRead('teamProfile', { teamId: team.id })
  return { profile: value, failure, reload }
}
