import type { CliLoginRequester } from '@portico/contract'
import { CLI_POLL_WAIT_MILLIS, DEFAULT_HANDLER_PATH } from '@portico/contract/limits'

import type { Ports } from '../transport/ports.ts'
import type { SendRequest } from '../transport/request.ts'
import type { Result } from '../transport/result.ts'
import type { Session } from '../session/session.ts'

import { pagePath } from '../pages/pages.ts'
import { ConnectionError } from '../transport/connection-error.ts'
import { KnownError, StatusError } from '../transport/known-error.ts'

/** Polls that get no answer at all before the login is given up: a laptop may sleep, a network may be changed. */
const LOST_POLLS_MAX = 5

export type CliLoginRefused = KnownError<'CLI_AUTH_ERROR' | 'CLI_AUTH_EXPIRED_ERROR' | 'CLI_AUTH_USED_ERROR'>

export interface PromptCliLoginOptions {
  /** Address of the application that has the sign-in pages. */
  appUrl: string
  /** How long the login may be confirmed. Default: what the service grants, two hours. */
  expiresInMillis?: number
  /** Default: as often as it takes. */
  maxAttempts?: number
  /** Between two questions. Default: 2,000. */
  waitTimeMillis?: number
  /** Shows the address to the person at the terminal. Default: printed to the console. */
  promptLink?: (url: string) => void
}

/** Who asks for a login from a terminal, as the confirmation page shows it. */
export interface CliLoginRequest {
  readonly requestedAt: Date
  readonly expiresAt: Date
  readonly ip: string | null
  readonly userAgent: string | null
}

interface Poll {
  readonly status: 'waiting' | 'success' | 'expired' | 'used' | 'refused'
  readonly refresh_token?: string
}

/** Lets somebody sign in at a terminal by confirming it in their browser; gives the refresh token. */
export async function promptCliLogin(
  request: SendRequest,
  ports: Ports,
  options: PromptCliLoginOptions,
): Promise<Result<string, CliLoginRefused>> {
  const { appUrl, expiresInMillis, waitTimeMillis = CLI_POLL_WAIT_MILLIS, promptLink = ports.print } = options
  const { maxAttempts = Number.POSITIVE_INFINITY } = options
  try {
    const body = { ...(expiresInMillis !== undefined && { expires_in_millis: expiresInMillis }) }
    const login = await request<{ polling_code: string; login_code: string }>('/auth/cli', { method: 'POST', body })
    promptLink(confirmationUrl(appUrl, login.login_code))
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const answer = await poll(request, ports, login.polling_code, waitTimeMillis)
      if (answer.status === 'success' && answer.refresh_token) return { status: 'ok', data: answer.refresh_token }
      if (answer.status !== 'waiting') return { status: 'error', error: refusalOf(answer.status) }
      if (attempt < maxAttempts) await ports.sleep(waitTimeMillis)
    }
    return failed('Timed out waiting for CLI authentication.')
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    return failed(`The service refused the login with status ${error.statusCode}: ${error.message}`)
  }
}

/** Asks who wants to be signed in. Nobody needs to be signed in for that. */
export async function checkCliLogin(
  request: SendRequest,
  loginCode: string,
): Promise<Result<CliLoginRequest, StatusError>> {
  return cliResultOf(async () => {
    const { requester } = await complete<{ requester: CliLoginRequester }>(request, { loginCode, mode: 'check' })
    return {
      requestedAt: new Date(requester.requested_at_millis),
      expiresAt: new Date(requester.expires_at_millis),
      ip: requester.ip,
      userAgent: requester.user_agent,
    }
  })
}

/** Answers a login from a terminal on behalf of the user of this session. The first answer counts. */
export async function answerCliLogin(
  request: SendRequest,
  session: Session,
  loginCode: string,
  mode: 'complete' | 'refuse',
): Promise<Result<undefined, StatusError>> {
  return cliResultOf(async () => {
    const { refreshToken } = await session.getTokens()
    if (refreshToken === null) {
      throw new Error('Nobody is signed in here, so there is nobody to sign in at the terminal. Sign in first.')
    }
    await complete(request, { loginCode, mode, refreshToken })
    return undefined
  })
}

async function complete<Answer>(
  request: SendRequest,
  { loginCode, mode, refreshToken }: { loginCode: string; mode: string; refreshToken?: string },
): Promise<Answer> {
  const body = { login_code: loginCode, mode, ...(refreshToken !== undefined && { refresh_token: refreshToken }) }
  return request<Answer>('/auth/cli/complete', { method: 'POST', body })
}

/** A code that is unknown, answered or expired is refused with plain words instead of an error of the catalogue. */
async function cliResultOf<Data>(call: () => Promise<Data>): Promise<Result<Data, StatusError>> {
  try {
    return { status: 'ok', data: await call() }
  } catch (error) {
    if (!(error instanceof StatusError) || KnownError.isKnownError(error) || !error.isClientError()) throw error
    return { status: 'error', error }
  }
}

async function poll(request: SendRequest, ports: Ports, pollingCode: string, waitTimeMillis: number): Promise<Poll> {
  for (let lost = 1; ; lost += 1) {
    try {
      return await request<Poll>('/auth/cli/poll', { method: 'POST', body: { polling_code: pollingCode } })
    } catch (error) {
      // If this was the answer with the token, the next one says "used", and the person starts again.
      if (!(error instanceof ConnectionError) || lost >= LOST_POLLS_MAX) throw error
      await ports.sleep(waitTimeMillis)
    }
  }
}

function confirmationUrl(appUrl: string, loginCode: string): string {
  const url = new URL(`${appUrl.replace(/\/+$/, '')}${DEFAULT_HANDLER_PATH}/${pagePath('cliAuthConfirm')}`)
  url.searchParams.set('login_code', loginCode)
  return url.href
}

function refusalOf(status: Poll['status']): CliLoginRefused {
  switch (status) {
    case 'expired':
      return new KnownError(
        'CLI_AUTH_EXPIRED_ERROR',
        undefined,
        'CLI authentication request expired. Please try again.',
      )
    case 'used':
      return new KnownError('CLI_AUTH_USED_ERROR', undefined, 'This authentication token has already been used.')
    case 'refused':
      return cliError('The login was refused in the browser.')
    case 'waiting':
    case 'success':
      return cliError(`The service answered with the status "${status}" but without a token.`)
  }
}

function failed(message: string): { status: 'error'; error: CliLoginRefused } {
  return { status: 'error', error: cliError(message) }
}

function cliError(message: string): KnownError<'CLI_AUTH_ERROR'> {
  return new KnownError('CLI_AUTH_ERROR', { message }, message)
}
