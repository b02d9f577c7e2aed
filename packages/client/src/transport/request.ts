import type { BotChallengeSolution } from './bot-challenge.ts'
import { loadPart } from './connection-error.ts'
import type { Ports } from './ports.ts'
import { type KnownError, KnownErrors } from './known-error.ts'
import { deviceHeaders } from './device-secrets.ts'
import { send } from './send.ts'
import { CLIENT_VERSION } from './version.ts'

/** The session whose tokens a request carries. */
export interface RequestSession {
  getTokens(): Promise<{ readonly accessToken: string | null; readonly refreshToken: string | null }>
  /** Marks an access token that the service has refused. The next `getTokens` returns another one. */
  refuseAccessToken(accessToken: string): void
}

export interface RequestOptions {
  /** Default: GET. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly body?: unknown
  /** Absent for requests that need no signed-in user. */
  readonly session?: RequestSession | undefined
  /** If the session has ended, sends the request without it instead of throwing. Default: false. */
  readonly isSessionOptional?: boolean
  /** Sends the secrets by which the service recognises a remembered device. */
  readonly withDevice?: boolean
  /** Lets the request outlive the page (`fetch` option of that name). Disables retries after network failures. */
  readonly keepalive?: boolean
  /** Time limit for the request including retries. Default: none. */
  readonly withinMillis?: number
}

/** Calls one endpoint, such as `/users/me`, and returns its answer. The caller passes the type from the contract. */
export type SendRequest = <Answer>(path: string, options?: RequestOptions) => Promise<Answer>

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
export function createRequest(
  config: RequestConfig,
  access: Readonly<Record<string, string>> = { 'x-stack-access-type': 'client' },
): SendRequest {
  return async function request<Answer>(
    path: string,
    {
      method = 'GET',
      body,
      session,
      isSessionOptional = false,
      withDevice,
      keepalive = false,
      withinMillis,
    }: RequestOptions = {},
  ) {
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
          ...(withDevice && deviceHeaders(config.ports, config.projectId)),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(solution ? { ...(body as object), ...solution } : body) }),
        ...(keepalive && { keepalive }),
      }
    }

    const answer = await send(config.ports, {
      apiUrl: config.apiUrl(),
      path,
      method,
      // GET, DELETE and PUT.
      isRepeatable: !keepalive && /E|U/.test(method),
      withinMillis,
      prepare,
      recover: async (error) => {
        if (!solution && KnownErrors.BotChallengeRequired.isInstance(error)) {
          solution = await (await loadPart(config.ports, import('./bot-challenge.ts'))).solve(request, error.details)
          return true
        }
        if (!session || sentAccessToken === null || !KnownErrors.InvalidAccessToken.isInstance(error)) return false
        session.refuseAccessToken(sentAccessToken)
        refusal = error
        return true
      },
    })
    // Unchecked cast: a successful answer follows the contract.
    return answer as Answer
  }
}
