import type { ReactNode } from 'react'

import { Bone, Failed } from '../../kit/States.tsx'

export interface PartLoadingProps {
  readonly query: {
    readonly isError: boolean
    readonly error: unknown
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
}

/** A part of a user that loads, or could not be loaded. */
export function PartLoading({ query }: PartLoadingProps): ReactNode {
  if (!query.isError) return <Bone width="50%" />
  return <Failed error={query.error} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
}
