import type { AuditActorType, AuditOutcome } from '@portico/contract'

import {
  firstRow,
  fragment,
  ofProject,
  SqlText,
  statement,
  type ProjectCondition,
  type SqlFragment,
  type Statement,
} from '../../kernel/statement.ts'
import { boundedList, type BoundedList } from '../../platform/lists/bounded-list.ts'
import { nextRows, type MomentRange, type ReadRows } from '../../platform/lists/list-key.ts'
import { auditEventColumns, type AuditEvent } from './event.ts'

// Only some combinations of filters have an index. A statement reads the index of the filter that selects the fewest
// entries, and compares them with the other filters.

/** Null: no filter. */
export interface AuditFilter {
  readonly actorType: AuditActorType | null
  readonly actorId: string | null
  readonly targetId: string | null
  /** The actor or the target. */
  readonly userId: string | null
  readonly action: string | null
  readonly outcome: AuditOutcome | null
  readonly at: MomentRange
}

/**
 * Whether an entry is an early one of an owner. The service recorded owners with their id under the access type of the
 * call, or as a user of the project that they created or did not own. Entries are never changed, so they are recognised
 * when they are read.
 */
const isOfEarlyOwner = new SqlText(`actor_id is not null and actor_type <> 'admin'
    and (actor_type in ('client', 'server') or action = 'project.created' or reason = 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN')`)
const actorTypeOf = new SqlText(`case when ${isOfEarlyOwner.text} then 'admin' else actor_type end`)
const readColumns = auditEventColumns.without('actorType')
const listedColumns = new SqlText(`${readColumns.of('page').text}, ${actorTypeOf.text} as "actorType"`)

/** Whether an index contains exactly the entries of this filter, in their order. */
function isIndexed({ actorType, actorId, targetId, userId, action, outcome }: AuditFilter): boolean {
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

/** Lists entries, newest first. */
export function auditEventsOf(projectId: string, filter: AuditFilter): BoundedList<AuditEvent> {
  return boundedList<AuditEvent, AuditEvent>({
    projectId,
    of: 'audit events',
    filters: [JSON.stringify(filter)],
    key: { columns: { at: 'moment', id: 'uuid' }, isDescending: true },
    moments: filter.at,
    range: (rows) => narrowestRange(projectId, filter, rows),
    ...(!isIndexed(filter) && { keep: matches(filter) }),
    page: { columns: listedColumns },
    toItem: (event) => event,
  })
}

/** The entries of the filter that selects least, newest first. */
function narrowestRange(projectId: string, filter: AuditFilter, rows: ReadRows): SqlFragment {
  const { actorType, actorId, targetId, userId, action, outcome } = filter
  const { limit } = rows
  const range = (selected: ProjectCondition): SqlFragment => fragment`select * from audit_events
      where ${selected} and ${nextRows(rows)}`
  const ofTarget = (id: string): SqlFragment => range(ofProject`target_id = ${id} and project_id = ${projectId}`)
  const ofActor = (id: string): SqlFragment => range(ofProject`actor_id = ${id} and project_id = ${projectId}`)
  const ofRareType = (type: keyof typeof rareTypes): SqlFragment =>
    range(ofProject`project_id = ${projectId} and ${rareTypes[type]}`)
  if (targetId !== null) return ofTarget(targetId)
  if (actorId !== null) return ofActor(actorId)
  if (userId !== null) {
    // Entries of what users do to themselves are in both ranges.
    return fragment`select distinct on (at, id) * from ((${ofTarget(userId)}) union all (${ofActor(userId)})) of_user
      order by at desc, id desc limit ${limit}`
  }
  if (action !== null) {
    const ofOutcome = (wanted: AuditOutcome): SqlFragment =>
      range(ofProject`project_id = ${projectId} and action = ${action} and outcome = ${wanted}::text`)
    if (outcome !== null) return ofOutcome(outcome)
    return fragment`select * from ((${ofOutcome('ok')}) union all (${ofOutcome('refused')})) of_action
      order by at desc, id desc limit ${limit}`
  }
  if (actorType === 'admin') {
    const early = range(ofProject`project_id || ' early owner' = ${projectId} || ' early owner' and ${isOfEarlyOwner}`)
    return fragment`select * from ((${ofRareType('admin')}) union all (${early})) of_owners
      order by at desc, id desc limit ${limit}`
  }
  if (actorType === 'server' || actorType === 'system') return ofRareType(actorType)
  if (outcome === 'refused') {
    return range(ofProject`project_id || ' refused' = ${projectId} || ' refused' and outcome = 'refused'`)
  }
  return range(ofProject`project_id || '' = ${projectId}`)
}

function matches({ actorType, actorId, targetId, userId, action, outcome }: AuditFilter): SqlFragment {
  return fragment`(${actorType}::text is null or ${actorTypeOf} = ${actorType}) and (${actorId}::text is null or actor_id = ${actorId})
        and (${targetId}::text is null or target_id = ${targetId})
        and (${userId}::text is null or ${userId} in (actor_id, target_id))
        and (${action}::text is null or action = ${action}) and (${outcome}::text is null or outcome = ${outcome})`
}

export function findAuditEvent(projectId: string, id: string): Statement<AuditEvent | null> {
  return statement<AuditEvent>`
    select ${readColumns}, ${actorTypeOf} as "actorType" from audit_events where project_id = ${projectId} and id = ${id}`.map(
    firstRow,
  )
}
