import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import type { Names } from './owners.ts'
import { useCurrentProject } from './projects.ts'

const STALE_MILLIS = 300_000
/** A search for an id also finds records whose name contains it. */
const SAME_NAME_MAX = 10

/** The names of users of the project. Each user is read at most once in five minutes, even if several lists show the user. */
export function useUserNames(userIds: readonly string[]): Names {
  const { id, app } = useCurrentProject()
  const distinct = useMemo(() => [...new Set(userIds)].toSorted(), [userIds])
  return useQueries({
    queries: distinct.map((userId) => ({
      queryKey: [id, 'user-name', userId],
      queryFn: async () => {
        const user = await app.getUser(userId)
        return { id: userId, name: user && (user.displayName?.trim() || user.primaryEmail || '') }
      },
      staleTime: STALE_MILLIS,
    })),
    combine: namesIn,
  })
}

/** The names of teams of the project. Each is read once in five minutes. */
export function useTeamNames(teamIds: readonly string[]): Names {
  const { id, app } = useCurrentProject()
  const distinct = useMemo(() => [...new Set(teamIds)].toSorted(), [teamIds])
  return useQueries({
    queries: distinct.map((teamId) => ({
      queryKey: [id, 'team-name', teamId],
      queryFn: async () => ({ id: teamId, name: (await app.getTeam(teamId))?.displayName ?? null }),
      staleTime: STALE_MILLIS,
    })),
    combine: namesIn,
  })
}

/** The name of the user or team with this id. Null if there is none, undefined until loaded. */
export function useRecordName(recordId: string | undefined): string | null | undefined {
  const { id, app } = useCurrentProject()
  return useQuery({
    queryKey: [id, 'record-name', recordId],
    queryFn: async () => {
      if (recordId === undefined) return null
      const [user] = await app.listUsers({ query: recordId, limit: 1 })
      if (user?.id === recordId) return user.displayName?.trim() || user.primaryEmail
      const teams = await app.listTeams({ query: recordId, limit: SAME_NAME_MAX })
      return teams.find((team) => team.id === recordId)?.displayName ?? null
    },
    enabled: recordId !== undefined,
    staleTime: STALE_MILLIS,
  }).data
}

/** A stable function, so that the names remain the same object until a result changes. */
function namesIn(results: readonly { data: { id: string; name: string | null } | undefined }[]): Names {
  return new Map(results.flatMap(({ data }) => (data ? [[data.id, data.name] as const] : [])))
}
