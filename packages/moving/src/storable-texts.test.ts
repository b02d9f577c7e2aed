import { expect, test } from 'vitest'

import { findSource, memorySideTable, type ReadLine } from './sources.ts'

test.each([
  ['NUL in a name', { display_name: 'A\0da' }],
  ['an unpaired surrogate in metadata', { server_metadata: { tags: ['\ud800'] } }],
  ['NUL in the key of metadata', { client_metadata: { 'a\0b': 1 } }],
])('a record with %s is a problem, and the reader goes on', async (_what, fields) => {
  const records = [
    { kind: 'user', source_id: '1', ...fields },
    { kind: 'user', source_id: '2' },
  ]
  const file = new TextEncoder().encode(records.map((record) => JSON.stringify(record)).join('\n'))
  const users = {
    async *open() {
      yield file
    },
  }

  const lines: ReadLine[] = []
  const read = findSource('portico')?.read({ files: { users }, options: {}, createSideTable: memorySideTable })
  for await (const line of read ?? []) lines.push(line)

  expect(lines.slice(0, 2)).toEqual([
    { file: 'users', line: 1, problem: 'The record has a NUL character or an unpaired surrogate.' },
    { file: 'users', line: 2, record: records[1] },
  ])
})
