import type { Json, UserServerRead } from '@portico/contract'
import { createTestPortico, type HttpClient, type TestPortico } from '@portico/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let portico: TestPortico
let backend: HttpClient

beforeAll(async () => {
  portico = await createTestPortico()
  backend = (await portico.createProject()).server()
})

afterAll(() => portico.close())

interface UserList {
  readonly items: readonly UserServerRead[]
  readonly pagination: { readonly next_cursor: string | null }
}

async function list(of: HttpClient, parameters: Record<string, string>): Promise<UserList> {
  const answer = await of.get<UserList>(`/users?${new URLSearchParams(parameters).toString()}`)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}

async function create(of: HttpClient, body: object): Promise<UserServerRead> {
  return (await of.post<UserServerRead>('/users', body)).body
}

/** Characters that are special in SQL, patterns or JSON, and letters of several scripts. */
const characters = fc.constantFrom(...`aAbB1 %_\\'"*?[](){}|^$.,;:@-+/<>&=#~\`éÉßñΩωжЖ中文字😀`)
const names = fc.string({ unit: characters, minLength: 1, maxLength: 12 })

/** Removes case and accents from a text of these characters. */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase()
}

describe('a search', () => {
  test('finds exactly the users whose name contains the text, whatever its case and accents', async () => {
    const searched = (await portico.createProject()).server()
    const stored = fc.sample(names, { numRuns: 60, seed: 1 })
    for (const name of stored) await create(searched, { display_name: name })
    const parts = fc.tuple(fc.constantFrom(...stored), fc.nat(), fc.nat()).map(([name, from, length]) =>
      [...name]
        .slice(from % [...name].length)
        .slice(0, 1 + (length % 5))
        .join(''),
    )

    await fc.assert(
      fc.asyncProperty(fc.oneof(parts, names), fc.boolean(), async (text, isUpper) => {
        const query = isUpper ? text.toUpperCase() : text
        const { items } = await list(searched, { query })

        const expected = stored.filter((name) => fold(name).includes(fold(query)))
        expect(items.map(({ display_name: name }) => String(name)).toSorted()).toEqual(expected.toSorted())
      }),
      { numRuns: 150 },
    )
  })

  test('accepts every text without NUL and unpaired surrogates, and finds nothing for a text that no user has', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), async (text) => {
        fc.pre(!text.includes('\0') && text.isWellFormed())

        expect((await list(backend, { query: text })).items).toEqual([])
      }),
      { numRuns: 100 },
    )
  })
})

describe('a cursor', () => {
  test('continues where the page ended, for every size of the page and both directions', async () => {
    const paged = (await portico.createProject()).server()
    for (let user = 0; user < 25; user += 1) await create(paged, { is_anonymous: user % 3 === 0 })
    const all = { include_anonymous: 'true' }
    const ids = (await list(paged, all)).items.map(({ id }) => id)

    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), fc.boolean(), async (limit, desc) => {
        const found: string[] = []
        for (let cursor: string | null = ''; cursor !== null;) {
          const page: UserList = await list(paged, {
            ...all,
            limit: String(limit),
            desc: String(desc),
            ...(cursor && { cursor }),
          })
          expect(page.items.length).toBeLessThanOrEqual(limit)
          found.push(...page.items.map(({ id }) => id))
          cursor = page.pagination.next_cursor
        }

        expect(found).toEqual(desc ? ids.toReversed() : ids)
      }),
      { numRuns: 30 },
    )
  })

  test('is refused if it is not one of the list, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 40 }), async (cursor) => {
        fc.pre(!/^[0-9a-f-]{36}$/i.test(cursor))
        const answer = await backend.get(`/users?${new URLSearchParams({ cursor: cursor.toWellFormed() }).toString()}`)

        expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
      }),
      { numRuns: 60 },
    )
  })
})

describe('metadata', () => {
  const keys = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString', ''), fc.string({ unit: characters }))
  const { json } = fc.letrec<{ json: Json }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(null, true, false, ''),
      fc.integer(),
      names,
      fc.array(tie('json'), { maxLength: 4 }),
      fc
        .uniqueArray(fc.tuple(keys, tie('json')), { maxLength: 4, selector: ([key]) => key })
        // `Object.fromEntries` defines `__proto__` as a plain key.
        .map((entries) => Object.fromEntries(entries) as Json),
    ),
  }))

  test('is returned as it was written, with any keys', async () => {
    await fc.assert(
      fc.asyncProperty(json, json, async (server_metadata, client_read_only_metadata) => {
        const { id } = await create(backend, { server_metadata, client_metadata: server_metadata })
        await backend.patch(`/users/${id}`, { client_read_only_metadata })
        const { body } = await backend.get(`/users/${id}`)

        expect(body).toEqual(
          expect.objectContaining({ server_metadata, client_metadata: server_metadata, client_read_only_metadata }),
        )
      }),
      { numRuns: 60 },
    )
    expect(Object.hasOwn(Object.prototype, 'a')).toBe(false)
  })

  test.each([
    ['NUL', { server_metadata: 'a\0b' }, 400, 'NUL'],
    ['NUL in a key', { server_metadata: { 'a\0b': 1 } }, 400, 'NUL'],
    ['an unpaired surrogate', { server_metadata: '\ud800' }, 400, 'surrogate'],
    ['too many levels', { server_metadata: nest(40) }, 400, '32 levels'],
    [
      'too many keys',
      { server_metadata: Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [n, n])) },
      400,
      '1000',
    ],
    ['too many bytes', { server_metadata: 'é'.repeat(32_768) }, 400, '65536 bytes'],
    ['as many bytes as permitted', { server_metadata: 'é'.repeat(32_767) }, 201, 'é'],
  ])('is answered with its limit for %s', async (_name, body, status, sentence) => {
    const answer = await backend.post('/users', body)

    expect(answer.status).toBe(status)
    expect(answer.text).toContain(sentence)
  })
})

function nest(levels: number): Json {
  return levels === 0 ? 1 : [nest(levels - 1)]
}
