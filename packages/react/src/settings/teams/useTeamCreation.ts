import type { Team } from '@portico/client'
import { useAction, type Action } from '../../hooks/useAction.ts'
import { useSignedInUser } from '../../hooks/useSignedInUser.ts'

/**
 * Creates a team with the signed-in user as its first member, and selects it. The project must allow users to create
 * teams.
 */
export function useTeamCreation(onCreated?: (team: Team) => void): Action<[displayName: string], never> {
  const requireUser = useSignedInUser()
  return useAction(async (displayName: string) => {
    const team = await requireUser().createTeam({ displayName })
    onCreated?.(team)
    return { status: 'ok' }
  }, 'ready')
}
