import { WEBHOOK_LISTENERS_MAX, type WebhookEventType } from '@portico/contract'

import { allRows, isAnyTouched, noResult, statement, type Statement, unscoped } from '../../kernel/statement.ts'
import { preferIndexes, type Sweep } from '../../platform/db/sweep.ts'

/** Messages that no program fetches are kept for this time, which is longer than any listener keeps waiting ones. */
const KEPT_MILLIS = 60 * 60_000

/** A program that fetches the events of a project. */
export interface WebhookListener {
  readonly id: string
  /** Null: the standard events. */
  readonly eventTypes: readonly WebhookEventType[] | null
  readonly endsAt: Date
}

/**
 * Writes a new listener, unless the project has the largest number of them. Lock the project first, so that the number
 * is exact.
 *
 * @returns whether it was written
 */
export function insertListener(
  projectId: string,
  { endsAt, eventTypes, id }: WebhookListener,
  now: Date,
): Statement<boolean> {
  return statement`
    insert into webhook_listeners (project_id, id, event_types, ends_at)
    select ${projectId}, ${id}::uuid, ${eventTypes && [...eventTypes]}::text[], ${endsAt}::timestamptz
    where (
      select count(*) from webhook_listeners where project_id = ${projectId} and ends_at > ${now}
    ) < ${WEBHOOK_LISTENERS_MAX}::integer`.map(isAnyTouched)
}

/**
 * Postpones the end of a listener.
 *
 * @returns whether it had not ended
 */
export function extendListener(
  projectId: string,
  id: string,
  { endsAt, now }: { readonly endsAt: Date; readonly now: Date },
): Statement<boolean> {
  return statement`
    update webhook_listeners set ends_at = ${endsAt}
    where project_id = ${projectId} and id = ${id} and ends_at > ${now}`.map(isAnyTouched)
}

export function deleteListener(projectId: string, id: string): Statement<void> {
  return statement`delete from webhook_listeners where project_id = ${projectId} and id = ${id}`.map(noResult)
}

export function removeHandled(projectId: string, id: string, messageIds: readonly string[]): Statement<void> {
  return statement`
    delete from webhook_listener_messages
    where project_id = ${projectId} and listener_id = ${id} and message_id = any (${[...messageIds]}::uuid[])`.map(
    noResult,
  )
}

/** A message that waits for a program. */
export interface WaitingMessage {
  readonly id: string
  readonly eventType: WebhookEventType
  /** Null if it was not made yet, or was erased. */
  readonly body: string | null
}

/** Lists the oldest messages of a listener. */
export function listWaiting(projectId: string, id: string, limit: number): Statement<WaitingMessage[]> {
  return statement<WaitingMessage>`
    select m.id, m.type as "eventType", m.body
    from (
      select message_id, created_at from webhook_listener_messages
      where project_id = ${projectId} and listener_id = ${id} order by created_at limit ${limit}
    ) waiting, lateral (
      select id, type, body from webhook_messages
      where project_id = ${projectId} and id = waiting.message_id offset 0
    ) m
    order by waiting.created_at`.map(allRows)
}

export const sweepEndedListeners: Sweep = async (db, now, limit) => {
  const { deleted } = await db.batch({
    planning: preferIndexes,
    deleted: unscoped.statement`
      delete from webhook_listeners where ctid = any (array(
        select ctid from webhook_listeners
        where ends_at > '-infinity' and ends_at < ${now}
        order by ends_at limit ${limit} for update skip locked))`.map(({ count }) => count),
  })
  return deleted
}

export const sweepUnfetchedMessages: Sweep = async (db, now, limit) => {
  const { deleted } = await db.batch({
    planning: preferIndexes,
    deleted: unscoped.statement`
      delete from webhook_listener_messages where ctid = any (array(
        select ctid from webhook_listener_messages
        where created_at > '-infinity' and created_at < ${new Date(now.getTime() - KEPT_MILLIS)}
        order by created_at limit ${limit} for update skip locked))`.map(({ count }) => count),
  })
  return deleted
}
