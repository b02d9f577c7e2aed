import type { AccessType } from '@portico/contract'

import type { BotChallengeSolution } from './bot-challenge.ts'
import { loadPart } from './connection-error.ts'
import type { AnswerOf, CallOf, PartsOf } from './operations.ts'
import type { Ports } from './ports.ts'
import { type KnownError, KnownErrors } from './known-error.ts'
import { send } from './send.ts'
import { CLIENT_VERSION } from './version.ts'

/** The session whose tokens a request carries. */
export interface RequestSession {
  getTokens(): Promise<{ readonly accessToken: string | null; readonly refreshToken: string | null }>
  /** Marks an access token that the service has refused. The next `getTokens` returns another one. */
  refuseAccessToken(accessToken: string): void
}

export interface RequestOptions {
  /** Absent for requests that need no signed-in user. */
  readonly session?: RequestSession | undefined
  /** If the session has ended, sends the request without it instead of throwing. Default: false. */
  readonly isSessionOptional?: boolean
  /** Further headers of this call. */
  readonly headers?: Readonly<Record<string, string>> | null
  /** Lets the request outlive the page (`fetch` option of that name). Disables retries after network failures. */
  readonly keepalive?: boolean
  /** Time limit for the request including retries. Default: none. */
  readonly withinMillis?: number
}

type CallOptions<Parts> = RequestOptions & Parts

/**
 * Calls an operation of the contract, such as `PATCH /users/{user_id}`, and returns its answer.
 *
 * @internal
 */
export interface SendRequest<Access extends AccessType = 'client'> {
  <Call extends CallOf<Access>>(
    call: Call,
    // Optional if the operation declares no part that is required.
    ...options: object extends PartsOf<Call, Access>
      ? [options?: CallOptions<PartsOf<Call, Access>>]
      : [options: CallOptions<PartsOf<Call, Access>>]
  ): Promise<AnswerOf<Call, Access>>
}

/** A request without the types of its operation, for functions that pass every operation on. */
export type SendAnyRequest = (call: string, options?: AnyParts & RequestOptions) => Promise<unknown>

interface AnyParts {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
}

export interface RequestConfig {
  readonly projectId: string
  readonly publishableClientKey: string
  readonly extraRequestHeaders: Readonly<Record<string, string>>
  readonly apiUrl: () => string
  readonly ports: Ports
}

/**
 * Creates the request function of one app.
 *
 * @param access the headers of the access type and its keys; default: those of a client
 */
export function createRequest<Access extends AccessType = 'client'>(
  config: RequestConfig,
  access: Readonly<Record<string, string>> = { 'x-stack-access-type': 'client' },
): SendRequest<Access> {
  const request: SendAnyRequest = async (
    call,
    { params, query, body, session, isSessionOptional, headers, keepalive, withinMillis } = {},
  ) => {
    const [method, path] = call.split(' ') as [string, string]
    let sentAccessToken: string | null = null
    let refusal: KnownError | null = null
    let solution: BotChallengeSolution | undefined

    async function prepare(): Promise<RequestInit> {
      const tokens = await session?.getTokens()
      sentAccessToken = tokens?.accessToken ?? null
      // The session has ended since the first attempt. Without it, the request would mean something else.
      if (refusal && sentAccessToken === null && !isSessionOptional) throw refusal
      return {
        headers: {
          ...config.extraRequestHeaders,
          'x-stack-project-id': config.projectId,
          ...access,
          'x-stack-publishable-client-key': config.publishableClientKey,
          'x-stack-client-version': CLIENT_VERSION,
          'x-stack-override-error-status': 'true',
          // Some platforms cache requests despite `no-store`, so each request is unique.
          'x-stack-random-nonce': config.ports.random().toString(36).slice(2),
          ...(tokens?.accessToken && { 'x-stack-access-token': tokens.accessToken }),
          ...(tokens?.refreshToken && { 'x-stack-refresh-token': tokens.refreshToken }),
          ...headers,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(solution ? { ...(body as object), ...solution } : body) }),
        ...(keepalive && { keepalive }),
      }
    }

    const answer = await send(config.ports, {
      apiUrl: config.apiUrl(),
      path: addressOf(path, params, query),
      method,
      // GET, DELETE and PUT.
      isRepeatable: !keepalive && /E|U/.test(method),
      withinMillis,
      prepare,
      recover: async (error) => {
        if (!solution && KnownErrors.BotChallengeRequired.isInstance(error)) {
          const { solve } = await loadPart(config.ports, import('./bot-challenge.ts'))
          solution = await solve(request as SendRequest, error.details)
          return true
        }
        if (!session || sentAccessToken === null || !KnownErrors.InvalidAccessToken.isInstance(error)) return false
        session.refuseAccessToken(sentAccessToken)
        refusal = error
        return true
      },
    })
    return answer
  }
  // Unchecked cast: a successful answer follows the contract.
  return request as SendRequest<Access>
}

/** Writes the parameters into the path and appends the query without its undefined fields. */
function addressOf(path: string, params: AnyParts['params'], query: AnyParts['query'] = {}): string {
  let address = path.replace(/{(\w+)}/g, (_, name) =>
    // Dots would lead to another path. Without them, no path matches and the service answers 404.
    encodeURIComponent(params?.[name]?.replace(/^\.+$/, '') ?? ''),
  )
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address += `&${name}=${encodeURIComponent(value)}`
  }
  // The parameters contain no "&": they are encoded.
  return address.replace('&', '?')
}
