import { MAX_WAIT_MILLIS, NETWORK_ATTEMPTS, NETWORK_RETRY_BASE_MILLIS } from '@portico/contract/limits'

import type { Ports } from './ports.ts'
import { connectionErrorOf } from './connection-error.ts'
import { KnownError, StatusError } from './known-error.ts'
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
  readonly recover?: (error: KnownError) => boolean
  /** Time limit for all attempts including the pauses. Default: none. */
  readonly withinMillis?: number | undefined
}

/**
 * Sends a request, in at most five attempts, and returns its parsed body.
 *
 * Retries network failures of repeatable requests, 429, 508 with the loop marker, and known errors for which `recover`
 * returns true. Throws everything else as `KnownError`, `StatusError` or `ConnectionError`.
 */
export async function send(ports: Ports, call: Call): Promise<unknown> {
  const { withinMillis = Number.POSITIVE_INFINITY } = call
  const deadline = ports.now() + withinMillis
  for (let attempt = 1; ; attempt += 1) {
    const mayWait = (millis: number): boolean => attempt < NETWORK_ATTEMPTS && ports.now() + millis < deadline
    // Exponential backoff: 1000 ms × 2^(attempt - 1), times a random factor from 0.5 to 1.5.
    let waitMillis = NETWORK_RETRY_BASE_MILLIS * 2 ** (attempt - 1) * (0.5 + ports.random())
    const init = await call.prepare()
    if (call.withinMillis !== undefined) init.signal = AbortSignal.timeout(Math.max(0, deadline - ports.now()))
    const answer = await exchange(ports, call, init)
    if ('networkFailure' in answer) {
      if (!call.isRepeatable || !mayWait(waitMillis))
        throw await connectionErrorOf(ports, call.apiUrl, answer.networkFailure)
    } else if (answer.knownErrorCode !== null) {
      const error = readKnownError(answer)
      // `recover` removes the cause, so the first retry needs no pause.
      if (attempt === 1) waitMillis = 0
      if (!mayWait(waitMillis) || !call.recover?.(error)) throw error
    } else if (answer.status >= 200 && answer.status < 300) {
      return answer.isJson ? JSON.parse(answer.text) : answer.text
    } else {
      const isLoop = answer.status === 508 && answer.text.includes('INFINITE_LOOP_DETECTED')
      if (answer.status === 429) waitMillis = answer.retryAfterMillis ?? waitMillis
      if ((answer.status !== 429 && !isLoop) || !mayWait(waitMillis)) throw statusErrorOf(answer)
    }
    if (waitMillis > 0) await ports.sleep(Math.min(waitMillis, MAX_WAIT_MILLIS))
  }
}

interface Answer {
  readonly status: number
  readonly knownErrorCode: string | null
  readonly retryAfterMillis: number | null
  readonly isJson: boolean
  readonly requestId: string | null
  readonly text: string
}

async function exchange(ports: Ports, call: Call, init: RequestInit): Promise<Answer | { networkFailure: unknown }> {
  try {
    const response = await ports.fetch(call.apiUrl + call.path, { ...transportOptions(), ...init, method: call.method })
    // Read the body inside `try`: the connection may still fail.
    const text = await response.text()
    const { headers } = response
    const retryAfter = headers.get('retry-after')
    return {
      // The service sends errors as 200, so that browsers do not log them. This header has the real status.
      status: Number(headers.get('x-stack-actual-status') ?? response.status),
      knownErrorCode: headers.get('x-stack-known-error'),
      retryAfterMillis: retryAfter !== null && Number(retryAfter) >= 0 ? Number(retryAfter) * 1000 : null,
      isJson: headers.get('content-type')?.includes('json') ?? false,
      requestId: headers.get('x-stack-request-id'),
      text,
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
    throw new Error(
      `The answer names the error ${knownErrorCode} in its header but ${String(code)} in its body. A proxy may have changed it.`,
    )
  }
  return Object.assign(KnownError.fromJson({ code, details, message: error }, status), { requestId })
}

function statusErrorOf({ status, requestId, text, isJson }: Answer): StatusError {
  const detail = isJson || text === '' ? '' : `: ${text.slice(0, 500)}`
  return Object.assign(new StatusError(status, `The service answered with status ${status}${detail}`), { requestId })
}
