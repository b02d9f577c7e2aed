import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { openLine, type Exchange, type Line } from '../../../test/database-line.ts'
import { errorDraft } from '../../api/call/respond.ts'
import { PlainError } from '../../kernel/errors.ts'
import type { Database } from '../../kernel/database.ts'
import { lookup, SqlName, statement, type Rows, type Statement } from '../../kernel/statement.ts'
import { createLog } from '../log/log.ts'
import { defaultLimits, type DatabaseLimits } from './connection.ts'
import { openDatabase, type DatabaseSettings } from './open-database.ts'
import { openPostgres } from './postgres.ts'
import { limitCall } from './store-waits.ts'

// What a caller gets, and what the database contains, after a fault of the connection or of the server at any step.

// Each wait of a test has a limit. A test that hangs fails after the longest one, a poll, instead of after ten minutes.
vi.setConfig({ testTimeout: 150_000, hookTimeout: 150_000 })

const table = new SqlName(`faults_${randomUUID().replaceAll('-', '')}`)
const url = process.env.PORTICO_TEST_DATABASE_URL ?? ''
/** Short, so that tests do not wait for long. On a slow machine, an answer may miss them, so no test relies on one. */
const shortLimits: DatabaseLimits = { statementMillis: 250, connectMillis: 250, checkMillis: 100 }
const log = createLog('silent')
let direct: Database
let line: Line
const opened: Database[] = []

/** The sockets of this process since `watchSockets`. A test can make them fail with any code. */
const sockets: Socket[] = []

function watchSockets(): Disposable {
  const connect: unknown = Reflect.get(Socket.prototype, 'connect')
  const watched = function (this: Socket, ...args: unknown[]): Socket {
    sockets.push(this)
    return Reflect.apply(connect as () => Socket, this, args)
  }
  Reflect.set(Socket.prototype, 'connect', watched)
  return {
    [Symbol.dispose]: () => {
      Reflect.set(Socket.prototype, 'connect', connect)
      sockets.length = 0
    },
  }
}

beforeAll(async () => {
  direct = await openPostgres(url, 2)
  line = await openLine(url)
  await direct.run(statement`create table ${table} (act text not null, part integer not null)`)
})

afterEach(async () => {
  line.intercept(null)
  line.speak()
  await Promise.all(opened.splice(0).map((db) => db.close()))
})

afterAll(async () => {
  await direct.run(statement`drop table ${table}`)
  await direct.close()
  await line.cut()
  vi.resetConfig()
})

async function open(limits = defaultLimits, poolSize = 1): Promise<Database> {
  const db = await openPostgres(line.url, poolSize, limits)
  opened.push(db)
  return db
}

const write = (act: string, part: number): Statement<Rows> =>
  statement`insert into ${table} (act, part) values (${act}, ${part})`

async function partsOf(act: string): Promise<number[]> {
  const { rows } = await direct.run(
    statement<{ part: number }>`select part from ${table} where act = ${act} order by part`,
  )
  return rows.map(({ part }) => part)
}

/** The answer to the caller: `ok`, or the status and whether a retry is advised. */
async function answerOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'ok',
    (error: unknown) => {
      const { status, headers } = errorDraft(error, 'request', log)
      return Number(headers['retry-after']) > 0 ? `${status} with Retry-After` : `${status}: ${String(error)}`
    },
  )
}
const UNAVAILABLE = '503 with Retry-After'

/** Each writes both rows or none. The lookup only reads. */
const works = {
  transaction: (db: Database, act: string) =>
    db.transaction(async (tx) => {
      await tx.run(write(act, 1))
      await tx.batch([statement`select 1 as one`, write(act, 2)])
    }),
  batch: (db: Database, act: string) => db.batch([write(act, 1), write(act, 2)]),
  lookup: (db: Database) => db.run(lookup`select 1 as one`),
}

/** Where a fault happens: at the first request that contains the text. */
interface Step {
  readonly work: keyof typeof works
  readonly text: string
  /** The server may have committed the request without the knowledge of the caller. */
  readonly isCommit: boolean
}
const steps: Readonly<Record<string, Step>> = {
  'begin, with the first statement of a transaction': { work: 'transaction', text: 'begin', isCommit: false },
  'a later statement of a transaction': { work: 'transaction', text: 'select 1', isCommit: false },
  'a commit': { work: 'transaction', text: 'commit', isCommit: true },
  'a batch': { work: 'batch', text: 'insert', isCommit: true },
  'a lookup': { work: 'lookup', text: 'select 1', isCommit: false },
}

/** Every code of PostgreSQL (appendix A) in the classes that are not errors of a statement. */
const codes = [
  ...['08000', '08001', '08003', '08004', '08006', '08007', '08P01'],
  ...[
    '25000',
    '25001',
    '25002',
    '25003',
    '25004',
    '25005',
    '25006',
    '25007',
    '25008',
    '25P01',
    '25P02',
    '25P03',
    '25P04',
  ],
  ...['40000', '40001', '40002', '40003', '40P01'],
  ...['53000', '53100', '53200', '53300', '53400'],
  ...['55000', '55006', '55P02', '55P03', '55P04'],
  ...['57000', '57014', '57P01', '57P02', '57P03', '57P04', '57P05'],
  ...['58000', '58030', '58P01', '58P02', 'XX000', 'XX001', 'XX002'],
]
const socketCodes = [
  ...[
    'ECONNABORTED',
    'ECONNREFUSED',
    'ECONNRESET',
    'EHOSTDOWN',
    'EHOSTUNREACH',
    'EIO',
    'EMFILE',
    'ENETDOWN',
    'ENETRESET',
  ],
  ...['ENETUNREACH', 'ENOBUFS', 'ENOTCONN', 'EPIPE', 'EPROTO', 'ETIMEDOUT', 'ERR_SSL_BAD_RECORD', 'unheard of'],
]

/** Fails the first request of the step in this way and passes later ones on. */
function failOnce({ text }: Step, fault: (exchange: Exchange) => void): void {
  let hasFailed = false
  line.intercept((exchange) => {
    if (hasFailed || !exchange.texts.some((sent) => sent.includes(text))) return exchange.forward()
    hasFailed = true
    fault(exchange)
  })
}

interface Outcome {
  readonly fault: string
  readonly answer: string
  readonly act: string
  readonly step: Step
  /** The server may have committed, although the answer is 503. */
  readonly mayBeWritten: boolean
}

/** Does the work of the step with a fault. */
async function attempt(
  db: Database,
  step: Step,
  fault: string,
  cause: (exchange: Exchange) => void,
  mayBeWritten = false,
): Promise<Outcome> {
  const act = randomUUID()
  failOnce(step, cause)
  return { fault, answer: await answerOf(works[step.work](db, act)), act, step, mayBeWritten }
}

/** Expects that every caller got a true answer about the written rows: both, or none. */
async function expectSafe(outcomes: readonly Outcome[]): Promise<void> {
  const { rows } = await direct.run(statement<{ act: string; parts: number[] }>`
    select act, array_agg(part order by part) as parts from ${table}
    where act = any (${outcomes.map(({ act }) => act)}::text[]) group by act`)
  const written = new Map(rows.map(({ act, parts }) => [act, parts.join()]))
  const wrong = outcomes.filter(({ act, answer, mayBeWritten, step }) => {
    const parts = written.get(act) ?? ''
    if (answer === 'ok') return parts !== (step.work === 'lookup' ? '' : '1,2')
    return answer !== UNAVAILABLE || (parts !== '' && !(mayBeWritten && parts === '1,2'))
  })
  expect(wrong).toEqual([])
}

describe.each(Object.entries(steps))('a fault at %s', (_name, step) => {
  test.each(['ERROR', 'FATAL'] as const)(
    'is 503 or a retry with any code of the server (%s), and writes all or nothing',
    async (severity) => {
      const db = await open()
      const outcomes: Outcome[] = []
      for (const code of codes) {
        outcomes.push(await attempt(db, step, code, (exchange) => exchange.refuse(code, severity)))
      }

      await expectSafe(outcomes)
      expect(await answerOf(works[step.work](db, 'afterwards'))).toBe('ok')
    },
  )

  test('is 503 or a retry with any code of the socket, and writes all or nothing', async () => {
    using _watched = watchSockets()
    const db = await open()
    const outcomes: Outcome[] = []
    for (const code of socketCodes) {
      outcomes.push(
        await attempt(db, step, code, ({ near }) => {
          const socket = sockets.find(({ localPort }) => localPort === near.remotePort)
          socket?.destroy(Object.assign(new Error(`read ${code}`), { code, syscall: 'read' }))
        }),
      )
    }

    await expectSafe(outcomes)
  })

  test('is 503 or a retry if it ends the connection before or after the server has acted, and writes nothing twice', async () => {
    const db = await open()

    await expectSafe([
      await attempt(db, step, 'end', ({ near }) => near.destroy()),
      await attempt(db, step, 'reset', ({ near }) => near.resetAndDestroy()),
      await attempt(db, step, 'lost answer', (exchange) => exchange.loseAnswer(), step.isCommit),
    ])
  })

  test('is 503 if the request or the answer never arrives, and the next call gets another connection', async () => {
    const db = await open(shortLimits)
    const silent = [
      await attempt(db, step, 'request on the way', () => {}),
      await attempt(
        db,
        step,
        'answer on the way',
        (exchange) => {
          exchange.forward()
          line.fallSilent()
        },
        step.isCommit,
      ),
    ]
    line.speak()

    await expectSafe(silent)
    expect(silent.map(({ answer }) => answer)).toEqual([UNAVAILABLE, UNAVAILABLE])
    await expect.poll(() => answerOf(works[step.work](db, 'afterwards'))).toBe('ok')
  })
})

describe('a fault at a rollback', () => {
  test('does not change the answer of the call, and the connection is not used again', async () => {
    // Only the unanswered rollback takes this long.
    const db = await open({ ...defaultLimits, statementMillis: 3_000 })
    const refuse = (): Promise<never> =>
      db.transaction(async (tx) => {
        await tx.run(write('refused', 1))
        throw new PlainError(409, 'Taken.')
      })
    const step = { work: 'transaction', text: 'rollback', isCommit: false } as const
    const faults: ((exchange: Exchange) => void)[] = [
      () => {},
      ({ near }) => near.destroy(),
      ...['57014', '57P01', 'XX000'].map((code) => (exchange: Exchange) => exchange.refuse(code, 'ERROR')),
    ]

    for (const fault of faults) {
      failOnce(step, fault)
      await expect(refuse()).rejects.toMatchObject({ status: 409 })
      expect(await answerOf(works.batch(db, 'afterwards'))).toBe('ok')
    }

    expect(await partsOf('refused')).toEqual([])
  })
})

describe('a server that accepts connections', () => {
  test('causes 503 if it refuses each with any code', async () => {
    const refusing = await openLine(url)
    const db = await openPostgres(refusing.url, 1, shortLimits)
    const answers = new Set<string>()
    for (const code of codes) {
      await refusing.cut()
      await refusing.refuse(code)
      for (const work of Object.values(works)) answers.add(await answerOf(work(db, 'refused')))
    }

    expect(answers).toEqual(new Set([UNAVAILABLE]))
    expect(await partsOf('refused')).toEqual([])
    await db.close()
    await refusing.cut()
  })

  test('causes 503 for all calls that wait if it says nothing, and recovers', async () => {
    line.fallSilent()
    const db = await open(shortLimits)

    const calls = Array.from({ length: 20 }, (_, index) => Object.values(works)[index % 3] ?? works.lookup)
    const answers = await Promise.all([
      ...calls.map((work) => answerOf(work(db, 'silent'))),
      answerOf(db.listen('portico_faults', () => {})),
    ])
    line.speak()

    expect(new Set(answers)).toEqual(new Set([UNAVAILABLE]))
    expect(await partsOf('silent')).toEqual([])
    await expect.poll(() => answerOf(works.transaction(db, 'afterwards'))).toBe('ok')
  })

  test('causes 503 if it falls silent under load, and open connections are replaced at once when it answers again', async () => {
    const db = await open(shortLimits, 3)
    const callAll = (act: string): Promise<string[]> =>
      Promise.all(
        Array.from({ length: 12 }, (_, index) => answerOf((Object.values(works)[index % 3] ?? works.lookup)(db, act))),
      )
    // The limits are short, so a busy machine may need a second attempt.
    await expect.poll(async () => new Set(await callAll('before'))).toEqual(new Set(['ok']))

    line.fallSilent()
    const during = await callAll('during')
    line.speak()

    expect(new Set(during)).toEqual(new Set([UNAVAILABLE]))
    await expect.poll(async () => new Set(await callAll('afterwards'))).toEqual(new Set(['ok']))
  })

  test('completes no notifications while it is silent', async () => {
    const db = await open({ ...shortLimits, connectMillis: 5_000 })
    const { completeUntil } = await db.listen('portico_faults', () => {})
    const startedAt = performance.now()
    await expect.poll(completeUntil).toBeGreaterThan(startedAt)

    line.fallSilent()
    const silentAt = performance.now()
    await answerOf(db.run(statement`select 1`))
    const completeInSilence = completeUntil()
    line.speak()

    expect(completeInSilence).toBeLessThanOrEqual(silentAt)
    await expect.poll(completeUntil).toBeGreaterThan(silentAt)
  })

  test('loses no notification for longer than the silence if it falls silent', async () => {
    // The machine may be slow while it opens the connection.
    const db = await open({ ...shortLimits, connectMillis: 5_000 })
    const received: string[] = []
    await db.listen('portico_faults', (payload) => received.push(payload))
    const before = line.accepted()
    line.fallSilent()
    await expect.poll(() => line.accepted()).toBeGreaterThan(before)
    line.speak()

    await expect
      .poll(async () => {
        await direct.run(statement`select pg_notify('portico_faults', 'again')`)
        return received.at(-1)
      })
      .toBe('again')
  })
})

describe('a write that was given up', () => {
  /** Passes the request on to the server only after the caller has an answer. */
  async function answerBeforeDelivery(work: keyof typeof works, text: string, act: string): Promise<[string, number]> {
    const db = await open(shortLimits)
    const late: (() => void)[] = []
    let requests = 0
    line.intercept((exchange) => {
      if (!exchange.texts.some((sent) => sent.includes(text))) return exchange.forward()
      requests += 1
      line.fallSilent()
      late.push(() => exchange.forward())
    })
    const answer = await answerOf(works[work](db, act))
    for (const deliver of late) deliver()
    line.speak()
    return [answer, requests]
  }

  test('takes no effect if its commit was not sent, even if the server receives it later', async () => {
    expect(await answerBeforeDelivery('transaction', 'select 1', 'late transaction')).toEqual([UNAVAILABLE, 1])

    await expect.poll(openTransactions).toBe(0)
    expect(await partsOf('late transaction')).toEqual([])
  })

  test.each(['batch', 'transaction'] as const)(
    'is answered with 503 and not sent again if the server can still commit it (%s)',
    async (work) => {
      const act = `late commit of a ${work}`

      const sent = await answerBeforeDelivery(work, work === 'batch' ? 'insert' : 'commit', act)

      expect(sent).toEqual([UNAVAILABLE, 1])
      await expect.poll(() => partsOf(act)).toEqual([1, 2])
    },
  )

  async function openTransactions(): Promise<number> {
    const { count } = await direct.run(statement`
      select from pg_locks where relation = ${`${table.text}`}::regclass and pid <> pg_backend_pid()`)
    return count
  }
})

describe('a call', () => {
  test('waits for the database for a limited time altogether, however many statements it has', async () => {
    const db = await open()
    let done = 0
    const call = limitCall(async () => {
      for (; done < 20; done += 1) await db.run(statement`select pg_sleep(0.1)`)
    }, 300)

    expect(await answerOf(call)).toBe(UNAVAILABLE)
    expect(done).toBeLessThan(20)
  })

  test('does not commit after it has used up its time', async () => {
    const db = await open()
    const call = limitCall(
      () =>
        db.transaction(async (tx) => {
          await tx.batch([write('too late', 1), statement`select pg_sleep(0.3)`])
        }),
      100,
    )

    expect(await answerOf(call)).toBe(UNAVAILABLE)
    expect(await partsOf('too late')).toEqual([])
  })

  test('has no limit for work that outlives it', async () => {
    const db = await open()
    const after = Promise.withResolvers<void>()
    const { later } = await limitCall(async () => ({ later: after.promise.then(() => works.batch(db, 'outlives')) }), 0)
    after.resolve()

    expect(await answerOf(later)).toBe('ok')
  })
})

describe('the start', () => {
  const settings = (databaseUrl: string, databaseWaitSeconds = 0): DatabaseSettings => ({
    databaseUrl,
    databasePool: 1,
    databaseDirectUrl: null,
    databaseWaitSeconds,
    dataDir: '',
  })

  test.each([
    ['28P01', 'password authentication failed', /refuses: password.*/, /user name, the password/],
    ['08P01', 'unsupported startup parameter: options', /pooler .* refuses/, /ignore_startup_parameters = .*options/],
    ['42P05', 'prepared statement "x" already exists', /does not keep prepared/, /max_prepared_statements = /],
    ['26000', 'prepared statement "x" does not exist', /does not keep prepared/, /max_prepared_statements = /],
  ])('explains %s (%s) and what to do', async (code, text, message, nextStep) => {
    const refusing = await openLine(url)
    await refusing.cut()
    await refusing.refuse(code, text)

    const opening = openDatabase(settings(refusing.url))

    const expected = { message: expect.stringMatching(message), nextStep: expect.stringMatching(nextStep) }
    await expect(opening).rejects.toMatchObject({ name: 'StartupProblem', ...expected })
    await expect(opening).rejects.not.toThrow('does not answer')
    await refusing.cut()
  })

  test('waits for a database that is not up yet, with a message, if the operator permits it', async () => {
    const late = await openLine(url)
    await late.cut()
    const messages: string[] = []

    const db = await openDatabase(settings(late.url, 60), {
      onWait: (message) => {
        messages.push(message)
        void late.restore()
      },
    })

    expect(messages).toEqual([expect.stringContaining('does not answer yet')])
    expect(await answerOf(works.lookup(db))).toBe('ok')
    await db.close()
    await late.cut()
  })

  test('does not wait for a database that refuses the role', async () => {
    const refusing = await openLine(url)
    await refusing.cut()
    await refusing.refuse('28P01')

    await expect(openDatabase(settings(refusing.url, 60))).rejects.toThrow('refuses')
    await refusing.cut()
  })
})
