import type { WebhookDeliveryState, WebhookEventType } from '@portico/contract'

import {
  allRows,
  firstRow,
  fragment,
  noResult,
  sequence,
  SqlText,
  statement,
  type SqlFragment,
  type Statement,
  unscoped,
} from '../../kernel/statement.ts'
import { preferIndexes, preferOrderedIndexes, startOfRetention } from '../../platform/db/sweep.ts'
import { boundedList, type BoundedList } from '../../platform/lists/bounded-list.ts'
import { nextRows, type ListKey, type ReadRows } from '../../platform/lists/list-key.ts'
import {
  attemptColumns,
  deliveryColumns,
  type ClaimedDelivery,
  type EndedAttempt,
  type WebhookAttempt,
  type WebhookDelivery,
} from './delivery.ts'
import { PAYLOAD_DAYS } from './sweep.ts'

/** Below the id of every endpoint. */
export const FIRST_ENDPOINT = '00000000-0000-0000-0000-000000000000'
const ENDPOINTS_MAX = 1_000

/** Attempts that a delivery shows. */
const ATTEMPTS_SHOWN = 50

/** What a worker can claim now. */
export interface ClaimRoom {
  /** The largest number of deliveries. */
  readonly limit: number
  /** For endpoints that `endpoints` does not contain. */
  readonly perEndpoint: number
  readonly endpoints: ReadonlyMap<string, number>
  /** The number of claimed deliveries of each endpoint. In a project, endpoints with fewer come first. */
  readonly claimed: ReadonlyMap<string, number>
  /** For projects that `projects` does not contain. */
  readonly perProject: number
  readonly projects: ReadonlyMap<string, number>
}

/** The endpoints that a claim examines. */
interface Turn {
  /** The last endpoint of the claim before. */
  readonly after: string
  readonly endpointsAtOnce: number
}

interface Claimed {
  readonly deliveries: readonly ClaimedDelivery[]
  /** The last endpoint that was examined; null if there was none. */
  readonly last: string | null
  /** The number of endpoints that were examined. */
  readonly endpoints: number
}

/**
 * Claims due deliveries with a lease and starts an attempt of each. Goes through the endpoints with waiting deliveries
 * in the order of their ids, so that those of one endpoint do not affect the others.
 */
export function claimDeliveries(
  room: ClaimRoom & Turn,
  { now, leaseEndsAt }: { readonly now: Date; readonly leaseEndsAt: Date },
): Statement<Claimed> {
  const endpoints = numbered(room.endpoints)
  const projects = numbered(room.projects)
  const claims = numbered(room.claimed)
  const looked = unscoped.statement<{ last: string | null; endpoints: number }>`
    select last, endpoints from (${waitingEndpoints(room)} select count(*)::integer as endpoints, max(id::text) as last from waiting) seen`.map(
    firstRow,
  )
  const deliveries = unscoped.statement<ClaimedDelivery>`
    ${waitingEndpoints(room)}, due as materialized (
      select found.version from (
        select shared.*, row_number() over (partition by project_id order by share, next_attempt_at, id) as place from (
        select d.*, coalesce(project.number, ${room.perProject}::integer) as places,
          coalesce(claimed.number, 0) + row_number() over (partition by d.endpoint_id order by d.next_attempt_at, d.id) as share
        from waiting, lateral (
          select * from webhook_endpoints e
          where e.project_id = waiting.project_id and e.id = waiting.id and e.disabled_at is null and e.deleted_at is null offset 0
        ) endpoint, lateral (
          select ctid as version, project_id, id, endpoint_id, next_attempt_at from webhook_deliveries
          where endpoint_id = endpoint.id and state = 'pending' and next_attempt_at <= ${now}
          order by next_attempt_at
          limit coalesce((select number from ${endpoints} known where known.id = endpoint.id::text),
            least(${room.perEndpoint}::integer, endpoint.rate_limit))
          for update skip locked
        ) d
        left join ${projects} project on project.id = d.project_id
        left join ${claims} claimed on claimed.id = d.endpoint_id::text
        ) shared
      ) found
      where found.place <= found.places
      order by found.place limit ${room.limit}
    ), claimed as (
      update webhook_deliveries d set attempts = d.attempts + 1, next_attempt_at = ${leaseEndsAt}
      where d.ctid = any (array(select version from due))
      returning d.*
    ), started as (
      insert into webhook_attempts (project_id, delivery_id, number, endpoint_id, started_at)
      select project_id, id, attempts, endpoint_id, ${now} from claimed
    )
    select c.project_id as "projectId", c.id, c.endpoint_id as "endpointId", c.message_id as "messageId", c.event_type as "eventType",
      c.attempts, c.failures, c.created_at as "createdAt", m.body, e.url, e.headers_sealed as "headersSealed",
      e.secret_sealed as "secretSealed", e.old_secret_sealed as "oldSecretSealed", e.old_secret_ends_at as "oldSecretEndsAt",
      e.rate_limit as "rateLimit", e.failing_since as "failingSince"
    from claimed c, lateral (
      select * from webhook_endpoints where project_id = c.project_id and id = c.endpoint_id offset 0
    ) e, lateral (
      select body from webhook_messages where project_id = c.project_id and id = c.message_id offset 0
    ) m`.map(allRows)
  return sequence({ planning: preferIndexes, looked, deliveries }).map((read) => ({
    deliveries: read.deliveries,
    last: read.looked?.last ?? null,
    endpoints: read.looked?.endpoints ?? 0,
  }))
}

/** When the delivery that has waited longest was due, among the first thousand endpoints; null if there is none. */
export function findOldestDueDelivery(now: Date): Statement<Date | null> {
  const found = unscoped.statement<{ dueAt: Date | null }>`
    ${waitingEndpoints({ after: FIRST_ENDPOINT, endpointsAtOnce: ENDPOINTS_MAX })}
    select min(oldest.next_attempt_at) as "dueAt"
    from waiting, lateral (
      select * from webhook_endpoints e
      where e.project_id = waiting.project_id and e.id = waiting.id and e.disabled_at is null and e.deleted_at is null offset 0
    ) endpoint, lateral (
      select next_attempt_at from webhook_deliveries
      where endpoint_id = endpoint.id and state = 'pending' and next_attempt_at <= ${now}
      order by next_attempt_at limit 1
    ) oldest`.map(firstRow)
  return sequence({ planning: preferIndexes, found }).map((result) => result.found?.dueAt ?? null)
}

/**
 * Finds endpoints with waiting deliveries by jumping in the index from one to the next, whatever the number of their
 * deliveries.
 */
function waitingEndpoints({ after, endpointsAtOnce }: Turn): SqlFragment {
  return unscoped.fragment`with recursive waiting as (
      (select project_id, endpoint_id as id, 1 as place from webhook_deliveries
       where state = 'pending' and endpoint_id > ${after}::uuid order by endpoint_id limit 1)
      union all
      select next.project_id, next.endpoint_id, waiting.place + 1 from waiting, lateral (
        select project_id, endpoint_id from webhook_deliveries
        where state = 'pending' and endpoint_id > waiting.id order by endpoint_id limit 1
      ) next where waiting.place < ${endpointsAtOnce}::integer
    )`
}

function numbered(numbers: ReadonlyMap<string, number>): SqlFragment {
  return fragment`(select * from unnest(${[...numbers.keys()]}::text[], ${[...numbers.values()]}::integer[]) numbered (id, number))`
}

type Key = Pick<ClaimedDelivery, 'projectId' | 'id' | 'attempts'>

/** The state of a delivery after an attempt. */
export type AfterAttempt =
  | { readonly state: 'delivered' | 'failed' | 'erased' }
  | { readonly state: 'pending'; readonly failures: number; readonly nextAttemptAt: Date }

/**
 * Records the end of an attempt and what follows. Records only the end, without the answer, if the payload was erased
 * meanwhile, or the lease of the worker has ended and another one has begun an attempt.
 */
export function endAttempt(
  { attempts, id, projectId }: Key,
  ended: EndedAttempt,
  after: AfterAttempt,
): Statement<void> {
  const next = after.state === 'pending' ? after : null
  return statement`
    with delivery as (
      update webhook_deliveries set state = ${after.state}, next_attempt_at = ${next?.nextAttemptAt ?? null}, failures = ${next?.failures ?? 0},
        last_status = ${ended.status}, last_error = ${ended.error}
      where project_id = ${projectId} and id = ${id} and attempts = ${attempts} and state = 'pending'
      returning id
    )
    update webhook_attempts set started_at = ${ended.startedAt}, duration_millis = ${ended.durationMillis}, status = ${ended.status},
      error = ${ended.error}, answer = case when exists (select from delivery) then ${ended.answer}::text end
    where project_id = ${projectId} and delivery_id = ${id} and number = ${attempts}`.map(noResult)
}

/** Gives a claimed delivery back that was not attempted, with its attempt. */
export function releaseDelivery({ attempts, id, projectId }: Key, dueAt: Date): Statement<void> {
  return statement`
    with attempt as (
      delete from webhook_attempts where project_id = ${projectId} and delivery_id = ${id} and number = ${attempts}
    )
    update webhook_deliveries set attempts = attempts - 1, next_attempt_at = ${dueAt}
    where project_id = ${projectId} and id = ${id} and attempts = ${attempts} and state = 'pending'`.map(noResult)
}

/** Releases deliveries that an earlier process of the embedded engine had claimed. No other process uses the engine. */
export function releaseClaims(now: Date): Statement<void> {
  return unscoped.statement`
    update webhook_deliveries set next_attempt_at = ${now}
    where state = 'pending' and next_attempt_at > ${now} and exists (
      select from webhook_attempts a
      where a.project_id = webhook_deliveries.project_id and a.delivery_id = webhook_deliveries.id
        and a.number = webhook_deliveries.attempts and a.duration_millis is null offset 0)`.map(noResult)
}

export interface DeliveryFilter {
  readonly endpointId: string | null
  readonly state: WebhookDeliveryState | null
  readonly eventType: WebhookEventType | null
}

const keyOfDeliveries: ListKey = { columns: { created_at: 'moment', id: 'uuid' }, isDescending: true }
const listed = deliveryColumns.of('page')

/** Lists deliveries, newest first. */
export function deliveriesOf(projectId: string, filter: DeliveryFilter): BoundedList<WebhookDelivery> {
  const { endpointId, eventType, state } = filter
  const isIndexed = state === null && eventType === null
  return listOfDeliveries(projectId, {
    of: 'webhook deliveries',
    filters: [endpointId, state, eventType],
    range: (rows) => deliveriesInOrder(projectId, endpointId, null, rows),
    ...(!isIndexed && {
      keep: fragment`(${state}::text is null or state = ${state}) and (${eventType}::text is null or event_type = ${eventType})`,
    }),
  })
}

/** A list of deliveries, newest first. */
export function listOfDeliveries(
  projectId: string,
  list: Pick<BoundedList<WebhookDelivery>, 'of' | 'filters' | 'moments' | 'range' | 'keep'>,
): BoundedList<WebhookDelivery> {
  return boundedList<WebhookDelivery, WebhookDelivery>({
    ...list,
    projectId,
    key: keyOfDeliveries,
    page: { columns: listed },
    toItem: (delivery) => delivery,
  })
}

/**
 * The next deliveries of the project or an endpoint. The query for an endpoint compares the project after reading
 * (README.md).
 *
 * @param after only deliveries that were created after this moment
 */
export function deliveriesInOrder(
  projectId: string,
  endpointId: string | null,
  after: Date | null,
  rows: ReadRows,
): SqlFragment {
  const range = endpointId === null ? fragment`project_id = ${projectId}` : fragment`endpoint_id = ${endpointId}`
  return fragment`select * from (
        select * from webhook_deliveries where ${range} and created_at > coalesce(${after}::timestamptz, '-infinity') and ${nextRows(rows)}
      ) d where d.project_id = ${projectId}`
}

export function findDelivery(projectId: string, id: string): Statement<WebhookDelivery | null> {
  return statement<WebhookDelivery>`
    select ${deliveryColumns} from webhook_deliveries where project_id = ${projectId} and id = ${id}`.map(firstRow)
}

export function findDeliveryOf(
  projectId: string,
  messageId: string,
  endpointId: string,
): Statement<WebhookDelivery | null> {
  return statement<WebhookDelivery>`
    select ${deliveryColumns} from webhook_deliveries
    where message_id = ${messageId} and project_id = ${projectId} and endpoint_id = ${endpointId}`.map(firstRow)
}

/** The latest attempts of a delivery, newest first. */
export function listAttempts(projectId: string, deliveryId: string): Statement<WebhookAttempt[]> {
  return statement<WebhookAttempt>`
    select ${attemptColumns} from webhook_attempts
    where project_id = ${projectId} and delivery_id = ${deliveryId} order by number desc limit ${ATTEMPTS_SHOWN}`.map(
    allRows,
  )
}

/** Queues a delivery again, with a new schedule. Null if its payload was erased. */
export function requeueDelivery(projectId: string, id: string, now: Date): Statement<WebhookDelivery | null> {
  return statement<WebhookDelivery>`
    update webhook_deliveries d set state = 'pending', failures = 0, next_attempt_at = ${now}
    where project_id = ${projectId} and id = ${id} and state <> 'erased' and exists (
      select from webhook_messages m
      where m.project_id = ${projectId} and m.id = d.message_id and (m.body is not null or m.source is not null) offset 0)
    returning ${deliveryColumns}`.map(firstRow)
}

/** Constants, because the condition of the index names them. */
const repeatedStates = { failed: new SqlText(`'failed'`), skipped: new SqlText(`'skipped'`) } as const

/**
 * Queues the oldest failed or skipped deliveries of an endpoint again, those whose payloads are kept.
 *
 * @returns their number
 */
export function requeueDeliveries(
  projectId: string,
  endpointId: string,
  {
    limit,
    now,
    since,
    state,
    until,
  }: {
    readonly state: 'failed' | 'skipped'
    readonly since: Date
    readonly until: Date | null
    readonly now: Date
    readonly limit: number
  },
): Statement<number> {
  const requeued = statement`
    update webhook_deliveries set state = 'pending', failures = 0, next_attempt_at = ${now}
    where ctid = any (array(
      select oldest.ctid from (
        select ctid, project_id from webhook_deliveries
        where endpoint_id = ${endpointId} and state = ${repeatedStates[state]}
          and created_at >= greatest(${since}::timestamptz, ${startOfRetention(now, PAYLOAD_DAYS)}::timestamptz)
          and created_at < coalesce(${until}::timestamptz, 'infinity')
        order by created_at, id limit ${limit} for update skip locked
      ) oldest where project_id = ${projectId}))`.map(({ count }) => count)
  return sequence({ planning: preferOrderedIndexes, requeued }).map((results) => results.requeued)
}

/** How the last attempts of an endpoint ended. */
export interface WebhookFigures {
  readonly attempts: number
  readonly succeeded: number
  readonly failed: number
  readonly medianDurationMillis: number | null
}

export function readFigures(
  projectId: string,
  endpointId: string,
  since: Date,
  limit: number,
): Statement<WebhookFigures> {
  const figures = statement<WebhookFigures>`
    select count(*)::integer as attempts, count(*) filter (where error is null)::integer as succeeded,
      count(*) filter (where error is not null)::integer as failed,
      round(percentile_cont(0.5) within group (order by duration_millis))::integer as "medianDurationMillis"
    from (
      select project_id, error, duration_millis from webhook_attempts
      where endpoint_id = ${endpointId} and started_at >= ${since} and duration_millis is not null
      order by started_at desc, delivery_id desc, number desc limit ${limit}
    ) last where project_id = ${projectId}`.map(firstRow)
  return sequence({ planning: preferOrderedIndexes, figures }).map(
    (read) => read.figures ?? { attempts: 0, succeeded: 0, failed: 0, medianDurationMillis: null },
  )
}
