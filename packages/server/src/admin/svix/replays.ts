import type { SvixStats, SvixTask } from '@portico/contract'

import type { Call } from '../../kernel/call.ts'
import { later } from '../../kernel/clock.ts'
import { PlainError } from '../../kernel/errors.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import { findDeliveryOf } from '../../records/webhooks/deliveries.ts'
import { countStates } from '../../records/webhooks/message-lists.ts'
import { replayDeliveries, replayDelivery } from '../webhooks/deliveries.ts'
import { readEndpoint } from '../webhooks/endpoints.ts'
import { statusOfState } from './statuses.ts'

/** Maximum number of transactions per replay. */
const REPLAYS_MAX = 10
const STATS_MILLIS = 28 * 24 * 60 * 60_000

interface Range {
  readonly since: string
  readonly until?: string | null | undefined
}

/** Delivers the events of an endpoint with this state again. A client calls again after `failed`. */
export async function replayAll(
  call: Call,
  endpointId: string,
  state: 'failed' | 'skipped',
  { since, until }: Range,
): Promise<SvixTask> {
  const replay = { states: [state], since: new Date(since), until: until == null ? null : new Date(until) }
  let hasMore = true
  for (let count = 0; hasMore && count < REPLAYS_MAX; count += 1) {
    hasMore = (await replayDeliveries(call, endpointId, replay)).hasMore
  }
  return {
    id: newUuid(),
    status: hasMore ? 'failed' : 'finished',
    task: state === 'failed' ? 'endpoint.recover' : 'endpoint.replay',
    updatedAt: call.now().toISOString(),
  }
}

/** @throws PlainError if the endpoint did not get the message, or it cannot be delivered again */
export async function resend(call: Call, messageId: string, endpointId: string): Promise<void> {
  const delivery = await call.db.run(findDeliveryOf(call.projectId, messageId, endpointId))
  if (!delivery) throw new PlainError(404, 'The endpoint got no such message.')
  await replayDelivery(call, delivery.id)
}

/** Counts the deliveries of an endpoint by status. */
export async function readStats(
  call: Call,
  endpointId: string,
  { since, until }: { readonly since?: string | undefined; readonly until?: string | undefined },
): Promise<SvixStats> {
  await readEndpoint(call, endpointId)
  const counts = await call.db.run(
    countStates(call.projectId, endpointId, {
      since: since === undefined ? later(call.now(), -STATS_MILLIS) : new Date(since),
      until: until === undefined ? null : new Date(until),
    }),
  )
  const stats = { success: 0, pending: 0, sending: 0, fail: 0, canceled: 0 }
  for (const { number, state } of counts) stats[statusOfState(state, true).statusText] += number
  return stats
}
