import { createTestPortico, type TestPortico } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Database } from '../../kernel/database.ts'
import { forProject } from './project-scope.ts'
import { StoreUnavailable } from '../../kernel/store-unavailable.ts'
import { lookup, unscoped } from '../../kernel/statement.ts'

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
  test('gets its own answer among many concurrent ones', async () => {
    const values = Array.from({ length: 200 }, (_, index) => index)

    expect(await Promise.all(values.map(echo))).toEqual(values)
  })

  test('does not affect others if it fails', async () => {
    const quotient = async (divisor: number): Promise<number | undefined> => {
      const { rows } = await db.run(lookup<{ value: number }>`select 6 / ${divisor}::integer as value`)
      return rows[0]?.value
    }

    const answers = await Promise.allSettled([quotient(1), quotient(0), echo(2), quotient(3)])

    expect(answers).toEqual([
      { status: 'fulfilled', value: 6 },
      { status: 'rejected', reason: expect.objectContaining({ code: '22012' }) },
      { status: 'fulfilled', value: 2 },
      { status: 'fulfilled', value: 2 },
    ])
  })

  test('shares a transaction with others of the same turn', async () => {
    // The embedded engine has no round trips to save.
    if (db.engine === 'embedded') return
    const began = await Promise.all(
      Array.from({ length: 10 }, () => db.run(lookup<{ at: string }>`select now()::text as at`)),
    )

    expect(new Set(began.map(({ rows }) => rows[0]?.at)).size).toBe(1)
  })

  test('is refused in a project scope without the project id', () => {
    expect(() => forProject(db, 'internal').run(unscoped.lookup`select id from users`)).toThrow(
      'is not restricted to a project',
    )
  })

  test('is refused on the outer handle inside a transaction', async () => {
    await expect(db.transaction(async () => echo(1))).rejects.toThrow('inside a transaction')
  })

  test('fails if its connection breaks, and later ones succeed', async () => {
    // The embedded engine has no network connections.
    if (db.engine === 'embedded') return expect(await echo(1)).toBe(1)
    const ends = Array.from({ length: 4 }, () =>
      db.run(lookup`select pg_terminate_backend(pg_backend_pid())`).catch((error: unknown) => error),
    )

    for (const error of await Promise.all(ends)) expect(error).toBeInstanceOf(StoreUnavailable)

    await expect.poll(() => Promise.all([echo(1), echo(2), echo(3)]).catch(() => null)).toEqual([1, 2, 3])
  })
})
