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

/** Answers one after the other; the last one for ever. */
function inTurn<Answer>(...answers: [Answer, ...Answer[]]): () => Answer {
  let turn = 0
  return () => answers[turn++] ?? answers[answers.length - 1] ?? answers[0]
}

describe('network failures', () => {
  test('given a repeatable call, when the third attempt gets through, then gives its answer', async () => {
    const { ports, pauses } = createSurroundings(
      inTurn<Error | { body: unknown }>(failure, failure, { body: { a: 1 } }),
    )

    expect(await send(ports, call)).toEqual({ a: 1 })
    expect(pauses).toEqual(backoff.slice(0, 2))
  })

  test('given a repeatable call, when five attempts fail, then says what it found out', async () => {
    const { ports, pauses, sent } = createSurroundings(() => failure)

    const error = await send(ports, call).catch((thrown: unknown) => thrown)

    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ code: 'UNREACHABLE', cause: failure })
    expect(pauses).toEqual(backoff)
    expect(sent.filter(({ path }) => path === '/thing')).toHaveLength(5)
  })

  test('given a call that must not happen twice, when it fails, then throws at once', async () => {
    const { ports, pauses, sent } = createSurroundings(() => failure)

    await expect(send(ports, { ...call, method: 'POST', isRepeatable: false })).rejects.toBeInstanceOf(ConnectionError)
    expect(pauses).toEqual([])
    expect(sent.filter(({ path }) => path === '/thing')).toHaveLength(1)
  })

  test('given the service answers a test request, when a call fails, then the error says so', async () => {
    const { ports } = createSurroundings(({ path }) => (path === '' ? {} : failure))

    await expect(send(ports, { ...call, isRepeatable: false })).rejects.toThrow(
      /answered a test request with status 200/,
    )
  })

  test('given a test request, when it hangs, then it is given up', async () => {
    const { ports } = createSurroundings(() => failure)
    const fetch = vi.spyOn(ports, 'fetch')

    await send(ports, { ...call, isRepeatable: false }).catch(() => {})

    expect(fetch.mock.calls.at(-1)).toEqual([call.apiUrl, expect.objectContaining({ signal: expect.any(AbortSignal) })])
  })

  test('given a limit of time, when attempts fail, then no pause goes beyond it', async () => {
    const { ports, pauses } = createSurroundings(() => failure)

    await expect(send(ports, { ...call, withinMillis: 5_000 })).rejects.toBeInstanceOf(ConnectionError)
    expect(pauses).toEqual([1_000, 2_000])
  })

  test('given a limit of time, when the service wants a longer pause, then throws its status', async () => {
    const { ports, pauses } = createSurroundings(() => ({
      status: 429,
      headers: { 'retry-after': '60' },
      body: 'busy',
    }))

    await expect(send(ports, { ...call, withinMillis: 5_000 })).rejects.toMatchObject({ statusCode: 429 })
    expect(pauses).toEqual([])
  })

  test('given the browser is offline, when all attempts fail, then the error is the one for offline', async () => {
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
    'given the random number %d, when retried, then waits between half and one and a half times',
    async (random, expected) => {
      const { ports, pauses } = createSurroundings(() => failure)

      await send({ ...ports, random: () => random }, call).catch(() => {})

      expect(pauses.map(Math.round)).toEqual(expected)
    },
  )
})

describe('busy services', () => {
  test.each(['GET', 'POST'])(
    'given 429 with Retry-After to a %s, when retried, then after exactly that time',
    async (method) => {
      const busy = { status: 429, headers: { 'retry-after': '7' }, body: 'slow down' }
      const { ports, pauses } = createSurroundings(inTurn<object>(busy, { body: {} }))

      await send(ports, { ...call, method, isRepeatable: method === 'GET' })

      expect(pauses).toEqual([7_000])
    },
  )

  test('given 429 without Retry-After, when retried five times, then throws the status', async () => {
    const { ports, pauses } = createSurroundings(() => ({ status: 429, body: 'slow down' }))

    await expect(send(ports, call)).rejects.toMatchObject({ statusCode: 429 })
    expect(pauses).toEqual(backoff)
  })

  test('given a Retry-After beyond what timers can wait, when retried, then waits their maximum', async () => {
    const busy = { status: 429, headers: { 'retry-after': '99999999' }, body: 'slow down' }
    const { ports, pauses } = createSurroundings(inTurn<object>(busy, { body: {} }))

    await send(ports, call)

    expect(pauses).toEqual([2 ** 31 - 1])
  })

  test('given 508, when it has the marker, then retries, and without it throws', async () => {
    const loop = createSurroundings(inTurn<object>({ status: 508, body: 'INFINITE_LOOP_DETECTED' }, { body: {} }))
    const other = createSurroundings(() => ({ status: 508, body: 'other' }))

    await send(loop.ports, call)
    await expect(send(other.ports, call)).rejects.toBeInstanceOf(StatusError)

    expect(loop.pauses).toEqual([1_000])
    expect(other.pauses).toEqual([])
  })

  test.each([400, 404, 500, 503])(
    'given the plain status %i, when answered, then throws it at once',
    async (status) => {
      const { ports, sent } = createSurroundings(() => ({ status, body: 'a sentence' }))

      await expect(send(ports, call)).rejects.toMatchObject({
        statusCode: status,
        message: expect.stringContaining('a sentence'),
      })
      expect(sent).toHaveLength(1)
    },
  )
})

describe('answers', () => {
  test('given a status in the header, when answered with 200, then the header counts', async () => {
    const { ports } = createSurroundings(() => ({ headers: { 'x-stack-actual-status': '404' }, body: 'not found' }))

    await expect(send(ports, call)).rejects.toMatchObject({ statusCode: 404 })
  })

  test('given a known error, when answered, then throws it without another attempt', async () => {
    const { ports, sent } = createSurroundings(() => knownError('PASSWORD_TOO_SHORT', 400, { min_length: 8 }))

    const error = await send(ports, call).catch((thrown: unknown) => thrown)

    expect(KnownErrors.PasswordTooShort.isInstance(error)).toBe(true)
    expect(error).toMatchObject({ statusCode: 400, details: { min_length: 8 }, message: 'PASSWORD_TOO_SHORT happened' })
    expect(sent).toHaveLength(1)
  })

  test.each([{ code: 'USER_NOT_FOUND', error: 'x' }, {}, null, 'text'])(
    'given a known error whose body is %j, when the header says otherwise, then throws about the mismatch',
    async (body) => {
      const { ports } = createSurroundings(() => ({ headers: { 'x-stack-known-error': 'PASSWORD_TOO_SHORT' }, body }))

      await expect(send(ports, call)).rejects.toThrow(/PASSWORD_TOO_SHORT in its header but/)
    },
  )

  test('given a code this version does not know, when answered, then asks to update', async () => {
    const { ports } = createSurroundings(() => knownError('FROM_THE_FUTURE'))

    await expect(send(ports, call)).rejects.toThrow(/update your version/)
  })

  test('given plain text, when answered, then gives the text', async () => {
    const { ports } = createSurroundings(() => ({ body: 'welcome' }))

    expect(await send(ports, call)).toBe('welcome')
  })
})
