import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { useCurrentProject, type ProjectApp } from './projects.ts'

export type FoundUser = Awaited<ReturnType<ProjectApp['listUsers']>>[number]

const FOUND_MAX = 8
const PAUSE_MILLIS = 200

/** The first users that fit a search, to choose one. It asks after a pause in the typing. */
export function useFoundUsers(typed: string): UseQueryResult<FoundUser[]> {
  const { id, app } = useCurrentProject()
  const query = usePaused(typed.trim())
  return useQuery({
    queryKey: [id, 'users', 'found', query],
    queryFn: async (): Promise<FoundUser[]> =>
      app.listUsers({ limit: FOUND_MAX, desc: true, ...(query !== '' && { query }) }),
    placeholderData: keepPreviousData,
  })
}

function usePaused(value: string): string {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MILLIS)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}
