import { AUDIT_PAGE_DEFAULT } from '@portico/contract'

import { readExaminedPage } from '../../api/examined-page.ts'
import { decodeCursor, encodeCursor } from '../../api/list-cursor.ts'
import type { Call } from '../../kernel/call.ts'
import { preferOrderedIndexes } from '../../platform/db/sweep.ts'
import type { AuditEvent } from '../../records/audit/event.ts'
import { examineEvents, isIndexed, type AuditFilter, type EventPosition } from '../../records/audit/list.ts'

const HIGHEST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
/** The end of the year 9999, the last moment of the wire. */
const LAST_MILLIS = 253_402_300_800_000

export interface WantedEvents {
  readonly actorType?: AuditFilter['actorType'] | undefined
  readonly actorId?: string | undefined
  readonly targetId?: string | undefined
  readonly userId?: string | undefined
  readonly action?: string | undefined
  readonly outcome?: AuditFilter['outcome'] | undefined
  /** The first moment. */
  readonly fromMillis?: number | undefined
  /** The first moment after the list. */
  readonly untilMillis?: number | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

export interface AuditPage {
  readonly events: readonly AuditEvent[]
  readonly nextCursor: string | null
}

/**
 * Lists the audit log of the project, newest first. A page ends early if few of many entries match, so that every
 * call takes a bounded time.
 */
export async function listAuditEvents({ db }: Call, wanted: WantedEvents): Promise<AuditPage> {
  const { projectId } = db
  const { limit = AUDIT_PAGE_DEFAULT, untilMillis = LAST_MILLIS, fromMillis = 0, cursor } = wanted
  const filter: AuditFilter = {
    actorType: wanted.actorType ?? null,
    actorId: wanted.actorId ?? null,
    targetId: wanted.targetId ?? null,
    userId: wanted.userId ?? null,
    action: wanted.action ?? null,
    outcome: wanted.outcome ?? null,
    fromMicros: fromMillis * 1_000,
  }
  const { actorType, actorId, targetId, userId, action, outcome } = filter
  const texts = [actorType, actorId, targetId, userId, action, outcome]
  const scope = ['audit events', projectId, ...texts, String(fromMillis), String(untilMillis)]
  const { items: events, next } = await readExaminedPage<AuditEvent, EventPosition>(
    {
      start: cursor === undefined ? { atMicros: untilMillis * 1_000 - 1, id: HIGHEST_UUID } : readCursor(scope, cursor),
      limit,
      isIndexed: isIndexed(filter),
    },
    async (window) => {
      const { read } = await db.batch({
        planning: preferOrderedIndexes(projectId),
        read: examineEvents(projectId, filter, window),
      })
      return read
    },
  )
  return { events, nextCursor: next && writeCursor(scope, next) }
}

function writeCursor(scope: readonly (string | null)[], { atMicros, id }: EventPosition): string {
  return encodeCursor(scope, { createdAtMicros: atMicros, ids: [id] })
}

function readCursor(scope: readonly (string | null)[], cursor: string): EventPosition {
  const { createdAtMicros, ids } = decodeCursor(scope, cursor)
  return { atMicros: createdAtMicros, id: ids[0] ?? HIGHEST_UUID }
}
