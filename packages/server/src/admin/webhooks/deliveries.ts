import {
  WEBHOOK_DELIVERY_PAGE_DEFAULT,
  WEBHOOK_REPLAY_MAX,
  type WebhookDeliveryState,
  type WebhookEventType,
} from '@portico/contract'

import type { Call } from '../../kernel/call.ts'
import { emit } from '../../kernel/emit.ts'
import { PlainError } from '../../kernel/errors.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import { readList, type ListPage, type ListQuery } from '../../platform/lists/read-list.ts'
import {
  deliveriesOf,
  findDelivery,
  findDeliveryOf,
  listAttempts,
  requeueDeliveries,
  requeueDelivery,
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

/**
 * Lists deliveries, newest first.
 *
 * @throws SCHEMA_ERROR for a cursor of another list
 */
export function listDeliveries({ db }: Call, query: DeliveryQuery): Promise<ListPage<WebhookDelivery>> {
  const { cursor, limit = WEBHOOK_DELIVERY_PAGE_DEFAULT } = query
  const list = deliveriesOf(db.projectId, {
    endpointId: query.endpointId ?? null,
    state: query.state ?? null,
    eventType: query.eventType ?? null,
  })
  return readList(db, list, { limit, cursor })
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
