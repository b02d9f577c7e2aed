import { describe, expect, test } from 'vitest'

import { knownError } from '../../test/surroundings.ts'
import { createApp, createSignedIn } from '../../test/test-app.ts'

const started = { body: { polling_code: 'poll', login_code: 'login&', expires_at: '2027-01-15T08:00:00.000Z' } }

/** Polls answer one after the other; the last one for ever. */
function createTerminal(...answers: object[]) {
  let turn = 0
  return createApp({
    'POST /auth/cli': () => started,
    'POST /auth/cli/poll': () => answers[Math.min(turn++, answers.length - 1)] ?? {},
  })
}

const waiting = { body: { status: 'waiting' } }
const success = { status: 201, body: { status: 'success', refresh_token: 'r' } }

describe('at the terminal', () => {
  test('given a login, when it is confirmed, then the address was shown and the token is given', async () => {
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

  test('given own ways to show and to wait, when asked, then they are used', async () => {
    const { app, pauses, printed, sent } = createTerminal(waiting, success)
    const shown: string[] = []

    await app.promptCliLogin({
      appUrl: 'https://app.example/base',
      waitTimeMillis: 50,
      promptLink: (url) => shown.push(url),
    })

    expect(shown).toEqual(['https://app.example/base/handler/cli-auth-confirm?login_code=login%26'])
    expect(printed).toEqual([])
    expect(pauses).toEqual([50])
    expect(sent[0]?.body).toEqual({})
  })

  test.each([
    ['expired', 'CLI_AUTH_EXPIRED_ERROR', 'CLI authentication request expired. Please try again.'],
    ['used', 'CLI_AUTH_USED_ERROR', 'This authentication token has already been used.'],
    ['refused', 'CLI_AUTH_ERROR', 'The login was refused in the browser.'],
  ])('given the status %s, when polled, then it ends with %s', async (status, errorCode, message) => {
    const { app } = createTerminal(waiting, { body: { status } })

    expect(await app.promptCliLogin({ appUrl: 'https://app.example' })).toMatchObject({
      status: 'error',
      error: { errorCode, message },
    })
  })

  test('given a number of attempts, when they are used up, then it has timed out, without a last pause', async () => {
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
  ])('given the poll answers %j, when asked, then it is a CLI error that says so', async (answer, message) => {
    const { app } = createTerminal(answer)

    expect(await app.promptCliLogin({ appUrl: 'https://app.example' })).toMatchObject({
      status: 'error',
      error: { errorCode: 'CLI_AUTH_ERROR', message: expect.stringMatching(message) },
    })
  })

  test('given a network that comes back, when polled, then the login goes on; one that stays away is thrown', async () => {
    const gone = new TypeError('no network')
    const back = createTerminal(gone, gone, waiting, success)
    const away = createTerminal(gone)

    expect(await back.app.promptCliLogin({ appUrl: 'https://app.example' })).toMatchObject({ status: 'ok' })
    await expect(away.app.promptCliLogin({ appUrl: 'https://app.example' })).rejects.toMatchObject({
      code: 'UNREACHABLE',
    })
  })
})

describe('on the confirmation page', () => {
  const requester = { requested_at_millis: 1_000, expires_at_millis: 2_000, ip: '192.0.2.7', user_agent: 'node' }

  test('given a code, when checked, then it says who asks, signed in or not', async () => {
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
  ] as const)('given a user, when they answer with %s, then the service is told %s', async (method, mode) => {
    const { app, sent } = await createSignedIn({ 'POST /auth/cli/complete': () => ({ body: { success: true } }) })

    expect(await app[method]('login')).toEqual({ status: 'ok', data: undefined })
    expect(sent.at(-1)?.body).toEqual({ login_code: 'login', mode, refresh_token: 'r1' })
  })

  test('given a code that is over, when checked and confirmed, then the result says so in words', async () => {
    const { app } = await createSignedIn({
      'POST /auth/cli/complete': () => ({ status: 400, body: 'This login has expired.' }),
    })

    const error = { statusCode: 400, message: expect.stringContaining('This login has expired.') }
    expect(await app.checkCliLogin('login')).toMatchObject({ status: 'error', error })
    expect(await app.confirmCliLogin('login')).toMatchObject({ status: 'error', error })
  })

  test('given nobody, when confirmed, then says to sign in first', async () => {
    await expect(createApp().app.confirmCliLogin('login')).rejects.toThrow(/Sign in first/)
  })

  test('given a service that is down, when confirmed, then it is thrown, since nothing was answered', async () => {
    const { app } = await createSignedIn({ 'POST /auth/cli/complete': () => ({ status: 503, body: 'down' }) })

    await expect(app.confirmCliLogin('login')).rejects.toMatchObject({ statusCode: 503 })
  })
})
