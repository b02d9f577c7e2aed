import type { UseQueryResult } from '@tanstack/react-query'

import type { ProjectApp } from './projects.ts'
import { resource } from './resource.ts'

export type Figures = Awaited<ReturnType<ProjectApp['getMetrics']>>
export type RecentUser = Figures['recentlyActive'][number]

const REPEAT_MILLIS = 60_000

const metrics = resource('metrics', { reads: { all: ({ app }) => app.getMetrics() } })

export function useFigures(): UseQueryResult<Figures> {
  return metrics.useRead('all', [], { repeatsAfter: () => REPEAT_MILLIS })
}
