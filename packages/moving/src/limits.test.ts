import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

import { readText } from './input/text.ts'
import { UnreadableInput } from './input/source.ts'
import { temporarySideTable } from './open-input.ts'

test('a file that is larger than its limit after unpacking is not read to its end', async () => {
  const file = {
    unpackedMaxBytes: 1_000_000,
    async *open() {
      yield gzipSync(Buffer.alloc(50_000_000, 'a'))
    },
  }
  let characters = 0

  const reading = (async () => {
    for await (const text of readText(file)) characters += text.length
  })()

  await expect(reading).rejects.toThrow(UnreadableInput)
  expect(characters).toBeLessThanOrEqual(1_000_000)
})

test('rows of one user beyond a limit are refused', () => {
  const table = temporarySideTable()
  for (let line = 1; line <= 10_001; line += 1) table.add('user', line, 'x')
  table.add('other', 10_002, 'y')

  expect(table.take('other')).toHaveLength(1)
  expect(() => table.take('user')).toThrow('More than 10000 rows of a file belong to one user.')
  table.close()
})
