import type { AuditActorType, AuditEventRead, AuditOutcome, Json } from '@portico/contract'
import { AUDIT_PAGE_MAX } from '@portico/contract/limits'

import { fetchPage, type Page } from '../resources/pages.ts'
import { isUuid } from '../transport/uuid.ts'
import { StatusError } from '../transport/known-error.ts'
import type { SendRequest } from '../transport/request.ts'
import { bodyOf } from '../transport/body-of.ts'
import { present } from '../transport/present.ts'
import type { AuditEventFields } from '../transport/record-fields.ts'

/** Who did what in the project, and when. */
export interface AuditEvent extends AuditEventFields {
  /** Who acted, as far as the service knows. */
  readonly actor: {
    readonly type: AuditActorType
    /** The id of a user: the end user, or the project owner for the type `admin`. Null for keys and the service. */
    readonly id: string | null
    /** The set of the API key that authenticated the call. Null for people and the service. */
    readonly keySetId: string | null
  }
}

/** A setting of the project, or a permission, before and after a change. */
export interface AuditEventChange {
  /** As on the wire, such as `config.domains` or `team_permission_definitions.editor`. */
  readonly field: string
  /** Secrets are masked. Absent: the value was too large to be kept. */
  readonly before?: Json | undefined
  /** The new value, like `before`. */
  readonly after?: Json | undefined
}

/** An event of the audit log, with the values that it changed. */
export interface AuditEventWithChanges extends AuditEvent {
  /** Null for events that change no settings, and for all but the latest changes of the project. */
  readonly changes: readonly AuditEventChange[] | null
}

/** Selects events. Each given option restricts the list further. */
export interface AuditEventFilter {
  /** Only events by this kind of actor. */
  actorType?: AuditActorType
  /** Only events of this actor. */
  actorId?: string
  /** Only events about this record. */
  targetId?: string
  /** Only events that have this user as their actor or as their target. */
  userId?: string
  /** Only events of this kind, such as `user.signed_in`. */
  action?: string
  /** Only events with this outcome. */
  outcome?: AuditOutcome
  /** Only events at or after this moment. */
  from?: Date
  /** Only events before this moment. */
  until?: Date
}

/** Which events a page of the audit log contains. */
export interface AuditEventListOptions extends AuditEventFilter {
  /** Size of the page, at most 1,000. Default: 100. */
  limit?: number
  /** The `nextCursor` of the previous page. */
  cursor?: string
}

/**
 * A page of the audit log. It can have fewer events than the limit, even none, if few of many events match. Only a
 * `nextCursor` of null marks the end.
 */
export type AuditEventList = AuditEvent[] & {
  /** For the option `cursor` of the next page; null on the last one. */
  readonly nextCursor: string | null
}

/** Reads one page of the audit log, newest first. */
export async function listAuditEvents(
  request: SendRequest<'admin'>,
  options: AuditEventListOptions = {},
): Promise<AuditEventList> {
  const { items, nextCursor } = await readPage(request, options)
  return Object.assign(items.map(presentEvent), { nextCursor })
}

/** Reads one event. Null for an unknown id, also after the retention of the event. */
export async function getAuditEvent(request: SendRequest<'admin'>, id: string): Promise<AuditEventWithChanges | null> {
  if (!isUuid(id)) return null
  try {
    const { changes, ...read } = await request('GET /internal/audit-events/{id}', { params: { id } })
    return { ...presentEvent(read), changes }
  } catch (error) {
    if (error instanceof StatusError && error.statusCode === 404) return null
    throw error
  }
}

/**
 * Reads the audit log as JSON lines, newest first. It holds one page in memory. Each page is a separate call, so that
 * the SDK can repeat it after a network failure, and no connection stays open while the reader is slow.
 */
export async function* exportAuditEvents(
  request: SendRequest<'admin'>,
  filter: AuditEventFilter = {},
): AsyncGenerator<string, void, void> {
  let cursor: string | null = null
  do {
    const page: Page<AuditEventRead> = await readPage(request, {
      ...filter,
      limit: AUDIT_PAGE_MAX,
      ...(cursor !== null && { cursor }),
    })
    for (const item of page.items) yield `${JSON.stringify(item)}\n`
    cursor = page.nextCursor
  } while (cursor !== null)
}

function readPage(request: SendRequest<'admin'>, options: AuditEventListOptions): Promise<Page<AuditEventRead>> {
  return fetchPage(request, 'GET /internal/audit-events', bodyOf(options))
}

function presentEvent({
  actor_id: id,
  actor_key_set_id: keySetId,
  actor_type: type,
  ...fields
}: AuditEventRead): AuditEvent {
  return {
    ...present(fields),
    actor: { type, id, keySetId },
  }
}
