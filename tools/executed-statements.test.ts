import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { findMissingStatements } from './executed-statements.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-statements-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

function write(name: string, ...texts: string[]): void {
  writeFileSync(
    join(folder, name),
    texts.map((text) => `${JSON.stringify({ text, test: `${text}.test.ts` })}\n`).join(''),
  )
}

test('a statement that the embedded engine does not execute is named with a test that executes it', () => {
  write('embedded-1.jsonl', 'select a', 'select d')
  write('postgres-2.jsonl', 'select a', 'select c')
  write('postgres-3.jsonl', 'select b', 'select c')

  expect(findMissingStatements(folder)).toEqual([
    { text: 'select c', test: 'select c.test.ts' },
    { text: 'select b', test: 'select b.test.ts' },
  ])
})

test('the pages of a list in both orders count as one statement', () => {
  write('embedded-1.jsonl', 'select id from teams where project_id = $1 and name < $2 order by created_at, id limit $3')
  write(
    'postgres-2.jsonl',
    `select id from teams where project_id = $1 and name < $2
       and (created_at, id) <= ('epoch'::timestamptz + $3::float8 * interval '1 microsecond', $4::uuid)
     order by created_at desc, id desc limit $5`,
  )

  expect(findMissingStatements(folder)).toEqual([])
})
