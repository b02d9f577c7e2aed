'use client'

import type { Team } from '@portico/client'
import { useLatestUser } from '../app/useUser.ts'
import type { Action } from './useAction.ts'
import { useSignedInUser } from './useSignedInUser.ts'
import { useStoredChoice } from './useStoredChoice.ts'

/** The selected team of the user. */
export interface TeamSwitching {
  /** The id of the team that the user selected, or that `select` is storing; null if there is none. */
  readonly selectedId: string | null
  /** Stores the team that the user works in. While another one is being stored, the latest team follows it. */
  readonly select: Action<[team: Team | null], never>
}

/**
 * The selected team of the signed-in user.
 *
 * @param onSelected called after `select` has stored a team
 */
export function useTeamSwitching(onSelected?: (team: Team | null) => void): TeamSwitching {
  const user = useLatestUser()
  const requireUser = useSignedInUser()
  const { pending, choose } = useStoredChoice<Team | null>(async (team) => {
    await requireUser().setSelectedTeam(team)
    onSelected?.(team)
  })
  return { selectedId: (pending ? pending.value : user?.selectedTeam)?.id ?? null, select: choose }
}
