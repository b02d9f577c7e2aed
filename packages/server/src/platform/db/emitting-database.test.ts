import { createTestPortico, type TestPortico } from '@portico/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { Database } from '../../kernel/database.ts'
import { emit, systemCall, type Subscriber } from '../../kernel/emit.ts'
import type { Event } from '../../kernel/event.ts'
import { statement, type Rows, type Statement } from '../../kernel/statement.ts'
import { emittingDatabase } from './emitting-database.ts'

const call = systemCall('internal', new Date(0))
const happens = emit(call, 'user.deleted', { userId: 'ada' })
const fails: Statement<Rows> = statement`select 1 / ${0}::int`

let portico: TestPortico
let db: Database
let committed: Event[] = []

const diary: Subscriber = {
  write: ({ type }) => statement`insert into diary values (${type})`,
  committed: (event) => void committed.push(event),
}

beforeAll(async () => {
  portico = await createTestPortico()
  await portico.database.db.run(statement`create table diary (entry text)`)
  db = emittingDatabase(portico.database.db, [diary])
})

beforeEach(async () => {
  committed = []
  await portico.database.db.run(statement`delete from diary`)
})

afterAll(() => portico.close())

async function readDiary(): Promise<string[]> {
  const { rows } = await db.run(statement<{ entry: string }>`select entry from diary`)
  return rows.map(({ entry }) => entry)
}

describe('an event', () => {
  test('is written with its change, at its place in the order, and told after the commit', async () => {
    const { before, after } = await db.batch({
      before: statement`select entry from diary`,
      event: happens,
      after: statement`select entry from diary`,
    })

    expect(before.rows).toEqual([])
    expect(after.rows).toEqual([{ entry: 'user.deleted' }])
    expect(committed).toMatchObject([{ type: 'user.deleted', data: { userId: 'ada' }, actor: { type: 'system' } }])
  })

  test('is neither written nor told if its batch fails', async () => {
    await expect(db.batch([happens, fails])).rejects.toThrow('division by zero')

    expect(await readDiary()).toEqual([])
    expect(committed).toEqual([])
  })

  test('of a transaction reaches subscribers only after its commit', async () => {
    const toldInside = await db.transaction(async (tx) => {
      await tx.run(happens)
      return committed.length
    })

    expect(toldInside).toBe(0)
    expect(committed).toHaveLength(1)
    expect(await readDiary()).toEqual(['user.deleted'])
  })

  test('is neither written nor told if its transaction fails', async () => {
    const work = db.transaction(async (tx) => {
      await tx.run(happens)
      throw new Error('stop')
    })

    await expect(work).rejects.toThrow('stop')

    expect(await readDiary()).toEqual([])
    expect(committed).toEqual([])
  })

  test('reaches subscribers once if its transaction is tried again', async () => {
    let attempts = 0
    await db.transaction(async (tx) => {
      attempts += 1
      await tx.run(happens)
      // Only PostgreSQL has conflicts to try again after.
      if (attempts === 1 && db.engine === 'postgres')
        await tx.run(statement`do $$ begin raise sqlstate '40001'; end $$`)
    })

    expect(attempts).toBe(db.engine === 'postgres' ? 2 : 1)
    expect(committed).toHaveLength(1)
    expect(await readDiary()).toEqual(['user.deleted'])
  })

  test('may cause others', async () => {
    const chain: Subscriber = {
      write: ({ type }) => (type === 'user.deleted' ? emit(call, 'session.ended', { sessionId: 'one' }) : null),
    }

    await emittingDatabase(portico.database.db, [chain, diary]).run(happens)

    expect((await readDiary()).toSorted()).toEqual(['session.ended', 'user.deleted'])
  })

  test('is refused by a database without subscribers', async () => {
    await expect(portico.database.db.run(happens)).rejects.toThrow('emits events')
    await expect(portico.database.db.transaction((tx) => tx.run(happens))).rejects.toThrow('emits events')
  })
})
