import type { TeamReference } from '@portico/client'
import { useMemo } from 'react'
import { useUserRead } from '../../hooks/useUserRead.ts'

/** What the user may do in a team. */
export interface TeamPermissions {
  /** The ids of all permissions that the signed-in user has in the team. Undefined until loaded. */
  readonly permissions: ReadonlySet<string> | undefined
  /** The failure of loading the permissions. */
  readonly failure: unknown
  /** Loads the permissions again after `failure`. */
  readonly reload: () => void
}

/**
 * Returns what the signed-in user may do in a team. This decides only what a page offers: the service checks each call.
 */
export function useTeamPermissions(team: TeamReference): TeamPermissions {
  const { value, failure, reload } = useUserRead('teamPermissions', { teamId: team.id })
  const permissions = useMemo(() => value && new Set(value.map(({ id }) => id)), [value])
  return { permissions, failure, reload }
}
