import { describe, expect, test, vi } from 'vitest'

import { createSurroundings, knownError, TestBrowser } from '../../test/surroundings.ts'
import { ConnectionError } from './connection-error.ts'
import { KnownErrors, StatusError } from './known-error.ts'
import { send } from './send.ts'

const call = {
  apiUrl: 'https://api.example/api/v1',
  path: '/thing',
  method: 'GET',
  isRepeatable: true,
  prepare: () => ({}),
}
const failure = new TypeError('fetch failed')
const backoff = [1_000, 2_000, 4_000, 8_000]

/** Returns the answers in order, and then repeats the last one. */
function inTurn<Answer>(...answers: [Answer, ...Answer[]]): () => Answer {
  let turn = 0
  return () => answers[turn++] ?? answers[answers.length - 1] ?? answers[0]
}

describe('network failures', () => {
  test('a repeatable request returns the answer of the third attempt', async () => {
    const { ports, pauses } = createSurroundings(
      inTurn<Error | { body: unknown }>(failure, failure, { body: { a: 1 } }),
    )

    expect(await send(ports, call)).toEqual({ a: 1 })
    expect(pauses).toEqual(backoff.slice(0, 2))
  })

  test('a repeatable request fails with a diagnosis after five attempts', async () => {
    const { ports, pauses, sent } = createSurroundings(() => failure)

    const error = await send(ports, call).catch((thrown: unknown) => thrown)

    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ code: 'UNREACHABLE', cause: failure })
    expect(pauses).toEqual(backoff)
    expect(sent.filter(({ path }) => path === '/thing')).toHaveLength(5)
  })

  test('a request that is not repeatable fails after one attempt', async () => {
    const { ports, pauses, sent } = createSurroundings(() => failure)

    await expect(send(ports, { ...call, method: 'POST', isRepeatable: false })).rejects.toBeInstanceOf(ConnectionError)
    expect(pauses).toEqual([])
    expect(sent.filter(({ path }) => path === '/thing')).toHaveLength(1)
  })

  test('the error contains the status of the test request', async () => {
    const { ports } = createSurroundings(({ path }) => (path === '' ? {} : failure))

    await expect(send(ports, { ...call, isRepeatable: false })).rejects.toThrow(
      /answered a test request with status 200/,
    )
  })

  test('the test request has a time limit', async () => {
    const { ports } = createSurroundings(() => failure)
    const fetch = vi.spyOn(ports, 'fetch')

    await send(ports, { ...call, isRepeatable: false }).catch(() => {})

    expect(fetch.mock.calls.at(-1)).toEqual([call.apiUrl, expect.objectContaining({ signal: expect.any(AbortSignal) })])
  })

  test('no pause exceeds the time limit of a request', async () => {
    const { ports, pauses } = createSurroundings(() => failure)

    await expect(send(ports, { ...call, withinMillis: 5_000 })).rejects.toBeInstanceOf(ConnectionError)
    expect(pauses).toEqual([1_000, 2_000])
  })

  test('a request throws 429 if Retry-After exceeds its time limit', async () => {
    const { ports, pauses } = createSurroundings(() => ({
      status: 429,
      headers: { 'retry-after': '60' },
      body: 'busy',
    }))

    await expect(send(ports, { ...call, withinMillis: 5_000 })).rejects.toMatchObject({ statusCode: 429 })
    expect(pauses).toEqual([])
  })

  test('the error has the code OFFLINE if the browser is offline', async () => {
    const browser = new TestBrowser('https://app.example/')
    browser.navigator.onLine = false
    const { ports, pauses } = createSurroundings(() => failure, { browser })

    await expect(send(ports, call)).rejects.toMatchObject({
      code: 'OFFLINE',
      message: expect.stringContaining('offline'),
    })
    expect(pauses).toEqual(backoff)
  })

  test.each([
    [0, [500, 1_000, 2_000, 4_000]],
    [0.999_999, [1_500, 3_000, 6_000, 12_000]],
  ])(
    'the random number %d varies the pauses between half and one and a half times the base',
    async (random, expected) => {
      const { ports, pauses } = createSurroundings(() => failure)

      await send({ ...ports, random: () => random }, call).catch(() => {})

      expect(pauses.map(Math.round)).toEqual(expected)
    },
  )
})

describe('overloaded services', () => {
  test.each(['GET', 'POST'])('429 with Retry-After delays the next %s by exactly that time', async (method) => {
    const busy = { status: 429, headers: { 'retry-after': '7' }, body: 'slow down' }
    const { ports, pauses } = createSurroundings(inTurn<object>(busy, { body: {} }))

    await send(ports, { ...call, method, isRepeatable: method === 'GET' })

    expect(pauses).toEqual([7_000])
  })

  test('429 without Retry-After is thrown after five attempts', async () => {
    const { ports, pauses } = createSurroundings(() => ({ status: 429, body: 'slow down' }))

    await expect(send(ports, call)).rejects.toMatchObject({ statusCode: 429 })
    expect(pauses).toEqual(backoff)
  })

  test('a Retry-After beyond the maximum of timers is reduced to that maximum', async () => {
    const busy = { status: 429, headers: { 'retry-after': '99999999' }, body: 'slow down' }
    const { ports, pauses } = createSurroundings(inTurn<object>(busy, { body: {} }))

    await send(ports, call)

    expect(pauses).toEqual([2 ** 31 - 1])
  })

  test('508 is retried with the loop marker and thrown without it', async () => {
    const loop = createSurroundings(inTurn<object>({ status: 508, body: 'INFINITE_LOOP_DETECTED' }, { body: {} }))
    const other = createSurroundings(() => ({ status: 508, body: 'other' }))

    await send(loop.ports, call)
    await expect(send(other.ports, call)).rejects.toBeInstanceOf(StatusError)

    expect(loop.pauses).toEqual([1_000])
    expect(other.pauses).toEqual([])
  })

  test.each([400, 404, 500, 503])('the plain status %i is thrown without a retry', async (status) => {
    const { ports, sent } = createSurroundings(() => ({ status, body: 'a sentence' }))

    await expect(send(ports, call)).rejects.toMatchObject({
      statusCode: status,
      message: expect.stringContaining('a sentence'),
    })
    expect(sent).toHaveLength(1)
  })
})

describe('answers', () => {
  test('the status in the header takes precedence over 200', async () => {
    const { ports } = createSurroundings(() => ({ headers: { 'x-stack-actual-status': '404' }, body: 'not found' }))

    await expect(send(ports, call)).rejects.toMatchObject({ statusCode: 404 })
  })

  test('a known error is thrown without a retry', async () => {
    const { ports, sent } = createSurroundings(() => knownError('PASSWORD_TOO_SHORT', 400, { min_length: 8 }))

    const error = await send(ports, call).catch((thrown: unknown) => thrown)

    expect(KnownErrors.PasswordTooShort.isInstance(error)).toBe(true)
    expect(error).toMatchObject({ statusCode: 400, details: { min_length: 8 }, message: 'PASSWORD_TOO_SHORT happened' })
    expect(sent).toHaveLength(1)
  })

  test.each([{ status: 500, body: 'a sentence' }, knownError('PASSWORD_TOO_SHORT')])(
    'the error of %j names the request',
    async (answer) => {
      const headers = { ...('headers' in answer && answer.headers), 'x-stack-request-id': 'req_1' }
      const { ports } = createSurroundings(() => ({ ...answer, headers }))

      await expect(send(ports, call)).rejects.toMatchObject({ requestId: 'req_1' })
    },
  )

  test.each([{ code: 'USER_NOT_FOUND', error: 'x' }, {}, null, 'text'])(
    'the body %j throws because it does not match the error in the header',
    async (body) => {
      const { ports } = createSurroundings(() => ({ headers: { 'x-stack-known-error': 'PASSWORD_TOO_SHORT' }, body }))

      await expect(send(ports, call)).rejects.toThrow(/PASSWORD_TOO_SHORT in its header but/)
    },
  )

  test('an unknown error code throws and recommends an update', async () => {
    const { ports } = createSurroundings(() => knownError('FROM_THE_FUTURE'))

    await expect(send(ports, call)).rejects.toThrow(/update your version/)
  })

  test('a plain text answer is returned as text', async () => {
    const { ports } = createSurroundings(() => ({ body: 'welcome' }))

    expect(await send(ports, call)).toBe('welcome')
  })
})
