import { createTestPortico, type TestPortico } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Database } from '../../kernel/database.ts'
import { forProject } from './project-scope.ts'
import { StoreUnavailable } from '../../kernel/store-unavailable.ts'
import { lookup } from '../../kernel/statement.ts'

let portico: TestPortico
let db: Database

beforeAll(async () => {
  portico = await createTestPortico()
  db = portico.database.db
})

afterAll(() => portico.close())

async function echo(value: number): Promise<number | undefined> {
  const { rows } = await db.run(lookup<{ value: number }>`select ${value}::integer as value`)
  return rows[0]?.value
}

describe('a lookup', () => {
  test('given many at the same moment, when they are answered, then each gets its own answer', async () => {
    const values = Array.from({ length: 200 }, (_, index) => index)

    expect(await Promise.all(values.map(echo))).toEqual(values)
  })

  test('given one that fails between others, when they are answered, then only that one fails', async () => {
    const answers = await Promise.allSettled([echo(1), db.run(lookup`select 1 / ${0}::integer`), echo(2), echo(3)])

    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  })

  test('given a statement that does not name the project, when looked up for one, then it is refused', () => {
    expect(() => forProject(db, 'internal').run(lookup`select id from users`)).toThrow('does not name its project')
  })

  test('given a transaction, when looked up on the outer handle, then it is refused', async () => {
    await expect(db.transaction(async () => echo(1))).rejects.toThrow('inside a transaction')
  })

  test('given its connections break, when what waits is refused, then the next ones are answered again', async () => {
    // The embedded engine has no connections that could break.
    if (db.engine === 'embedded') return expect(await echo(1)).toBe(1)
    const ends = Array.from({ length: 4 }, () =>
      db.run(lookup`select pg_terminate_backend(pg_backend_pid())`).catch((error: unknown) => error),
    )

    for (const error of await Promise.all(ends)) expect(error).toBeInstanceOf(StoreUnavailable)

    await expect.poll(() => Promise.all([echo(1), echo(2), echo(3)]).catch(() => null)).toEqual([1, 2, 3])
  })
})
