import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'
import { readRegion, withRegions } from './regions.ts'

const root = join(import.meta.dirname, '..')
const documents = globSync('docs/frameworks/*.md', { cwd: root }).sort()

test.each(documents)('%s shows the code of the tested files', (file) => {
  const text = readFileSync(join(root, file), 'utf8')

  expect(text, '`npm run generate` writes the code').toBe(withRegions(text))
})

test.each(documents)('each code block of %s in a programming language is a region', (file) => {
  const fences = readFileSync(join(root, file), 'utf8').match(/^```(?:ts|tsx|js|jsx)\b.*$/gm) ?? []

  expect(fences.filter((fence) => !/^```\w+ \S+#\S+$/.test(fence))).toEqual([])
})

test('a region that does not exist is an error that names the file', () => {
  expect(() => readRegion('tools/regions.ts#missing')).toThrow('tools/regions.ts has no region "missing"')
})

test('a document receives the code of its regions, without indentation', () => {
  const text = 'Text\n\n```ts examples/backends/src/owner.ts#owner\n```\n\n```sh\nnpm start\n```\n'

  const written = withRegions(text)

  expect(written).toContain('#owner\n/** Returns who calls')
  expect(written).toContain('\n}\n```\n\n```sh\nnpm start\n```\n')
  expect(withRegions(written)).toBe(written)
})
