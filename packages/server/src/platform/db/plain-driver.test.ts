import { openTestDatabase, TestPortico, TEST_PASSWORD, type TestDatabase, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { databaseUrlOf } from '../../../test/second-node.ts'
import { defaultLimits } from './connection.ts'
import { openEmbedded } from './embedded.ts'
import { submitPlainBatch } from './plain-batch.ts'
import { PlainEmbeddedSender } from './plain-embedded-sender.ts'
import { openPostgres } from './postgres.ts'
import { isAnyTouched, statement } from '../../kernel/statement.ts'

// The fallbacks of decision 106: a whole service that uses only the public calls of the drivers.

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = new TestPortico(await openWithFallback(), {})
  await portico.start()
  project = await portico.createProject()
})

afterAll(() => portico.close())

async function openWithFallback(): Promise<TestDatabase> {
  if (process.env['PORTICO_TEST_ENGINE'] !== 'postgres') {
    const db = await openEmbedded({ dataDir: null, createSender: (engine) => new PlainEmbeddedSender(engine) })
    return { db, close: () => db.close() }
  }
  const database = await openTestDatabase('postgres')
  const db = await openPostgres(await databaseUrlOf({ database }), 2, defaultLimits, { submit: submitPlainBatch })
  return {
    db,
    async close() {
      await db.close()
      await database.close()
    },
  }
}

describe('a service without internals of the driver', () => {
  test('signs users up and in, keeps their session and refuses a wrong password', async () => {
    const { email } = await project.signUp()
    const signIn = { email, password: TEST_PASSWORD }

    const signedIn = await project.client().post<Tokens>('/auth/password/sign-in', signIn)
    const refused = await project.client().post('/auth/password/sign-in', { ...signIn, password: 'wrong password' })
    const session = { accessToken: signedIn.body.access_token, refreshToken: signedIn.body.refresh_token }
    const refreshed = await project.client(session).post<Tokens>('/auth/sessions/current/refresh', {})
    const me = await project.client({ ...session, accessToken: refreshed.body.access_token }).get('/users/me')

    expect(refused.status).toBe(400)
    expect(me.body).toMatchObject({ primary_email: email })
  })

  test('translates a violated constraint and undoes the change', async () => {
    const { email } = await project.signUp()

    const again = await project.client().post('/auth/password/sign-up', { email, password: TEST_PASSWORD })
    const users = await project.server().get<{ items: unknown[] }>(`/users?query=${encodeURIComponent(email)}`)

    expect(again.body).toMatchObject({ code: 'USER_EMAIL_ALREADY_EXISTS' })
    expect(users.body.items).toHaveLength(1)
  })

  test('reads pages of a list', async () => {
    const names = ['Ada', 'Bob', 'Cleo']
    const teamId = await project.createTeam()
    for (const display_name of names) {
      const { body } = await project.server().post<{ id: string }>('/users', { display_name })
      await project.addMember(teamId, body)
    }

    const path = `/users?team_id=${teamId}&limit=2`
    const first = await project.server().get<Page>(path)
    const second = await project.server().get<Page>(`${path}&cursor=${first.body.pagination.next_cursor}`)

    const found = [...first.body.items, ...second.body.items].map(({ display_name }) => display_name)
    expect(found.toSorted()).toEqual(names)
  })

  test('answers many calls at once, each with its own user', async () => {
    const users = [await project.signUp(), await project.signUp(), await project.signUp()]
    const calls = Array.from({ length: 8 }, () => users).flat()

    const answers = await Promise.all(
      calls.map((user) => project.client(user).get<{ primary_email: string }>('/users/me')),
    )

    expect(answers.map(({ body }) => body.primary_email)).toEqual(calls.map(({ email }) => email))
  })

  test('deletes a user with everything that belongs to the user', async () => {
    const user = await project.signUp()

    const deleted = await project.server().send('DELETE', `/users/${user.id}`)
    const again = await project.server().send('DELETE', `/users/${user.id}`)

    expect([deleted.status, again.status]).toEqual([200, 404])
  })
})

describe('a batch without internals of the driver', () => {
  test('takes effect as a whole or not at all', async () => {
    const { db } = portico.database
    await db.run(statement`create table halves (id int primary key, at timestamptz, notes text[], data bytea)`)
    const insert = (id: number) => statement`insert into halves (id) values (${id})`

    const failed = db.batch({ first: insert(1), again: insert(1), last: insert(2) })

    await expect(failed).rejects.toMatchObject({ code: '23505' })
    expect(isAnyTouched(await db.run(statement`select 1 from halves`))).toBe(false)
    const { changed, both } = await db.batch({
      first: insert(1),
      changed: statement`update halves set id = 2`,
      both: insert(3),
    })
    expect([changed.count, both.count]).toEqual([1, 1])
  })

  test('reads and writes the same values', async () => {
    const { db } = portico.database
    const values = {
      at: new Date(1_700_000_000_123),
      big: 2 ** 40,
      list: ['a', '"b\\', '{c,d}', 'null', null],
      yes: true,
    }

    const { rows } = await db.run(statement`
      select ${values.at}::timestamptz as at, ${values.big}::bigint as big, ${values.list}::text[] as list, ${values.yes}::boolean as yes,
        ${JSON.stringify({ a: [1] })}::jsonb as object, ${Buffer.from([0, 255])}::bytea as bytes`)

    expect(rows[0]).toMatchObject({ ...values, object: { a: [1] } })
    expect(Buffer.from((rows[0] as { bytes: Uint8Array }).bytes).toString('hex')).toBe('00ff')
  })

  test('joins the open transaction', async () => {
    const { db } = portico.database
    const count = statement<{ count: number }>`select count(*)::int as count from teams`.map(
      ({ rows }) => rows[0]?.count,
    )
    const before = await db.run(count)

    const attempt = db.transaction(async (tx) => {
      await tx.batch({ one: count, other: statement`delete from teams` })
      throw new Error('stop')
    })

    await expect(attempt).rejects.toThrow('stop')
    expect(await db.run(count)).toBe(before)
  })
})

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

interface Page {
  readonly items: readonly { readonly display_name: string }[]
  readonly pagination: { readonly next_cursor: string | null }
}
