import type { WebhookDeliveryState, WebhookEventType } from '@portico/contract'

import { allRows, fragment, sequence, statement, type SqlFragment, type Statement } from '../../kernel/statement.ts'
import { preferIndexesFor, preferOrderedIndexes } from '../../platform/db/sweep.ts'
import { type DeliveryPosition } from './deliveries.ts'
import { attemptColumns, deliveryColumns, type WebhookAttempt, type WebhookDelivery } from './delivery.ts'
import { examinedOf, HIGHEST_UUID, NEWEST_MICROS, type Examined, type ExaminedWindow } from './examined.ts'

// Lists of messages and attempts. Each statement examines a bounded number of rows, newest first, so that a filter that few rows pass costs no
// more than another one. Those of an endpoint compare the project of what they have read (README.md).

/** Attempts of one delivery that a list of the attempts of a message contains. */
const ATTEMPTS_PER_DELIVERY = 250
/** Deliveries that `countStates` counts. */
const COUNTED_MAX = 10_000

interface TimeRange {
  readonly after: Date | null
  readonly before: Date | null
}

export interface MessageFilter extends TimeRange {
  /** Null: all messages of the project, each once. */
  readonly endpointId: string | null
  readonly states: readonly WebhookDeliveryState[] | null
  readonly eventTypes: readonly WebhookEventType[] | null
}

const listed = deliveryColumns.of('d')

/** Examines messages by their deliveries. Of a message with several endpoints, the list of the project has one delivery. */
export function examineMessages(
  projectId: string,
  { after, before, endpointId, eventTypes, states }: MessageFilter,
  { start, examined }: ExaminedWindow<DeliveryPosition>,
): Statement<Examined<WebhookDelivery, DeliveryPosition>> {
  const [range, isListed] =
    endpointId === null
      ? [
          fragment`project_id = ${projectId}`,
          fragment`not exists (
            select from webhook_deliveries other
            where other.message_id = d.message_id and other.project_id = ${projectId} and other.id > d.id offset 0)`,
        ]
      : [fragment`endpoint_id = ${endpointId}`, fragment`true`]
  const rows = statement<WebhookDelivery & { createdAtMicros: number; isFound: boolean }>`
    select ${listed}, (extract(epoch from d.created_at) * 1000000)::bigint as "createdAtMicros",
      (${states}::text[] is null or d.state = any (${states}::text[]))
        and (${eventTypes}::text[] is null or d.event_type = any (${eventTypes}::text[])) and ${isListed} as "isFound"
    from (
      select * from webhook_deliveries
      where ${range} and ${isWithin('created_at', { after, before })}
        and (created_at, id) <= ('epoch'::timestamptz + ${start.createdAtMicros}::float8 * interval '1 microsecond', ${start.id}::uuid)
      order by created_at desc, id desc limit ${examined + 1}
    ) d where d.project_id = ${projectId} order by d.created_at desc, d.id desc`.map(allRows)
  return sequence({ planning: preferOrderedIndexes(projectId), rows }).map((read) =>
    examinedOf(read.rows, examined, ({ createdAtMicros, isFound, ...item }) => ({
      isFound,
      item,
      position: { createdAtMicros, id: item.id },
    })),
  )
}

/** A message, or what is left of it after its payload was erased. */
export interface StoredMessage {
  readonly id: string
  readonly type: WebhookEventType
  readonly createdAt: Date
  /** Null until the first attempt, and if it was erased. */
  readonly body: string | null
}

export function findMessages(projectId: string, ids: readonly string[]): Statement<StoredMessage[]> {
  return statement<StoredMessage>`
    select m.id, m.type, m.created_at as "createdAt", m.body from unnest(${[...ids]}::uuid[]) wanted (id), lateral (
      select * from webhook_messages where project_id = ${projectId} and id = wanted.id offset 0
    ) m`.map(allRows)
}

export function listDeliveriesOf(projectId: string, messageId: string): Statement<WebhookDelivery[]> {
  return statement<WebhookDelivery>`
    select ${deliveryColumns} from webhook_deliveries
    where message_id = ${messageId} and project_id = ${projectId} order by id`.map(allRows)
}

/** An attempt with what its delivery says. */
export interface ListedAttempt extends WebhookAttempt {
  readonly deliveryId: string
  readonly endpointId: string
  readonly messageId: string
  readonly outcome: AttemptOutcome
}

export type AttemptOutcome = 'succeeded' | 'failed' | 'running'

export interface AttemptFilter extends TimeRange {
  readonly of:
    | { readonly endpointId: string }
    /** With an endpoint: only the attempts to deliver to it. */
    | { readonly messageId: string; readonly toEndpointId: string | null }
  readonly outcomes: readonly AttemptOutcome[] | null
  readonly eventTypes: readonly WebhookEventType[] | null
  /** The first status of a class, such as 400; 0: without an answer. */
  readonly statusClass: number | null
}

export interface AttemptPosition {
  readonly startedAtMicros: number
  readonly deliveryId: string
  readonly number: number
}

export const newestAttempt: AttemptPosition = {
  startedAtMicros: NEWEST_MICROS,
  deliveryId: HIGHEST_UUID,
  number: 2_147_483_647,
}

type AttemptRow = ListedAttempt & { readonly startedAtMicros: number; readonly isFound: boolean }

export function examineAttempts(
  projectId: string,
  filter: AttemptFilter,
  { start, examined }: ExaminedWindow<AttemptPosition>,
): Statement<Examined<ListedAttempt, AttemptPosition>> {
  const { eventTypes, of, outcomes, statusClass } = filter
  const range = fragment`${isWithin('started_at', filter)} and (started_at, delivery_id, number) <= (
      'epoch'::timestamptz + ${start.startedAtMicros}::float8 * interval '1 microsecond', ${start.deliveryId}::uuid, ${start.number}::integer)`
  const attempts =
    'endpointId' in of
      ? fragment`select * from webhook_attempts where endpoint_id = ${of.endpointId} and ${range}`
      : fragment`select latest.* from (
          select id from webhook_deliveries
          where message_id = ${of.messageId} and project_id = ${projectId}
            and (${of.toEndpointId}::uuid is null or endpoint_id = ${of.toEndpointId}) offset 0
        ) delivery, lateral (
          select * from webhook_attempts where project_id = ${projectId} and delivery_id = delivery.id and ${range}
          order by number desc limit ${ATTEMPTS_PER_DELIVERY}
        ) latest`
  const rows = statement<AttemptRow>`
    select a.*, (${outcomes}::text[] is null or a.outcome = any (${outcomes}::text[]))
        and (${eventTypes}::text[] is null or a."eventType" = any (${eventTypes}::text[]))
        and (${statusClass}::integer is null or coalesce(a.status, 0) / 100 * 100 = ${statusClass}) as "isFound"
    from (${withDelivery(projectId, fragment`${attempts} order by started_at desc, delivery_id desc, number desc limit ${examined + 1}`)}) a
    order by a."startedAt" desc, a."deliveryId" desc, a.number desc`.map(allRows)
  // The attempts of a message have to be sorted.
  const planning = 'endpointId' in of ? preferOrderedIndexes(projectId) : preferIndexesFor(projectId)
  return sequence({ planning, rows }).map((read) =>
    examinedOf(read.rows, examined, ({ isFound, startedAtMicros, ...item }) => ({
      isFound,
      item,
      position: { startedAtMicros, deliveryId: item.deliveryId, number: item.number },
    })),
  )
}

export function findAttempt(projectId: string, deliveryId: string, number: number): Statement<ListedAttempt | null> {
  const attempt = fragment`select * from webhook_attempts where project_id = ${projectId} and delivery_id = ${deliveryId} and number = ${number}`
  return statement<ListedAttempt>`${withDelivery(projectId, attempt)}`.map(({ rows }) => rows[0] ?? null)
}

const attemptOfList = attemptColumns.of('a')

function withDelivery(projectId: string, attempts: SqlFragment): SqlFragment {
  return fragment`
    select ${attemptOfList}, a.delivery_id as "deliveryId", a.endpoint_id as "endpointId", d.message_id as "messageId",
      d.event_type as "eventType", (extract(epoch from a.started_at) * 1000000)::bigint as "startedAtMicros",
      case when a.duration_millis is null and d.state = 'pending' and d.attempts = a.number then 'running'
        when a.duration_millis is not null and a.error is null then 'succeeded' else 'failed' end as outcome
    from (${attempts}) a, lateral (
      select message_id, event_type, state, attempts from webhook_deliveries
      where project_id = a.project_id and id = a.delivery_id offset 0
    ) d where a.project_id = ${projectId}`
}

/** The number of the latest deliveries of an endpoint by their state. */
export function countStates(
  projectId: string,
  endpointId: string,
  range: { readonly since: Date; readonly until: Date | null },
): Statement<{ readonly state: WebhookDeliveryState; readonly number: number }[]> {
  const counted = statement<{ state: WebhookDeliveryState; number: number }>`
    select state, count(*)::integer as number from (
      select project_id, state from webhook_deliveries
      where endpoint_id = ${endpointId} and created_at >= ${range.since}
        and created_at < coalesce(${range.until}::timestamptz, 'infinity')
      order by created_at desc, id desc limit ${COUNTED_MAX}
    ) latest where project_id = ${projectId} group by state`.map(allRows)
  return sequence({ planning: preferOrderedIndexes(projectId), counted }).map((read) => read.counted)
}

function isWithin(column: 'created_at' | 'started_at', { after, before }: TimeRange): SqlFragment {
  const [from, until] = [
    fragment`coalesce(${after}::timestamptz, '-infinity')`,
    fragment`coalesce(${before}::timestamptz, 'infinity')`,
  ]
  return column === 'created_at'
    ? fragment`created_at > ${from} and created_at < ${until}`
    : fragment`started_at > ${from} and started_at < ${until}`
}
