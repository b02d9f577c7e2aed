import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { executeMessages, joinMessages, preparedOf, prepareMessages } from './prepared-statements.ts'

// What `prepared-batch.ts` requires of `pg` beyond its documentation (decision 106). If a test fails after an update of
// the driver, send with `submitPlainBatch` (`plain-batch.ts`) for the time being: change the default of `openPostgres`.

let client: pg.Client

beforeAll(async () => {
  client = new pg.Client({ connectionString: process.env['PORTICO_TEST_DATABASE_URL'], pipeline: true })
  await client.connect()
})

afterAll(() => client.end())

/** A query that sends its own messages and records what the driver reports to it. */
class NotedQuery extends pg.Query {
  readonly notes: unknown[][] = []
  readonly #messages: Buffer[] | Error
  readonly #ended = Promise.withResolvers<void>()
  callback = (): void => {}

  constructor(messages: Buffer[] | Error) {
    super('')
    this.#messages = messages
  }

  get ended(): Promise<void> {
    return this.#ended.promise
  }

  override submit = (connection: pg.Connection): Error | null => {
    this.notes.push(['submit'])
    if (this.#messages instanceof Error) return this.#messages
    connection.stream.write(joinMessages(this.#messages))
    return null
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.notes.push(['columns', ...fields.map(({ dataTypeID, name }) => `${name} ${dataTypeID}`)])
  }

  handleDataRow({ fields }: { fields: unknown[] }): void {
    this.notes.push(['row', ...fields])
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.notes.push(['complete', text])
  }

  handleReadyForQuery(): void {
    this.notes.push(['ready'])
    this.#ended.resolve()
  }

  handleError(error: Error & { code?: string }): void {
    this.notes.push(['error', error.code ?? error.message])
    this.#ended.resolve()
  }
}

function prepareAndExecute(text: string, values: unknown[]): Buffer[] {
  const prepared = preparedOf(text)
  return [...prepareMessages(prepared), ...executeMessages(prepared, values)]
}

async function notesOf(...queries: NotedQuery[]): Promise<unknown[][][]> {
  for (const query of queries) client.query(query)
  await Promise.all(queries.map(({ ended }) => ended))
  return queries.map(({ notes }) => notes)
}

describe('the driver', () => {
  test('lets a subclass of its query send several statements before one Sync, or batches would not be sent', async () => {
    const twice = [...prepareAndExecute('select $1::int as one', [1]), ...prepareAndExecute("select 'a' as two", [])]

    const [notes] = await notesOf(new NotedQuery(twice))

    expect(notes).toEqual([
      ['submit'],
      ['columns', 'one 23'],
      ['row', '1'],
      ['complete', 'SELECT 1'],
      ['columns', 'two 25'],
      ['row', 'a'],
      ['complete', 'SELECT 1'],
      ['ready'],
    ])
  })

  test('reports an error of the server once, or a caller would get two answers', async () => {
    const failing = prepareAndExecute('select 1 / $1::int as quotient', [0])
    const next = prepareAndExecute('select 2 as next', [])

    const [failed, answered] = await notesOf(new NotedQuery(failing), new NotedQuery(next))

    expect(failed).toEqual([['submit'], ['columns', 'quotient 23'], ['error', '22012']])
    expect(answered?.at(-1)).toEqual(['ready'])
  })

  test('reports an error that `submit` returns, or a value that cannot be encoded would leave its caller waiting', async () => {
    const [refused, answered] = await notesOf(
      new NotedQuery(new Error('not sent')),
      new NotedQuery(prepareAndExecute('select 3 as next', [])),
    )

    expect(refused).toEqual([['submit'], ['error', 'not sent']])
    expect(answered?.at(-1)).toEqual(['ready'])
  })

  test('sends a query before the answer to an earlier one, or lookups would wait for each other', async () => {
    const slow = new NotedQuery(prepareAndExecute('select pg_sleep(0.05)', []))
    const fast = new NotedQuery(prepareAndExecute('select 4 as fast', []))

    client.query(slow)
    client.query(fast)

    expect([slow.notes, fast.notes]).toEqual([[['submit']], [['submit']]])
    await Promise.all([slow.ended, fast.ended])
  })
})
