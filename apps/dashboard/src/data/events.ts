import type { AuditEvent } from '@portico/client/admin'

import { useGrowingList, type GrowingList } from './resource.ts'

/** Selects the events: all that a user caused or that concern the user, or all about another record. */
export type EventsOf = { readonly userId: string } | { readonly targetId: string }

const EVENTS_PAGE = 50

/** The audit log of one record, newest first. */
export function useRecordEvents(of: EventsOf): GrowingList<AuditEvent> {
  return useGrowingList(['events', of], ({ app }, cursor) =>
    app.listAuditEvents({ ...of, limit: EVENTS_PAGE, ...(cursor !== undefined && { cursor }) }),
  )
}
