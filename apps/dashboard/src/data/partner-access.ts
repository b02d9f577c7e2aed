import type { PartnerAuthorization } from '@portico/client/admin'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'

import { useSignedInOwner } from './projects.ts'

const keyOf = (uid: string): readonly string[] => ['owner', 'partner-authorization', uid]

/** The request of a partner that an interaction belongs to. */
export function usePartnerAuthorization(uid: string): UseQueryResult<PartnerAuthorization> {
  const owner = useSignedInOwner()
  return useQuery({
    queryKey: keyOf(uid),
    queryFn: () => owner.getPartnerAuthorization(uid),
    enabled: uid !== '',
    staleTime: Infinity,
  })
}

/** Returns a function that gives the partner access to a project and leaves the dashboard. */
export function useGivePartnerAccess(uid: string): (projectId: string) => Promise<void> {
  const owner = useSignedInOwner()
  const client = useQueryClient()
  return async (projectId) => {
    try {
      leaveFor((await owner.confirmPartnerAuthorization(uid, projectId)).continueUrl)
    } catch (error) {
      // Another tab may have answered, or the time is over.
      void client.invalidateQueries({ queryKey: keyOf(uid) })
      throw error
    }
  }
}

/** Replaces the entry of the history, because the request is answered. */
export function leaveFor(url: string): void {
  window.location.replace(url)
}
