import { NETWORK_ATTEMPTS, NETWORK_RETRY_BASE_MILLIS } from '@portico/contract/limits'

import type { Ports } from './ports.ts'
import { connectionErrorOf, loadPart } from './connection-error.ts'
import { KnownError } from './known-error.ts'
import type { FailedAnswer } from './status-failure.ts'
import { parseObject } from './parse-object.ts'

export interface Call {
  /** Base address of the API. After a network failure, a test request goes to this address. */
  readonly apiUrl: string
  readonly path: string
  readonly method: string
  /** True if the request can be repeated after a network failure without a second effect. */
  readonly isRepeatable: boolean
  /** Builds headers and body. Called for each attempt, because the tokens may have changed. */
  readonly prepare: () => RequestInit | Promise<RequestInit>
  /** Tries to fix the cause of an error. Returns true if another attempt can succeed. */
  readonly recover?: (error: KnownError) => boolean | Promise<boolean>
  /** Time limit for all attempts including the pauses. Default: none. */
  readonly withinMillis?: number | undefined
}

/**
 * Sends a request, in at most five attempts, and returns its parsed body. A page makes two attempts to reach a service
 * on its own device, and a server three if no service listens.
 *
 * Retries network failures of repeatable requests, 508 with the loop marker, and known errors for which `recover`
 * returns true. Retries 429, and 503 with `Retry-After` for repeatable requests, if the pauses are short. Throws
 * everything else as `KnownError`, `StatusError` or `ConnectionError`.
 */
export async function send(ports: Ports, call: Call): Promise<unknown> {
  const { withinMillis = Number.POSITIVE_INFINITY } = call
  const deadline = ports.now() + withinMillis
  let pausedMillis = 0
  for (let attempt = 1; ; attempt += 1) {
    const mayWait = (millis: number): boolean => attempt < NETWORK_ATTEMPTS && ports.now() + millis < deadline
    // Exponential backoff: 1000 ms × 2^(attempt - 1), times a random factor from 0.5 to 1.5.
    let waitMillis = NETWORK_RETRY_BASE_MILLIS * 2 ** (attempt - 1) * (0.5 + ports.random())
    const init = await call.prepare()
    if (call.withinMillis !== undefined) init.signal = AbortSignal.timeout(Math.max(0, deadline - ports.now()))
    const answer = await exchange(ports, call, init)
    if ('networkFailure' in answer) {
      // In development, a service that is down stays down until the developer acts.
      const isLast =
        attempt > 1 &&
        (ports.browser() ? isLoopback.test(call.apiUrl) : ports.isFinal?.(answer.networkFailure, attempt))
      if (isLast || !call.isRepeatable || !mayWait(waitMillis))
        throw await connectionErrorOf(ports, call.apiUrl, answer.networkFailure)
    } else if (answer.knownErrorCode !== null) {
      const error = readKnownError(answer)
      // `recover` removes the cause, so the first retry needs no pause.
      if (attempt === 1) waitMillis = 0
      if (!mayWait(waitMillis) || !(await call.recover?.(error))) throw error
    } else if (answer.status >= 200 && answer.status < 300 && !answer.isHtml) {
      return answer.value
    } else {
      const { readStatusFailure } = await loadPart(ports, import('./status-failure.ts'))
      const failure = readStatusFailure(ports, answer, call, waitMillis, pausedMillis)
      waitMillis = failure.waitMillis
      if (!mayWait(waitMillis)) throw failure.error
      pausedMillis += waitMillis
    }
    if (waitMillis > 0) await ports.sleep(waitMillis)
  }
}

const isLoopback = /\/(localhost|127\.0\.0\.1|\[::1])[:/]/

interface Answer extends FailedAnswer {
  readonly knownErrorCode: string | null
  /** The body of a success. */
  readonly value: unknown
}

async function exchange(ports: Ports, call: Call, init: RequestInit): Promise<Answer | { networkFailure: unknown }> {
  try {
    const response = await ports.fetch(call.apiUrl + call.path, { ...transportOptions(), ...init, method: call.method })
    // Read the body inside `try`: the connection may still fail.
    const text = await response.text()
    const { headers } = response
    // The service sends errors as 200, so that browsers do not log them. This header has the real status.
    const status = Number(headers.get('x-stack-actual-status') ?? response.status)
    const type = headers.get('content-type') ?? ''
    const isJson = type.includes('json')
    return {
      status,
      knownErrorCode: headers.get('x-stack-known-error'),
      headers,
      isJson,
      isHtml: type.includes('html'),
      requestId: headers.get('x-stack-request-id'),
      text,
      // Inside `try`, because a body that is not the promised JSON comes from a gateway: the service did not answer.
      value: isJson && status < 300 ? JSON.parse(text) : text,
    }
  } catch (networkFailure) {
    return { networkFailure }
  }
}

/** Sends no cookies and uses no cache. Omits options that the runtime does not support, because it may throw. */
function transportOptions(): RequestInit {
  return {
    ...('credentials' in Request.prototype && { credentials: 'omit' }),
    ...('cache' in Request.prototype && { cache: 'no-store' }),
  }
}

function readKnownError({ status, knownErrorCode, requestId, text }: Answer): KnownError {
  const { code, error, details } = parseObject(text) ?? {}
  if (typeof code !== 'string' || code !== knownErrorCode || typeof error !== 'string') {
    throw new Error(`Header and body of the answer differ: ${knownErrorCode}.`)
  }
  return Object.assign(KnownError.fromJson({ code, details, message: error }, status), { requestId })
}
