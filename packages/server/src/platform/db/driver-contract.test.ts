import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { executeMessages, joinMessages, preparedOf, prepareMessages } from './prepared-statements.ts'
import { readStartImage } from './start-image.ts'

// What `embedded-batch.ts` requires of PGlite (decision 106): documented, but used by few programs. If a test fails
// after an update of the engine, create a `PlainEmbeddedSender` in `embedded.ts` for the time being.

let engine: PGlite

beforeAll(async () => {
  const loadDataDir = await readStartImage()
  engine = await PGlite.create(loadDataDir === null ? {} : { loadDataDir })
})

afterAll(() => engine.close())

const options = { throwOnError: false, syncToFs: false }

describe('the embedded engine', () => {
  test('executes several prepared statements before one Sync and answers by name, or batches would have no rows', async () => {
    const one = preparedOf('select $1::int as one')
    const two = preparedOf("select 'a' as two")

    const messages = [
      ...prepareMessages(one),
      ...prepareMessages(two),
      ...executeMessages(one, [1]),
      ...executeMessages(two, []),
    ]
    const answers = (await engine.execProtocolStream(joinMessages(messages), options)) as unknown as Answer[]
    const again = (await engine.execProtocolStream(
      joinMessages(executeMessages(one, [2])),
      options,
    )) as unknown as Answer[]

    const columns = answers.filter(({ name }) => name === 'rowDescription').flatMap(({ fields }) => fields)
    expect(columns).toMatchObject([
      { name: 'one', dataTypeID: 23 },
      { name: 'two', dataTypeID: 25 },
    ])
    expect(answers.filter(({ name }) => name === 'dataRow').map(({ fields }) => fields)).toEqual([['1'], ['a']])
    expect(again.filter(({ name }) => name === 'commandComplete').map(({ text }) => text)).toEqual(['SELECT 1'])
    expect(again.find(({ name }) => name === 'dataRow')?.fields).toEqual(['2'])
  })

  test('answers an error of a statement instead of throwing it, or the batch could not name the statement', async () => {
    const failing = preparedOf('select 1 / $1::int as quotient')
    const messages = [...prepareMessages(failing), ...executeMessages(failing, [0])]

    const answers = (await engine.execProtocolStream(joinMessages(messages), options)) as unknown as Answer[]

    expect(answers.find(({ name }) => name === 'error')).toMatchObject({ code: '22012', severity: 'ERROR' })
    expect(answers.at(-1)?.name).toBe('readyForQuery')
  })

  test('lets messages into an open transaction, or a statement of the transaction would wait for its end', async () => {
    const inside = preparedOf('select txid_current()::text as id')
    const messages = [...prepareMessages(inside), ...executeMessages(inside, [])]

    const ids = await engine.transaction(async (tx) => {
      const answers = await engine.runExclusive(() => engine.execProtocolStream(joinMessages(messages), options))
      const { rows } = await tx.query<{ id: string }>('select txid_current()::text as id')
      return [(answers as unknown as Answer[]).find(({ name }) => name === 'dataRow')?.fields?.[0], rows[0]?.id]
    })

    expect(ids[0]).toBe(ids[1])
  })
})

interface Answer {
  readonly name: string
  readonly fields?: readonly unknown[]
  readonly text?: string
}
