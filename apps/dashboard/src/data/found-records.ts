import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { projectAppOf, useSignedInOwner, type ProjectApp } from './projects.ts'

export type FoundUser = Awaited<ReturnType<ProjectApp['listUsers']>>[number]
export type FoundTeam = Awaited<ReturnType<ProjectApp['listTeams']>>[number]

/** What a search has found. */
export type Found<Record> = UseQueryResult<readonly Record[]> & {
  /** The records fit what was typed before: the answer for the present text is on its way. */
  readonly isOutdated: boolean
}

const FOUND_MAX = 8
const PAUSE_MILLIS = 200

/** The newest users that fit what was typed, to choose one. It asks after a pause in the typing; for undefined it does not ask. */
export function useFoundUsers(projectId: string, typed: string | undefined): Found<FoundUser> {
  return useFound('users', projectId, typed, (app, search) => app.listUsers({ ...search, desc: true }))
}

/** The teams that fit what was typed, to choose one. It asks after a pause in the typing; for undefined it does not ask. */
export function useFoundTeams(projectId: string, typed: string | undefined): Found<FoundTeam> {
  return useFound('teams', projectId, typed, (app, search) => app.listTeams(search))
}

/** Not with the project of the rooms: the command palette is outside of them. */
function useFound<Record>(
  records: string,
  projectId: string,
  typed: string | undefined,
  read: (app: ProjectApp, search: { readonly limit: number; readonly query?: string }) => Promise<readonly Record[]>,
): Found<Record> {
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
