import type { ReactNode } from 'react'

import { Bone, Failed } from '../../kit/States.tsx'

export interface PartLoadingProps {
  readonly query: {
    readonly isError: boolean
    readonly error: unknown
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
  /** What is shown while it loads. Default: the skeleton of one line. */
  readonly children?: ReactNode
}

/** A part of a user that loads, or could not be loaded. */
export function PartLoading({ query, children = <Bone width="50%" /> }: PartLoadingProps): ReactNode {
  if (!query.isError) return children
  return <Failed error={query.error} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
}
