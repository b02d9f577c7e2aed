'use client'

import type { Team } from '@portico/client'
import { useState } from 'react'
import { useLatestUser } from '../app/useUser.ts'
import { useAction, type Action } from './useAction.ts'
import { useSignedInUser } from './useSignedInUser.ts'

/** The selected team of the user. */
export interface TeamSwitching {
  /** The id of the team that the user selected, or that `select` is storing; null if there is none. */
  readonly selectedId: string | null
  /** Stores the team that the user works in. */
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
  const [pending, setPending] = useState<{ readonly id: string | null } | null>(null)
  const select = useAction<[Team | null], never>(async (team) => {
    setPending({ id: team?.id ?? null })
    try {
      await requireUser().setSelectedTeam(team)
    } finally {
      setPending(null)
    }
    onSelected?.(team)
    return { status: 'ok' }
  }, 'ready')
  return { selectedId: pending ? pending.id : (user?.selectedTeam?.id ?? null), select }
}
