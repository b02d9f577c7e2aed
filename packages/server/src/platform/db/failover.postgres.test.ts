import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { openLine, type Exchange, type Line } from '../../../test/database-line.ts'
import type { Database } from '../../kernel/database.ts'
import { lookup, SqlName, statement, unscoped, type Rows, type Statement } from '../../kernel/statement.ts'
import { StoreUnavailable } from '../../kernel/store-unavailable.ts'
import { CellDirectory } from '../cells/cell-directory.ts'
import { checkedDatabase } from '../cells/cell-database.ts'
import { routedDatabase } from '../cells/routed-database.ts'
import { defaultLimits } from './connection.ts'
import { openDatabase } from './open-database.ts'
import { OwnConnection } from './own-connection.ts'
import { openPostgres, type PostgresOptions } from './postgres.ts'

// Two servers, one of them read-only: proxies to one server, each of which can refuse what a standby refuses.

const table = new SqlName(`failover_${randomUUID().replaceAll('-', '')}`)
const url = process.env.PORTICO_TEST_DATABASE_URL ?? ''
// A slow machine must not look like a server that is down.
const limits = { ...defaultLimits, connectMillis: 30_000, statementMillis: 30_000 }
let direct: Database
let first: Line
let second: Line
const opened: Database[] = []

beforeAll(async () => {
  direct = await openPostgres(url, 2)
  await direct.run(unscoped.statement`create table ${table} (act text not null)`)
})

beforeEach(async () => {
  first = await openLine(url)
  second = await openLine(url)
})

afterEach(async () => {
  await Promise.all(opened.splice(0).map((db) => db.close()))
  await Promise.all([first.cut(), second.cut()])
})

afterAll(async () => {
  await direct.run(unscoped.statement`drop table ${table}`)
  await direct.close()
})

/** `DATABASE_URL` with both servers. */
function bothUrls(parameters = ''): string {
  const { host } = new URL(second.url)
  return `${first.url.replace(/(@[^/]*)/, `$1,${host}`)}${parameters}`
}

async function open(address: string, options: PostgresOptions = {}, poolSize = 2): Promise<Database> {
  const db = await openPostgres(address, poolSize, limits, options)
  opened.push(db)
  return db
}

/** Refuses this exchange if a standby would refuse its statements. */
function asStandby(exchange: Exchange): void {
  if (exchange.texts.some((text) => /insert|listen|pg_notify|pg_is_in_recovery/.test(text))) {
    exchange.refuse('25006', 'ERROR')
  } else exchange.forward()
}

const write = (act: string): Statement<Rows> => unscoped.statement`insert into ${table} (act) values (${act})`
const read = lookup`select 1 as one`

async function timesWritten(act: string): Promise<number> {
  return (await direct.run(unscoped.statement`select act from ${table} where act = ${act}`)).count
}

describe('several hosts', () => {
  test('lead to the server that accepts writes, whichever is named first', async () => {
    first.intercept(asStandby)
    const db = await open(bothUrls())

    await db.run(write('named second'))
    await db.run(read)
    const asked = first.accepted()
    await Promise.all([db.run(write('named second')), db.run(write('named second')), db.run(read)])

    expect(await timesWritten('named second')).toBe(3)
    expect(asked).toBe(1)
    expect(first.accepted()).toBe(1)
  })

  test('lead to the other server when one is down, without a failed call', async () => {
    const db = await open(bothUrls())
    await db.run(write('before'))

    await first.cut()
    await db.run(read)
    await db.run(write('after'))

    expect(second.accepted()).toBeGreaterThan(0)
    expect(await timesWritten('after')).toBe(1)
  })

  test.each([
    ['a statement', (db: Database, act: string) => db.run(write(act))],
    [
      'a transaction',
      (db: Database, act: string) => db.transaction((tx) => tx.run(read).then(() => tx.run(write(act)))),
    ],
  ])('%s that meets a server which only reads now is repeated at the new primary', async (_what, work) => {
    second.intercept(asStandby)
    const act = randomUUID()
    const db = await open(bothUrls())
    await work(db, act)

    first.intercept(asStandby)
    second.intercept(null)
    await work(db, act)

    expect(await timesWritten(act)).toBe(2)
  })

  test('with target_session_attrs=any, the first write leaves a server that only reads', async () => {
    first.intercept(asStandby)
    const db = await open(bothUrls('?target_session_attrs=any'))

    await db.run(read)
    await db.run(write('any'))

    expect(await timesWritten('any')).toBe(1)
  })

  test('lead a command with a connection of its own to the server that accepts writes', async () => {
    first.intercept(asStandby)
    const at = await OwnConnection.open(bothUrls())

    await at.query(`insert into ${table.text} (act) values ('own')`)
    await at.close()

    expect(await timesWritten('own')).toBe(1)
  })

  test('are refused at the start if none accepts writes, with what to do', async () => {
    for (const line of [first, second]) line.intercept(asStandby)
    const databaseUrl = bothUrls()
    const settings = { databaseUrl, databasePool: 1, databaseDirectUrl: null, databaseWaitSeconds: 0, dataDir: '' }

    await expect(openDatabase(settings)).rejects.toMatchObject({
      name: 'StartupProblem',
      message: expect.stringMatching(/^No server at 127\.0\.0\.1:\d+,127\.0\.0\.1:\d+\/\w+ accepts writes/),
      nextStep: expect.stringContaining('Name the primary'),
    })
  })
})

describe('one address', () => {
  test('is used by new connections when it leads to a new primary, after one refused write', async () => {
    const db = await open(first.url)
    await Promise.all([db.run(write('one')), db.run(write('one')), db.run(read)])
    const replaced = new Set<Socket>()
    const used = new Set<Socket>()
    let hasFailedOver = false
    first.intercept((exchange) => {
      if (!hasFailedOver) replaced.add(exchange.near)
      used.add(exchange.near)
      if (replaced.has(exchange.near)) asStandby(exchange)
      else exchange.forward()
    })
    await Promise.all([db.run(read), db.run(read)])
    await Promise.allSettled([db.run(statement`select 1 as one`), db.run(statement`select 1 as one`)])
    hasFailedOver = true

    await db.run(write('one'))
    used.clear()
    await Promise.all([db.run(read), db.run(write('one')), db.run(write('one'))])

    expect(await timesWritten('one')).toBe(5)
    expect([...used].filter((socket) => replaced.has(socket))).toEqual([])
  })
})

describe('a pooler that shares connections of the server and does not keep prepared statements', () => {
  test.each(['42P05', '26000'])('is refused at the start of a service, if it answers %s', async (code) => {
    const asked = new Map<Socket, number>()
    first.intercept((exchange) => {
      // After a change of a table, the text ends with a comment.
      if (!exchange.texts.some((text) => text.startsWith('select 1 as one'))) return exchange.forward()
      const times = (asked.get(exchange.near) ?? 0) + 1
      asked.set(exchange.near, times)
      // `42P05`: the second connection prepares a statement that exists already. `26000`: the first one executes one
      // that is missing.
      const isElsewhere = code === '42P05' ? asked.size === 2 : times === 2
      if (isElsewhere) exchange.refuse(code, 'ERROR')
      else exchange.forward()
    })
    const databaseUrl = first.url
    const settings = { databaseUrl, databasePool: 1, databaseDirectUrl: null, databaseWaitSeconds: 0, dataDir: '' }

    const opening = openDatabase(settings, { nodeVersion: '0.1.0' })

    await expect(opening).rejects.toMatchObject({
      message: 'The connection pooler in front of the database does not keep prepared statements.',
      nextStep: expect.stringContaining('pool_mode = session'),
    })
  })
})

describe('notifications', () => {
  test('go past a pooler, over the direct address', async () => {
    const [listened, notified]: [string[], string[]] = [[], []]
    const noteIn =
      (texts: string[]) =>
      (exchange: Exchange): void => {
        texts.push(...exchange.texts)
        exchange.forward()
      }
    first.intercept(noteIn(notified))
    second.intercept(noteIn(listened))
    const db = await open(first.url, { directUrl: second.url })
    const received = Promise.withResolvers<string>()

    await db.listen('portico_failover', received.resolve)
    await db.run(statement`select pg_notify('portico_failover', 'here')`)

    expect(await received.promise).toBe('here')
    expect(listened.filter((text) => text.includes('pg_notify'))).toEqual([])
    expect(notified.filter((text) => /\blisten/.test(text))).toEqual([])
  })

  test('cause a warning that says what to set if a pooler does not deliver them', async () => {
    const warnings: string[] = []
    first.dropNotifications()
    const db = await open(first.url, { onWarning: (sentence) => warnings.push(sentence) })

    const { completeUntil } = await db.listen('portico_failover', () => {})
    await db.listen('portico_other', () => {})

    expect(completeUntil()).toBe(-Infinity)
    expect(warnings).toEqual([expect.stringMatching(/does not deliver notifications.* PORTICO_DATABASE_DIRECT_URL/)])
  })

  test('are an error at the start if they do not arrive over the direct address', async () => {
    const other = new URL(url)
    other.pathname = '/template1'
    const db = await open(first.url, { directUrl: other.toString() })

    await expect(db.listen('portico_failover', () => {})).rejects.toMatchObject({
      name: 'StartupProblem',
      message: expect.stringContaining('PORTICO_DATABASE_DIRECT_URL'),
    })
  })

  test('are reported when the connection is replaced, because they may have been lost', async () => {
    let missed = 0
    const received: string[] = []
    const db = await open(bothUrls())
    await db.listen(
      'portico_failover',
      (payload) => received.push(payload),
      () => (missed += 1),
    )

    expect(missed).toBe(0)
    await first.cut()
    await expect.poll(() => missed).toBe(1)
    await direct.run(statement`select pg_notify('portico_failover', 'again')`)

    await expect.poll(() => received).toEqual(['again'])
  })

  test('that may have been lost in a cell are reported too', async () => {
    let missed = 0
    const cell = checkedDatabase(await open(bothUrls()), () => Promise.resolve())
    await cell.ready()
    const whole = routedDatabase(
      [
        { name: 'home', db: direct },
        { name: 'eu', db: cell },
      ],
      new CellDirectory(direct),
    )
    await whole.listen(
      'portico_failover',
      () => {},
      () => (missed += 1),
    )

    await first.cut()

    await expect.poll(() => missed).toBe(1)
  })

  test('of a cell that fails between its check and the start to listen are heard once, after its next check', async () => {
    const received: string[] = []
    const cell = checkedDatabase(await open(first.url), () => Promise.resolve())
    await cell.ready()
    await first.cut()
    await cell.listen('portico_failover', (payload) => received.push(payload))
    await expect(cell.ready()).rejects.toThrow(StoreUnavailable)
    await first.restore()
    await cell.ready()

    await direct.run(statement`select pg_notify('portico_failover', 'once')`)

    await expect.poll(() => received).not.toEqual([])
    expect(received).toEqual(['once'])
  })

  test('arrive over one connection if a channel is added while it reconnects', async () => {
    let missed = 0
    const db = await open(first.url)
    await db.listen(
      'portico_failover',
      () => {},
      () => (missed += 1),
    )
    await first.cut()
    await first.restore()
    const before = first.accepted()
    const reconnected = Promise.withResolvers<Exchange>()
    first.intercept((exchange) => reconnected.resolve(exchange))
    const exchange = await reconnected.promise

    first.intercept(null)
    const received = Promise.withResolvers<string>()
    const added = db.listen('portico_other', received.resolve)
    exchange.forward()
    await added
    await direct.run(statement`select pg_notify('portico_other', 'here')`)

    expect(await received.promise).toBe('here')
    expect(first.accepted() - before).toBe(1)
    expect(missed).toBe(1)
  })

  test('are complete after the check of their delivery has failed once', async () => {
    const db = await openPostgres(first.url, 1, { ...limits, checkMillis: 50 })
    opened.push(db)
    first.intercept((exchange) =>
      exchange.texts.some((text) => text.includes('pg_notify'))
        ? exchange.refuse('53200', 'ERROR')
        : exchange.forward(),
    )
    await expect(db.listen('portico_failover', () => {})).rejects.toThrow(Error)
    first.intercept(null)

    const { completeUntil } = await db.listen('portico_failover', () => {})

    await expect.poll(completeUntil).toBeGreaterThan(0)
  })

  test('are not listened to any more after the database was closed while it reconnected', async () => {
    const db = await openPostgres(first.url, 1, limits)
    await db.listen('portico_failover', () => {})
    await first.cut()
    await first.restore()
    const reconnected = Promise.withResolvers<Exchange>()
    first.intercept((exchange) => reconnected.resolve(exchange))
    const exchange = await reconnected.promise

    const closed = db.close()
    first.intercept(null)
    exchange.forward()
    await closed

    await expect.poll(() => exchange.near.destroyed).toBe(true)
  })
})
