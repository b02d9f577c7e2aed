import { createTestPortico, type TestPortico } from '@portico/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { allRows, statement } from '../../kernel/statement.ts'
import { preferIndexes, preferIndexScans, preferOrderedIndexes } from './sweep.ts'

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico({ engine: 'postgres' })
})

afterAll(() => portico.close())

test.each([
  ['preferIndexes', preferIndexes],
  ['preferIndexScans', preferIndexScans],
  ['preferOrderedIndexes', preferOrderedIndexes],
])('a statement that reads a table in spite of %s is not compiled', async (_, planning) => {
  const { plan } = await portico.database.db.batch({
    planning,
    plan: statement<Record<string, string>>`explain select from figure_deltas where amount = 1 limit 1`.map((result) =>
      allRows(result).flatMap((row) => Object.values(row)),
    ),
  })
  expect(plan.join('\n')).toContain('Seq Scan on figure_deltas  (cost=10000000000')
  expect(plan.join('\n')).not.toContain('JIT')
})
