import { SelectedTeamSwitcher, useTeams, useUser } from '@portico/react'
import type { ReactNode } from 'react'
import { LoadFailure } from '../LoadFailure.tsx'
import { AllGroups } from './AllGroups.tsx'
import { Group } from './Group.tsx'

/** The reading groups of the user. Each group is a team; the selected team is the open group. */
export function Groups(): ReactNode {
  const user = useUser({ or: 'redirect' })
  const { teams, failure, reload } = useTeams()
  const open = teams?.find(({ id }) => id === user.selectedTeam?.id)
  return (
    <section className="narrow">
      <div className="groups-head">
        <h1>Reading groups</h1>
        {teams && teams.length > 0 && <SelectedTeamSwitcher allowNull nullLabel="All groups" />}
      </div>
      {failure !== null ? (
        <LoadFailure onRetry={reload}>Your groups could not be loaded.</LoadFailure>
      ) : !teams ? (
        <div className="waiting" role="status" aria-label="Loading your groups" />
      ) : open ? (
        <Group key={open.id} group={open} user={user} />
      ) : (
        <AllGroups groups={teams} user={user} />
      )}
    </section>
  )
}
