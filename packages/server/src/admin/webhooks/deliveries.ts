import {
  WEBHOOK_DELIVERY_PAGE_DEFAULT,
  WEBHOOK_REPLAY_MAX,
  type WebhookDeliveryState,
  type WebhookEventType,
} from '@portico/contract'

import { readExaminedPage } from '../../api/examined-page.ts'
import { decodeCursor, encodeCursor } from '../../api/list-cursor.ts'
import type { ListQuery } from '../../api/list-page.ts'
import type { Call } from '../../kernel/call.ts'
import { emit } from '../../kernel/emit.ts'
import { PlainError } from '../../kernel/errors.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import type { CreationPosition } from '../../records/queries/bounded-list.ts'
import {
  examineDeliveries,
  findDelivery,
  findDeliveryOf,
  listAttempts,
  newestDelivery,
  requeueDeliveries,
  requeueDelivery,
  type DeliveryPosition,
} from '../../records/webhooks/deliveries.ts'
import type { WebhookAttempt, WebhookDelivery } from '../../records/webhooks/delivery.ts'
import type { WebhookEndpoint } from '../../records/webhooks/endpoint.ts'
import { findEndpoint } from '../../records/webhooks/endpoints.ts'
import { findBody, writeTestMessage } from '../../records/webhooks/messages.ts'
import { exampleOf } from './examples.ts'
import { readEndpoint } from './endpoints.ts'

interface DeliveryQuery extends ListQuery {
  readonly endpointId?: string | undefined
  readonly state?: WebhookDeliveryState | undefined
  readonly eventType?: WebhookEventType | undefined
}

interface DeliveryPage {
  readonly deliveries: readonly WebhookDelivery[]
  readonly nextCursor: string | null
}

/**
 * Lists deliveries, newest first. A page examines a bounded number, so it can have fewer than its limit.
 *
 * @throws SCHEMA_ERROR for a cursor of another list
 */
export async function listDeliveries({ db }: Call, query: DeliveryQuery): Promise<DeliveryPage> {
  const { cursor, limit = WEBHOOK_DELIVERY_PAGE_DEFAULT } = query
  const filter = {
    endpointId: query.endpointId ?? null,
    state: query.state ?? null,
    eventType: query.eventType ?? null,
  }
  const scope = ['webhook_deliveries', db.projectId, filter.endpointId, filter.state, filter.eventType]
  const { items: deliveries, next } = await readExaminedPage<WebhookDelivery, DeliveryPosition>(
    {
      start: cursor === undefined ? newestDelivery : positionOf(decodeCursor(scope, cursor)),
      limit,
      isIndexed: filter.state === null && filter.eventType === null,
    },
    (window) => db.run(examineDeliveries(db.projectId, filter, window)),
  )
  return {
    deliveries,
    nextCursor: next && encodeCursor(scope, { createdAtMicros: next.createdAtMicros, ids: [next.id] }),
  }
}

/** The position of a cursor of deliveries. */
export function positionOf({ createdAtMicros, ids: [id] }: CreationPosition): DeliveryPosition {
  return { createdAtMicros, id: id ?? newestDelivery.id }
}

interface DeliveryDetail {
  readonly delivery: WebhookDelivery
  readonly endpoint: WebhookEndpoint
  readonly payload: string | null
  readonly attempts: readonly WebhookAttempt[]
}

/** @throws PlainError 404 */
export async function readDelivery({ db }: Call, id: string): Promise<DeliveryDetail> {
  const { attempts, found } = await db.batch({
    found: findDelivery(db.projectId, id),
    attempts: listAttempts(db.projectId, id),
  })
  if (!found) throw deliveryNotFound()
  const { endpoint, payload } = await db.batch({
    endpoint: findEndpoint(db.projectId, found.endpointId),
    payload: findBody(db.projectId, found.messageId),
  })
  if (!endpoint) throw deliveryNotFound()
  return { delivery: found, endpoint, payload, attempts }
}

/** @throws PlainError for an unknown delivery, an erased payload or a disabled endpoint */
export async function replayDelivery(call: Call, id: string): Promise<WebhookDelivery> {
  const { db } = call
  const { endpoint } = await readDelivery(call, id)
  requireEnabled(endpoint)
  const requeued = await db.transaction(async (tx) => {
    const delivery = await tx.run(requeueDelivery(db.projectId, id, call.now()))
    if (delivery) await tx.run(emit(call, 'webhook.replayed', { endpointId: endpoint.id }))
    return delivery
  })
  if (!requeued) throw new PlainError(400, 'The payload of this delivery was erased, so it cannot be delivered again.')
  return requeued
}

interface Replay {
  readonly states: readonly ('failed' | 'skipped')[]
  readonly since: Date
  /** Only events before this moment. */
  readonly until?: Date | null | undefined
}

/**
 * Delivers the failed or skipped events of an endpoint again, a bounded number.
 *
 * @throws PlainError for an unknown or disabled endpoint
 */
export async function replayDeliveries(
  call: Call,
  endpointId: string,
  { since, states, until = null }: Replay,
): Promise<{ readonly replayed: number; readonly hasMore: boolean }> {
  const { db } = call
  requireEnabled(await readEndpoint(call, endpointId))
  return db.transaction(async (tx) => {
    let replayed = 0
    for (const state of new Set(states)) {
      const wanted = { state, since, until, now: call.now(), limit: WEBHOOK_REPLAY_MAX - replayed }
      replayed += await tx.run(requeueDeliveries(db.projectId, endpointId, wanted))
    }
    if (replayed > 0) await tx.run(emit(call, 'webhook.replayed', { endpointId }))
    return { replayed, hasMore: replayed === WEBHOOK_REPLAY_MAX }
  })
}

/** Queues an example of an event for one endpoint. */
export async function sendTestEvent(
  call: Call & { readonly project: { readonly displayName: string } },
  endpointId: string,
  type: WebhookEventType,
): Promise<WebhookDelivery> {
  const { db } = call
  requireEnabled(await readEndpoint(call, endpointId))
  const message = { id: newUuid(), at: call.now(), type, endpointId, data: exampleOf(type, call.now()) }
  await db.run(writeTestMessage(db.projectId, message))
  const delivery = await db.run(findDeliveryOf(db.projectId, message.id, endpointId))
  if (!delivery) throw new Error('The delivery of the test event is missing.')
  return delivery
}

function requireEnabled({ disabledAt }: WebhookEndpoint): void {
  if (disabledAt !== null) throw new PlainError(400, 'The webhook endpoint is disabled. Enable it first.')
}

function deliveryNotFound(): PlainError {
  return new PlainError(404, 'The project has no such webhook delivery.')
}
