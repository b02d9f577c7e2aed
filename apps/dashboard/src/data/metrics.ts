import { useQuery, type UseQueryResult } from '@tanstack/react-query'

import { useCurrentProject, type ProjectApp } from './projects.ts'

export type Figures = Awaited<ReturnType<ProjectApp['getMetrics']>>
export type RecentUser = Figures['recentlyActive'][number]

const REFETCH_MILLIS = 60_000

/** The figures of the project of the URL. */
export function useFigures(): UseQueryResult<Figures> {
  const { id, app } = useCurrentProject()
  return useQuery({
    queryKey: [id, 'metrics'],
    queryFn: () => app.getMetrics(),
    refetchInterval: REFETCH_MILLIS,
  })
}
