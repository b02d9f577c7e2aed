import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'

import { useCurrentProject, useProject, type ProjectApp } from './projects.ts'

export type ProjectOwner = Awaited<ReturnType<Awaited<ReturnType<ProjectApp['getProject']>>['listOwners']>>[number]

const STALE_MILLIS = 300_000

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

/** What the people of a list are called: name, else address. Null: deleted. Absent: not read yet. */
export type Names = ReadonlyMap<string, string | null>

/** The names of users of the project. Each user is read once in five minutes, whatever the number of lists. */
export function useUserNames(userIds: readonly string[]): Names {
  const { id, app } = useCurrentProject()
  const distinct = useMemo(() => [...new Set(userIds)].toSorted(), [userIds])
  return useQueries({
    queries: distinct.map((userId) => ({
      queryKey: [id, 'user-name', userId],
      queryFn: async () => {
        const user = await app.getUser(userId)
        return { userId, name: user && (user.displayName?.trim() || user.primaryEmail || '') }
      },
      staleTime: STALE_MILLIS,
    })),
    combine: namesIn,
  })
}

/** One function, so that the names stay the same object while no result changes. */
function namesIn(results: readonly { data: { userId: string; name: string | null } | undefined }[]): Names {
  return new Map(results.flatMap(({ data }) => (data ? [[data.userId, data.name] as const] : [])))
}

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
