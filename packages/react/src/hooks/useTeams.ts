import type { Team } from '@portico/client'
import { useUserRead } from './useUserRead.ts'

/** The teams of the user. */
export interface Teams {
  /** Oldest first. Undefined until loaded. */
  readonly teams: readonly Team[] | undefined
  /** The failure of loading the teams. */
  readonly failure: unknown
  /** Loads the teams again after `failure`. */
  readonly reload: () => void
}

/** Returns the teams of the signed-in user. */
export function useTeams(): Teams {
  const { value, failure, reload } = useUserRead('teams')
  return { teams: value, failure, reload }
}
