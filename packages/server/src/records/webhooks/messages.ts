import { standardWebhookEventTypes, type WebhookEventType } from '@portico/contract'

import {
  allRows,
  fragment,
  isAnyTouched,
  json,
  noResult,
  sequence,
  SqlText,
  statement,
  type SqlFragment,
  type Statement,
  unscoped,
} from '../../kernel/statement.ts'
import { preferIndexes } from '../../platform/db/sweep.ts'
import type { MessageKey, WebhookMessage } from './message.ts'

/** For how long a disabled endpoint gets events that can be replayed. */
const SKIPPED_FOR = new SqlText(`interval '30 days'`)

/**
 * Writes messages for the endpoints and listeners that get them; without one, nothing. At the end of the transaction a
 * trigger takes the snapshots, adds the deliveries and wakes the workers.
 */
export function writeMessages(projectId: string, at: Date, messages: readonly WebhookMessage[]): Statement<void> {
  const events = messages.map(({ content, type, userId }) => ({
    type,
    user_id: userId,
    ...('data' in content
      ? { data: content.data }
      : { snapshot_of: content.snapshotOf, snapshot_id: content.snapshotId }),
  }))
  return insertMessages(
    projectId,
    at,
    fragment`json_to_recordset(${json(events)}::json)
      as event (type text, user_id uuid, snapshot_of text, snapshot_id uuid, data json)`,
  )
}

/**
 * `writeMessages` for a change of many records. Reads the event data from the rows of `changed`.
 *
 * @param events selects `type`, `user_id` and `data` from `changed`
 */
export function writeMessagesOfEach(projectId: string, at: Date, events: SqlText): Statement<void> {
  return insertMessages(
    projectId,
    at,
    fragment`(select given.*, null::text as snapshot_of, null::uuid as snapshot_id from (${events}) given) event`,
  )
}

function insertMessages(projectId: string, at: Date, eventRows: SqlFragment): Statement<void> {
  return statement`
    insert into webhook_messages (project_id, id, type, endpoint_ids, user_id, snapshot_of, snapshot_id, source, created_at)
    select ${projectId}, gen_random_uuid(), event.type, receivers.ids, event.user_id, event.snapshot_of, event.snapshot_id,
      event.data, ${at}::timestamptz
    from ${eventRows}, lateral ${receiversOf(projectId, at)} receivers
    where receivers.ids is not null`.map(noResult)
}

/** The endpoints that get `event.type`; null for none. */
function receiversOf(projectId: string, at: Date): SqlFragment {
  return fragment`(
      select array_agg(id) as ids from (
        select id, event_types from webhook_endpoints
        where project_id = ${projectId} and deleted_at is null
          and coalesce(disabled_at > ${at}::timestamptz - ${SKIPPED_FOR}, true)
        union all
        select id, event_types from webhook_listeners where project_id = ${projectId} and ends_at > ${at}::timestamptz
      ) receiver
      where event.type = any (coalesce(event_types, ${[...standardWebhookEventTypes]}::text[]))
    )`
}

/**
 * Writes a message with data of an owner for the endpoints that get its event.
 *
 * @returns false if there is no such endpoint
 */
export function writeOwnMessage(
  projectId: string,
  {
    at,
    data,
    id,
    type,
    userId,
  }: {
    readonly id: string
    readonly at: Date
    readonly type: WebhookEventType
    readonly data: unknown
    /** The user with whom the payload is erased. */
    readonly userId: string | null
  },
): Statement<boolean> {
  return statement`
    insert into webhook_messages (project_id, id, type, endpoint_ids, user_id, source, created_at)
    select ${projectId}, ${id}::uuid, event.type, receivers.ids, ${userId}::uuid, ${json(data)}::json, ${at}::timestamptz
    from (select ${type}::text as type) event, lateral ${receiversOf(projectId, at)} receivers
    where receivers.ids is not null`.map(isAnyTouched)
}

/** Writes a message for one endpoint, whatever events it gets. */
export function writeTestMessage(
  projectId: string,
  {
    at,
    data,
    endpointId,
    id,
    type,
  }: {
    readonly id: string
    readonly at: Date
    readonly type: WebhookEventType
    readonly endpointId: string
    readonly data: unknown
  },
): Statement<void> {
  return statement`
    insert into webhook_messages (project_id, id, type, endpoint_ids, source, created_at)
    values (${projectId}, ${id}, ${type}, array[${endpointId}::uuid], ${json(data)}::json, ${at})`.map(noResult)
}

/**
 * Erases the stored payloads about a user who is deleted, and the answers to them. Deliveries that have not succeeded
 * end.
 */
export function erasePayloadsOf(projectId: string, userId: string): Statement<void> {
  return erase(projectId, fragment`user_id = ${userId}`)
}

/** `erasePayloadsOf` for the users of the rows of `changed`. */
export function erasePayloadsOfEach(projectId: string): Statement<void> {
  return erase(projectId, fragment`user_id in (select changed."userId" from changed)`)
}

// The three statements may be parts of one query, so each finds the messages itself. Otherwise, the deliveries are
// locked first: the end of an attempt that waits for the lock records no answer, and one that came before is erased
// afterwards.
function erase(projectId: string, isOfUser: SqlFragment): Statement<void> {
  const ofUser = fragment`select id from webhook_messages where ${isOfUser} and project_id = ${projectId} offset 0`
  return sequence([
    statement`
      update webhook_deliveries set state = 'erased', next_attempt_at = null
      where state <> 'delivered' and project_id = ${projectId} and message_id in (${ofUser})`,
    // By `ctid`, because a plan for statistics of few rows would read all attempts of the project. Only an erasure
    // changes an attempt that has an answer.
    statement`
      update webhook_attempts set answer = null
      where ctid = any (array(
        select attempt.ctid from (${ofUser}) message, lateral (
          select id from webhook_deliveries where message_id = message.id and project_id = ${projectId} offset 0
        ) delivery, lateral (
          select ctid from webhook_attempts
          where project_id = ${projectId} and delivery_id = delivery.id and answer is not null offset 0
        ) attempt))`,
    statement`
      update webhook_messages set source = null, body = null
      where ${isOfUser} and project_id = ${projectId}`,
  ]).map(noResult)
}

/** Stores bodies, each once: a body that another worker has stored stays. Returns those that are stored. */
export function storeBodies(
  bodies: readonly (MessageKey & { readonly body: string })[],
): Statement<(MessageKey & { readonly body: string })[]> {
  const ids = bodies.map(({ messageId }) => messageId)
  const stored = unscoped.statement<MessageKey & { readonly body: string }>`
    update webhook_messages m
    set body = coalesce(m.body, (${bodies.map(({ body }) => body)}::text[])[array_position(${ids}::text[], m.id::text)]), source = null
    where (m.body is not null or m.source is not null) and m.ctid = any (array(
      select message.ctid
      from unnest(${bodies.map(({ projectId }) => projectId)}::text[], ${ids}::text[]) made (project_id, id), lateral (
        select ctid from webhook_messages where project_id = made.project_id and id = made.id::uuid offset 0
      ) message))
    returning m.project_id as "projectId", m.id as "messageId", m.body`
  return sequence({ planning: preferIndexes, stored }).map((results) => allRows(results.stored))
}

/** Reads the bodies of messages, without those that have none. */
export function listBodies(keys: readonly MessageKey[]): Statement<(MessageKey & { readonly body: string })[]> {
  return unscoped.statement<MessageKey & { readonly body: string }>`
    select m.project_id as "projectId", m.id as "messageId", m.body
    from unnest(${keys.map(({ projectId }) => projectId)}::text[], ${keys.map(({ messageId }) => messageId)}::text[])
      wanted (project_id, id), lateral (
        select project_id, id, body from webhook_messages
        where project_id = wanted.project_id and id = wanted.id::uuid and body is not null offset 0
      ) m`.map(allRows)
}

export function findBody(projectId: string, messageId: string): Statement<string | null> {
  return statement<{ body: string | null }>`
    select body from webhook_messages where project_id = ${projectId} and id = ${messageId}`.map(
    ({ rows }) => rows[0]?.body ?? null,
  )
}
