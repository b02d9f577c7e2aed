import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'

import { useCurrentProject, type ProjectApp } from './projects.ts'

type AuditEvents = Awaited<ReturnType<ProjectApp['listAuditEvents']>>
export type AuditEvent = AuditEvents[number]
export type AuditEventWithChanges = NonNullable<Awaited<ReturnType<ProjectApp['getAuditEvent']>>>
type AuditFilter = NonNullable<Parameters<ProjectApp['exportAuditEvents']>[0]>

/** Selects events. It is part of the URL, so its period is a number of days until now. */
export interface EventFilter {
  readonly actorType?: AuditEvent['actor']['type']
  /** An id that is the actor or the target of the event. */
  readonly about?: string
  readonly action?: string
  readonly outcome?: AuditEvent['outcome']
  readonly days?: number
}

const EVENTS_PER_PAGE = 50
const DAY_MILLIS = 86_400_000
const MINUTE_MILLIS = 60_000

/** One page of the audit log, newest first. */
export function useAuditEvents(filter: EventFilter, cursor: string | null): UseQueryResult<AuditEvents> {
  const { id, app } = useCurrentProject()
  return useQuery({
    queryKey: [id, 'audit', filter, cursor],
    queryFn: () =>
      app.listAuditEvents({ ...toSdkFilter(filter), limit: EVENTS_PER_PAGE, ...(cursor !== null && { cursor }) }),
    placeholderData: keepPreviousData,
  })
}

/** One event with the values that it changed; null for an unknown id. */
export function useAuditEvent(eventId: string): UseQueryResult<AuditEventWithChanges | null> {
  const { id, app } = useCurrentProject()
  return useQuery({ queryKey: [id, 'audit-event', eventId], queryFn: () => app.getAuditEvent(eventId) })
}

/** Returns a function that reads all events of the filter as JSON lines and reports how many it has. */
export function useExportAuditEvents(): (
  filter: EventFilter,
  onProgress: (count: number) => void,
  signal: AbortSignal,
) => Promise<string[]> {
  const { app } = useCurrentProject()
  return async (filter, onProgress, signal) => {
    const lines: string[] = []
    for await (const line of app.exportAuditEvents(toSdkFilter(filter))) {
      if (signal.aborted) break
      lines.push(line)
      if (lines.length % 1_000 === 0) onProgress(lines.length)
    }
    return lines
  }
}

function toSdkFilter({ actorType, about, action, outcome, days }: EventFilter): AuditFilter {
  // The same moment for all calls within a minute.
  const now = Math.floor(Date.now() / MINUTE_MILLIS) * MINUTE_MILLIS
  return {
    ...(actorType !== undefined && { actorType }),
    ...(about !== undefined && { userId: about }),
    ...(action !== undefined && { action }),
    ...(outcome !== undefined && { outcome }),
    ...(days !== undefined && { from: new Date(now - days * DAY_MILLIS) }),
  }
}
