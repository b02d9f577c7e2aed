import type { Ports } from './ports.ts'

import { type KnownError, KnownErrors } from './known-error.ts'
import { send } from './send.ts'
import { CLIENT_VERSION } from './version.ts'

/** The tokens a call is made with. */
export interface RequestSession {
  getTokens(): Promise<{ readonly accessToken: string | null; readonly refreshToken: string | null }>
  /** The service did not accept this access token: the next call needs another one. */
  refuseAccessToken(accessToken: string): void
}

export interface RequestOptions {
  /** GET unless there is a reason. */
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly body?: unknown
  /** Whose session the call is made with; absent for calls that are nobody's. */
  readonly session?: RequestSession | undefined
  /** If the session turns out to be over, the call is made as nobody's. */
  readonly mayBeNobodys?: boolean
  /** Goes on when the page is left, and is sent once. */
  readonly keepalive?: boolean
  /** Gives up after this time. */
  readonly withinMillis?: number
}

/** Calls one endpoint, such as `/users/me`, and gives its answer. The type is the caller's, from the contract. */
export type SendRequest = <Answer>(path: string, options?: RequestOptions) => Promise<Answer>

export interface RequestConfig {
  readonly projectId: string
  readonly publishableClientKey: string
  readonly extraRequestHeaders: Readonly<Record<string, string>>
  readonly apiUrl: () => string
  readonly ports: Ports
}

/** Makes the request function of one app, which every resource file takes. */
export function createRequest(config: RequestConfig): SendRequest {
  return async function request<Answer>(
    path: string,
    { method = 'GET', body, session, mayBeNobodys = false, keepalive = false, withinMillis }: RequestOptions = {},
  ) {
    let sentAccessToken: string | null = null
    let refusal: KnownError | null = null

    async function prepare(): Promise<RequestInit> {
      const tokens = await session?.getTokens()
      sentAccessToken = tokens?.accessToken ?? null
      // There was a session and it is over; as nobody's, the call would be another one.
      if (refusal && sentAccessToken === null && !mayBeNobodys) throw refusal
      return {
        headers: {
          ...config.extraRequestHeaders,
          'x-stack-project-id': config.projectId,
          'x-stack-access-type': 'client',
          'x-stack-publishable-client-key': config.publishableClientKey,
          'x-stack-client-version': CLIENT_VERSION,
          'x-stack-override-error-status': 'true',
          // Some platforms cache by request in spite of everything; no two requests are the same.
          'x-stack-random-nonce': config.ports.random().toString(36).slice(2),
          ...(tokens?.accessToken && { 'x-stack-access-token': tokens.accessToken }),
          ...(tokens?.refreshToken && { 'x-stack-refresh-token': tokens.refreshToken }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(keepalive && { keepalive }),
      }
    }

    const answer = await send(config.ports, {
      apiUrl: config.apiUrl(),
      path,
      method,
      isRepeatable: !keepalive && (method === 'GET' || method === 'DELETE'),
      withinMillis,
      prepare,
      recover: (error) => {
        if (!session || sentAccessToken === null || !KnownErrors.InvalidAccessToken.isInstance(error)) return false
        session.refuseAccessToken(sentAccessToken)
        refusal = error
        return true
      },
    })
    // The service answers as the contract says, or not with a success.
    return answer as Answer
  }
}
