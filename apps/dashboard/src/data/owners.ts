import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'

import { useCurrentProject, useProject, type ProjectApp } from './projects.ts'

export type ProjectOwner = Awaited<ReturnType<Awaited<ReturnType<ProjectApp['getProject']>>['listOwners']>>[number]

/** The owners of the project of the URL. */
export function useOwners(): UseQueryResult<ProjectOwner[]> {
  const { id } = useCurrentProject()
  const project = useProject().data
  return useQuery({
    queryKey: [id, 'owners'],
    queryFn: () => project?.listOwners() ?? [],
    enabled: project !== undefined,
  })
}

/** The names of the people in a list: name, otherwise address. Null if deleted, absent until loaded. */
export type Names = ReadonlyMap<string, string | null>

/** The names of the owners of the project. */
export function useOwnerNames(): Names {
  const owners = useOwners().data
  return useMemo(
    () =>
      new Map(
        (owners ?? []).map(({ userId, displayName, primaryEmail }) => [userId, displayName?.trim() || primaryEmail]),
      ),
    [owners],
  )
}
