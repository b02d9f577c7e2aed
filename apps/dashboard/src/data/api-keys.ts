import { useMemo } from 'react'

import type { Names } from './owners.ts'
import type { ProjectApp } from './projects.ts'
import * as endpointRights from './endpoint-rights.ts'
import { change, resource, type PageOf } from './resource.ts'

export type KeySet = Awaited<ReturnType<ProjectApp['listInternalApiKeys']>>[number]
type NewKeySet = Parameters<ProjectApp['createInternalApiKey']>[0]
export type CreatedKeySet = Awaited<ReturnType<ProjectApp['createInternalApiKey']>>

/** The right of staff to create and revoke keys with admin access. */
export const adminKeysRight = endpointRights.createInternalApiKey.flags.has_super_secret_admin_key

/** The rail shows the first steps, and the keys that expire soon. */
const effects = { stale: () => [['key-sets'], ['first-steps']] }

/** The key sets of the current project, newest first. Only the answer to a creation has the complete keys. */
export const keySets = resource('key-sets', {
  reads: {
    page: async ({ app }): Promise<PageOf<KeySet>> => ({ rows: await app.listInternalApiKeys(), nextCursor: null }),
  },
  changes: {
    create: change(
      endpointRights.createInternalApiKey.default,
      ({ app }, keySet: NewKeySet) => app.createInternalApiKey(keySet),
      effects,
    ),
    rename: change(endpointRights.updateInternalApiKey, (_project, keySet: KeySet, description: string) =>
      keySet.update({ description }),
    ),
    revoke: change(endpointRights.updateInternalApiKey, (_project, keySet: KeySet) => keySet.revoke(), effects),
  },
})

/** The descriptions of the key sets by their ids. */
export function useKeySetNames(isNeeded: boolean): Names {
  const page = keySets.useRead('page', [], { isNeeded }).data
  return useMemo(() => new Map((page?.rows ?? []).map(({ id, description }) => [id, description.trim()])), [page])
}
