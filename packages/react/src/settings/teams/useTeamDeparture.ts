'use client'

import type { Team } from '@portico/client'
import type { Action } from '../../hooks/useAction.ts'
import { useChange } from '../../hooks/useChange.ts'
import { useSignedInUser } from '../../hooks/useSignedInUser.ts'

/** Leaves a team or deletes it. */
export interface TeamDeparture {
  /** Ends the membership of the signed-in user. Every member can leave, the last one too. */
  readonly leave: Action<[], never>
  /** Deletes the team. The user needs the permission `$delete_team`. */
  readonly deleteTeam: Action<[], never>
}

/**
 * Leaves a team as the signed-in user, or deletes it.
 *
 * @param onDeparted called after the user has left the team or deleted it
 */
export function useTeamDeparture(team: Team, onDeparted?: (how: 'left' | 'deleted') => void): TeamDeparture {
  const requireUser = useSignedInUser()
  const leave = useChange(async () => {
    await requireUser().leaveTeam(team)
    onDeparted?.('left')
  })
  const deleteTeam = useChange(async () => {
    await team.delete()
    onDeparted?.('deleted')
  })
  return { leave, deleteTeam }
}
