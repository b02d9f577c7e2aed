import type { WebhookEventType } from '@portico/contract'

/** What an event says: data, or a record as it is at the end of the transaction. */
export type WebhookContent =
  | { readonly data: unknown }
  | { readonly snapshotOf: 'user' | 'team'; readonly snapshotId: string }

/** An event for the endpoints of a project. */
export interface WebhookMessage {
  readonly type: WebhookEventType
  /** The user whom it is about; null if none is. The payload is erased with the user. */
  readonly userId: string | null
  readonly content: WebhookContent
}

export interface MessageKey {
  readonly projectId: string
  readonly messageId: string
}
