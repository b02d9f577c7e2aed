import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import type { Database } from '../../kernel/database.ts'
import { StoreUnavailable } from '../../kernel/store-unavailable.ts'
import { SqlName, statement } from '../../kernel/statement.ts'
import { openPostgres } from '../db/postgres.ts'
import { CellDirectory } from './cell-directory.ts'
import { checkedDatabase } from './cell-database.ts'
import { relocatableDatabase } from './relocatable-database.ts'
import { routedDatabase } from './routed-database.ts'

// A separate database, because the test ends its connections.

const name = `portico_${randomUUID().replaceAll('-', '')}`
const serverUrl = process.env.PORTICO_TEST_DATABASE_URL ?? ''
const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).toString()
let server: Database

beforeAll(async () => {
  server = await openPostgres(serverUrl, 1)
  await server.run(statement`create database ${new SqlName(name)}`)
})

afterAll(async () => {
  await server.run(statement`drop database ${new SqlName(name)} with (force)`)
  await server.close()
})

test('a node hears a cell once after a failed check, and learns that notifications of a cell may be lost', async () => {
  const home = await openPostgres(url, 1)
  const inner = await openPostgres(url, 1)
  let isDown = true
  const second = checkedDatabase(inner, () =>
    isDown ? Promise.reject(new StoreUnavailable('It is down.')) : Promise.resolve(),
  )
  const db = routedDatabase(
    [
      { name: 'home', db: home },
      { name: 'second', db: relocatableDatabase(second) },
    ],
    new CellDirectory(home),
  )
  const heard: string[] = []
  const missed = vi.fn<() => void>()
  await db.listen('portico_of_cells', (payload) => heard.push(payload), missed)
  await expect(second.ready()).rejects.toThrow('It is down.')
  isDown = false
  await second.ready()

  await inner.run(statement`select pg_notify('portico_of_cells', 'first')`)
  // Here, both cells are in one database, so each of them hears it.
  await expect.poll(() => heard).toEqual(['first', 'first'])
  expect(missed).not.toHaveBeenCalled()
  await server.run(statement`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`)

  await expect.poll(() => missed.mock.calls.length).toBe(2)
  await db.close()
})
