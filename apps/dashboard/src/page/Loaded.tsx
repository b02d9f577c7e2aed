import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { Failed } from '../kit/States.tsx'

export type Loading = Pick<UseQueryResult, 'data' | 'error' | 'isError' | 'isFetching' | 'refetch'>

export interface LoadedProps<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isError' | 'isFetching' | 'refetch'>
  /** What could not be loaded: "The key sets cannot be loaded". */
  readonly failed?: string | undefined
  /** Has the size of the content. Default: nothing. */
  readonly skeleton?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** The states of a read in one place: what loads, what failed with a button that tries again, and the content. A failed refetch keeps the content. */
export function Loaded<Data>({ query, failed, skeleton = null, children }: LoadedProps<Data>): ReactNode {
  if (query.data !== undefined) return children(query.data)
  return query.isError ? <ReadFailed query={query} title={failed} /> : skeleton
}

/** What could not be read, in its place. */
export function ReadFailed({
  query,
  title,
}: {
  readonly query: Loading
  readonly title?: string | undefined
}): ReactNode {
  return (
    <Failed
      {...(title !== undefined && { title })}
      error={query.error}
      isRetrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  )
}
