// The tests that protect the mutated modules, on the embedded engine. Stryker runs them in a copy of the repository.
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

import { defineConfig } from 'vitest/config'

import { currentGroup } from './groups.mjs'

const sourceCondition = '@portico/source'

/** Resolves the packages to those of the copy. The links in node_modules point to the original packages. */
const aliases = readdirSync('packages').flatMap((folder) => {
  const { name, exports = {} } = JSON.parse(readFileSync(`packages/${folder}/package.json`, 'utf8'))
  return Object.entries(exports).flatMap(([entry, { [sourceCondition]: source }]) =>
    source === undefined
      ? []
      : [{ find: patternOf(name, entry), replacement: path.resolve('packages', folder, source.replace('*', '$1')) }],
  )
})

export default defineConfig({
  resolve: { alias: aliases, conditions: [sourceCondition, 'module', 'node', 'development|production'] },
  test: {
    include: currentGroup().tests,
    exclude: ['**/*.postgres.test.ts', '**/node_modules/**'],
    env: { PORTICO_TEST_ENGINE: 'pglite', PORTICO_TEST_ONLY_ENGINE: 'pglite' },
    isolate: false,
    fsModuleCache: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
})

function patternOf(name, entry) {
  const subpath = entry === '.' ? '' : entry.slice(1).replace('*', '(.*)')
  return new RegExp(`^${name}${subpath}$`)
}
