import { SelectedTeamSwitcher, useTeams } from '@portico/react'
import { useState, type ReactNode } from 'react'

/** The page of the second team, whatever the user selected before, with a button to the page of another team. */
export function FixedSwitcher(): ReactNode {
  const { teams } = useTeams()
  const [index, setIndex] = useState(1)
  const team = teams?.[index]
  return (
    team && (
      <>
        <SelectedTeamSwitcher selectedTeam={team} />
        <button type="button" onClick={() => setIndex(1 - index)}>
          Other team
        </button>
      </>
    )
  )
}
