import type { AuditEvent } from '@portico/client/admin'
import { useInfiniteQuery } from '@tanstack/react-query'

import { useCurrentProject } from './projects.ts'

/** Selects the events: all that a user caused or that concern the user, or all about another record. */
export type EventsOf = { readonly userId: string } | { readonly targetId: string }

const EVENTS_PAGE = 50

export interface RecordEvents {
  /** Undefined while the first page loads. */
  readonly events: readonly AuditEvent[] | undefined
  readonly isError: boolean
  readonly error: unknown
  readonly isFetching: boolean
  readonly refetch: () => unknown
  /** Reads older events; null at the end. */
  readonly readMore: (() => void) | null
}

/** The audit log of one record, newest first. */
export function useRecordEvents(of: EventsOf): RecordEvents {
  const { id, app } = useCurrentProject()
  const query = useInfiniteQuery({
    queryKey: [id, 'events', of],
    queryFn: async ({ pageParam }) => {
      const page = await app.listAuditEvents({
        ...of,
        limit: EVENTS_PAGE,
        ...(pageParam !== null && { cursor: pageParam }),
      })
      return { events: [...page], nextCursor: page.nextCursor }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  return {
    events: query.data?.pages.flatMap(({ events }) => events),
    isError: query.isError,
    error: query.error,
    isFetching: query.isFetching,
    refetch: () => query.refetch(),
    readMore: query.hasNextPage ? () => void query.fetchNextPage() : null,
  }
}
