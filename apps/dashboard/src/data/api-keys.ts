import { useMemo } from 'react'

import type { Names } from './owners.ts'
import type { ProjectApp } from './projects.ts'
import { change, resource, type PageOf } from './resource.ts'

export type KeySet = Awaited<ReturnType<ProjectApp['listInternalApiKeys']>>[number]
type NewKeySet = Parameters<ProjectApp['createInternalApiKey']>[0]
export type CreatedKeySet = Awaited<ReturnType<ProjectApp['createInternalApiKey']>>

/** The rail shows the first steps, and the keys that expire soon. */
const effects = { stale: () => [['key-sets'], ['first-steps']] }

/** The key sets of the project of the URL, newest first. Only the answer to a creation has the complete keys. */
export const keySets = resource('key-sets', {
  reads: {
    page: async ({ app }): Promise<PageOf<KeySet>> => ({ rows: await app.listInternalApiKeys(), nextCursor: null }),
  },
  changes: {
    create: change(({ app }, keySet: NewKeySet) => app.createInternalApiKey(keySet), effects),
    rename: change((_project, keySet: KeySet, description: string) => keySet.update({ description })),
    revoke: change((_project, keySet: KeySet) => keySet.revoke(), effects),
  },
})

/** The descriptions of the key sets by their ids. */
export function useKeySetNames(isNeeded: boolean): Names {
  const page = keySets.useRead('page', [], { isNeeded }).data
  return useMemo(() => new Map((page?.rows ?? []).map(({ id, description }) => [id, description.trim()])), [page])
}
