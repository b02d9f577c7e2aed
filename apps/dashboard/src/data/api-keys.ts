import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'

import type { Names } from './owners.ts'
import { useCurrentProject, type ProjectApp } from './projects.ts'

export type KeySet = Awaited<ReturnType<ProjectApp['listInternalApiKeys']>>[number]
type NewKeySet = Parameters<ProjectApp['createInternalApiKey']>[0]
export type CreatedKeySet = Awaited<ReturnType<ProjectApp['createInternalApiKey']>>

/** The key sets of the project of the URL, newest first. */
export function useKeySets(isNeeded = true): UseQueryResult<KeySet[]> {
  const { id, app } = useCurrentProject()
  return useQuery({ queryKey: [id, 'api-keys'], queryFn: () => app.listInternalApiKeys(), enabled: isNeeded })
}

/** The descriptions of the key sets by their ids. */
export function useKeySetNames(isNeeded: boolean): Names {
  const keySets = useKeySets(isNeeded).data
  return useMemo(() => new Map((keySets ?? []).map(({ id, description }) => [id, description.trim()])), [keySets])
}

/** Returns a function that creates a key set. Only its result has the complete keys. */
export function useCreateKeySet(): (keySet: NewKeySet) => Promise<CreatedKeySet> {
  const { id, app } = useCurrentProject()
  const client = useQueryClient()
  return async (keySet) => {
    const created = await app.createInternalApiKey(keySet)
    await client.invalidateQueries({ queryKey: [id] })
    return created
  }
}

/** Returns a function that changes the description of a key set. */
export function useRenameKeySet(): (keySet: KeySet, description: string) => Promise<void> {
  const { id } = useCurrentProject()
  const client = useQueryClient()
  return async (keySet, description) => {
    await keySet.update({ description })
    await client.invalidateQueries({ queryKey: [id] })
  }
}

/** Returns a function that revokes a key set for good. */
export function useRevokeKeySet(): (keySet: KeySet) => Promise<void> {
  const { id } = useCurrentProject()
  const client = useQueryClient()
  return async (keySet) => {
    await keySet.revoke()
    await client.invalidateQueries({ queryKey: [id] })
  }
}
