'use client'

import type { Team } from '@portico/client'
import type { Action } from '../../hooks/useAction.ts'
import { useChange } from '../../hooks/useChange.ts'
import { useSignedInUser } from '../../hooks/useSignedInUser.ts'

/**
 * Creates a team with the signed-in user as its first member, and selects it. The project must allow users to create
 * teams.
 */
export function useTeamCreation(onCreated?: (team: Team) => void): Action<[displayName: string], never> {
  const requireUser = useSignedInUser()
  return useChange(async (displayName: string) => {
    const team = await requireUser().createTeam({ displayName })
    onCreated?.(team)
  })
}
