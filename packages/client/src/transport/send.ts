import { MAX_WAIT_MILLIS, NETWORK_ATTEMPTS, NETWORK_RETRY_BASE_MILLIS } from '@portico/contract/limits'

import type { Ports } from './ports.ts'

import { connectionErrorOf } from './connection-error.ts'
import { KnownError, StatusError } from './known-error.ts'
import { parseObject } from './parse-object.ts'

export interface Call {
  /** Address of the API, which is asked alone when a call gets no answer. */
  readonly apiUrl: string
  readonly path: string
  readonly method: string
  /** Another attempt after a network failure cannot do the thing twice. */
  readonly isRepeatable: boolean
  /** Headers and body, made anew for each attempt, because tokens may have changed in between. */
  readonly prepare: () => RequestInit | Promise<RequestInit>
  /** Says whether another attempt can succeed, after whatever has to be done for that. */
  readonly recover?: (error: KnownError) => boolean
  /** Gives up after this time, pauses included. Default: as long as five attempts take. */
  readonly withinMillis?: number | undefined
}

/**
 * Sends a call until it has an answer, at most five times, and gives back its parsed body.
 *
 * Tried again: network failures of repeatable calls, 429, 508 with the loop marker, and known errors that `recover`
 * takes care of. Everything else is thrown: `KnownError` from the catalogue, `StatusError`, or `ConnectionError`.
 */
export async function send(ports: Ports, call: Call): Promise<unknown> {
  const { withinMillis = Number.POSITIVE_INFINITY } = call
  const deadline = ports.now() + withinMillis
  for (let attempt = 1; ; attempt += 1) {
    const mayWait = (millis: number): boolean => attempt < NETWORK_ATTEMPTS && ports.now() + millis < deadline
    // Before attempt n + 1: 1000 ms × 2^(n-1), half as long to one and a half times as long.
    let waitMillis = NETWORK_RETRY_BASE_MILLIS * 2 ** (attempt - 1) * (0.5 + ports.random())
    const init = await call.prepare()
    if (call.withinMillis !== undefined) init.signal = AbortSignal.timeout(Math.max(0, deadline - ports.now()))
    const answer = await exchange(ports, call, init)
    if ('networkFailure' in answer) {
      if (!call.isRepeatable || !mayWait(waitMillis))
        throw await connectionErrorOf(ports, call.apiUrl, answer.networkFailure)
    } else if (answer.knownErrorCode !== null) {
      const error = readKnownError(answer)
      // What was wrong is put right by `recover`, so the first time waiting would not help.
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
  readonly text: string
}

async function exchange(ports: Ports, call: Call, init: RequestInit): Promise<Answer | { networkFailure: unknown }> {
  try {
    const response = await ports.fetch(call.apiUrl + call.path, { ...transportOptions(), ...init, method: call.method })
    // Reading the body belongs to the exchange: the connection may still break.
    const text = await response.text()
    const { headers } = response
    const retryAfter = headers.get('retry-after')
    return {
      // Errors may travel as 200, so that browsers do not print them to the console; this header has the real status.
      status: Number(headers.get('x-stack-actual-status') ?? response.status),
      knownErrorCode: headers.get('x-stack-known-error'),
      retryAfterMillis: retryAfter !== null && Number(retryAfter) >= 0 ? Number(retryAfter) * 1000 : null,
      isJson: headers.get('content-type')?.includes('json') ?? false,
      text,
    }
  } catch (networkFailure) {
    return { networkFailure }
  }
}

/** No ambient cookies, no caches; left out where the runtime does not know these options and would refuse them. */
function transportOptions(): RequestInit {
  return {
    ...('credentials' in Request.prototype && { credentials: 'omit' }),
    ...('cache' in Request.prototype && { cache: 'no-store' }),
  }
}

function readKnownError({ status, knownErrorCode, text }: Answer): KnownError {
  const { code, error, details } = parseObject(text) ?? {}
  if (typeof code !== 'string' || code !== knownErrorCode || typeof error !== 'string') {
    throw new Error(
      `The answer names the error ${knownErrorCode} in its header but ${String(code)} in its body. A proxy may have changed it.`,
    )
  }
  return KnownError.fromJson({ code, details, message: error }, status)
}

function statusErrorOf({ status, text, isJson }: Answer): StatusError {
  const words = isJson || text === '' ? '' : `: ${text.slice(0, 500)}`
  return new StatusError(status, `The service answered with status ${status}${words}`)
}
