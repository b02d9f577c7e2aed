import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { findOneSidedStatements } from './executed-statements.ts'

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

test('names each statement that only one engine executes, and a test that executes it', () => {
  write('embedded-1.jsonl', 'a', 'b')
  write('postgres-2.jsonl', 'a')
  write('postgres-3.jsonl', 'c', 'b')

  expect(findOneSidedStatements(folder)).toEqual([{ text: 'c', engine: 'postgres', test: 'c.test.ts' }])
})

test('names all statements if one engine executes none', () => {
  write('postgres-2.jsonl', 'a')

  expect(findOneSidedStatements(folder)).toMatchObject([{ text: 'a' }])
})
