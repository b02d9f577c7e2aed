import type {
  WebhookAttemptRead,
  WebhookDeliveryDetail,
  WebhookDeliveryRead,
  WebhookDeliveryState,
  WebhookDisabledReason,
  WebhookEndpointFirstView,
  WebhookEndpointRead,
  WebhookEventType,
  WebhookFigures as WebhookFiguresRead,
} from '@portico/contract'

import { fetchPage } from '../resources/pages.ts'
import { StatusError } from '../transport/known-error.ts'
import type { SendRequest } from '../transport/request.ts'
import { isUuid } from '../transport/uuid.ts'

/** An address that gets the events of the project. */
export interface WebhookEndpoint {
  /** The id of the endpoint. */
  readonly id: string
  /** The address that deliveries are sent to. */
  readonly url: string
  /** What it is for, in your words. */
  readonly description: string
  /** The events that it gets; null for the standard ones. */
  readonly eventTypes: readonly WebhookEventType[] | null
  /** The names of the headers that each delivery has. Their values are not shown. */
  readonly headerNames: readonly string[]
  /** The deliveries per second and node that it gets at most; null for no such limit. */
  readonly rateLimit: number | null
  /** Whether it gets deliveries. */
  readonly isEnabled: boolean
  /** Why and since when it is disabled; null for an enabled one. */
  readonly disabled: {
    /** `gone`: it answered 410. `failing`: every attempt of five days failed. `requested`: an owner or a server disabled it. */
    readonly reason: WebhookDisabledReason
    /** Since when. */
    readonly at: Date
  } | null
  /** The first failed attempt after the last success; null if the last attempt succeeded. */
  readonly failingSince: Date | null
  /** Until when deliveries are also signed with the secret before the last rotation; null if they are not. */
  readonly oldSecretEndsAt: Date | null
  /** When the endpoint was added. */
  readonly createdAt: Date
  /** When it was last changed. */
  readonly updatedAt: Date
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
  /** Whether it gets deliveries. New events are skipped while it is disabled; `replayWebhookDeliveries` recovers them. */
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
export interface WebhookDelivery {
  /** The id of the delivery. */
  readonly id: string
  /** The endpoint that it is for. */
  readonly endpointId: string
  /** The id of the event: the `id` of `verifyWebhook`, which is the same for every endpoint. */
  readonly messageId: string
  /** The type of the event. */
  readonly eventType: WebhookEventType
  /**
   * `pending`: an attempt follows. `failed`: no attempt follows. `skipped`: the endpoint was disabled. `erased`: the payload was deleted
   * before the delivery succeeded.
   */
  readonly state: WebhookDeliveryState
  /** How often the service has tried to deliver it. */
  readonly attempts: number
  /** The HTTP status of the last answer; null without one. */
  readonly lastStatus: number | null
  /** Why the last attempt failed, as a sentence; null after a success. */
  readonly lastError: string | null
  /** Only with the state `pending`. */
  readonly nextAttemptAt: Date | null
  /** When the event happened. */
  readonly createdAt: Date
}

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
  /** The beginning of the answer, if the address of the endpoint is public. */
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
 * A page of deliveries, newest first. With filters it can have fewer deliveries than the limit, even none. Only a `nextCursor` of null
 * marks the end.
 */
export type WebhookDeliveryList = WebhookDelivery[] & {
  /** For the option `cursor` of the next page; null on the last one. */
  readonly nextCursor: string | null
}

export interface WebhookReplayOptions {
  /** Only events of this moment and later. */
  since: Date
  /** Which deliveries are sent again. Default: failed and skipped ones. */
  states?: readonly ('failed' | 'skipped')[]
  /** Called after each call, with the number of deliveries that were queued again so far. */
  onProgress?: (replayed: number) => void
}

export interface SendTestWebhookOptions {
  /** The endpoint that gets the example, whatever events it gets. */
  endpointId: string
  /** Default: `user.created`. */
  eventType?: WebhookEventType
}

const endpointsPath = '/internal/webhook-endpoints'
const deliveriesPath = '/internal/webhook-deliveries'

export async function listWebhookEndpoints(request: SendRequest): Promise<WebhookEndpoint[]> {
  const { items } = await request<{ items: WebhookEndpointRead[] }>(endpointsPath)
  return items.map(presentEndpoint)
}

export async function createWebhookEndpoint(
  request: SendRequest,
  options: WebhookEndpointCreateOptions,
): Promise<CreatedWebhookEndpoint> {
  const body = bodyOf(options)
  const { secret, ...read } = await request<WebhookEndpointFirstView>(endpointsPath, { method: 'POST', body })
  return { ...presentEndpoint(read), secret }
}

/** Reads an endpoint. Null for an unknown id. */
export async function getWebhookEndpoint(request: SendRequest, id: string): Promise<WebhookEndpoint | null> {
  const read = await findRecord<WebhookEndpointRead>(request, endpointsPath, id)
  return read && presentEndpoint(read)
}

export async function updateWebhookEndpoint(
  request: SendRequest,
  id: string,
  options: WebhookEndpointUpdateOptions,
): Promise<WebhookEndpoint> {
  const body = bodyOf(options)
  return presentEndpoint(await request<WebhookEndpointRead>(pathOf(endpointsPath, id), { method: 'PATCH', body }))
}

export async function deleteWebhookEndpoint(request: SendRequest, id: string): Promise<void> {
  await request(pathOf(endpointsPath, id), { method: 'DELETE' })
}

export async function rotateWebhookSecret(request: SendRequest, id: string): Promise<string> {
  const path = `${pathOf(endpointsPath, id)}/rotate-secret`
  const { secret } = await request<{ secret: string }>(path, { method: 'POST', body: {} })
  return secret
}

export async function getWebhookFigures(request: SendRequest, id: string): Promise<WebhookFigures> {
  const { median_duration_millis: medianDurationMillis, ...counts } = await request<WebhookFiguresRead>(
    `${pathOf(endpointsPath, id)}/figures`,
  )
  return { ...counts, medianDurationMillis }
}

export async function listWebhookDeliveries(
  request: SendRequest,
  { cursor, endpointId, eventType, limit, state }: WebhookDeliveryListOptions = {},
): Promise<WebhookDeliveryList> {
  const { items, nextCursor } = await fetchPage<WebhookDeliveryRead>(request, deliveriesPath, {
    endpoint_id: endpointId,
    event_type: eventType,
    state,
    limit,
    cursor,
  })
  return Object.assign(items.map(presentDelivery), { nextCursor })
}

/** Reads a delivery with its attempts. Null for an unknown id, also after the retention of the delivery. */
export async function getWebhookDelivery(
  request: SendRequest,
  id: string,
): Promise<WebhookDeliveryWithAttempts | null> {
  const read = await findRecord<WebhookDeliveryDetail>(request, deliveriesPath, id)
  if (!read) return null
  const { payload, tries, url } = read
  return { ...presentDelivery(read), url, payload, tries: tries.map(presentAttempt) }
}

export async function replayWebhookDelivery(request: SendRequest, id: string): Promise<WebhookDelivery> {
  const path = `${pathOf(deliveriesPath, id)}/replay`
  return presentDelivery(await request<WebhookDeliveryRead>(path, { method: 'POST', body: {} }))
}

/** The service queues a bounded number per call. */
export async function replayWebhookDeliveries(
  request: SendRequest,
  endpointId: string,
  { onProgress, since, states = ['failed', 'skipped'] }: WebhookReplayOptions,
): Promise<number> {
  const path = `${pathOf(endpointsPath, endpointId)}/replay`
  const body = { states, since_millis: since.getTime() }
  let replayed = 0
  for (let hasMore = true; hasMore;) {
    const answer = await request<{ replayed: number; has_more: boolean }>(path, { method: 'POST', body })
    replayed += answer.replayed
    hasMore = answer.has_more
    onProgress?.(replayed)
  }
  return replayed
}

export async function sendTestWebhook(
  request: SendRequest,
  { endpointId, eventType = 'user.created' }: SendTestWebhookOptions,
): Promise<WebhookDelivery> {
  const body = { event_type: eventType }
  const path = `${pathOf(endpointsPath, endpointId)}/test`
  return presentDelivery(await request<WebhookDeliveryRead>(path, { method: 'POST', body }))
}

async function findRecord<Read>(request: SendRequest, path: string, id: string): Promise<Read | null> {
  if (!isUuid(id)) return null
  try {
    return await request<Read>(pathOf(path, id))
  } catch (error) {
    if (error instanceof StatusError && error.statusCode === 404) return null
    throw error
  }
}

/** @throws for a text that would change the path */
function pathOf(path: string, id: string): string {
  if (!isUuid(id)) throw new Error('The id of a webhook endpoint or delivery must be a UUID.')
  return `${path}/${id}`
}

/** The JSON encoder omits undefined fields. The names of headers stay as they are. */
function bodyOf({ description, eventTypes, headers, isEnabled, rateLimit, url }: WebhookEndpointUpdateOptions): object {
  return { url, description, event_types: eventTypes, headers, rate_limit: rateLimit, is_enabled: isEnabled }
}

function presentEndpoint(read: WebhookEndpointRead): WebhookEndpoint {
  const { disabled } = read
  return {
    id: read.id,
    url: read.url,
    description: read.description,
    eventTypes: read.event_types,
    headerNames: read.header_names,
    rateLimit: read.rate_limit,
    isEnabled: read.is_enabled,
    disabled: disabled && { reason: disabled.reason, at: new Date(disabled.at_millis) },
    failingSince: dateOf(read.failing_since_millis),
    oldSecretEndsAt: dateOf(read.old_secret_ends_at_millis),
    createdAt: new Date(read.created_at_millis),
    updatedAt: new Date(read.updated_at_millis),
  }
}

function presentDelivery(read: WebhookDeliveryRead): WebhookDelivery {
  return {
    id: read.id,
    endpointId: read.endpoint_id,
    messageId: read.message_id,
    eventType: read.event_type,
    state: read.state,
    attempts: read.attempts,
    lastStatus: read.last_status,
    lastError: read.last_error,
    nextAttemptAt: dateOf(read.next_attempt_at_millis),
    createdAt: new Date(read.created_at_millis),
  }
}

function presentAttempt(read: WebhookAttemptRead): WebhookAttempt {
  return {
    attempt: read.attempt,
    startedAt: new Date(read.started_at_millis),
    durationMillis: read.duration_millis,
    status: read.status,
    error: read.error,
    answer: read.answer,
  }
}

function dateOf(millis: number | null): Date | null {
  return millis === null ? null : new Date(millis)
}
