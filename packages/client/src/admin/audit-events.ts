import type {
  AuditActorType,
  AuditEventRead,
  AuditEventWithChanges as AuditEventRow,
  AuditOutcome,
  Json,
} from '@portico/contract'
import { AUDIT_PAGE_MAX } from '@portico/contract/limits'

import { fetchPage, type Page } from '../resources/pages.ts'
import { isUuid } from '../transport/uuid.ts'
import { StatusError } from '../transport/known-error.ts'
import type { SendRequest } from '../transport/request.ts'

/** Who did what in the project, and when. */
export interface AuditEvent {
  /** The id of the event. */
  readonly id: string
  /** When it happened. */
  readonly at: Date
  /** What happened, as `<record>.<act>`, such as `user.signed_in`. */
  readonly action: string
  /** Whether the act succeeded or was refused. */
  readonly outcome: AuditOutcome
  /** Who acted, as far as the service knows. */
  readonly actor: {
    readonly type: AuditActorType
    /** The id of a user: the end user, or the project owner for the type `admin`. Null for keys and the service. */
    readonly id: string | null
    /** The set of the API key that authenticated the call. Null for people and the service. */
    readonly keySetId: string | null
  }
  /** What the event is about: the id of a record, an endpoint or a limited act. */
  readonly targetId: string | null
  /** The team in which the event happened. */
  readonly teamId: string | null
  /** The permission that was granted, revoked or defined. */
  readonly permissionId: string | null
  /** The sign-in provider whose account was connected or disconnected. */
  readonly providerId: string | null
  /** Why the act was refused, why the service itself acted, or the new state of production mode. */
  readonly reason: string | null
  /** The names of the changed fields. */
  readonly changedFields: readonly string[] | null
  /** Identifies the request in the log of the service; null without a request. */
  readonly requestId: string | null
  /** The IP address of the caller. */
  readonly clientAddress: string | null
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
  /** Only events of this kind of actor. */
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

export interface AuditEventListOptions extends AuditEventFilter {
  /** Size of the page, at most 1,000. Default: 100. */
  limit?: number
  /** The `nextCursor` of the previous page. */
  cursor?: string
}

/**
 * A page of the audit log. It can have fewer events than the limit, even none, if few of many events match. Only a `nextCursor`
 * of null marks the end.
 */
export type AuditEventList = AuditEvent[] & {
  /** For the option `cursor` of the next page; null on the last one. */
  readonly nextCursor: string | null
}

/** Reads one page of the audit log, newest first. */
export async function listAuditEvents(
  request: SendRequest,
  options: AuditEventListOptions = {},
): Promise<AuditEventList> {
  const { items, nextCursor } = await readPage(request, options)
  return Object.assign(items.map(presentEvent), { nextCursor })
}

/** Reads one event. Null for an unknown id, also after the retention of the event. */
export async function getAuditEvent(request: SendRequest, id: string): Promise<AuditEventWithChanges | null> {
  // The id becomes part of a path.
  if (!isUuid(id)) return null
  try {
    const { changes, ...read } = await request<AuditEventRow>(`/internal/audit-events/${id}`)
    return { ...presentEvent(read), changes }
  } catch (error) {
    if (error instanceof StatusError && error.statusCode === 404) return null
    throw error
  }
}

/**
 * Reads the audit log as JSON lines, newest first. It holds one page in memory. Each page is a call of its own, so that the SDK
 * repeats it after a failure of the network and no connection stays open while the reader is slow.
 */
export async function* exportAuditEvents(
  request: SendRequest,
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

function readPage(
  request: SendRequest,
  { from, until, actorType, actorId, targetId, userId, ...options }: AuditEventListOptions,
): Promise<Page<AuditEventRead>> {
  return fetchPage<AuditEventRead>(request, '/internal/audit-events', {
    actor_type: actorType,
    actor_id: actorId,
    target_id: targetId,
    user_id: userId,
    action: options.action,
    outcome: options.outcome,
    from_millis: from?.getTime(),
    until_millis: until?.getTime(),
    limit: options.limit,
    cursor: options.cursor,
  })
}

function presentEvent(read: AuditEventRead): AuditEvent {
  return {
    id: read.id,
    at: new Date(read.at_millis),
    action: read.action,
    outcome: read.outcome,
    actor: { type: read.actor_type, id: read.actor_id, keySetId: read.actor_key_set_id },
    targetId: read.target_id,
    teamId: read.team_id,
    permissionId: read.permission_id,
    providerId: read.provider_id,
    reason: read.reason,
    changedFields: read.changed_fields,
    requestId: read.request_id,
    clientAddress: read.client_address,
  }
}
