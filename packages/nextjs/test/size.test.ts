import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

/** Code for any framework belongs to `framework-support.ts` of the client, or to the React package. */
const LINES_MAX = 299

const folder = join(import.meta.dirname, '../src')

/** Counts the lines with code, without comments. */
function countLines(path: string): number {
  const source = readFileSync(join(folder, path), 'utf8')
  const { comments } = parseSync(path, source)
  const code = comments.toReversed().reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), source)
  return code.split('\n').filter((line) => line.trim() !== '').length
}

test('the package has less than 300 lines of code, without the types of Next.js', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: folder, exclude: ['next.d.ts', '**/*.test.*'] })
  const lines = files.reduce((sum, path) => sum + countLines(path), 0)

  expect(lines).toBeGreaterThan(200)
  expect(lines).toBeLessThanOrEqual(LINES_MAX)
})
