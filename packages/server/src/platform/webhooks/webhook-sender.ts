import { WEBHOOK_ANSWER_MAX_BYTES } from '@portico/contract'

import type { Mode } from '../../kernel/mode.ts'
import {
  isPublicAddress,
  OutboundProblem,
  type OutboundSettings,
  type Ports,
  type Resolve,
} from '../outbound-http/outbound-addresses.ts'
import { OutboundHttp, type OutboundStage } from '../outbound-http/outbound-http.ts'
import { webhookHeaders, type SignedMessage } from './webhook-signature.ts'

const CONNECT_MILLIS = 5_000
const TOTAL_MILLIS = 15_000

/** Ports of public addresses. Lower ones belong to other protocols. */
export const webhookPorts: Ports = { has: (port) => port === 443 || port >= 1_024 }

export interface WebhookRequest extends SignedMessage {
  readonly url: string
  /** One secret, or during a rotation also the one before. */
  readonly secrets: readonly string[]
  readonly headers: Readonly<Record<string, string>>
}

export interface WebhookAnswer {
  /** Null without an answer. */
  readonly status: number | null
  /** A sentence; null for a success. */
  readonly error: string | null
  readonly retryAfter: string | null
  /** The beginning of the answer; null if the address is not public. */
  readonly answer: string | null
}

/** Sends webhooks. Redirects are not followed. */
export class WebhookSender {
  readonly #http: OutboundHttp
  readonly #mode: Mode

  constructor(settings: OutboundSettings, resolve?: Resolve) {
    this.#mode = settings.mode
    this.#http = new OutboundHttp(settings, resolve, {
      connectMillis: CONNECT_MILLIS,
      totalMillis: TOTAL_MILLIS,
      publicPorts: webhookPorts,
      answerMaxBytes: WEBHOOK_ANSWER_MAX_BYTES,
      largerAnswer: 'cut',
    })
  }

  /** Makes one attempt. Every failure is part of the result. */
  async send({ headers, secrets, url, ...message }: WebhookRequest): Promise<WebhookAnswer> {
    let reached: OutboundStage | null = null
    let isPublic = false
    const onStage = (stage: OutboundStage, detail: string | null): void => {
      reached = stage
      if (stage === 'found') isPublic = detail !== null && isPublicAddress(detail)
    }
    try {
      if (this.#mode === 'production' && !url.startsWith('https://')) {
        throw new OutboundProblem('refused', 'Webhooks go to https:// addresses only.')
      }
      const response = await this.#http.fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', ...webhookHeaders(secrets, message) },
        body: message.body,
        onStage,
      })
      return {
        status: response.status,
        error: response.ok ? null : refusalOf(response.status),
        retryAfter: response.headers.get('retry-after'),
        answer: isPublic ? printable(await response.text()) : null,
      }
    } catch (error) {
      if (!(error instanceof OutboundProblem)) throw error
      return { status: null, error: printable(failureOf(error, reached, url)), retryAfter: null, answer: null }
    }
  }
}

/** PostgreSQL refuses NUL, and other control characters do not help the reader. */
function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\t\n\r]/gu, '\u{FFFD}')
}

function refusalOf(status: number): string {
  if (status >= 300 && status < 400)
    return `The endpoint answered ${status}. Redirects are not followed: use the address that it names.`
  if (status === 410) return 'The endpoint answered 410: it is gone.'
  return `The endpoint answered ${status}.`
}

function failureOf({ cause, failure }: OutboundProblem, reached: OutboundStage | null, url: string): string {
  if (failure === 'refused') {
    return 'The service does not connect to this address. It must be public, begin with https:// and use port 443 or one from 1024.'
  }
  if (failure === 'timed_out') return `The endpoint did not answer within ${TOTAL_MILLIS / 1_000} seconds.`
  if (reached === null) return 'The name of the endpoint could not be resolved.'
  if (reached === 'found') return 'The endpoint could not be reached.'
  if (reached === 'connected' && url.startsWith('https:')) {
    return cause instanceof Error
      ? `The connection to the endpoint could not be encrypted: ${cause.message}`
      : 'The connection to the endpoint could not be encrypted.'
  }
  return 'The endpoint closed the connection without a valid answer.'
}
