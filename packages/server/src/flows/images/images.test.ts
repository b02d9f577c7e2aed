import {
  createTestPortico,
  lookAlikeProviders,
  type TestPortico,
  type TestProject,
  type TestSession,
} from '@portico/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { removeMetadata } from '../../records/images/image-content.ts'
import type { RasterImage } from '../../records/images/raster-image.ts'
import { queriesDuring } from '../../../test/queries-during.ts'
import { statement } from '../../kernel/statement.ts'
import { markProjectDeleted } from '../../records/projects/store.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ config: { oauth_providers: lookAlikeProviders } })
})

afterAll(() => portico.close())

const pngBytes = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const pixel = inline(pngBytes)

function inline(bytes: Uint8Array, type = 'png'): string {
  return `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`
}

/** Returns a different image for each number. */
function picture(number: number): string {
  return inline(Buffer.concat([pngBytes, Buffer.from([number])]))
}

async function upload(user: TestSession, image: string): Promise<string> {
  const { status, body } = await project.client(user).patch('/users/me', { profile_image_url: image })
  expect(status).toBe(200)
  return String(body['profile_image_url'])
}

async function readUrl(user: TestSession): Promise<string | null> {
  return (await project.client(user).get<{ profile_image_url: string | null }>('/users/me')).body.profile_image_url
}

/** Requests a URL as an image element does, without the headers of the API. */
function request(url: string, init?: RequestInit): Promise<Response> {
  return portico.service.fetch(new Request(url, init))
}

async function readBytes(url: string): Promise<Buffer> {
  return Buffer.from(await (await request(url)).arrayBuffer())
}

async function countImages(userId: string): Promise<number> {
  const { rows } = await portico.database.db.run(statement<{ id: string }>`
    select id from images where project_id = ${project.id} and user_id = ${userId}`)
  return rows.length
}

describe('an uploaded image', () => {
  test('is served at an absolute URL of the service without headers of a project', async () => {
    const url = await upload(await project.signUp(), pixel)

    expect(url).toMatch(new RegExp(`^${portico.baseUrl}/api/v1/images/${project.id}/[\\w-]{43}$`))
    expect(await readBytes(url)).toEqual(pngBytes)
  })

  test('has headers that let every page show it, caches keep it and no browser execute it', async () => {
    const { headers } = await request(await upload(await project.signUp(), pixel))

    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(pngBytes.length),
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    })
  })

  test('answers HEAD with the headers of GET, also through a socket', async () => {
    const url = await upload(await project.signUp(), pixel)

    const answers = [await request(url, { method: 'HEAD' }), await fetch(url, { method: 'HEAD' })]

    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-length')).toBe(String(pngBytes.length))
      expect(answer.headers.get('content-type')).toBe('image/png')
      expect((await answer.arrayBuffer()).byteLength).toBe(0)
    }
  })

  test.each([(etag: string) => etag, (etag: string) => `"other", W/${etag}`, () => '*'])(
    'answers 304 without a body if the caller has it (%#)',
    async (ifNoneMatch) => {
      const url = await upload(await project.signUp(), pixel)
      const etag = (await request(url)).headers.get('etag') ?? ''

      const answer = await request(url, { headers: { 'if-none-match': ifNoneMatch(etag) } })

      expect(answer.status).toBe(304)
      expect(await answer.text()).toBe('')
      expect(answer.headers.get('etag')).toBe(etag)
      expect(answer.headers.get('cache-control')).toContain('immutable')
      expect((await request(url, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    },
  )

  test('takes one query', async () => {
    const url = await upload(await project.signUp(), pixel)
    await portico.service.idle()

    const queries = await queriesDuring(portico.database.db, () => request(url))

    expect(queries.filter(({ values }) => values.includes(project.id))).toHaveLength(1)
  })

  test('keeps its URL if the same image is uploaded again', async () => {
    const user = await project.signUp()
    const first = await upload(user, pixel)
    await upload(user, picture(1))

    expect(await upload(user, pixel)).toBe(first)
    expect(await upload(user, pixel)).toBe(first)
  })

  test('has another URL for each user, project and content', async () => {
    const other = await portico.createProject()
    const [ada, bob] = [await project.signUp(), await project.signUp()]
    const elsewhere = await other.client(await other.signUp()).patch('/users/me', { profile_image_url: pixel })

    const urls = [
      await upload(ada, pixel),
      await upload(bob, pixel),
      await upload(ada, picture(1)),
      String(elsewhere.body['profile_image_url']),
    ]

    expect(new Set(urls.map((url) => url.split('/').at(-1))).size).toBe(urls.length)
  })

  test('keeps its id if the master secret changes and the image is uploaded again', async () => {
    const user = await project.signUp()
    const url = await upload(user, pixel)
    const id = 'A'.repeat(43)
    await portico.database.db.run(statement`
      update images set id = ${id} where project_id = ${project.id} and user_id = ${user.id}`)

    expect(await upload(user, pixel)).toBe(url.replace(/[^/]+$/, id))
  })
})

describe('an unknown image', () => {
  test.each([
    ['of another project', (url: string, other: string) => url.replace(project.id, other)],
    [
      'of a project that does not exist',
      (url: string) => url.replace(project.id, '9b4d2cf1-3c1f-4a52-8f37-6a0a5c6f1e11'),
    ],
    ['with a changed id', (url: string) => url.replace(/[^/]{43}$/, 'B'.repeat(43))],
  ])('%s answers a 404 that is not cached', async (_name, change) => {
    const other = await portico.createProject()
    const url = await upload(await project.signUp(), pixel)

    const answer = await request(change(url, other.id), { headers: { 'if-none-match': '*' } })

    expect(answer.status).toBe(404)
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(answer.headers.get('content-type')).toContain('text/plain')
  })

  test.each(['x', `${'A'.repeat(43)}.svg`, "'%20or%201=1", '%00'])(
    'answers 400 with the malformed id %s',
    async (id) => {
      expect((await request(`${portico.baseUrl}/api/v1/images/${project.id}/${id}`)).status).toBe(400)
    },
  )
})

test('an image of a deleted project is not served while the records of the project are removed', async () => {
  const deleted = await portico.createProject()
  const user = await deleted.signUp()
  const { body } = await deleted.client(user).patch('/users/me', { profile_image_url: pixel })
  const url = String(body['profile_image_url'])
  expect((await request(url)).status).toBe(200)

  await portico.database.db.run(markProjectDeleted(deleted.id, portico.clock.now()))

  expect((await request(url)).status).toBe(404)
})

describe('a replaced image', () => {
  test('is deleted after the upload of another one', async () => {
    const user = await project.signUp()
    const first = await upload(user, pixel)

    const second = await upload(user, picture(1))

    expect((await request(first)).status).toBe(404)
    expect(await readBytes(second)).toHaveLength(pngBytes.length + 1)
    expect(await countImages(user.id)).toBe(1)
  })

  test.each([null, 'https://images.example/a.png'])('is deleted if %s replaces it', async (profile_image_url) => {
    const user = await project.signUp()
    const url = await upload(user, pixel)

    const answer = await project.server(user).patch('/users/me', { profile_image_url })

    expect(answer.body).toMatchObject({ profile_image_url })
    expect((await request(url)).status).toBe(404)
    expect(await countImages(user.id)).toBe(0)
  })

  test('is deleted with its user', async () => {
    const user = await project.signUp()
    const url = await upload(user, pixel)

    await project.server(user).delete('/users/me')

    expect((await request(url)).status).toBe(404)
    expect(await countImages(user.id)).toBe(0)
  })

  test('leaves no row behind, however many uploads race', async () => {
    const user = await project.signUp()

    await Promise.all([
      ...[1, 2, 3, 4].map((number) => upload(user, picture(number))),
      project.client(user).patch('/users/me', { profile_image_url: null }),
      project.server(user).patch('/users/me', { display_name: 'Ada' }),
    ])

    const url = await readUrl(user)
    expect(await countImages(user.id)).toBe(url === null ? 0 : 1)
    if (url !== null) expect((await request(url)).status).toBe(200)
  })

  test('leaves no row behind if an upload races the deletion of its user', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, () => project.signUp()))

    const answers = await Promise.all(
      users.flatMap((user) => [
        project.client(user).patch('/users/me', { profile_image_url: pixel }),
        project.server(user).delete('/users/me'),
      ]),
    )

    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    for (const user of users) expect(await countImages(user.id)).toBe(0)
  })
})

describe('writing the presented image back', () => {
  test('keeps an uploaded image, for clients and servers', async () => {
    const user = await project.signUp()
    const profile_image_url = await upload(user, pixel)

    const own = await project.client(user).patch('/users/me', { display_name: 'Ada', profile_image_url })
    const server = await project.server(user).patch('/users/me', { display_name: 'Bob', profile_image_url })

    expect(own).toMatchObject({ status: 200, body: { display_name: 'Ada', profile_image_url } })
    expect(server).toMatchObject({ status: 200, body: { display_name: 'Bob', profile_image_url } })
    expect((await request(profile_image_url)).status).toBe(200)
  })

  test('keeps an uploaded image that was read before the base URL changed', async () => {
    const user = await project.signUp()
    const url = await upload(user, pixel)
    const profile_image_url = url.replace(portico.baseUrl, 'https://former.example')

    const answers = [
      await project.client(user).patch('/users/me', { profile_image_url }),
      await project.server(user).patch('/users/me', { profile_image_url }),
    ]

    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { profile_image_url: url } })
  })

  test('keeps the picture from elsewhere that a server set, for clients', async () => {
    const user = await project.signUp()
    const profile_image_url = 'https://images.example/ada.png?size=96'
    await project.server(user).patch('/users/me', { profile_image_url })

    const answer = await project.client(user).patch('/users/me', { display_name: 'Ada', profile_image_url })

    expect(answer).toMatchObject({ status: 200, body: { display_name: 'Ada', profile_image_url } })
  })

  test('is refused for a client that names the image of another user, or a former one', async () => {
    const [ada, bob] = [await project.signUp(), await project.signUp()]
    const former = await upload(ada, pixel)
    const present = await upload(ada, picture(1))

    for (const profile_image_url of [former, await upload(bob, pixel), `${present}A`]) {
      expect((await project.client(ada).patch('/users/me', { profile_image_url })).status).toBe(400)
    }

    expect(await readUrl(ada)).toBe(present)
  })
})

test('the host of an image follows the base URL', async () => {
  const user = await project.signUp()
  await upload(user, pixel)

  const { rows } = await portico.database.db.run(statement<{ profile_image_url: string }>`
    select profile_image_url from users where project_id = ${project.id} and id = ${user.id}`)

  expect(rows[0]?.profile_image_url).toMatch(new RegExp(`^/images/${project.id}/`))
})

describe('an image that a server sets', () => {
  test('is uploaded if it is inline', async () => {
    const user = await project.signUp()

    const { body } = await project.server(user).patch('/users/me', { profile_image_url: pixel })

    expect(await readBytes(String(body['profile_image_url']))).toEqual(pngBytes)
  })

  test('is uploaded with a new user', async () => {
    const { body } = await project.server().post<{ id: string; profile_image_url: string }>('/users', {
      profile_image_url: pixel,
    })

    expect(await readBytes(body.profile_image_url)).toEqual(pngBytes)
    expect(await countImages(body.id)).toBe(1)
    const { body: listed } = await project.server().get<{ items: unknown[] }>('/users?desc=true&limit=1')
    expect(listed.items).toMatchObject([{ profile_image_url: body.profile_image_url }])
  })

  test('may have a URL of a million characters and not more', async () => {
    const user = await project.signUp()
    const url = (length: number): string => 'https://images.example/'.padEnd(length, 'a')

    const longest = await project.server(user).patch('/users/me', { profile_image_url: url(1_000_000) })
    const tooLong = await project.server(user).patch('/users/me', { profile_image_url: url(1_000_001) })

    expect(longest.body).toMatchObject({ profile_image_url: url(1_000_000) })
    expect(tooLong).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    expect(tooLong.text).toContain('must be at most 1000000 characters long')
  })
})

test('an anonymous user keeps an uploaded image in an upgrade', async () => {
  const user = await project.signUpAnonymously()
  const url = await upload(user, pixel)

  const signedUp = await project
    .client(user)
    .post<{ access_token: string; refresh_token: string }>('/auth/password/sign-up', {
      email: 'upgraded@mail.example',
      password: 'correct horse battery',
      verification_callback_url: 'http://localhost:3000',
    })

  const session = { accessToken: signedUp.body.access_token, refreshToken: signedUp.body.refresh_token }
  expect(await readUrl({ ...session, id: user.id })).toBe(url)
})

const scripts = [
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  '<!doctype html><script>',
  '<?xml ',
  '%PDF-1.7',
  'MZ',
]
const heads = ['89504e470d0a1a0a', 'ffd8ff', '474946383961', '5249464600000000574542505650', '424d'].map((hex) =>
  Buffer.from(hex, 'hex'),
)

test('no upload is served with a type that a browser could execute', async () => {
  const user = await project.signUp()
  const content = fc
    .tuple(
      fc.constantFrom(...heads, ...scripts.map((text) => Buffer.from(text)), Buffer.alloc(0)),
      fc.constantFrom(...scripts.map((text) => Buffer.from(text)), Buffer.alloc(0)),
      fc.uint8Array({ maxLength: 40 }),
    )
    .map((parts) => Buffer.concat(parts))
  const type = fc.constantFrom(
    'png',
    'jpg',
    'jpeg',
    'gif',
    'bmp',
    'webp',
    'svg+xml',
    'x-icon',
    'PNG',
    'png;charset=utf-8',
  )

  await fc.assert(
    fc.asyncProperty(content, type, async (bytes, declared) => {
      const { status, body } = await project
        .client(user)
        .patch('/users/me', { profile_image_url: inline(bytes, declared) })
      if (status === 400) return
      const answer = await request(String(body['profile_image_url']))
      expect(answer.headers.get('content-type')).toMatch(/^image\/(?:png|jpeg|gif|bmp|webp)$/)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      const contentType = answer.headers.get('content-type') as RasterImage['contentType']
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from(removeMetadata({ contentType, bytes }).bytes))
    }),
    { numRuns: 60 },
  )
})
