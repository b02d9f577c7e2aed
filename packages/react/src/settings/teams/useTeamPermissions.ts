'use client'

import type { TeamReference } from '@portico/client'
import { useMemo } from 'react'
import { useUserRead } from '../../hooks/useUserRead.ts'
import type { Loading } from '../../hooks/loading.ts'

/** What the user may do in a team. */
export interface TeamPermissions extends Loading {
  /** The ids of all permissions that the signed-in user has in the team. Undefined until loaded. */
  readonly permissions: ReadonlySet<string> | undefined
}

/**
 * Returns what the signed-in user may do in a team. This decides only what a page offers: the service checks each call.
 */
export function useTeamPermissions(team: TeamReference): TeamPermissions {
  const { value, failure, reload } = useUserRead('teamPermissions', { teamId: team.id })
  const permissions = useMemo(() => value && new Set(value.map(({ id }) => id)), [value])
  return { permissions, failure, reload }
}
