import type { WebhookDeliveryState, WebhookEventType } from '@portico/contract'

import { column, columns, type RowOf } from '../../kernel/columns.ts'

export const deliveryColumns = columns({
  id: column<string>('id'),
  endpointId: column<string>('endpoint_id'),
  messageId: column<string>('message_id'),
  eventType: column<WebhookEventType>('event_type'),
  state: column<WebhookDeliveryState>('state'),
  attempts: column<number>('attempts'),
  /** The failed attempts of the present schedule. */
  failures: column<number>('failures'),
  nextAttemptAt: column<Date | null>('next_attempt_at'),
  lastStatus: column<number | null>('last_status'),
  lastError: column<string | null>('last_error'),
  createdAt: column<Date>('created_at'),
})

export type WebhookDelivery = RowOf<typeof deliveryColumns>

export const attemptColumns = columns({
  number: column<number>('number'),
  startedAt: column<Date>('started_at'),
  /** Null while the attempt runs, and if its worker ended. */
  durationMillis: column<number | null>('duration_millis'),
  status: column<number | null>('status'),
  error: column<string | null>('error'),
  answer: column<string | null>('answer'),
})

export type WebhookAttempt = RowOf<typeof attemptColumns>

/** A delivery that a worker has claimed, with what it sends. */
export interface ClaimedDelivery {
  readonly projectId: string
  readonly id: string
  readonly endpointId: string
  readonly messageId: string
  readonly eventType: WebhookEventType
  /** The number of this attempt. Later writes require it, so that a worker whose lease has ended changes nothing. */
  readonly attempts: number
  readonly failures: number
  /** Null if the body was not made yet or was erased. */
  readonly body: string | null
  readonly createdAt: Date
  readonly url: string
  readonly headersSealed: string | null
  readonly secretSealed: string
  readonly oldSecretSealed: string | null
  readonly oldSecretEndsAt: Date | null
  readonly rateLimit: number | null
  readonly failingSince: Date | null
}

export interface EndedAttempt {
  readonly startedAt: Date
  readonly durationMillis: number
  readonly status: number | null
  /** A sentence; null for a success. */
  readonly error: string | null
  readonly answer: string | null
}
