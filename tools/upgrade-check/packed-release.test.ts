import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { fileOf, listPacked, readPacked } from './packed-release.ts'

const migrations = join(import.meta.dirname, '../../packages/server/src/platform/db/migrations')

test.each(listPacked())('the schema of the packed release %s is unchanged', (version) => {
  const packed = readPacked(version, 'server/dist/platform/db/migrations/')
  const files = readdirSync(migrations)

  expect(packed.size).toBeGreaterThan(0)
  expect(files.slice(0, packed.size)).toEqual([...packed.keys()].toSorted())
  for (const [file, text] of packed) expect(readFileSync(join(migrations, file), 'utf8')).toBe(text)
})

test('the packed releases are few and small', () => {
  expect(listPacked()).toContain('0.1.0')
  expect(listPacked().length).toBeLessThanOrEqual(2)
  for (const version of listPacked()) expect(statSync(fileOf(version)).size).toBeLessThan(1_500_000)
})
