import { BODY_MAX_BYTES, BODY_MAX_DEPTH, BODY_MAX_KEYS } from '@portico/contract'
import { createTestPortico, type Answer, type TestPortico } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico()
})

afterAll(() => portico.close())

/** Calls an endpoint that accepts every property of any type. */
function send(rawBody: string | Uint8Array<ArrayBuffer>, contentType = 'application/json'): Promise<Answer> {
  return portico
    .anonymous()
    .post('/check-feature-support', undefined, { rawBody, headers: { 'content-type': contentType } })
}

const formGrant = 'grant_type=refresh_token'

describe('a JSON body', () => {
  test.each([
    '{"feature_name":"a","feature_name":"b"}',
    '{"x":[{"y":1,"\\u0079":1}]}',
    '{"__proto__":1,"__proto__":2}',
  ])('is refused if an object names a key twice: %s', async (rawBody) => {
    const answer = await send(rawBody)

    expect(answer).toMatchObject({ status: 400, body: { code: 'BODY_PARSING_ERROR' } })
    expect(answer.text).toContain('more than once')
  })

  test('may name a key in several objects', async () => {
    expect((await send('{"feature_name":"a","x":{"feature_name":"b"},"y":[{"z":1},{"z":1}]}')).status).toBe(200)
  })
})

describe('a number of a JSON body', () => {
  test.each([
    '9007199254740993',
    '-175928847299117063',
    '1e400',
    '-1.5E+309',
    '1e-400',
    '0.000001e-320000',
    `1${'0'.repeat(400)}`,
  ])('is refused if it would change: %s', async (number) => {
    const answer = await send(`{"x":[{"y":"a \\" 1e400","z":${number}}]}`)

    expect(answer).toMatchObject({ status: 400, body: { code: 'BODY_PARSING_ERROR' } })
    expect(answer.text).toContain('as strings')
  })

  test.each(['9007199254740991', '-9007199254740991', '1e308', '5e-324', '0e-400', '0.1000000000000000055511', '1E22'])(
    'is accepted if a double holds it: %s',
    async (number) => {
      expect((await send(`{"x":{"y":${number},"z":[${number}]}}`)).status).toBe(200)
    },
  )

  test('is not looked for in strings', async () => {
    expect((await send('{"x1e400":"9007199254740993","y":"\\\\","z":"\\"1e400"}')).status).toBe(200)
  })
})

describe('a body', () => {
  test('counts as missing if it is empty, whatever JSON type it declares', async () => {
    expect((await send('')).status).toBe(200)
    expect((await send('', 'application/json; charset=utf-8')).status).toBe(200)
  })

  test('may begin with one byte order mark', async () => {
    const mark = '\ufeff'

    expect((await send(new TextEncoder().encode(`${mark}{}`))).status).toBe(200)
    expect((await send(new TextEncoder().encode(`${mark}${mark}{}`))).body.code).toBe('BODY_PARSING_ERROR')
  })

  test.each([
    ['identity', 200],
    ['Identity , identity', 200],
    ['gzip', 415],
    ['identity, gzip', 415],
  ])('is answered for the content encoding "%s" with %i', async (encoding, status) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding }

    const answer = await portico.anonymous().post('/check-feature-support', undefined, { rawBody: '{}', headers })

    expect(answer.status).toBe(status)
  })
})

describe('the bodies of all requests', () => {
  test('have a limit together, above which a body is refused with 503 before it is read', async () => {
    const small = await createTestPortico({ settings: { PORTICO_BODY_MEMORY_MIB: '4', PORTICO_LOG: 'silent' } })
    const bodies: ReadableStreamDefaultController[] = []
    const call = (body: string | ReadableStream, length = {}): Promise<Response> =>
      small.service.fetch(
        new Request(`${small.baseUrl}/api/v1/check-feature-support`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...length },
          body,
          duplex: 'half',
        } as RequestInit),
      )
    const open = Array.from({ length: 70 }, () => call(new ReadableStream({ start: (body) => void bodies.push(body) })))
    const answered: Response[] = []
    for (const call of open) void call.then((answer) => answered.push(answer))
    for (const body of bodies) body.enqueue(new TextEncoder().encode(`{"x":"${'x'.repeat(64_000)}`))

    await expect.poll(() => answered).not.toEqual([])
    const announced = await call('{}', { 'content-length': '60000' })
    for (const body of bodies) {
      try {
        body.enqueue(new TextEncoder().encode('"}'))
        body.close()
      } catch {
        // The body of a refused request is cancelled.
      }
    }
    const statuses = (await Promise.all(open)).map(({ status }) => status)
    const later = await call('{}')
    await small.close()

    for (const answer of [answered[0], announced]) {
      expect(answer?.status).toBe(503)
      expect(answer?.headers.get('retry-after')).toBe('2')
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(65)
    expect(statuses.filter((status) => status === 503)).toHaveLength(5)
    expect(later.status).toBe(200)
  })
})

describe('an escaped key of a JSON body', () => {
  // V8 14.6 may give an escaped key the name of a key that was parsed before, if that one ends with a backslash.
  test('keeps its name, whatever keys other callers have sent', async () => {
    const project = await portico.createProject()
    const user = await project.signUp()
    const write = (metadata: string): Promise<Answer> =>
      project.server(user).patch('/users/me', undefined, {
        rawBody: `{"server_metadata":${metadata}}`,
        headers: { 'content-type': 'application/json' },
      })
    await write('{"first":1,"\\\\":2}')

    const answer = await write('{"first":1,"\\u00e9":[{"\\u00e9":"\\u00e9"}],"\\u005f_proto__":2,"a\\/b":3,"\\"":4}')

    expect(answer.status).toBe(200)
    expect(answer.text).toContain('"é":[{"é":"é"}]')
    expect(answer.text).toContain('"__proto__":2')
    expect(answer.text).toContain('"a/b":3')
    expect(answer.text).toContain('"\\"":4')
  })

  test('is validated under its own name', async () => {
    await send('{"second":1,"\\\\":2}')

    const answer = await send('{"second":1,"\\u0000":2}')

    expect(answer).toMatchObject({ status: 400, body: { code: 'BODY_PARSING_ERROR' } })
  })
})

describe('the bounds of a body', () => {
  test.each([{}, { 'content-length': String(BODY_MAX_BYTES + 1) }])(
    'refuse one byte more than allowed, with the headers %j',
    async (length) => {
      const rawBody = JSON.stringify({ x: 'x'.repeat(BODY_MAX_BYTES - '{"x":""}'.length + 1) })
      const headers = { 'content-type': 'application/json', ...length }

      const answer = await portico.anonymous().post('/check-feature-support', undefined, { rawBody, headers })

      expect(answer.status).toBe(413)
    },
  )

  test('limit the nesting depth', async () => {
    const nested = (depth: number): string => '{"x":'.repeat(depth) + '1' + '}'.repeat(depth)

    expect((await send(nested(BODY_MAX_DEPTH))).status).toBe(200)
    expect(await send(nested(BODY_MAX_DEPTH + 1))).toMatchObject({ body: { code: 'BODY_PARSING_ERROR' } })
  })

  test('limit the number of keys', async () => {
    const withKeys = (count: number): string => JSON.stringify(Array.from({ length: count }, () => ({ x: 1 })))

    expect(await send(withKeys(BODY_MAX_KEYS / 2 + 1))).toMatchObject({ body: { code: 'BODY_PARSING_ERROR' } })
    expect((await send(`{"x":${withKeys(BODY_MAX_KEYS / 2 - 1)}}`)).status).toBe(200)
  })
})

describe('the charset of a body', () => {
  test.each(['utf-8', 'UTF-8', 'utf8', '"utf-8"', '"UTF8"', ' Utf-8 '])('may be %s', async (charset) => {
    expect((await send('{}', `application/json; charset=${charset}`)).status).toBe(200)
  })

  test('may follow another parameter', async () => {
    expect((await send('{}', 'application/json; profile="x"; Charset=UTF-8')).status).toBe(200)
  })

  test.each(['utf-16', 'latin1', 'us-ascii', '"iso-8859-1"', 'nonsense', '', '""', 'utf-8; charset=utf-7'])(
    'is refused with 415 if it is %s',
    async (charset) => {
      const answers = [
        await send('{}', `application/json; charset=${charset}`),
        await send('text', `text/plain; charset=${charset}`),
        await portico.anonymous().post('/auth/oauth/token', undefined, {
          rawBody: formGrant,
          headers: { 'content-type': `application/x-www-form-urlencoded;charset=${charset}` },
        }),
      ]

      for (const answer of answers) {
        expect(answer.status).toBe(415)
        expect(answer.text).toContain('UTF-8')
      }
    },
  )

  test('is ignored for a binary content type', async () => {
    expect((await send('', 'application/octet-stream; charset=x')).body.code).toBe('BODY_PARSING_ERROR')
  })
})
