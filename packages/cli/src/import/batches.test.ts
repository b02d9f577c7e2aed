import type { ReadLine } from '@portico/moving/sources'
import { expect, test } from 'vitest'

import { toBatches, type Batch } from './batches.ts'

async function* linesOf(count: number, displayName: string): AsyncGenerator<ReadLine> {
  for (let line = 1; line <= count; line += 1) {
    yield await Promise.resolve({
      file: 'users',
      line,
      record: { kind: 'user', source_id: String(line), display_name: displayName } as const,
    })
  }
}

async function collect(lines: AsyncIterable<ReadLine>): Promise<Batch[]> {
  const batches: Batch[] = []
  for await (const batch of toBatches(lines)) batches.push(batch)
  return batches
}

async function sizes(lines: AsyncIterable<ReadLine>): Promise<number[]> {
  return (await collect(lines)).map(({ records }) => records.length)
}

test('a batch has at most as many records as a call takes', async () => {
  expect(await sizes(linesOf(1_001, 'Ada'))).toEqual([500, 500, 1])
  expect(await sizes(linesOf(0, 'Ada'))).toEqual([])
})

test('a batch has at most half of the bytes of a call, and a larger record is alone', async () => {
  expect(await sizes(linesOf(5, 'ü'.repeat(500_000)))).toEqual([2, 2, 1])
  expect(await sizes(linesOf(2, 'x'.repeat(3_000_000)))).toEqual([1, 1])
})

test('lines that could not be read keep their place between the records', async () => {
  async function* lines(): AsyncGenerator<ReadLine> {
    yield { file: 'users', line: 1, problem: 'The line is not JSON.' }
    yield* linesOf(1, 'Ada')
  }

  const batches = await collect(lines())

  expect(batches).toMatchObject([{ records: [{ line: 1 }], problems: [{ line: 1, problem: 'The line is not JSON.' }] }])
})
