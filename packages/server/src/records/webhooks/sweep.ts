import { unscoped } from '../../kernel/statement.ts'
import { preferIndexes, startOfRetention, type Sweep } from '../../platform/db/sweep.ts'

/** For how long payloads and attempts are kept. */
export const PAYLOAD_DAYS = 30

/** Deletes attempts after 30 days. */
export const sweepWebhookAttempts: Sweep = async (db, now, limit) => {
  const { deleted } = await db.batch({
    planning: preferIndexes,
    deleted: unscoped.statement`
      delete from webhook_attempts where ctid = any (array(
        select ctid from webhook_attempts
        where started_at > '-infinity' and started_at < ${startOfRetention(now, PAYLOAD_DAYS)}
        order by started_at limit ${limit} for update skip locked))`.map(({ count }) => count),
  })
  return deleted
}

/** Erases payloads after 30 days. */
export const sweepWebhookPayloads: Sweep = async (db, now, limit) => {
  const { erased } = await db.batch({
    planning: preferIndexes,
    erased: unscoped.statement`
      update webhook_messages set body = null, source = null where ctid = any (array(
        select ctid from webhook_messages
        where (body is not null or source is not null)
          and created_at > '-infinity' and created_at < ${startOfRetention(now, PAYLOAD_DAYS)}
        order by created_at limit ${limit} for update skip locked))`.map(({ count }) => count),
  })
  return erased
}

/**
 * Creates the sweep of old deliveries.
 *
 * @param retentionDays how long deliveries are kept; 0: forever
 */
export function sweepOldWebhookDeliveries(retentionDays: number): Sweep {
  return async (db, now, limit) => {
    const keptFrom = startOfRetention(now, retentionDays)
    if (keptFrom === null) return 0
    const { deleted } = await db.batch({
      planning: preferIndexes,
      deleted: unscoped.statement`
        delete from webhook_deliveries where ctid = any (array(
          select ctid from webhook_deliveries
          where created_at > '-infinity' and created_at < ${keptFrom}
          order by created_at limit ${limit} for update skip locked))`.map(({ count }) => count),
    })
    return deleted
  }
}

/** Creates the sweep of messages with old deliveries. */
export function sweepOldWebhookMessages(retentionDays: number): Sweep {
  return async (db, now, limit) => {
    const keptFrom = startOfRetention(now, retentionDays)
    if (keptFrom === null) return 0
    const { deleted } = await db.batch({
      planning: preferIndexes,
      deleted: unscoped.statement`
        delete from webhook_messages where ctid = any (array(
          select ctid from webhook_messages
          where created_at > '-infinity' and created_at < ${keptFrom}
          order by created_at limit ${limit} for update skip locked))`.map(({ count }) => count),
    })
    return deleted
  }
}

/** Deletes the deliveries of deleted endpoints, and then the endpoints. */
export const sweepDeletedWebhookEndpoints: Sweep = async (db, _now, limit) => {
  const { deleted } = await db.batch({
    planning: preferIndexes,
    deleted: unscoped.statement`
      delete from webhook_deliveries where ctid = any (array(
        select delivery.ctid from (
          select project_id, id from webhook_endpoints where deleted_at is not null order by deleted_at limit 100
        ) endpoint, lateral (
          select ctid, project_id from webhook_deliveries where endpoint_id = endpoint.id limit ${limit}
        ) delivery
        where delivery.project_id = endpoint.project_id limit ${limit}))`.map(({ count }) => count),
    gone: unscoped.statement`
      delete from webhook_endpoints where ctid = any (array(
        select ctid from webhook_endpoints e
        where deleted_at is not null and not exists (
          select from (select project_id from webhook_deliveries where endpoint_id = e.id limit 1) remaining
          where remaining.project_id = e.project_id)
        limit 100 for update skip locked))`,
  })
  return deleted
}
