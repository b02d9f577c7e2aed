import { events, type EventFacts } from '@portico/contract'

import type { Subscriber } from '../../kernel/emit.ts'
import type { Event } from '../../kernel/event.ts'
import { insertAuditEntry } from '../../records/audit/store.ts'

/** Keeps who did what, for the people who run the service. The entry has ids and names of fields, no values. */
export const audit: Subscriber = {
  write(event) {
    const { action = event.type, outcome = 'ok', target }: EventFacts = events[event.type]
    if (action === null) return null
    return insertAuditEntry({
      projectId: event.origin.projectId,
      at: event.at,
      action,
      outcome,
      actor: event.actor,
      targetId: textOf(event, target),
      reason: textOf(event, 'reason'),
      changedFields: changedFieldsOf(event),
      requestId: event.origin.requestId,
      clientAddress: event.origin.clientAddress,
    })
  },
}

function textOf({ data }: Event, name: string | undefined): string | null {
  const value: unknown = name === undefined ? null : Reflect.get(data, name)
  return typeof value === 'string' ? value : null
}

function changedFieldsOf({ data }: Event): readonly string[] | null {
  return 'changedFields' in data ? data.changedFields : null
}
