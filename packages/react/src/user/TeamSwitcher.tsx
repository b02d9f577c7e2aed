'use client'

import type { Team } from '@portico/client'
import { useState, type ReactNode } from 'react'
import { navigate } from '../app/navigate.ts'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useLatestProject } from '../app/useProject.ts'
import { useStoredChoice } from '../hooks/useStoredChoice.ts'
import { MockTeamMenu, type MockTeams } from './MockTeamMenu.tsx'
import { TeamMenu, type ShownTeam, type TeamMenuLook } from './TeamMenu.tsx'
import { SwitcherRoot, UserTeams } from './UserTeams.tsx'

/** The props of `TeamSwitcher`. */
export interface TeamSwitcherProps extends TeamMenuLook, MockTeams {
  /** The team that is shown until the visitor chooses one. */
  readonly team?: Team | null | undefined
  /** The id of that team. */
  readonly teamId?: string | undefined
  /** The teams to choose from. Default: those of the user. */
  readonly teams?: readonly Team[] | undefined
  /**
   * Called with each choice. If it fails, the switcher shows why and returns to the previous team. While it runs, the
   * latest choice waits.
   */
  readonly onChange?: ((team: Team | null) => void | Promise<void>) | undefined
  /** Shows the menu for this user, for previews. */
  readonly mockUser?: { readonly team?: ShownTeam } | undefined
}

/**
 * A menu of teams that keeps its own choice: it neither shows nor stores the user's selected team. Renders nothing for
 * a signed-out visitor.
 */
export function TeamSwitcher(props: TeamSwitcherProps): ReactNode {
  const { teams, mockUser, mockTeams } = props
  return (
    <SwitcherRoot>
      {mockUser || mockTeams ? (
        <MockTeamMenu {...props} team={mockUser?.team} />
      ) : teams ? (
        <ChosenTeamMenu {...props} teams={teams} />
      ) : (
        <UserTeams>{(own, userId) => <ChosenTeamMenu key={userId} {...props} teams={own} />}</UserTeams>
      )}
    </SwitcherRoot>
  )
}

/** The menu that keeps the chosen team as its state. */
function ChosenTeamMenu(props: TeamSwitcherProps & { readonly teams: readonly Team[] }): ReactNode {
  const { teams, team: first, teamId = first?.id, onChange } = props
  const app = usePorticoApp()
  const project = useLatestProject()
  const [chosen, setChosen] = useState<{ readonly team: Team | null } | null>(null)
  const { pending, choose } = useStoredChoice<Team | null>(async (team) => {
    await onChange?.(team)
    setChosen({ team })
  })
  const shown = pending ? { team: pending.value } : chosen
  const currentId = shown ? shown.team?.id : teamId
  return (
    <TeamMenu
      {...props}
      // The list has the latest names and pictures. A chosen team that left the list is no longer shown.
      current={teams.find(({ id }) => id === currentId) ?? (shown ? null : (first ?? null))}
      canCreateTeam={project?.config.clientTeamCreationEnabled ?? false}
      isBusy={choose.phase !== 'idle'}
      failure={choose.failure}
      isFailedChoice={() => true}
      onChoose={(team) => void choose.submit(team)}
      onOpenSettings={(section) => navigate(app, `${app.urls.accountSettings}#${section}`)}
    />
  )
}
