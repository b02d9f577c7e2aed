import type { WebhookDeliveryState, WebhookEventType } from '@portico/contract'

import {
  allRows,
  firstRow,
  fragment,
  sequence,
  SqlText,
  statement,
  type SqlFragment,
  type Statement,
} from '../../kernel/statement.ts'
import { preferOrderedIndexes } from '../../platform/db/sweep.ts'
import { boundedList, type BoundedList } from '../../platform/lists/bounded-list.ts'
import { isNext, nextRows, orderOf, type ListKey, type ReadRows } from '../../platform/lists/list-key.ts'
import { deliveriesInOrder, listOfDeliveries } from './deliveries.ts'
import { attemptColumns, deliveryColumns, type WebhookAttempt, type WebhookDelivery } from './delivery.ts'

// Lists of messages and attempts, newest first, so that a filter that few rows pass costs no more than another one. The
// lists of an endpoint compare the project after reading (README.md).

/** The number of attempts per delivery in a list of a message's attempts. */
const ATTEMPTS_PER_DELIVERY = 250
/** Deliveries that `countStates` counts. */
const COUNTED_MAX = 10_000

export interface MessageFilter {
  readonly after: Date | null
  readonly before: Date | null
  /** Null: all messages of the project, each once. */
  readonly endpointId: string | null
  readonly states: readonly WebhookDeliveryState[] | null
  readonly eventTypes: readonly WebhookEventType[] | null
}

/**
 * Lists messages by their deliveries. Of a message with several endpoints, the list of the project has one delivery.
 */
export function messagesOf(projectId: string, filter: MessageFilter): BoundedList<WebhookDelivery> {
  const { after, before, endpointId, eventTypes, states } = filter
  const isOne =
    endpointId === null
      ? fragment`not exists (
            select from webhook_deliveries other
            where other.message_id = examined.message_id and other.project_id = ${projectId} and other.id > examined.id offset 0)`
      : fragment`true`
  // The list of the project has each message once, which no index knows.
  const isIndexed = endpointId !== null && states === null && eventTypes === null
  return listOfDeliveries(projectId, {
    of: 'webhook messages',
    filters: [endpointId],
    moments: { from: after, until: before },
    range: (rows) => deliveriesInOrder(projectId, endpointId, after, rows),
    ...(!isIndexed && {
      keep: fragment`(${states}::text[] is null or state = any (${states}::text[]))
        and (${eventTypes}::text[] is null or event_type = any (${eventTypes}::text[])) and ${isOne}`,
    }),
  })
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

export interface AttemptFilter {
  readonly after: Date | null
  readonly before: Date | null
  readonly of:
    | { readonly endpointId: string }
    /** With an endpoint: only attempts to deliver to it. */
    | { readonly messageId: string; readonly toEndpointId: string | null }
  readonly outcomes: readonly AttemptOutcome[] | null
  readonly eventTypes: readonly WebhookEventType[] | null
  /** The first status of a class, such as 400; 0: without an answer. */
  readonly statusClass: number | null
}

const keyOfAttempts: ListKey = {
  columns: { started_at: 'moment', delivery_id: 'uuid', number: 'integer' },
  isDescending: true,
}
const listedAttempt =
  new SqlText(`${attemptColumns.of('page').text}, page.delivery_id as "deliveryId", page.endpoint_id as "endpointId",
      page.message_id as "messageId", page.event_type as "eventType", page.outcome`)

/** Lists the attempts of an endpoint or a message. */
export function attemptsOf(projectId: string, filter: AttemptFilter): BoundedList<ListedAttempt> {
  const { after, before, eventTypes, of, outcomes, statusClass } = filter
  const isIndexed = outcomes === null && eventTypes === null && statusClass === null
  return boundedList<ListedAttempt, ListedAttempt>({
    projectId,
    of: 'webhook attempts',
    filters: 'endpointId' in of ? ['endpoint', of.endpointId] : ['message', of.messageId, of.toEndpointId],
    key: keyOfAttempts,
    moments: { from: after, until: before },
    range: (rows) => withDelivery(projectId, attemptsInOrder(projectId, filter, rows)),
    ...(!isIndexed && {
      keep: fragment`(${outcomes}::text[] is null or outcome = any (${outcomes}::text[]))
        and (${eventTypes}::text[] is null or event_type = any (${eventTypes}::text[]))
        and (${statusClass}::integer is null or coalesce(status, 0) / 100 * 100 = ${statusClass})`,
    }),
    page: { columns: listedAttempt },
    toItem: (attempt) => attempt,
  })
}

/** The attempts of a message have to be sorted. */
function attemptsInOrder(projectId: string, { after, of }: AttemptFilter, rows: ReadRows): SqlFragment {
  const isAfter = fragment`started_at > coalesce(${after}::timestamptz, '-infinity')`
  if ('endpointId' in of) {
    return fragment`select * from (
        select * from webhook_attempts where endpoint_id = ${of.endpointId} and ${isAfter} and ${nextRows(rows)}
      ) of_endpoint where project_id = ${projectId}`
  }
  return fragment`select latest.* from (
          select id from webhook_deliveries
          where message_id = ${of.messageId} and project_id = ${projectId}
            and (${of.toEndpointId}::uuid is null or endpoint_id = ${of.toEndpointId}) offset 0
        ) delivery, lateral (
          select * from webhook_attempts where project_id = ${projectId} and delivery_id = delivery.id and ${isAfter} and ${isNext(rows)}
          order by number desc limit ${ATTEMPTS_PER_DELIVERY}
        ) latest
        order by ${orderOf(rows.key)} limit ${rows.limit}`
}

export function findAttempt(projectId: string, deliveryId: string, number: number): Statement<ListedAttempt | null> {
  const attempt = fragment`select * from webhook_attempts where project_id = ${projectId} and delivery_id = ${deliveryId} and number = ${number}`
  return statement<ListedAttempt>`
    select ${listedAttempt} from (${withDelivery(projectId, attempt)}) page`.map(firstRow)
}

function withDelivery(projectId: string, attempts: SqlFragment): SqlFragment {
  return fragment`select a.*, d.message_id, d.event_type,
        case when a.duration_millis is null and d.state = 'pending' and d.attempts = a.number then 'running'
          when a.duration_millis is not null and a.error is null then 'succeeded' else 'failed' end as outcome
      from (${attempts}) a, lateral (
        select message_id, event_type, state, attempts from webhook_deliveries
        where project_id = ${projectId} and id = a.delivery_id offset 0
      ) d`
}

/** Counts the latest deliveries of an endpoint by state. */
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
  return sequence({ planning: preferOrderedIndexes, counted }).map((read) => read.counted)
}
