import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('given programs that can be named by hand, when CONTRIBUTING is read, then it says how for each', () => {
  const source = readFileSync(join(import.meta.dirname, 'programs.ts'), 'utf8')
  const guide = readFileSync(join(import.meta.dirname, '../CONTRIBUTING.md'), 'utf8')
  const names = new Set(source.match(/PORTICO_[A-Z_]+/g))

  expect(names.size).toBeGreaterThan(2)
  for (const name of names) expect(guide).toContain(`\`${name}\``)
})
