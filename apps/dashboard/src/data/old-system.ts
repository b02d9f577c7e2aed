import type { UseQueryResult } from '@tanstack/react-query'

import type { ProjectApp } from './projects.ts'
import { resource } from './resource.ts'

export type OldSystemMove = Awaited<ReturnType<ProjectApp['getOldSystemMove']>>

const REPEAT_MILLIS = 60_000

const oldSystem = resource('oldSystem', {
  reads: {
    move: ({ app }, days: 30 | 90, _settings: string): Promise<OldSystemMove> => app.getOldSystemMove({ days }),
  },
})

/**
 * The progress of the current project's move from its previous system, and what has failed.
 *
 * @param settings the stored settings, whose change repeats the read
 */
export function useOldSystemMove(days: 30 | 90, settings: string): UseQueryResult<OldSystemMove> {
  return oldSystem.useRead('move', [days, settings], { repeatsAfter: () => REPEAT_MILLIS, meanwhile: 'previous' })
}
