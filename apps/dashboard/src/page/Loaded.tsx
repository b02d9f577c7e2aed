import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { Bone, Failed } from '../kit/States.tsx'

/** The states of a read. */
export interface Loading<Data = unknown> extends Pick<UseQueryResult, 'isError' | 'isFetching'> {
  readonly error: unknown
  readonly data: Data | undefined
  readonly refetch: () => Promise<unknown>
}

export interface LoadedProps<Data> {
  readonly query: Loading<Data>
  /** What could not be loaded: "The key sets cannot be loaded". */
  readonly failed?: string | undefined
  /** Has the size of the content. Default: nothing. */
  readonly skeleton?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/**
 * The states of a read in one place: what loads, what failed with a button that tries again, and the content. A failed
 * refetch keeps the content.
 */
export function Loaded<Data>({ query, failed, skeleton = null, children }: LoadedProps<Data>): ReactNode {
  if (query.data !== undefined) return children(query.data)
  return query.isError ? <ReadFailed query={query} title={failed} /> : skeleton
}

/** The state of a read for the place of what it loads; undefined as soon as it is loaded. */
export function unloaded(query: Loading): ReactNode {
  if (query.data !== undefined) return undefined
  return query.isError ? <ReadFailed query={query} /> : <Bone width="60%" />
}

/** A read with what the page makes of its answer. */
export function derived<Data>({ error, isError, isFetching, refetch }: Loading, data: Data | undefined): Loading<Data> {
  return { data, error, isError, isFetching, refetch }
}

/** Several reads that are shown together. A retry repeats those that failed. */
export function together<const Data extends readonly unknown[]>(queries: {
  readonly [At in keyof Data]: Loading<Data[At]>
}): Loading<Data> {
  const all: readonly Loading[] = queries
  const failed = all.filter(({ isError, data }) => isError && data === undefined)
  return {
    // Unchecked cast: the values are those of the reads, in their order.
    data: all.every(({ data }) => data !== undefined) ? (all.map(({ data }) => data) as unknown as Data) : undefined,
    isError: failed.length > 0,
    error: failed[0]?.error ?? null,
    isFetching: failed.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
  }
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
