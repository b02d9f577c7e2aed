import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'

import { useSignedInOwner } from './projects.ts'
import type { Owner } from './session.ts'

export type ProjectTransfer = Awaited<ReturnType<Owner['getProjectTransfer']>>

/** The code of a link, with the partner whose link it is. */
export interface TransferLink {
  readonly partner: string
  readonly code: string
}

export function useProjectTransfer({ code, partner }: TransferLink): UseQueryResult<ProjectTransfer> {
  const owner = useSignedInOwner()
  return useQuery({
    queryKey: ['owner', 'transfer', owner.id, partner, code],
    queryFn: () => owner.getProjectTransfer(partner, code),
    enabled: code !== '',
    staleTime: Infinity,
  })
}

/** Returns a function that transfers the project to the signed-in owner and resolves to the id of the project. */
export function useConfirmProjectTransfer(): (link: TransferLink) => Promise<string> {
  const owner = useSignedInOwner()
  const client = useQueryClient()
  return async ({ code, partner }) => {
    const { projectId } = await owner.confirmProjectTransfer(partner, code)
    await client.invalidateQueries({ queryKey: ['owner', 'projects'] })
    return projectId
  }
}
