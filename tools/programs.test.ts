import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asSocketFolder } from './postgres.ts'

test('CONTRIBUTING documents each variable that sets the path of a program', () => {
  const source = readFileSync(join(import.meta.dirname, 'programs.ts'), 'utf8')
  const guide = readFileSync(join(import.meta.dirname, '../CONTRIBUTING.md'), 'utf8')
  const names = new Set(source.match(/PORTICO_[A-Z_]+/g))

  expect(names.size).toBeGreaterThan(2)
  for (const name of names) expect(guide).toContain(`\`${name}\``)
})

test('PostgreSQL gets a Unix socket only in a folder whose path leaves room for its name', () => {
  expect(asSocketFolder('/tmp/portico-postgres-x')).toBe('/tmp/portico-postgres-x')
  expect(asSocketFolder(`/tmp/${'é'.repeat(45)}`)).toBeNull()
})
