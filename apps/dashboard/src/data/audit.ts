import { useCurrentProject, type ProjectApp } from './projects.ts'
import { pageFrom, resource, type PageOf } from './resource.ts'

export type AuditEvent = Awaited<ReturnType<ProjectApp['listAuditEvents']>>[number]
export type AuditEventWithChanges = NonNullable<Awaited<ReturnType<ProjectApp['getAuditEvent']>>>

/** Selects events. `days`: only those of the last days. */
export type EventFilter = NonNullable<Parameters<ProjectApp['exportAuditEvents']>[0]> & { readonly days?: number }

const EVENTS_PER_PAGE = 50
const DAY_MILLIS = 86_400_000
const EXPORTED_AT_ONCE = 1_000

/** The audit log of the current project, newest first. */
export const auditEvents = resource('audit', {
  reads: {
    page: async ({ app }, filter: EventFilter, place: string | undefined): Promise<PageOf<AuditEvent>> => {
      const { since, cursor } = readPlace(filter, place)
      const options = { ...filterSince(filter, since), limit: EVENTS_PER_PAGE }
      const page = await pageFrom(
        (next) => app.listAuditEvents({ ...options, ...(next !== undefined && { cursor: next }) }),
        cursor,
      )
      return { ...page, nextCursor: placeOf(since, page.nextCursor) }
    },
    /** With the values that it changed; null for an unknown id. */
    one: ({ app }, eventId: string): Promise<AuditEventWithChanges | null> => app.getAuditEvent(eventId),
  },
})

/** Returns a function that reads all events of the filter as JSON lines and passes them on, a thousand at a time. */
export function useExportAuditEvents(): (
  filter: EventFilter,
  onLines: (lines: readonly string[]) => void,
  signal: AbortSignal,
) => Promise<void> {
  const { app } = useCurrentProject()
  return async (filter, onLines, signal) => {
    let lines: string[] = []
    for await (const line of app.exportAuditEvents(filterSince(filter, sinceOf(filter)))) {
      if (signal.aborted) return
      lines.push(line)
      if (lines.length < EXPORTED_AT_ONCE) continue
      onLines(lines)
      lines = []
    }
    onLines(lines)
  }
}

/** The start of the period of `days`, in milliseconds since the epoch. */
function sinceOf({ days }: EventFilter): number | null {
  return days === undefined ? null : Date.now() - days * DAY_MILLIS
}

function filterSince({ days: _days, ...filter }: EventFilter, since: number | null): Omit<EventFilter, 'days'> {
  return { ...filter, ...(since !== null && { from: new Date(since) }) }
}

/** A cursor is valid for one filter only, so the position of a page contains the start of the period too. */
function placeOf(since: number | null, cursor: string | null): string | null {
  return cursor === null || since === null ? cursor : `${since}.${cursor}`
}

function readPlace(filter: EventFilter, place: string | undefined): { since: number | null; cursor?: string } {
  if (place === undefined) return { since: sinceOf(filter) }
  const [, since, cursor] = (filter.days !== undefined && /^(\d{1,15})\.(.+)$/.exec(place)) || []
  return since !== undefined && cursor !== undefined
    ? { since: Number(since), cursor }
    : { since: sinceOf(filter), cursor: place }
}
