import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'

import type { FoundTeam, FoundUser } from './found-records.ts'
import { projectAppOf, useSignedInOwner, type ProjectApp } from './projects.ts'

const STALE_MILLIS = 60_000
/** A search for an id also finds teams whose name contains it. */
const SAME_NAME_MAX = 10

/** A user or team by its id. */
export interface RecordRef {
  readonly kind: 'users' | 'teams'
  readonly id: string
}

export type KnownRecord =
  | { readonly kind: 'users'; readonly record: FoundUser }
  | { readonly kind: 'teams'; readonly record: FoundTeam }

/** Reads a team with its summary, which only a list has; null if there is none with this id. */
export async function readTeam(app: ProjectApp, teamId: string): Promise<FoundTeam | null> {
  const found = await app.listTeams({ query: teamId, limit: SAME_NAME_MAX, includeSummary: true })
  return found.find(({ id }) => id === teamId) ?? null
}

/** The users and teams with these ids, in this order, without those that do not exist. The drawers share them. */
export function useRecords(projectId: string, refs: readonly RecordRef[]): readonly KnownRecord[] {
  const owner = useSignedInOwner()
  const app = (): ProjectApp => projectAppOf(owner, projectId)
  const users = useQueries({
    queries: refs
      .filter(({ kind }) => kind === 'users')
      .map(({ id }) => ({
        queryKey: [projectId, 'users', 'one', id],
        queryFn: (): Promise<FoundUser | null> => app().getUser(id),
        staleTime: STALE_MILLIS,
      })),
    combine: recordsIn<FoundUser>,
  })
  const teams = useQueries({
    queries: refs
      .filter(({ kind }) => kind === 'teams')
      .map(({ id }) => ({
        queryKey: [projectId, 'teams', 'one', id],
        queryFn: () => readTeam(app(), id),
        staleTime: STALE_MILLIS,
      })),
    combine: recordsIn<FoundTeam>,
  })
  return useMemo(
    () =>
      refs.flatMap(({ kind, id }): KnownRecord[] => {
        if (kind === 'users') {
          const record = users.find((user) => user.id === id)
          return record ? [{ kind, record }] : []
        }
        const record = teams.find((team) => team.id === id)
        return record ? [{ kind, record }] : []
      }),
    [refs, users, teams],
  )
}

/** A stable function, so that the list keeps its identity while no result changes. */
function recordsIn<Found>(results: readonly { data: Found | null | undefined }[]): readonly Found[] {
  return results.flatMap(({ data }) => data ?? [])
}
