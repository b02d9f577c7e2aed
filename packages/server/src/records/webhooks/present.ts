import type { WebhookAttemptRead, WebhookDeliveryRead, WebhookEndpointRead } from '@portico/contract'

import type { WebhookAttempt, WebhookDelivery } from './delivery.ts'
import type { WebhookEndpoint } from './endpoint.ts'

/** Presents an endpoint without its secrets. */
export function presentEndpoint(endpoint: WebhookEndpoint, now: Date): WebhookEndpointRead {
  const { disabledAt, disabledReason, oldSecretEndsAt } = endpoint
  return {
    id: endpoint.id,
    url: endpoint.url,
    description: endpoint.description,
    event_types: endpoint.eventTypes,
    header_names: endpoint.headerNames,
    rate_limit: endpoint.rateLimit,
    is_enabled: disabledAt === null,
    disabled: disabledAt && disabledReason && { reason: disabledReason, at_millis: disabledAt.getTime() },
    failing_since_millis: endpoint.failingSince?.getTime() ?? null,
    old_secret_ends_at_millis: oldSecretEndsAt && oldSecretEndsAt > now ? oldSecretEndsAt.getTime() : null,
    created_at_millis: endpoint.createdAt.getTime(),
    updated_at_millis: endpoint.updatedAt.getTime(),
  }
}

export function presentDelivery(delivery: WebhookDelivery): WebhookDeliveryRead {
  return {
    id: delivery.id,
    endpoint_id: delivery.endpointId,
    message_id: delivery.messageId,
    event_type: delivery.eventType,
    state: delivery.state,
    attempts: delivery.attempts,
    last_status: delivery.lastStatus,
    last_error: delivery.lastError,
    next_attempt_at_millis: delivery.nextAttemptAt?.getTime() ?? null,
    created_at_millis: delivery.createdAt.getTime(),
  }
}

export function presentAttempt(attempt: WebhookAttempt): WebhookAttemptRead {
  return {
    attempt: attempt.number,
    started_at_millis: attempt.startedAt.getTime(),
    duration_millis: attempt.durationMillis,
    status: attempt.status,
    error: attempt.error,
    answer: attempt.answer,
  }
}
