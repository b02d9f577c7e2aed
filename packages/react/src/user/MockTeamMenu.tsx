'use client'

import { useState, type ReactNode } from 'react'
import { TeamMenu, type ShownTeam, type TeamMenuLook } from './TeamMenu.tsx'

/** Props that show a team switcher without a user, for previews. */
export interface MockTeams {
  /** Shows the menu for these teams, for previews. The session is ignored. */
  readonly mockTeams?: readonly ShownTeam[] | undefined
  /** The settings of the project, for previews. */
  readonly mockProject?: { readonly config: { readonly clientTeamCreationEnabled: boolean } } | undefined
}

export interface MockTeamMenuProps extends TeamMenuLook, MockTeams {
  /** The team that is selected first. */
  readonly team?: ShownTeam | undefined
}

const noTeams: readonly ShownTeam[] = []

/** The menu with given teams. A choice changes only what it shows. */
export function MockTeamMenu({ team, mockTeams = noTeams, mockProject, ...look }: MockTeamMenuProps): ReactNode {
  const [current, setCurrent] = useState<ShownTeam | null>(team ?? null)
  return (
    <TeamMenu
      allowNull={look.allowNull}
      nullLabel={look.nullLabel}
      triggerClassName={look.triggerClassName}
      teams={mockTeams}
      current={current}
      canCreateTeam={mockProject?.config.clientTeamCreationEnabled ?? false}
      isBusy={false}
      failure={null}
      isFailedChoice={() => false}
      onChoose={setCurrent}
      onOpenSettings={() => {}}
    />
  )
}
