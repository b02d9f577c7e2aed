import { events, type EventFacts } from '@portico/contract'

import type { Subscriber } from '../../kernel/emit.ts'
import type { Event, EventHead } from '../../kernel/event.ts'
import {
  insertAuditEntry,
  insertAuditEntryForEach,
  type AuditedData,
  type AuditEntry,
} from '../../records/audit/store.ts'

/**
 * Writes audit entries for the operator. An entry contains ids and names of fields, and no values except the state of
 * production mode.
 */
export const audit: Subscriber = {
  write(event) {
    const entry = entryOf(event)
    return (
      entry &&
      insertAuditEntry({
        ...entry,
        targetId: textOf(event, factsOf(event).target),
        teamId: textOf(event, 'teamId'),
        permissionId: textOf(event, 'permissionId'),
        providerId: textOf(event, 'providerId'),
        reason: textOf(event, 'reason'),
        changedFields: changedFieldsOf(event),
      })
    )
  },
  writeEach(head) {
    const entry = entryOf(head)
    return entry && insertAuditEntryForEach(entry, { targetColumn: factsOf(head).target ?? null })
  },
}

function factsOf({ type }: EventHead): EventFacts {
  return events[type]
}

/** The columns of the entry that do not depend on the event data; null if the event has no audit entry. */
function entryOf(head: EventHead): Omit<AuditEntry, keyof AuditedData> | null {
  const { action = head.type, outcome = 'ok' } = factsOf(head)
  if (action === null) return null
  return {
    projectId: head.origin.projectId,
    at: head.at,
    action,
    // guard: an audit entry states that an attempt was refused (replace `outcome` with `outcome: 'ok'`)
    //   [audit, second-step]
    outcome,
    actor: head.actor,
    requestId: head.origin.requestId,
    clientAddress: head.origin.clientAddress,
  }
}

function textOf({ data }: Event, name: string | undefined): string | null {
  const value: unknown = name === undefined ? null : Reflect.get(data, name)
  return typeof value === 'string' ? value : null
}

function changedFieldsOf({ data }: Event): readonly string[] | null {
  return 'changedFields' in data ? data.changedFields : null
}
