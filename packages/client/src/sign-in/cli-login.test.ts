import { describe, expect, test } from 'vitest'

import { knownError } from '../../test/surroundings.ts'
import { createApp, createSignedIn } from '../../test/test-app.ts'

const started = { body: { polling_code: 'poll', login_code: 'login&', expires_at: '2027-01-15T08:00:00.000Z' } }

/** Returns the answers to the polls in order, and then repeats the last one. */
function createTerminal(...answers: object[]) {
  let turn = 0
  return createApp({
    'POST /auth/cli': () => started,
    'POST /auth/cli/poll': () => answers[Math.min(turn++, answers.length - 1)] ?? {},
  })
}

const waiting = { body: { status: 'waiting' } }
const success = { status: 201, body: { status: 'success', refresh_token: 'r' } }

describe('promptCliLogin', () => {
  test('prints the address and returns the token after the confirmation', async () => {
    const { app, sent, pauses, printed } = createTerminal(waiting, waiting, success)

    const result = await app.promptCliLogin({ appUrl: 'https://app.example/', expiresInMillis: 60_000 })

    expect(result).toEqual({ status: 'ok', data: 'r' })
    expect(printed).toEqual(['https://app.example/handler/cli-auth-confirm?login_code=login%26'])
    expect(pauses).toEqual([2_000, 2_000])
    expect(sent.map(({ path, body }) => [path, body])).toEqual([
      ['/auth/cli', { expires_in_millis: 60_000 }],
      ['/auth/cli/poll', { polling_code: 'poll' }],
      ['/auth/cli/poll', { polling_code: 'poll' }],
      ['/auth/cli/poll', { polling_code: 'poll' }],
    ])
  })

  test('uses the given prompt and pause', async () => {
    const { app, pauses, printed, sent } = createTerminal(waiting, success)
    const shown: string[] = []

    await app.promptCliLogin({
      appUrl: 'https://app.example/base',
      waitTimeMillis: 50,
      promptLink: (url, loginCode) => shown.push(url, loginCode),
    })

    expect(shown).toEqual(['https://app.example/base/handler/cli-auth-confirm?login_code=login%26', 'login&'])
    expect(printed).toEqual([])
    expect(pauses).toEqual([50])
    expect(sent[0]?.body).toEqual({})
  })

  test.each([
    ['expired', 'CLI_AUTH_EXPIRED_ERROR', 'CLI authentication request expired. Please try again.'],
    ['used', 'CLI_AUTH_USED_ERROR', 'This authentication token has already been used.'],
    ['refused', 'CLI_AUTH_ERROR', 'The login was refused in the browser.'],
  ])('returns for the status %s the error %s', async (status, errorCode, message) => {
    const { app } = createTerminal(waiting, { body: { status } })

    expect(await app.promptCliLogin({ appUrl: 'https://app.example' })).toMatchObject({
      status: 'error',
      error: { errorCode, message },
    })
  })

  test('continues after too many polls when the service accepts them again', async () => {
    const limited = (seconds: string) => ({ status: 429, headers: { 'retry-after': seconds }, body: 'slow' })
    const { app, pauses } = createTerminal(limited('20'), limited('99999'), success)

    expect(await app.promptCliLogin({ appUrl: 'https://app.example', maxAttempts: 1 })).toEqual({
      status: 'ok',
      data: 'r',
    })
    expect(pauses).toEqual([20_000, 60_000])
  })

  test('times out after the given number of attempts, without a last pause', async () => {
    const { app, pauses } = createTerminal(waiting)

    const result = await app.promptCliLogin({ appUrl: 'https://app.example', maxAttempts: 3 })

    expect(result).toMatchObject({
      status: 'error',
      error: { errorCode: 'CLI_AUTH_ERROR', message: 'Timed out waiting for CLI authentication.' },
    })
    expect(pauses).toHaveLength(2)
  })

  test.each([
    [{ status: 503, body: 'down' }, /status 503/],
    [knownError('INVALID_POLLING_CODE'), /status 400/],
  ])('returns a CLI error for the poll answer %j', async (answer, message) => {
    const { app } = createTerminal(answer)

    expect(await app.promptCliLogin({ appUrl: 'https://app.example' })).toMatchObject({
      status: 'error',
      error: { errorCode: 'CLI_AUTH_ERROR', message: expect.stringMatching(message) },
    })
  })

  test('continues after a short network failure and throws after a long one', async () => {
    const failure = new TypeError('no network')
    const recovering = createTerminal(failure, failure, waiting, success)
    const offline = createTerminal(failure)

    expect(await recovering.app.promptCliLogin({ appUrl: 'https://app.example' })).toMatchObject({ status: 'ok' })
    await expect(offline.app.promptCliLogin({ appUrl: 'https://app.example' })).rejects.toMatchObject({
      code: 'UNREACHABLE',
    })
  })
})

describe('the confirmation page', () => {
  const requester = { requested_at_millis: 1_000, expires_at_millis: 2_000, ip: '192.0.2.7', user_agent: 'node' }

  test('shows the requester without a session', async () => {
    const { app, sent } = createApp({
      'POST /auth/cli/complete': () => ({ body: { cli_session_state: 'none', requester } }),
    })

    expect(await app.checkCliLogin('login')).toEqual({
      status: 'ok',
      data: { requestedAt: new Date(1_000), expiresAt: new Date(2_000), ip: '192.0.2.7', userAgent: 'node' },
    })
    expect(sent.at(-1)?.body).toEqual({ login_code: 'login', mode: 'check' })
  })

  test.each([
    ['confirmCliLogin', 'complete'],
    ['refuseCliLogin', 'refuse'],
  ] as const)('sends with %s the mode %s', async (method, mode) => {
    const { app, sent } = await createSignedIn({ 'POST /auth/cli/complete': () => ({ body: { success: true } }) })

    expect(await app[method]('login')).toEqual({ status: 'ok', data: undefined })
    expect(sent.at(-1)?.body).toEqual({ login_code: 'login', mode, refresh_token: 'r1' })
  })

  test('returns the message of the service for an expired code', async () => {
    const { app } = await createSignedIn({
      'POST /auth/cli/complete': () => ({ status: 400, body: 'This login has expired.' }),
    })

    const error = { statusCode: 400, message: expect.stringContaining('This login has expired.') }
    expect(await app.checkCliLogin('login')).toMatchObject({ status: 'error', error })
    expect(await app.confirmCliLogin('login')).toMatchObject({ status: 'error', error })
  })

  test('requires a signed-in user to confirm', async () => {
    await expect(createApp().app.confirmCliLogin('login')).rejects.toThrow(/Sign in first/)
  })

  test('throws an error of the service', async () => {
    const { app } = await createSignedIn({ 'POST /auth/cli/complete': () => ({ status: 503, body: 'down' }) })

    await expect(app.confirmCliLogin('login')).rejects.toMatchObject({ statusCode: 503 })
  })
})
