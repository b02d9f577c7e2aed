import { BODY_MAX_BYTES, BODY_MAX_DEPTH, BODY_MAX_KEYS } from '@portico/contract'
import { createTestPortico, type Answer, type TestPortico } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico()
})

afterAll(() => portico.close())

/** Calls an endpoint that accepts any property of any type. */
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

describe('an escaped key of a JSON body', () => {
  // V8 14.6 may give an escaped key the name of a previously parsed key, if that one ends with a backslash.
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
