import type { CliLoginRequester } from '@portico/contract'
import { CLI_POLL_WAIT_MILLIS, DEFAULT_HANDLER_PATH } from '@portico/contract/limits'

import type { Ports } from '../transport/ports.ts'
import type { AnswerOf } from '../transport/operations.ts'
import type { SendRequest } from '../transport/request.ts'
import type { Result } from '../transport/result.ts'
import type { SignInContext } from './sign-in.ts'
import { pagePath } from '../pages/pages.ts'
import { ConnectionError } from '../transport/connection-error.ts'
import { KnownError, KnownErrors, StatusError } from '../transport/known-error.ts'

/** Consecutive polls without a response before the login fails. A laptop may sleep, or change its network. */
const LOST_POLLS_MAX = 5
/** The longest pause after too many polls. */
const LIMITED_WAIT_MAX_MILLIS = 60_000

/** The errors of a login at a terminal that a program handles. */
export type CliLoginRefused = KnownError<'CLI_AUTH_ERROR' | 'CLI_AUTH_EXPIRED_ERROR' | 'CLI_AUTH_USED_ERROR'>

/** The options of a login at a terminal. */
export interface PromptCliLoginOptions {
  /** Address of the application that serves the sign-in pages. */
  appUrl: string
  /** Time in which the user can confirm the login. Default: the limit of the service, two hours. */
  expiresInMillis?: number
  /** Maximum number of polls. Default: unlimited. */
  maxAttempts?: number
  /** Pause between two polls. Default: 2,000. */
  waitTimeMillis?: number
  /**
   * Shows the address to the user of the terminal. The address contains the login code. Default: prints it to the
   * console.
   */
  promptLink?: (url: string, loginCode: string) => void
}

/** A terminal's request to sign in, as the confirmation page shows it. */
export interface CliLoginRequest {
  /** When the program asked for the login. */
  readonly requestedAt: Date
  /** Until when the user can allow it. */
  readonly expiresAt: Date
  /** The network address of the program; null if unknown. */
  readonly ip: string | null
  /** How the program names itself; null if it does not. */
  readonly userAgent: string | null
}

type Poll = AnswerOf<'POST /auth/cli/poll'>

/** Signs a user in at a terminal after they confirm it in their browser. Returns the refresh token. */
export async function promptCliLogin(
  { request, ports }: SignInContext,
  options: PromptCliLoginOptions,
): Promise<Result<string, CliLoginRefused>> {
  const {
    appUrl,
    expiresInMillis,
    waitTimeMillis = CLI_POLL_WAIT_MILLIS,
    promptLink = (url) => ports.print(url),
  } = options
  const { maxAttempts = Number.POSITIVE_INFINITY } = options
  try {
    const body = { ...(expiresInMillis !== undefined && { expires_in_millis: expiresInMillis }) }
    const login = await request('POST /auth/cli', { body })
    promptLink(confirmationUrl(appUrl, login.login_code), login.login_code)
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

/** Reads which terminal requests the login. Requires no session. */
export async function checkCliLogin(
  { request }: SignInContext,
  loginCode: string,
): Promise<Result<CliLoginRequest, StatusError>> {
  return cliResultOf(async () => {
    const body = { login_code: loginCode, mode: 'check' } as const
    const { requester } = (await request('POST /auth/cli/complete', { body })) as { requester: CliLoginRequester }
    return {
      requestedAt: new Date(requester.requested_at_millis),
      expiresAt: new Date(requester.expires_at_millis),
      ip: requester.ip,
      userAgent: requester.user_agent,
    }
  })
}

export function confirmCliLogin(context: SignInContext, loginCode: string): Promise<Result<undefined, StatusError>> {
  return answer(context, loginCode, 'complete')
}

export function refuseCliLogin(context: SignInContext, loginCode: string): Promise<Result<undefined, StatusError>> {
  return answer(context, loginCode, 'refuse')
}

/** Confirms or refuses the login of a terminal for the current user. The first answer is final. */
async function answer(
  { request, holder }: SignInContext,
  loginCode: string,
  mode: 'complete' | 'refuse',
): Promise<Result<undefined, StatusError>> {
  return cliResultOf(async () => {
    const { refreshToken } = await holder.current().getTokens()
    if (refreshToken === null) {
      throw new Error('No user is signed in to confirm the login. Sign in first.')
    }
    const body = { login_code: loginCode, mode, refresh_token: refreshToken }
    await request('POST /auth/cli/complete', { body })
    return undefined
  })
}

/**
 * Returns plain client errors as a result: the service has no catalogue error for unknown, answered or expired codes.
 */
async function cliResultOf<Data>(call: () => Promise<Data>): Promise<Result<Data, StatusError>> {
  try {
    return { status: 'ok', data: await call() }
  } catch (error) {
    if (!(error instanceof StatusError) || KnownError.isKnownError(error) || !error.isClientError()) throw error
    return { status: 'error', error }
  }
}

async function poll(request: SendRequest, ports: Ports, pollingCode: string, waitTimeMillis: number): Promise<Poll> {
  for (let lost = 1; ;) {
    try {
      return await request('POST /auth/cli/poll', { body: { polling_code: pollingCode } })
    } catch (error) {
      // The terminal waits for a person, so it can wait for the limit too.
      if (KnownErrors.RateLimited.isInstance(error)) {
        const { retry_after_seconds: seconds } = error.details
        await ports.sleep(seconds === null ? waitTimeMillis : Math.min(seconds * 1000, LIMITED_WAIT_MAX_MILLIS))
        continue
      }
      // If the lost response contained the token, the next poll returns "used" and the user starts again.
      if (!(error instanceof ConnectionError) || lost >= LOST_POLLS_MAX) throw error
      lost += 1
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
