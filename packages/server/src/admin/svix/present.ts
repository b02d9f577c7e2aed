import type {
  SvixAttempt,
  SvixEndpoint,
  SvixEndpointMessage,
  SvixMessage,
  SvixMessageEndpoint,
} from '@portico/contract'

import type { WebhookDelivery } from '../../records/webhooks/delivery.ts'
import type { WebhookEndpoint } from '../../records/webhooks/endpoint.ts'
import type { ListedAttempt, StoredMessage } from '../../records/webhooks/message-lists.ts'
import { statusOfOutcome, statusOfState } from './statuses.ts'

export function presentEndpoint(endpoint: WebhookEndpoint): SvixEndpoint {
  return {
    id: endpoint.id,
    url: endpoint.url,
    description: endpoint.description,
    disabled: endpoint.disabledAt !== null,
    filterTypes: endpoint.eventTypes,
    rateLimit: endpoint.rateLimit,
    throttleRate: endpoint.rateLimit,
    channels: null,
    uid: null,
    metadata: {},
    version: 1,
    createdAt: endpoint.createdAt.toISOString(),
    updatedAt: endpoint.updatedAt.toISOString(),
  }
}

/** @param withContent whether the answer contains the payload */
export function presentMessage({ body, createdAt, id, type }: StoredMessage, withContent: boolean): SvixMessage {
  return {
    id,
    eventType: type,
    // Written by the service as JSON.
    payload: withContent && body !== null ? (JSON.parse(body) as SvixMessage['payload']) : {},
    timestamp: createdAt.toISOString(),
    channels: null,
    eventId: null,
    tags: null,
  }
}

export function presentEndpointMessage(
  { nextAttemptAt, state }: WebhookDelivery,
  message: SvixMessage,
  isExpanded: boolean,
): SvixEndpointMessage {
  return { ...message, ...statusOfState(state, isExpanded), nextAttempt: nextAttemptAt?.toISOString() ?? null }
}

export function presentMessageEndpoint(
  { nextAttemptAt, state }: WebhookDelivery,
  endpoint: WebhookEndpoint,
): SvixMessageEndpoint {
  const { metadata: _none, ...shown } = presentEndpoint(endpoint)
  return { ...shown, ...statusOfState(state, true), nextAttempt: nextAttemptAt?.toISOString() ?? null }
}

interface AttemptPresentation {
  readonly isExpanded: boolean
  readonly withContent: boolean
  readonly url: string
  readonly message?: SvixMessage | undefined
}

export function presentAttempt(
  attempt: ListedAttempt,
  { isExpanded, message, url, withContent }: AttemptPresentation,
): SvixAttempt {
  return {
    id: `${attempt.deliveryId}_${attempt.number}`,
    msgId: attempt.messageId,
    endpointId: attempt.endpointId,
    url,
    response: withContent ? (attempt.answer ?? attempt.error ?? '') : '',
    responseStatusCode: attempt.status ?? 0,
    responseDurationMs: attempt.durationMillis ?? 0,
    ...statusOfOutcome(attempt.outcome, isExpanded),
    timestamp: attempt.startedAt.toISOString(),
    // Scheduled. The service does not record which attempts a person asked for.
    triggerType: 0,
    ...(message && { msg: message }),
  }
}
