import type {
  WebhookAttemptRead,
  WebhookDeliveryState,
  WebhookDisabledReason,
  WebhookEndpointRead,
  WebhookEventType,
} from '@portico/contract'

import { fetchPage } from '../resources/pages.ts'
import { StatusError } from '../transport/known-error.ts'
import type { SendRequest } from '../transport/request.ts'
import { isUuid } from '../transport/uuid.ts'
import { bodyOf } from '../transport/body-of.ts'
import { present } from '../transport/present.ts'
import type { WebhookDeliveryFields, WebhookEndpointFields } from '../transport/record-fields.ts'

/** An address that gets the events of the project. */
export interface WebhookEndpoint extends WebhookEndpointFields {
  /** Why and since when it is disabled; null for an enabled one. */
  readonly disabled: {
    /**
     * `gone`: it answered 410. `failing`: every attempt of five days failed. `requested`: an owner or a server disabled
     * it.
     */
    readonly reason: WebhookDisabledReason
    /** Since when. */
    readonly at: Date
  } | null
}

/** A new endpoint, with its secret. No later read shows the secret. */
export interface CreatedWebhookEndpoint extends WebhookEndpoint {
  /** For `verifyWebhook`. */
  readonly secret: string
}

/** The settings of an endpoint. Absent ones stay unchanged. */
export interface WebhookEndpointUpdateOptions {
  /** An address with `https://`; in development also with `http://`. */
  url?: string
  /** What it is for, in your words. */
  description?: string
  /** The events that it gets. Null: the standard ones. */
  eventTypes?: readonly WebhookEventType[] | null
  /** Headers of each delivery, such as the key of a gateway. They replace all headers that were set before. */
  headers?: Readonly<Record<string, string>>
  /** The deliveries per second and node that it gets at most. Null: no such limit. */
  rateLimit?: number | null
  /**
   * Whether it gets deliveries. New events are skipped while it is disabled; `replayWebhookDeliveries` recovers them.
   */
  isEnabled?: boolean
}

/** The settings of a new endpoint. */
export interface WebhookEndpointCreateOptions extends WebhookEndpointUpdateOptions {
  /** An address with `https://`; in development also with `http://`. */
  url: string
}

/** How the attempts of the last 24 hours ended, at most the last 1,000. */
export interface WebhookFigures {
  /** The number of attempts. */
  readonly attempts: number
  /** How many of them succeeded. */
  readonly succeeded: number
  /** How many of them failed. */
  readonly failed: number
  /** The median of their durations; null without an attempt. */
  readonly medianDurationMillis: number | null
}

/** One event for one endpoint. */
export interface WebhookDelivery extends WebhookDeliveryFields {}

/** One attempt to deliver an event. */
export interface WebhookAttempt {
  /** The number of the attempt, from 1. */
  readonly attempt: number
  /** When it started. */
  readonly startedAt: Date
  /** How long it took; null while it runs, or if its process ended. */
  readonly durationMillis: number | null
  /** The HTTP status of the answer; null without one. */
  readonly status: number | null
  /** Why it failed, as a sentence; null after a success. */
  readonly error: string | null
  /** The beginning of the answer, if the endpoint's address is public. */
  readonly answer: string | null
}

/** A delivery with what was sent and what was answered. */
export interface WebhookDeliveryWithAttempts extends WebhookDelivery {
  /** The present address of the endpoint. */
  readonly url: string
  /** The body, byte by byte; null before the first attempt, and if it was erased. */
  readonly payload: string | null
  /** The attempts, newest first, at most 50 of the last 30 days. */
  readonly tries: readonly WebhookAttempt[]
}

/** Which deliveries a page contains. */
export interface WebhookDeliveryListOptions {
  /** Only deliveries to this endpoint. */
  endpointId?: string
  /** Only deliveries in this state. */
  state?: WebhookDeliveryState
  /** Only deliveries of this event. */
  eventType?: WebhookEventType
  /** Size of the page, at most 200. Default: 50. */
  limit?: number
  /** The `nextCursor` of the previous page. */
  cursor?: string
}

/**
 * A page of deliveries, newest first. With filters it can have fewer deliveries than the limit, even none. Only a
 * `nextCursor` of null marks the end.
 */
export type WebhookDeliveryList = WebhookDelivery[] & {
  /** For the option `cursor` of the next page; null on the last one. */
  readonly nextCursor: string | null
}

/** Which deliveries are repeated, and where the replay reports its progress. */
export interface WebhookReplayOptions {
  /** Only events of this moment and later. */
  since: Date
  /** Which deliveries are sent again. Default: failed and skipped ones. */
  states?: readonly ('failed' | 'skipped')[]
  /** Called after each call, with the number of deliveries that were queued again so far. */
  onProgress?: (replayed: number) => void
}

/** The endpoint and the event of an example. */
export interface SendTestWebhookOptions {
  /** The endpoint that gets the example, whatever events it gets. */
  endpointId: string
  /** Default: `user.created`. */
  eventType?: WebhookEventType
}

export async function listWebhookEndpoints(request: SendRequest<'admin'>): Promise<WebhookEndpoint[]> {
  const { items } = await request('GET /internal/webhook-endpoints')
  return items.map(presentEndpoint)
}

export async function createWebhookEndpoint(
  request: SendRequest<'admin'>,
  options: WebhookEndpointCreateOptions,
): Promise<CreatedWebhookEndpoint> {
  const created = await request('POST /internal/webhook-endpoints', { body: bodyOf(options) })
  return { ...presentEndpoint(created), secret: created.secret }
}

/** Reads an endpoint. Null for an unknown id. */
export async function getWebhookEndpoint(request: SendRequest<'admin'>, id: string): Promise<WebhookEndpoint | null> {
  const read = await findRecord(id, () => request('GET /internal/webhook-endpoints/{id}', { params: { id } }))
  return read && presentEndpoint(read)
}

export async function updateWebhookEndpoint(
  request: SendRequest<'admin'>,
  id: string,
  options: WebhookEndpointUpdateOptions,
): Promise<WebhookEndpoint> {
  const body = bodyOf(options)
  return presentEndpoint(await request('PATCH /internal/webhook-endpoints/{id}', { params: { id }, body }))
}

export async function deleteWebhookEndpoint(request: SendRequest<'admin'>, id: string): Promise<void> {
  await request('DELETE /internal/webhook-endpoints/{id}', { params: { id } })
}

export async function rotateWebhookSecret(request: SendRequest<'admin'>, id: string): Promise<string> {
  const call = 'POST /internal/webhook-endpoints/{id}/rotate-secret'
  const { secret } = await request(call, { params: { id }, body: {} })
  return secret
}

export async function getWebhookFigures(request: SendRequest<'admin'>, id: string): Promise<WebhookFigures> {
  const read = await request('GET /internal/webhook-endpoints/{id}/figures', { params: { id } })
  const { median_duration_millis: medianDurationMillis, ...counts } = read
  return { ...counts, medianDurationMillis }
}

export async function listWebhookDeliveries(
  request: SendRequest<'admin'>,
  options: WebhookDeliveryListOptions = {},
): Promise<WebhookDeliveryList> {
  const { items, nextCursor } = await fetchPage(request, 'GET /internal/webhook-deliveries', bodyOf(options))
  return Object.assign(
    items.map((read) => present(read)),
    { nextCursor },
  )
}

/** Reads a delivery with its attempts. Null for an unknown id, also after the retention of the delivery. */
export async function getWebhookDelivery(
  request: SendRequest<'admin'>,
  id: string,
): Promise<WebhookDeliveryWithAttempts | null> {
  const read = await findRecord(id, () => request('GET /internal/webhook-deliveries/{id}', { params: { id } }))
  if (!read) return null
  return { ...present(read), tries: read.tries.map(presentAttempt) }
}

export async function replayWebhookDelivery(request: SendRequest<'admin'>, id: string): Promise<WebhookDelivery> {
  return present(await request('POST /internal/webhook-deliveries/{id}/replay', { params: { id }, body: {} }))
}

/** The service queues a bounded number per call. */
export async function replayWebhookDeliveries(
  request: SendRequest<'admin'>,
  endpointId: string,
  { onProgress, since, states = ['failed', 'skipped'] }: WebhookReplayOptions,
): Promise<number> {
  const body = { states: [...states], since_millis: since.getTime() }
  let replayed = 0
  for (let hasMore = true; hasMore;) {
    const call = 'POST /internal/webhook-endpoints/{id}/replay'
    const answer = await request(call, { params: { id: endpointId }, body })
    replayed += answer.replayed
    hasMore = answer.has_more
    onProgress?.(replayed)
  }
  return replayed
}

export async function sendTestWebhook(
  request: SendRequest<'admin'>,
  { endpointId, eventType = 'user.created' }: SendTestWebhookOptions,
): Promise<WebhookDelivery> {
  const body = { event_type: eventType }
  const call = 'POST /internal/webhook-endpoints/{id}/test'
  return present(await request(call, { params: { id: endpointId }, body }))
}

async function findRecord<Read>(id: string, read: () => Promise<Read>): Promise<Read | null> {
  if (!isUuid(id)) return null
  try {
    return await read()
  } catch (error) {
    if (error instanceof StatusError && error.statusCode === 404) return null
    throw error
  }
}

function presentEndpoint(read: WebhookEndpointRead): WebhookEndpoint {
  return { ...present(read), disabled: read.disabled && present(read.disabled) }
}

function presentAttempt({ duration_millis: durationMillis, ...read }: WebhookAttemptRead): WebhookAttempt {
  return { ...present(read), durationMillis }
}
