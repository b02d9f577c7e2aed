import { setTimeout as sleep } from 'node:timers/promises'

import { API_PREFIX } from '@portico/contract/limits'

import { Failure } from './failure.ts'
import { requireSafeUrl } from './http-url.ts'
import { note } from './output.ts'
import { userAgent } from './version.ts'

/** A project, and the right to administer it. */
export interface AdminAccess {
  readonly apiUrl: string
  readonly projectId: string
  readonly superSecretAdminKey: string
}

export interface AdminCall {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Such as `/internal/imports`. */
  readonly path: string
  readonly body?: object
  readonly signal?: AbortSignal
  /** Null: no limit. */
  readonly withinMillis?: number | null
}

/** An answer of the service that is not a success. The message is the sentence of the service. */
export class RefusedCall extends Failure {
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

const CALL_MILLIS = 10_000
/** Together about two minutes: a restart of the service, or a failover of its database. */
const PAUSES_MILLIS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000]
/** A service that asks for a longer pause has a limit per hour. */
const LONGEST_PAUSE_MILLIS = 120_000
/** The service has not handled these calls. */
const transientStatuses = [429, 502, 503, 504]

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Calls the service once. */
export async function callAsAdmin(
  { apiUrl, projectId, superSecretAdminKey }: AdminAccess,
  { method, path, body, signal, withinMillis = CALL_MILLIS }: AdminCall,
): Promise<Response> {
  requireSafeUrl(apiUrl, '--api-url')
  const limits = [signal, withinMillis === null ? undefined : AbortSignal.timeout(withinMillis)]
  return fetch(`${apiUrl.replace(/\/+$/, '')}${API_PREFIX}${path}`, {
    method,
    redirect: 'error',
    signal: AbortSignal.any(limits.filter((limit) => limit !== undefined)),
    headers: {
      'x-stack-access-type': 'admin',
      'x-stack-project-id': projectId,
      'x-stack-super-secret-admin-key': superSecretAdminKey,
      'user-agent': userAgent(),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}

export interface RequestOptions {
  /** Whether the call has no second effect. Such a call is repeated while the service cannot be reached. */
  readonly isRepeatable: boolean
  /** Ends the repetition, but not a call. */
  readonly stop?: AbortSignal
}

/**
 * Calls the service and returns its answer. Repeats a call that the service has not handled, after the pause that the
 * service asks for.
 *
 * @throws RefusedCall, Failure
 */
export async function requestAsAdmin<Result>(
  access: AdminAccess,
  call: AdminCall,
  { isRepeatable, stop }: RequestOptions,
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await tryCall(access, call)
    const isTransient = answer ? transientStatuses.includes(answer.status) : isRepeatable
    const pauseMillis = pauseBefore(attempt + 1, answer)
    if (!isTransient || pauseMillis > LONGEST_PAUSE_MILLIS || stop?.aborted) {
      // Unchecked cast: a successful answer follows the contract.
      return readAnswer(answer ?? failUnreachable(access)) as Result
    }
    const reason = answer ? `answers ${answer.status}` : 'cannot be reached'
    note(`The service ${reason}. Trying again in ${Math.ceil(pauseMillis / 1_000)} s.`)
    await sleep(pauseMillis, undefined, { ...(stop && { signal: stop }) }).catch(() => {})
  }
}

/** Returns null if the service cannot be reached, or breaks the connection. */
async function tryCall(access: AdminAccess, call: AdminCall): Promise<Answer | null> {
  requireSafeUrl(access.apiUrl, '--api-url')
  try {
    const response = await callAsAdmin(access, call)
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch {
    return null
  }
}

/** Returns infinity after the last attempt. */
function pauseBefore(attempt: number, answer: Answer | null): number {
  const pause = PAUSES_MILLIS[attempt - 1]
  if (pause === undefined) return Number.POSITIVE_INFINITY
  const seconds = Number(answer?.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.max(seconds, 1) * 1_000 : pause
}

export function failUnreachable({ apiUrl }: AdminAccess): never {
  throw new Failure(
    `The service at ${apiUrl} cannot be reached.\nCheck that the service is running and that --api-url (PORTICO_API_URL) is its URL.`,
  )
}

/** @throws RefusedCall with the sentence of the service; Failure if the answer does not come from Portico */
export function readAnswer({ status, text }: Pick<Answer, 'status' | 'text'>): unknown {
  const body = parse(text)
  if (status >= 300) throw new RefusedCall(sentenceOf(body) ?? text, status)
  if (body === undefined) throw new Failure('The answer does not come from Portico. Check --api-url (PORTICO_API_URL).')
  return body
}

function sentenceOf(body: unknown): string | null {
  const sentence: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'error') : null
  return typeof sentence === 'string' ? sentence : null
}

/** Returns undefined for text that is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
