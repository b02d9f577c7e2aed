'use client'

import type { Team } from '@portico/client'
import { useEffect, useRef, type ReactNode } from 'react'
import { navigate } from '../app/navigate.ts'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useLatestProject } from '../app/useProject.ts'
import { useTeamSwitching } from '../hooks/useTeamSwitching.ts'
import { MockTeamMenu, type MockTeams } from './MockTeamMenu.tsx'
import { TeamMenu, type ShownTeam, type TeamMenuLook } from './TeamMenu.tsx'
import { SwitcherRoot, UserTeams } from './UserTeams.tsx'

/** The props of `SelectedTeamSwitcher`. */
export interface SelectedTeamSwitcherProps extends TeamMenuLook, MockTeams {
  /** Returns the address to navigate to after a team was chosen. */
  readonly urlMap?: ((team: Team | null) => string) | undefined
  /** The team of the current page. It is shown, and stored as the user's selected team. */
  readonly selectedTeam?: Team | null | undefined
  /** Never stores the selected team. */
  readonly noUpdateSelectedTeam?: boolean | undefined
  /** Called after the user has chosen a team. */
  readonly onChange?: ((team: Team | null) => void) | undefined
  /** Shows the menu for this user, for previews. */
  readonly mockUser?: { readonly selectedTeam?: ShownTeam } | undefined
}

/** Shows the user's selected team, with a menu of the other teams. Renders nothing for a signed-out visitor. */
export function SelectedTeamSwitcher(props: SelectedTeamSwitcherProps): ReactNode {
  const { mockUser, mockTeams } = props
  return (
    <SwitcherRoot>
      {mockUser || mockTeams ? (
        <MockTeamMenu {...props} team={mockUser?.selectedTeam} />
      ) : (
        <UserTeams>{(teams) => <StoredTeamMenu {...props} teams={teams} />}</UserTeams>
      )}
    </SwitcherRoot>
  )
}

/** The menu that stores the chosen team as the user's selected team. */
function StoredTeamMenu(props: SelectedTeamSwitcherProps & { readonly teams: readonly Team[] }): ReactNode {
  const { teams, urlMap, selectedTeam, noUpdateSelectedTeam = false, onChange } = props
  const app = usePorticoApp()
  const project = useLatestProject()
  /** The choice that is being stored: not the team of the page, which is stored without the user's action. */
  const choice = useRef<{ readonly team: Team | null } | null>(null)
  const follow = (team: Team | null): void => {
    if (urlMap) navigate(app, urlMap(team))
  }
  const isChoice = (team: Team | null): boolean => choice.current !== null && choice.current.team?.id === team?.id
  const { selectedId, select } = useTeamSwitching((team) => {
    if (!isChoice(team)) return
    choice.current = null
    follow(team)
  })
  useStoredSelection(selectedTeam, !noUpdateSelectedTeam, selectedId, (team) => {
    if (!isChoice(team)) choice.current = null
    void select.submit(team)
  })

  // The property wins over the stored selection.
  const currentId = selectedTeam === undefined ? selectedId : (selectedTeam?.id ?? null)

  function choose(team: Team | null): void {
    onChange?.(team)
    if (noUpdateSelectedTeam) return follow(team)
    choice.current = { team }
    void select.submit(team)
  }

  return (
    <TeamMenu
      {...props}
      current={teams.find(({ id }) => id === currentId) ?? selectedTeam ?? null}
      canCreateTeam={project?.config.clientTeamCreationEnabled ?? false}
      isBusy={select.phase !== 'idle'}
      failure={select.failure}
      isFailedChoice={() => choice.current !== null}
      onChoose={choose}
      onOpenSettings={(section) => navigate(app, `${app.urls.accountSettings}#${section}`)}
    />
  )
}

/** Stores the team that the host passes, when it first appears and when it changes. */
function useStoredSelection(
  team: Team | null | undefined,
  isStored: boolean,
  selectedId: string | null,
  store: (team: Team | null) => void,
): void {
  const latest = useRef({ team, selectedId, store })
  useEffect(() => {
    latest.current = { team, selectedId, store }
  })
  const id = team === undefined ? undefined : (team?.id ?? null)
  useEffect(() => {
    const now = latest.current
    if (isStored && id !== undefined && id !== now.selectedId) now.store(now.team ?? null)
  }, [id, isStored])
}
