import { createTestPortico, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openUnmigrated } from '../../../test/unmigrated-database.ts'
import { statement } from '../../kernel/statement.ts'
import { migrate, readMigrations } from '../../platform/db/migrate.ts'

const png = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg=='
const jpeg = 'data:image/jpeg;base64,/9j/4AAQ'

describe('migration of inline images', () => {
  test('moves them to the table of images and keeps other URLs', async () => {
    const db = await openUnmigrated()
    const migrations = readMigrations()
    const before = migrations.findIndex(({ version }) => version === 31)
    await migrate(db, migrations.slice(0, before))
    const images = {
      1: png,
      2: 'data:image/jpg;base64,/9j/4A',
      3: 'https://images.example/a.png',
      4: null,
      // Accepted by earlier versions: a last character that encodes nothing.
      5: 'data:image/bmp;base64,Qk0AA',
      6: 'data:image/png;base64,PHN2Zy8+',
    }
    await db.transaction((tx) =>
      tx.script(`
        insert into projects (id, display_name, config, created_at) values ('internal', 'x', '{}', now());
        ${Object.entries(images)
          .map(
            ([digit, url]) => `
              insert into users (project_id, id, profile_image_url, signed_up_at, last_active_at)
              values ('internal', '00000000-0000-4000-8000-00000000000${digit}', ${url === null ? 'null' : `'${url}'`}, now(), now());`,
          )
          .join('')}`),
    )

    await migrate(db, migrations)

    const { rows } = await db.run(statement<{ reference: string | null; type: string; hex: string }>`
      select u.profile_image_url as reference, i.content_type as type, encode(i.bytes, 'hex') as hex
      from users u
      left join images i on i.project_id = u.project_id and i.user_id = u.id
        and u.profile_image_url = '/images/' || i.project_id || '/' || i.id
      where u.project_id = ${'internal'} order by u.id`)
    const path = expect.stringMatching(/^\/images\/internal\/[\w-]{43}$/)
    expect(rows).toEqual([
      { reference: path, type: 'image/png', hex: '89504e470d0a1a0a0000000d49484452' },
      { reference: path, type: 'image/jpeg', hex: 'ffd8ffe0' },
      { reference: 'https://images.example/a.png', type: null, hex: null },
      { reference: null, type: null, hex: null },
      { reference: path, type: 'image/bmp', hex: '424d00' },
      { reference: null, type: null, hex: null },
    ])
  })
})

describe('a node of the previous version', () => {
  let portico: TestPortico
  let project: TestProject

  beforeAll(async () => {
    portico = await createTestPortico()
    project = await portico.createProject()
  })

  afterAll(() => portico.close())

  async function write(userId: string, url: string | null): Promise<void> {
    await portico.database.db.run(statement`
      update users set profile_image_url = ${url} where project_id = ${project.id} and id = ${userId}`)
  }

  async function read(userId: string): Promise<string | null | undefined> {
    const { rows } = await portico.database.db.run(statement<{ url: string | null }>`
      select profile_image_url as url from user_profiles where project_id = ${project.id} and id = ${userId}`)
    return rows[0]?.url
  }

  async function countImages(userId: string): Promise<number> {
    const { rows } = await portico.database.db.run(statement`
      select id from images where project_id = ${project.id} and user_id = ${userId}`)
    return rows.length
  }

  test('reads an uploaded image as a data URL and writes it back without a change', async () => {
    const user = await project.signUp()
    const { body } = await project.client(user).patch('/users/me', { profile_image_url: png })

    const url = await read(user.id)
    await write(user.id, url ?? null)

    expect(url).toBe(png)
    expect((await project.client(user).get('/users/me')).body).toMatchObject({
      profile_image_url: body['profile_image_url'],
    })
  })

  test('reads a large image in one line', async () => {
    const user = await project.signUp()
    const bytes = Buffer.alloc(1_000)
    Buffer.from('89504e470d0a1a0a', 'hex').copy(bytes)
    const large = `data:image/png;base64,${bytes.toString('base64')}`
    await project.client(user).patch('/users/me', { profile_image_url: large })

    expect(await read(user.id)).toBe(large)
  })

  test('writes an image that this version serves', async () => {
    const user = await project.signUp()

    await write(user.id, jpeg)

    const { body } = await project.client(user).get('/users/me')
    const answer = await portico.service.fetch(new Request(String(body['profile_image_url'])))
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    expect(Buffer.from(await answer.arrayBuffer()).toString('hex')).toBe('ffd8ffe00010')
  })

  test.each([null, 'https://images.example/a.png'])('replaces an uploaded image by %s', async (url) => {
    const user = await project.signUp()
    await project.client(user).patch('/users/me', { profile_image_url: png })

    await write(user.id, url)

    expect((await project.client(user).get('/users/me')).body).toMatchObject({ profile_image_url: url })
    expect(await countImages(user.id)).toBe(0)
  })
})
