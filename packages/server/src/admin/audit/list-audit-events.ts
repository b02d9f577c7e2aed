import { AUDIT_PAGE_DEFAULT } from '@portico/contract'

import type { Call } from '../../kernel/call.ts'
import { readList, type ListPage, type ListQuery } from '../../platform/lists/read-list.ts'
import type { AuditEvent } from '../../records/audit/event.ts'
import { auditEventsOf, type AuditFilter } from '../../records/audit/list.ts'

interface WantedEvents extends ListQuery {
  readonly actorType?: AuditFilter['actorType'] | undefined
  readonly actorId?: string | undefined
  readonly targetId?: string | undefined
  readonly userId?: string | undefined
  readonly action?: string | undefined
  readonly outcome?: AuditFilter['outcome'] | undefined
  /** Inclusive. */
  readonly fromMillis?: number | undefined
  /** Exclusive. */
  readonly untilMillis?: number | undefined
}

/** Lists the audit log of the project, newest first. */
export function listAuditEvents({ db }: Call, wanted: WantedEvents): Promise<ListPage<AuditEvent>> {
  const { limit = AUDIT_PAGE_DEFAULT, cursor, fromMillis, untilMillis } = wanted
  const list = auditEventsOf(db.projectId, {
    actorType: wanted.actorType ?? null,
    actorId: wanted.actorId ?? null,
    targetId: wanted.targetId ?? null,
    userId: wanted.userId ?? null,
    action: wanted.action ?? null,
    outcome: wanted.outcome ?? null,
    at: {
      from: fromMillis === undefined ? null : new Date(fromMillis),
      until: untilMillis === undefined ? null : new Date(untilMillis),
    },
  })
  return readList(db, list, { limit, cursor })
}
