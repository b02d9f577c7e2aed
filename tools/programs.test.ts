import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('CONTRIBUTING documents each variable that sets the path of a program', () => {
  const source = readFileSync(join(import.meta.dirname, 'programs.ts'), 'utf8')
  const guide = readFileSync(join(import.meta.dirname, '../CONTRIBUTING.md'), 'utf8')
  const names = new Set(source.match(/PORTICO_[A-Z_]+/g))

  expect(names.size).toBeGreaterThan(2)
  for (const name of names) expect(guide).toContain(`\`${name}\``)
})
