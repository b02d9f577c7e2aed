import { createHmac } from 'node:crypto'

import { randomBytes } from '../crypto/random.ts'

const PREFIX = 'whsec_'
const NEW_BYTES = 24
/** The bounds of the standard. */
const MIN_BYTES = 24
const MAX_BYTES = 64

export interface SignedMessage {
  /** The same for every attempt, so that the receiver can detect duplicates. */
  readonly id: string
  /** The time of the attempt. Receivers refuse old messages. */
  readonly at: Date
  /** Exactly the text that is sent. */
  readonly body: string
}

/** Creates a key for the signatures of one receiver: `whsec_` and 24 random bytes in base64. */
export function createWebhookSecret(): string {
  return PREFIX + Buffer.from(randomBytes(NEW_BYTES)).toString('base64')
}

/** Whether a text is a key of Standard Webhooks, of 24 to 64 bytes. */
export function isWebhookSecret(text: string): boolean {
  const encoded = text.slice(PREFIX.length)
  const key = Buffer.from(encoded, 'base64')
  return (
    text.startsWith(PREFIX) && key.toString('base64') === encoded && key.length >= MIN_BYTES && key.length <= MAX_BYTES
  )
}

/**
 * The headers of a signed message, also under the names of Svix.
 *
 * @param secrets ones for which `isWebhookSecret` is true: the current one, and during a rotation also the previous one
 * @see https://www.standardwebhooks.com
 */
export function webhookHeaders(secrets: readonly string[], { at, body, id }: SignedMessage): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signature = secrets.map((secret) => signatureOf(secret, `${id}.${timestamp}.${body}`)).join(' ')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
    'svix-id': id,
    'svix-timestamp': timestamp,
    'svix-signature': signature,
  }
}

function signatureOf(secret: string, signed: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}
