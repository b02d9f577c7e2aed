import type { WebhookEventData, WebhookEventType } from '@portico/contract'

import type { RequestLike } from '../session/tokens.ts'
import { parseObject } from '../transport/parse-object.ts'

/** A change in the project, as a webhook delivers it. `data` has the names of the API, such as `display_name`. */
export type WebhookEvent = { [Type in WebhookEventType]: WebhookEventOf<Type> }[WebhookEventType]

/** A webhook event of one type. */
export interface WebhookEventOf<Type extends WebhookEventType> {
  /** The same for every delivery of the event. A delivery can arrive twice: ignore an id that you have handled. */
  readonly id: string
  /** What happened. */
  readonly type: Type
  /** When it happened (ISO 8601). Deliveries can arrive in another order. */
  readonly timestamp: string
  /** What it is about, as it was then. */
  readonly data: WebhookEventData[Type]
}

/** A request of Node, Express, Fastify or another framework, with the body as it was received. */
export interface RawWebhookRequest {
  /** The headers, by their names or as `Headers`. */
  readonly headers: RequestLike['headers'] | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The body before it is parsed. */
  readonly body: string | Uint8Array | ArrayBuffer
}

/** Why a webhook was refused. */
export type WebhookRefusal = 'missing' | 'malformed' | 'expired' | 'not-yet-valid' | 'wrong-signature'

/** The allowed age of a webhook, and a function that gets the reason for a refusal. */
export interface VerifyWebhookOptions {
  /** The largest difference between the time of the delivery and the present, in seconds. Default: 300. */
  toleranceSeconds?: number
  /** The moment that the time of the delivery is compared with. Default: the present. */
  now?: Date
  /** Called with the reason for a refusal, for logs. */
  onRefused?: (reason: WebhookRefusal) => void
}

const TOLERANCE_SECONDS = 300
/** The standard requires keys of 24 bytes. A short or empty one could be guessed. */
const KEY_MIN_BYTES = 24
const SECRET_PREFIX = 'whsec_'
/** The same headers under the names of Standard Webhooks and of Svix. */
const headerFamilies = ['webhook', 'svix'] as const

interface Signed {
  readonly id: string
  readonly timestamp: string
  readonly signatures: readonly string[]
}

/**
 * Verifies that a request is a webhook of the service, and returns its event. Reads the body, so call it instead of
 * `request.json()`.
 *
 * @param request a web-standard `Request`, or headers and the body as it was received
 * @param secret the secret of the endpoint; during a rotation, the old and the new one
 * @returns null if the request is not from the service, or is too old. Answer it with status 400.
 *
 * @example
 * const event = await verifyWebhook(request, process.env.WEBHOOK_SECRET)
 * if (!event) return new Response(null, { status: 400 })
 * if (event.type === 'user.created') await welcome(event.data.primary_email)
 *
 * @see https://www.standardwebhooks.com
 */
export async function verifyWebhook(
  request: Request | RawWebhookRequest,
  secret: string | readonly string[] | undefined,
  { now = new Date(), onRefused, toleranceSeconds = TOLERANCE_SECONDS }: VerifyWebhookOptions = {},
): Promise<WebhookEvent | null> {
  const keys = [secret].flat().map(keyOfSecret)
  // Also refuses NaN, with which every time would be valid.
  if (keys.length === 0 || !(toleranceSeconds >= 0)) {
    throw new Error('`verifyWebhook` needs at least one secret, and a tolerance of 0 or more seconds.')
  }
  const signed = readHeaders(request)
  const event =
    typeof signed === 'string'
      ? signed
      : (findTimeProblem(signed, now, toleranceSeconds) ?? (await readEvent(signed, await readBody(request), keys)))
  if (typeof event !== 'string') return event
  onRefused?.(event)
  return null
}

function keyOfSecret(secret: string | undefined): Uint8Array<ArrayBuffer> {
  // Some tools store the newline after a value.
  const text = secret?.trim() ?? ''
  const key = decodeBase64(text.startsWith(SECRET_PREFIX) ? text.slice(SECRET_PREFIX.length) : text)
  if (key && key.length >= KEY_MIN_BYTES) return key
  throw new Error(
    `The secret of a webhook is ${text === '' ? 'missing' : 'not valid'}. Pass the one that the service showed when the endpoint was added or its secret was rotated: \`${SECRET_PREFIX}\` and base64.`,
  )
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

function readHeaders({ headers }: Request | RawWebhookRequest): Signed | WebhookRefusal {
  for (const family of headerFamilies) {
    const id = headerOf(headers, `${family}-id`)
    const timestamp = headerOf(headers, `${family}-timestamp`)
    const signatures = headerOf(headers, `${family}-signature`)
    if (id && timestamp && signatures) return { id, timestamp, signatures: signatures.split(' ') }
  }
  return 'missing'
}

function headerOf(headers: RawWebhookRequest['headers'], name: string): string | null {
  if (isHeaders(headers)) return headers.get(name)
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return typeof value === 'string' ? value : null
}

function isHeaders(headers: RawWebhookRequest['headers']): headers is RequestLike['headers'] {
  return typeof headers['get'] === 'function'
}

function findTimeProblem({ timestamp }: Signed, now: Date, toleranceSeconds: number): WebhookRefusal | null {
  if (!/^\d{1,12}$/.test(timestamp)) return 'malformed'
  const ageSeconds = Math.floor(now.getTime() / 1_000) - Number(timestamp)
  if (ageSeconds > toleranceSeconds) return 'expired'
  return ageSeconds < -toleranceSeconds ? 'not-yet-valid' : null
}

/** @throws with what to do, if the bytes of the body are lost */
async function readBody(request: Request | RawWebhookRequest): Promise<Uint8Array<ArrayBuffer>> {
  if ('arrayBuffer' in request) {
    if (request.bodyUsed) {
      throw new Error(
        'The body of the webhook was already read. Call `verifyWebhook` before anything reads the body of the request.',
      )
    }
    return new Uint8Array(await request.arrayBuffer())
  }
  // JavaScript callers may pass any value.
  const body: unknown = request.body
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof Uint8Array) return new Uint8Array(body)
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  throw new Error(
    'The body of the webhook is parsed or missing, so its signature cannot be verified. Pass it as it was received: in Express, `express.raw({ type: () => true })` on this route gives it.',
  )
}

/** Signs once for each key, whatever the number of signatures in the header. */
async function readEvent(
  { id, signatures, timestamp }: Signed,
  body: Uint8Array<ArrayBuffer>,
  keys: readonly Uint8Array<ArrayBuffer>[],
): Promise<WebhookEvent | WebhookRefusal> {
  const signed = join(new TextEncoder().encode(`${id}.${timestamp}.`), body)
  const expected = await Promise.all(keys.map((key) => signatureOf(key, signed)))
  const isGenuine = signatures.some((signature) => expected.some((own) => isEqual(own, signature)))
  if (!isGenuine) return 'wrong-signature'
  const event = parseEvent(body)
  // Unchecked cast: a signed body follows the contract. A newer service can send further types.
  return event ? ({ ...event, id } as WebhookEvent) : 'malformed'
}

function join(head: Uint8Array, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(head.length + body.length)
  joined.set(head)
  joined.set(body, head.length)
  return joined
}

async function signatureOf(key: Uint8Array<ArrayBuffer>, signed: Uint8Array<ArrayBuffer>): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign'])
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', imported, signed))
  return `v1,${btoa(String.fromCharCode(...signature))}`
}

/** Compares in a time that depends on the lengths only, so that it tells nothing about the signature. */
function isEqual(own: string, given: string): boolean {
  if (own.length !== given.length) return false
  let difference = 0
  for (let index = 0; index < own.length; index += 1) difference |= own.charCodeAt(index) ^ given.charCodeAt(index)
  return difference === 0
}

function parseEvent(body: Uint8Array): { readonly type: string } | null {
  try {
    const event = parseObject(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return typeof event?.['type'] === 'string' ? (event as { type: string }) : null
  } catch {
    return null
  }
}
