import { describe, expect, test, vi } from 'vitest'

import { createSurroundings, knownError, TestBrowser, TestClock } from '../../test/surroundings.ts'
import { ConnectionError } from './connection-error.ts'
import { KnownErrors, StatusError } from './known-error.ts'
import { send } from './send.ts'
import { serverPorts } from './server-ports.ts'

const call = {
  apiUrl: 'https://api.example/api/v1',
  path: '/thing',
  method: 'GET',
  isRepeatable: true,
  prepare: () => ({}),
}
const failure = new TypeError('fetch failed')
const backoff = [1_000, 2_000, 4_000, 8_000]

/** Returns the answers in order, then repeats the last one. */
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

  test.each([
    ['http://localhost:4100/api/v1', 'a browser', 2],
    ['http://127.0.0.1:4100/api/v1', 'a browser', 2],
    ['http://[::1]:4100/api/v1', 'a browser', 2],
    ['http://localhost.example/api/v1', 'a browser', 5],
    ['http://localhost:4100/api/v1', 'a server', 5],
  ])('a request to %s from %s is sent %i times at most', async (apiUrl, place, attempts) => {
    const browser = place === 'a browser' ? new TestBrowser('http://localhost:5173/') : null
    const { ports, pauses } = createSurroundings(() => failure, { browser })

    await expect(send(ports, { ...call, apiUrl })).rejects.toBeInstanceOf(ConnectionError)
    expect(pauses).toEqual(backoff.slice(0, attempts - 1))
  })

  test.each([
    ['ECONNREFUSED', null, 3],
    ['ENOTFOUND', null, 3],
    ['EAI_AGAIN', null, 3],
    ['EHOSTUNREACH', null, 3],
    ['ENETUNREACH', null, 3],
    // Each attempt takes ten seconds.
    ['UND_ERR_CONNECT_TIMEOUT', null, 2],
    // The service was reachable, and may be reachable again.
    ['ECONNRESET', null, 5],
    ['UND_ERR_SOCKET', null, 5],
    [undefined, null, 5],
    ['ECONNREFUSED', new TestBrowser('http://app.example/'), 5],
  ])(
    'the failure %s on a server, or in the browser %o, ends a call after %i attempts',
    async (code, browser, attempts) => {
      const refused = new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })
      const { ports, pauses } = createSurroundings(() => refused, { browser })

      await expect(send({ ...ports, isFinal: serverPorts.isFinal }, call)).rejects.toMatchObject({
        code: 'UNREACHABLE',
        cause: refused,
      })
      expect(pauses).toEqual(backoff.slice(0, attempts - 1))
    },
  )

  test('a request that is not repeatable fails after one attempt', async () => {
    const { ports, pauses, sent } = createSurroundings(() => failure)

    await expect(send(ports, { ...call, method: 'POST', isRepeatable: false })).rejects.toBeInstanceOf(ConnectionError)
    expect(pauses).toEqual([])
    expect(sent.filter(({ path }) => path === '/thing')).toHaveLength(1)
  })

  test('the error contains the status of the test request, and where a project trusts a page', async () => {
    const { ports } = createSurroundings(({ path }) => (path === '' ? {} : failure))

    await expect(send(ports, { ...call, isRepeatable: false })).rejects.toThrow(
      /answered a test with status 200\. .*: see Domains\.$/,
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
  const refused = (status: number, headers: Record<string, string>) => ({ status, headers, body: 'slow down' })

  test.each([
    ['GET', 0, 2_000],
    ['POST', 0, 2_000],
    ['POST', 0.999_999_9, 2_500],
  ])(
    '429 with a short Retry-After delays the next %s, at the random number %d by %i ms',
    async (method, random, pause) => {
      const { ports, pauses } = createSurroundings(inTurn<object>(refused(429, { 'retry-after': '2' }), { body: {} }))

      await send({ ...ports, random: () => random }, { ...call, method, isRepeatable: method === 'GET' })

      expect(pauses.map(Math.round)).toEqual([pause])
    },
  )

  test.each(['5', '300', '99999999', '9'.repeat(30)])(
    '429 with the Retry-After %s is thrown at once, with the time',
    async (seconds) => {
      const { ports, pauses } = createSurroundings(() =>
        refused(429, { 'retry-after': seconds, 'x-stack-request-id': 'req_1' }),
      )

      const error = await send(ports, { ...call, method: 'POST', isRepeatable: false }).catch(
        (thrown: unknown) => thrown,
      )

      expect(KnownErrors.RateLimited.isInstance(error)).toBe(true)
      expect(error).toMatchObject({
        statusCode: 429,
        details: { retry_after_seconds: Number(seconds) },
        retryAfterSeconds: Number(seconds),
        requestId: 'req_1',
        message: `Too many attempts. Please try again in ${Number(seconds)} seconds.`,
      })
      expect(pauses).toEqual([])
    },
  )

  test.each([
    ['the clock of the answer', { date: 'Fri, 01 Mar 2030 12:00:00 GMT' }, 'Fri, 01 Mar 2030 12:01:30 GMT'],
    ['the clock of the device', {}, new Date(new TestClock().now + 90_000).toUTCString()],
  ])('Retry-After can be a date, relative to %s', async (_, headers, date) => {
    const { ports } = createSurroundings(() => refused(429, { ...headers, 'retry-after': date }))

    await expect(send(ports, call)).rejects.toMatchObject({ details: { retry_after_seconds: 90 } })
  })

  test.each([undefined, '', '0', '-5', 'soon', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
    '429 with the Retry-After %j is repeated with backoff for a few seconds, and thrown without a time',
    async (value) => {
      const { ports, pauses } = createSurroundings(() =>
        refused(429, value === undefined ? {} : { 'retry-after': value }),
      )

      await expect(send(ports, call)).rejects.toMatchObject({
        statusCode: 429,
        details: { retry_after_seconds: null },
        message: 'Too many attempts. Please try again in a moment.',
      })
      expect(pauses).toEqual(backoff.slice(0, 2))
    },
  )

  test('all pauses after 429 together are limited', async () => {
    const { ports, pauses, sent } = createSurroundings(() => refused(429, { 'retry-after': '1' }))

    await expect(send({ ...ports, random: () => 0.8 }, call)).rejects.toMatchObject({ statusCode: 429 })

    expect(pauses).toEqual([1_200, 1_200, 1_200, 1_200])
    expect(sent).toHaveLength(5)
  })

  test.each([
    ['a repeatable request', true, '2', [2_250, 2_250]],
    ['a request that is not repeatable', false, '2', []],
    ['a repeatable request with a long time', true, '60', []],
  ])('503 with Retry-After: %s', async (_, isRepeatable, seconds, expected) => {
    const { ports, pauses } = createSurroundings(() => refused(503, { 'retry-after': seconds }))

    const error = await send(ports, { ...call, isRepeatable }).catch((thrown: unknown) => thrown)

    expect(KnownErrors.RateLimited.isInstance(error)).toBe(false)
    expect(error).toMatchObject({ statusCode: 503, retryAfterSeconds: Number(seconds) })
    expect(pauses).toEqual(expected)
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

  test('what a framework has thrown in place of an answer ends the call', async () => {
    const { ports, sent } = createSurroundings(() => ({ status: 500, headers: { 'x-static': '1' } }))
    const bailout = new Error('DYNAMIC_SERVER_USAGE')
    const rethrow = (headers: Headers): void => {
      if (headers.has('x-static')) throw bailout
    }

    await expect(send({ ...ports, rethrow }, call)).rejects.toBe(bailout)
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

      await expect(send(ports, call)).rejects.toThrow(/Header and body of the answer differ: PASSWORD_TOO_SHORT/)
    },
  )

  test('an unknown error code throws and recommends an update', async () => {
    const { ports } = createSurroundings(() => knownError('FROM_THE_FUTURE'))

    await expect(send(ports, call)).rejects.toThrow(/Update the SDK\.$/)
  })

  test.each(['', '<h1>Gateway</h1>', '{"a":'])(
    'the JSON answer %j counts as no answer, because it comes from a gateway',
    async (body) => {
      const broken = { headers: { 'content-type': 'application/json' }, body }
      const repeated = createSurroundings(inTurn<object>(broken, { body: { a: 1 } }))
      const failed = createSurroundings(() => broken)

      expect(await send(repeated.ports, call)).toEqual({ a: 1 })
      await expect(send(failed.ports, { ...call, isRepeatable: false })).rejects.toMatchObject({ code: 'UNREACHABLE' })
    },
  )

  test.each([200, 201, 404, 405])('an HTML page with the status %i is not the answer of a service', async (status) => {
    const { ports, sent } = createSurroundings(() => ({
      status,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: '<!doctype html><title>My app</title>',
    }))

    await expect(send(ports, call)).rejects.toMatchObject({
      code: 'WRONG_ADDRESS',
      message: `https://api.example answered with HTML, so it is not a Portico service. Check \`baseUrl\`.`,
    })
    expect(sent).toHaveLength(1)
  })

  test('an HTML page with the status 502 is the failure of a gateway', async () => {
    const headers = { 'content-type': 'text/html' }
    const { ports } = createSurroundings(() => ({ status: 502, headers, body: '<h1>Bad gateway</h1>' }))

    await expect(send(ports, call)).rejects.toMatchObject({ statusCode: 502 })
  })

  test('a plain text answer is returned as text', async () => {
    const { ports } = createSurroundings(() => ({ body: 'welcome' }))

    expect(await send(ports, call)).toBe('welcome')
  })
})
