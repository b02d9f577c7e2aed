import { createTestPortico, type TestPortico } from '@portico/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { Database } from '../../kernel/database.ts'
import { emit, emitEach, systemCall, type Subscriber } from '../../kernel/emit.ts'
import type { Event } from '../../kernel/event.ts'
import { statement, type Rows, type Statement } from '../../kernel/statement.ts'
import { audit } from '../../delivery/subscribers/audit.ts'
import { notices } from '../../delivery/subscribers/notices.ts'
import { projectInvalidation } from '../../delivery/subscribers/project-cache.ts'
import { emittingDatabase } from './emitting-database.ts'

const call = systemCall('internal', new Date(0))
const happens = emit(call, 'user.deleted', { userId: 'ada', teamIds: [] })
const fails: Statement<Rows> = statement`select 1 / ${0}::int`

let portico: TestPortico
let db: Database
let committed: Event[] = []

const diary: Subscriber = {
  write: ({ type }) => statement`insert into diary values (${type})`,
  writeEach: ({ type }) => statement`insert into diary select ${type}::text || ' ' || "userId" from changed`,
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
  test('is written with its change, in order, and announced after the commit', async () => {
    const { before, after } = await db.batch({
      before: statement`select entry from diary`,
      event: happens,
      after: statement`select entry from diary`,
    })

    expect(before.rows).toEqual([])
    expect(after.rows).toEqual([{ entry: 'user.deleted' }])
    expect(committed).toMatchObject([{ type: 'user.deleted', data: { userId: 'ada' }, actor: { type: 'system' } }])
  })

  test('is neither written nor announced if its batch fails', async () => {
    await expect(db.batch([happens, fails])).rejects.toThrow('division by zero')

    expect(await readDiary()).toEqual([])
    expect(committed).toEqual([])
  })

  test('is announced only after the commit of its transaction', async () => {
    const announcedInside = await db.transaction(async (tx) => {
      await tx.run(happens)
      return committed.length
    })

    expect(announcedInside).toBe(0)
    expect(committed).toHaveLength(1)
    expect(await readDiary()).toEqual(['user.deleted'])
  })

  test('is neither written nor announced if its transaction fails', async () => {
    const work = db.transaction(async (tx) => {
      await tx.run(happens)
      throw new Error('stop')
    })

    await expect(work).rejects.toThrow('stop')

    expect(await readDiary()).toEqual([])
    expect(committed).toEqual([])
  })

  test('is announced once if its transaction is retried', async () => {
    let attempts = 0
    await db.transaction(async (tx) => {
      attempts += 1
      await tx.run(happens)
      // Only PostgreSQL has conflicts that cause a retry.
      if (attempts === 1 && db.engine === 'postgres')
        await tx.run(statement`do $$ begin raise sqlstate '40001'; end $$`)
    })

    expect(attempts).toBe(db.engine === 'postgres' ? 2 : 1)
    expect(committed).toHaveLength(1)
    expect(await readDiary()).toEqual(['user.deleted'])
  })

  test('may cause other events', async () => {
    const chain: Subscriber = {
      write: ({ type }) => (type === 'user.deleted' ? emit(call, 'session.ended', { sessionId: 'one' }) : null),
      writeEach: () => null,
    }

    await emittingDatabase(portico.database.db, [chain, diary]).run(happens)

    expect((await readDiary()).toSorted()).toEqual(['session.ended', 'user.deleted'])
  })

  test('is refused by a database without subscribers', async () => {
    await expect(portico.database.db.run(happens)).rejects.toThrow('emits events')
    await expect(portico.database.db.transaction((tx) => tx.run(happens))).rejects.toThrow('emits events')
  })
})

describe('a change of many records', () => {
  /** Deletes the entries with this prefix and emits an event for each, except for the entry `<prefix>!`. */
  function deletesEach(prefix: string): Statement<void> {
    return emitEach(
      call,
      'user.deleted',
      statement`
        with gone as (delete from diary where entry like ${`${prefix}%`} returning entry),
        changed as (select entry as "userId" from gone where entry <> ${`${prefix}!`})`,
    )
  }

  beforeEach(async () => {
    await db.run(statement`insert into diary values ('ada'), ('ada!'), ('alan'), ('grace')`)
  })

  test('emits an event for each row of "changed", within the same query', async () => {
    const before = await db.batch({ change: deletesEach('a'), other: statement`select entry from diary` })

    expect(before.other.rows).toHaveLength(4)
    expect((await readDiary()).toSorted()).toEqual([
      'grace',
      'user.deleted ada',
      'user.deleted ada!',
      'user.deleted alan',
    ])
    expect(committed.map(({ type, data }) => ({ type, data }))).toEqual(
      expect.arrayContaining([{ type: 'user.deleted', data: { userId: 'alan' } }]),
    )
    expect(committed).toHaveLength(3)
  })

  test('emits nothing for other changed rows', async () => {
    await db.run(deletesEach('ada'))

    expect((await readDiary()).toSorted()).toEqual(['alan', 'grace', 'user.deleted ada'])
    expect(committed).toMatchObject([{ data: { userId: 'ada' }, actor: { type: 'system' } }])
  })

  test('emits nothing if its transaction fails', async () => {
    await expect(
      db.transaction(async (tx) => {
        await tx.run(deletesEach('a'))
        await tx.run(fails)
      }),
    ).rejects.toThrow('division by zero')

    expect((await readDiary()).toSorted()).toEqual(['ada', 'ada!', 'alan', 'grace'])
    expect(committed).toEqual([])
  })

  test('emits its events without a subscriber that writes', async () => {
    const watching: Subscriber = { committed: (event) => void committed.push(event) }

    await emittingDatabase(portico.database.db, [watching]).run(deletesEach('gr'))

    expect(await readDiary()).not.toContain('grace')
    expect(committed).toMatchObject([{ data: { userId: 'grace' } }])
  })

  test.each([
    ['a notice', notices, 'password.updated'],
    ['the invalidation of a project', projectInvalidation(() => {}), 'project.updated'],
  ] as const)('is refused if its event causes %s', async (_what, subscriber, type) => {
    const change = emitEach(call, type, statement`with changed as (select 1)`)

    await expect(emittingDatabase(portico.database.db, [subscriber]).run(change)).rejects.toThrow('Use emit instead')
  })

  test('is recorded in the audit with the changed fields of each record', async () => {
    const change = emitEach(
      call,
      'user.updated',
      statement`with changed as (select 'ada' as "userId", array['displayName'] as "changedFields")`,
    )

    await emittingDatabase(portico.database.db, [audit]).run(change)

    const { rows } = await db.run(statement`
      select target_id, changed_fields from audit_events where action = 'user.updated'`)
    expect(rows).toEqual([{ target_id: 'ada', changed_fields: ['displayName'] }])
  })

  test('is refused by a database without subscribers', async () => {
    await expect(portico.database.db.run(deletesEach('a'))).rejects.toThrow('emits events')
  })
})
