import { SelectedTeamSwitcher, useTeams } from '@portico/react'
import type { ReactNode } from 'react'

/** The page of the second team, whatever the user selected before. */
export function FixedSwitcher(): ReactNode {
  const { teams } = useTeams()
  const team = teams?.[1]
  return team && <SelectedTeamSwitcher selectedTeam={team} />
}
