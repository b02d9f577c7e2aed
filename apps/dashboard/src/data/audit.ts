import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'

import { useCurrentProject, type ProjectApp } from './projects.ts'

type AuditEventList = Awaited<ReturnType<ProjectApp['listAuditEvents']>>
export type AuditEvent = AuditEventList[number]
export type AuditEventWithChanges = NonNullable<Awaited<ReturnType<ProjectApp['getAuditEvent']>>>
type SdkFilter = NonNullable<Parameters<ProjectApp['exportAuditEvents']>[0]>

/** Selects events. A moment is in milliseconds since the epoch. */
export interface EventFilter {
  readonly actorType?: AuditEvent['actor']['type']
  readonly actorId?: string
  readonly targetId?: string
  /** An id that is the actor or the target of the event. */
  readonly about?: string
  readonly action?: string
  readonly outcome?: AuditEvent['outcome']
  /** Only events of the last `days` days. */
  readonly days?: number
  readonly from?: number
  readonly until?: number
}

export interface EventsPage {
  readonly events: readonly AuditEvent[]
  readonly nextCursor: string | null
  /** The start of the period of `days`. It stays the same on all pages, because a cursor is valid for one filter only. */
  readonly since: number | null
}

const EVENTS_PER_PAGE = 50
/** Maximum number of pages that are read for one page that is shown. A page can be empty before the end if few events match. */
const PAGES_MAX = 10
const DAY_MILLIS = 86_400_000
const EXPORTED_AT_ONCE = 1_000

/** One page of the audit log, newest first. While the next one loads, the rows of the present one stay. */
export function useAuditEvents(
  filter: EventFilter,
  { cursor, since }: { readonly cursor: string | null; readonly since: number | null },
): UseQueryResult<EventsPage> {
  const { id, app } = useCurrentProject()
  return useQuery({
    queryKey: [id, 'audit', filter, cursor, since],
    queryFn: async (): Promise<EventsPage> => {
      const start = cursor === null ? sinceOf(filter) : since
      const options = { ...toSdkFilter(filter, start), limit: EVENTS_PER_PAGE }
      const read = (from: string | null): Promise<AuditEventList> =>
        app.listAuditEvents({ ...options, ...(from !== null && { cursor: from }) })
      let page = await read(cursor)
      for (let pages = 1; page.length === 0 && page.nextCursor !== null && pages < PAGES_MAX; pages += 1) {
        page = await read(page.nextCursor)
      }
      return { events: [...page], nextCursor: page.nextCursor, since: start }
    },
    placeholderData: keepPreviousData,
  })
}

/** One event with the values that it changed; null for an unknown id. */
export function useAuditEvent(eventId: string): UseQueryResult<AuditEventWithChanges | null> {
  const { id, app } = useCurrentProject()
  return useQuery({ queryKey: [id, 'audit-event', eventId], queryFn: () => app.getAuditEvent(eventId) })
}

/** Returns a function that reads all events of the filter as JSON lines and passes them on, a thousand at a time. */
export function useExportAuditEvents(): (
  filter: EventFilter,
  onLines: (lines: readonly string[]) => void,
  signal: AbortSignal,
) => Promise<void> {
  const { app } = useCurrentProject()
  return async (filter, onLines, signal) => {
    let lines: string[] = []
    for await (const line of app.exportAuditEvents(toSdkFilter(filter, sinceOf(filter)))) {
      if (signal.aborted) return
      lines.push(line)
      if (lines.length < EXPORTED_AT_ONCE) continue
      onLines(lines)
      lines = []
    }
    onLines(lines)
  }
}

function sinceOf({ days }: EventFilter): number | null {
  return days === undefined ? null : Date.now() - days * DAY_MILLIS
}

function toSdkFilter(filter: EventFilter, since: number | null): SdkFilter {
  const { actorType, actorId, targetId, about, action, outcome, from = since ?? undefined, until } = filter
  return {
    ...(actorType !== undefined && { actorType }),
    ...(actorId !== undefined && { actorId }),
    ...(targetId !== undefined && { targetId }),
    ...(about !== undefined && { userId: about }),
    ...(action !== undefined && { action }),
    ...(outcome !== undefined && { outcome }),
    ...(from !== undefined && { from: new Date(from) }),
    ...(until !== undefined && { until: new Date(until) }),
  }
}
