import type { WebhookDisabledReason, WebhookEventType } from '@portico/contract'

import { column, columns, type RowOf } from '../../kernel/columns.ts'

export const endpointColumns = columns({
  id: column<string>('id'),
  url: column<string>('url'),
  description: column<string>('description'),
  /** Null: the standard events. */
  eventTypes: column<WebhookEventType[] | null>('event_types'),
  headerNames: column<string[]>('header_names'),
  /** A JSON object of all headers; null without one. */
  headersSealed: column<string | null>('headers_sealed'),
  rateLimit: column<number | null>('rate_limit'),
  secretSealed: column<string>('secret_sealed'),
  oldSecretSealed: column<string | null>('old_secret_sealed'),
  oldSecretEndsAt: column<Date | null>('old_secret_ends_at'),
  /** Null for an enabled endpoint. */
  disabledReason: column<WebhookDisabledReason | null>('disabled_reason'),
  disabledAt: column<Date | null>('disabled_at'),
  /** The first failed attempt after the last success. */
  failingSince: column<Date | null>('failing_since'),
  createdAt: column<Date>('created_at'),
  updatedAt: column<Date>('updated_at'),
})

export type WebhookEndpoint = RowOf<typeof endpointColumns>

/** The identity that the sealed secret and the one before it are bound to. */
export function secretIdentity(projectId: string, endpointId: string): string {
  return `webhook_endpoint/${projectId}/${endpointId}/secret`
}

/** The identity that the sealed headers are bound to. */
export function headersIdentity(projectId: string, endpointId: string): string {
  return `webhook_endpoint/${projectId}/${endpointId}/headers`
}
