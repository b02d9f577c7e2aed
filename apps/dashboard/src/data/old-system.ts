import type { UseQueryResult } from '@tanstack/react-query'

import type { ProjectApp } from './projects.ts'
import { resource } from './resource.ts'

export type OldSystemMove = Awaited<ReturnType<ProjectApp['getOldSystemMove']>>

const REPEAT_MILLIS = 60_000

const oldSystem = resource('oldSystem', {
  reads: { move: ({ app }, _settings: string): Promise<OldSystemMove> => app.getOldSystemMove() },
})

/**
 * How far the move from the previous system of the project of the URL is.
 *
 * @param settings the stored settings, with whose change it is read again
 */
export function useOldSystemMove(settings: string): UseQueryResult<OldSystemMove> {
  return oldSystem.useRead('move', [settings], { repeatsAfter: () => REPEAT_MILLIS })
}
