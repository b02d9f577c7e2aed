import { API_PREFIX, RETRY_AFTER_WAIT_MAX_MILLIS } from '@portico/contract/limits'

import type { Ports } from './ports.ts'
import { ConnectionError } from './connection-error.ts'
import { KnownError, StatusError } from './known-error.ts'

/** Up to this factor above `Retry-After`, so that clients that were refused together do not return together. */
const JITTER_MAX = 0.25

/** An answer with an error status and without an error of the catalogue. */
export interface FailedAnswer {
  readonly status: number
  readonly headers: Headers
  readonly requestId: string | null
  readonly text: string
  readonly isJson: boolean
  /** The service never answers its API with HTML. */
  readonly isHtml: boolean
}

export interface StatusFailure {
  /** The pause before the next attempt; Infinity if the call fails now. */
  readonly waitMillis: number
  readonly error: StatusError | ConnectionError
}

/**
 * Decides whether a call waits and tries again. A long wait is left to the caller, who can show the time or give up.
 *
 * @param backoffMillis the pause if the answer does not say when the service accepts the call again
 * @param pausedMillis the previous pauses of the call after answers with an error status
 */
export function readStatusFailure(
  { now, random, rethrow }: Pick<Ports, 'now' | 'random' | 'rethrow'>,
  answer: FailedAnswer,
  { isRepeatable, apiUrl }: { readonly isRepeatable: boolean; readonly apiUrl: string },
  backoffMillis: number,
  pausedMillis: number,
): StatusFailure {
  const { status, headers, requestId, text } = answer
  rethrow?.(headers)
  const retryAfterMillis = readRetryAfter(headers, now())
  const retryAfterSeconds = retryAfterMillis && Math.ceil(retryAfterMillis / 1000)
  const waitMillis = retryAfterMillis === null ? backoffMillis : retryAfterMillis * (1 + JITTER_MAX * random())
  // The service has not executed a call that it answers with 429. A 503 can follow an unclear commit, and one without
  // the header comes from a gateway.
  const isLater = status === 429 || (status === 503 && isRepeatable && retryAfterMillis !== null)
  const isShort = pausedMillis + waitMillis <= RETRY_AFTER_WAIT_MAX_MILLIS
  const isLoop = status === 508 && text.includes('INFINITE_LOOP_DETECTED')
  if (answer.isHtml && status < 500 && status !== 429) {
    return { waitMillis: Number.POSITIVE_INFINITY, error: wrongAddressOf(apiUrl, text) }
  }
  const error =
    status === 429
      ? new KnownError(
          'RATE_LIMITED',
          { retry_after_seconds: retryAfterSeconds },
          sentenceOf(retryAfterSeconds),
          status,
        )
      : new StatusError(status, messageOf(answer))
  return {
    waitMillis: (isLater && isShort) || isLoop ? waitMillis : Number.POSITIVE_INFINITY,
    error: Object.assign(error, { requestId, retryAfterSeconds }),
  }
}

/**
 * A proxy that reports a problem of the service does so with 5xx. Other HTML is a page, such as that of a single-page
 * app for any path.
 */
function wrongAddressOf(apiUrl: string, page: string): ConnectionError {
  const address = apiUrl.slice(0, -API_PREFIX.length) || 'The origin of this page'
  const message = `${address} answered with HTML, so it is not a Portico service. Check \`baseUrl\`.`
  return new ConnectionError('WRONG_ADDRESS', message, page.slice(0, 500))
}

function messageOf({ status, text, isJson }: FailedAnswer): string {
  const detail = isJson || text === '' ? '' : `: ${text.slice(0, 500)}`
  return `The service answered with status ${status}${detail}`
}

/**
 * Reads seconds or an HTTP date (RFC 9110 section 10.2.3) as milliseconds from now. Null without a readable value, and
 * for a moment that has passed.
 */
function readRetryAfter(headers: Headers, nowMillis: number): number | null {
  const text = headers.get('retry-after') ?? ''
  // The clock of the answer, if the page can read it: that of the device can be wrong.
  const millis = /^\d+$/.test(text)
    ? Number(text) * 1000
    : Date.parse(text) - (Date.parse(headers.get('date') ?? '') || nowMillis)
  return millis > 0 ? millis : null
}

function sentenceOf(seconds: number | null): string {
  return `Too many attempts. Please try again in ${seconds === null ? 'a moment' : `${seconds} seconds`}.`
}
