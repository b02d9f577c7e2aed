'use client'

import type { Team } from '@portico/client'
import { useUserRead } from './useUserRead.ts'
import type { Loading } from './loading.ts'

/** The teams of the user. */
export interface Teams extends Loading {
  /** Oldest first. Undefined until loaded. */
  readonly teams: readonly Team[] | undefined
}

/** Returns the teams of the signed-in user. */
export function useTeams(): Teams {
  const { value, failure, reload } = useUserRead('teams')
  return { teams: value, failure, reload }
}
