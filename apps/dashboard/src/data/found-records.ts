import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { projectAppOf, useSignedInOwner, type ProjectApp } from './projects.ts'

export type FoundUser = Awaited<ReturnType<ProjectApp['listUsers']>>[number]
export type FoundTeam = Awaited<ReturnType<ProjectApp['listTeams']>>[number]

/** The result of a search. */
export type Found<Item> = UseQueryResult<readonly Item[]> & {
  /** The records belong to an earlier text. */
  readonly isOutdated: boolean
}

const FOUND_MAX = 8
const PAUSE_MILLIS = 200

/** The newest users that match the typed text. Sends a request after a pause in typing, and none for undefined. */
export function useFoundUsers(projectId: string, typed: string | undefined): Found<FoundUser> {
  return useFound('users', projectId, typed, (app, search) => app.listUsers({ ...search, desc: true }))
}

/** The teams that match the typed text. Sends a request after a pause in typing, and none for undefined. */
export function useFoundTeams(projectId: string, typed: string | undefined): Found<FoundTeam> {
  return useFound('teams', projectId, typed, (app, search) => app.listTeams(search))
}

/** Takes the project as a parameter, because the command palette is rendered outside of the rooms. */
function useFound<Item>(
  records: string,
  projectId: string,
  typed: string | undefined,
  read: (app: ProjectApp, search: { readonly limit: number; readonly query?: string }) => Promise<readonly Item[]>,
): Found<Item> {
  const owner = useSignedInOwner()
  const wanted = typed?.trim()
  const query = usePaused(wanted)
  const found = useQuery({
    queryKey: [projectId, records, 'found', query],
    queryFn: () => read(projectAppOf(owner, projectId), { limit: FOUND_MAX, ...(query && { query }) }),
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
  })
  return { ...found, isOutdated: query !== wanted || found.isPlaceholderData }
}

function usePaused<Value>(value: Value): Value {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MILLIS)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}
