import type { AuditActorType, AuditOutcome } from '@portico/contract'

import { firstRow, fragment, SqlText, statement, type SqlFragment, type Statement } from '../../kernel/statement.ts'
import { auditEventColumns, type AuditEvent } from './event.ts'

// Only some combinations of filters have an index. A statement reads the index of one filter, the one that selects least, a bounded
// number of entries from a position on, and compares these entries with the other filters. So its cost has a bound for every
// combination, and the position where it stopped begins the next statement, whether or not it has found an entry.

/** Null: no filter. */
export interface AuditFilter {
  readonly actorType: AuditActorType | null
  readonly actorId: string | null
  readonly targetId: string | null
  /** The actor or the target. */
  readonly userId: string | null
  readonly action: string | null
  readonly outcome: AuditOutcome | null
  /** The first moment of the list, in microseconds since the epoch. */
  readonly fromMicros: number
}

/** An entry that exists or did exist, or a moment before or after all entries of it. */
export interface EventPosition {
  /** Microseconds since the epoch: the precision of the database. */
  readonly atMicros: number
  readonly id: string
}

/** The part of the list that one statement reads, newest first. */
export interface AuditWindow {
  readonly start: EventPosition
  /** The number of entries to read. */
  readonly examined: number
}

export interface ExaminedEvents {
  /** The entries that match. */
  readonly found: readonly { readonly item: AuditEvent; readonly position: EventPosition }[]
  /** The first entry that was not examined; null at the end of the list. */
  readonly next: EventPosition | null
}

/**
 * An early entry of an owner. Only owners act with an id and the type of a key: the service recorded them under the access type of their
 * call, and as a user of the project that they created or did not own. Entries are never changed, so they are read this way.
 */
const isOfEarlyOwner = new SqlText(`actor_id is not null and actor_type <> 'admin'
    and (actor_type in ('client', 'server') or action = 'project.created' or reason = 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN')`)
/** The type of the actor. */
const actorTypeOf = new SqlText(`case when ${isOfEarlyOwner.text} then 'admin' else actor_type end`)
const readColumns = auditEventColumns.without('actorType')
const readColumnsOfEntry = readColumns.of('e')

/** Whether an index contains exactly the entries of this filter, in their order. */
export function isIndexed({ actorType, actorId, targetId, userId, action, outcome }: AuditFilter): boolean {
  const others = [actorType, actorId, targetId, userId, action, outcome].filter((value) => value !== null).length
  if (others === 0 || (action !== null && others === (outcome === null ? 1 : 2))) return true
  if (others > 1) return false
  if (actorId !== null || targetId !== null || userId !== null || outcome === 'refused') return true
  return actorType === 'system' || actorType === 'admin'
}

/** The types of actors that have an index. Constants, because its condition names them. */
const rareTypes = {
  server: new SqlText(`actor_type = 'server'`),
  admin: new SqlText(`actor_type = 'admin'`),
  system: new SqlText(`actor_type = 'system'`),
} as const satisfies Partial<Record<AuditActorType, SqlText>>

/** Reads entries of the list. Execute `preferOrderedIndexes` before it in the same transaction. */
export function examineEvents(
  projectId: string,
  filter: AuditFilter,
  { start, examined }: AuditWindow,
): Statement<ExaminedEvents> {
  return statement<AuditEvent & { atMicros: number; isFound: boolean; examined: number }>`
    with examined as materialized (
      ${narrowestRange(projectId, filter, start, examined + 1)}
    ), oldest as materialized (
      select at, id, (select count(*) from examined) as examined from examined order by at, id limit 1
    )
    select ${readColumnsOfEntry}, e."actorType", (extract(epoch from e.at) * 1000000)::bigint as "atMicros",
      e.is_found as "isFound", oldest.examined
    from (select *, ${actorTypeOf} as "actorType", ${matches(filter)} as is_found from examined) e, oldest
    where e.is_found or (e.at, e.id) = (oldest.at, oldest.id)
    order by e.at desc, e.id desc`.map(({ rows }) => {
    const found = rows.map(({ atMicros, isFound, examined: count, ...event }) => ({
      item: event,
      position: { atMicros, id: event.id },
      isFound,
      count,
    }))
    const oldest = found.at(-1)
    const next = oldest && oldest.count > examined ? oldest.position : null
    return { found: found.filter(({ isFound, position }) => isFound && position !== next), next }
  })
}

/** The entries of the filter that selects least, newest first. */
function narrowestRange(projectId: string, filter: AuditFilter, start: EventPosition, limit: number): SqlFragment {
  const { actorType, actorId, targetId, userId, action, outcome } = filter
  const range = (selected: SqlFragment): SqlFragment => fragment`select * from audit_events
      where ${selected} and at >= ${momentOf(filter.fromMicros)}
        and (at, id) <= (${momentOf(start.atMicros)}, ${start.id}::uuid)
      order by at desc, id desc limit ${limit}`
  const ofTarget = (id: string): SqlFragment => range(fragment`target_id = ${id} and project_id = ${projectId}`)
  const ofActor = (id: string): SqlFragment => range(fragment`actor_id = ${id} and project_id = ${projectId}`)
  const ofRareType = (type: keyof typeof rareTypes): SqlFragment =>
    range(fragment`project_id = ${projectId} and ${rareTypes[type]}`)
  if (targetId !== null) return ofTarget(targetId)
  if (actorId !== null) return ofActor(actorId)
  if (userId !== null) {
    // Entries of what users do to themselves are in both ranges.
    return fragment`select distinct on (at, id) * from ((${ofTarget(userId)}) union all (${ofActor(userId)})) of_user
      order by at desc, id desc limit ${limit}`
  }
  if (action !== null) {
    const ofOutcome = (wanted: AuditOutcome): SqlFragment =>
      range(fragment`project_id = ${projectId} and action = ${action} and outcome = ${wanted}::text`)
    if (outcome !== null) return ofOutcome(outcome)
    return fragment`select * from ((${ofOutcome('ok')}) union all (${ofOutcome('refused')})) of_action
      order by at desc, id desc limit ${limit}`
  }
  if (actorType === 'admin') {
    const early = range(fragment`project_id || ' early owner' = ${projectId} || ' early owner' and ${isOfEarlyOwner}`)
    return fragment`select * from ((${ofRareType('admin')}) union all (${early})) of_owners
      order by at desc, id desc limit ${limit}`
  }
  if (actorType === 'server' || actorType === 'system') return ofRareType(actorType)
  if (outcome === 'refused') {
    return range(fragment`project_id || ' refused' = ${projectId} || ' refused' and outcome = 'refused'`)
  }
  return range(fragment`project_id || '' = ${projectId}`)
}

function matches({ actorType, actorId, targetId, userId, action, outcome }: AuditFilter): SqlFragment {
  return fragment`(${actorType}::text is null or ${actorTypeOf} = ${actorType}) and (${actorId}::text is null or actor_id = ${actorId})
        and (${targetId}::text is null or target_id = ${targetId})
        and (${userId}::text is null or ${userId} in (actor_id, target_id))
        and (${action}::text is null or action = ${action}) and (${outcome}::text is null or outcome = ${outcome})`
}

function momentOf(micros: number): SqlFragment {
  return fragment`'epoch'::timestamptz + ${micros}::float8 * interval '1 microsecond'`
}

export function findAuditEvent(projectId: string, id: string): Statement<AuditEvent | null> {
  return statement<AuditEvent>`
    select ${readColumns}, ${actorTypeOf} as "actorType" from audit_events where project_id = ${projectId} and id = ${id}`.map(
    firstRow,
  )
}
