import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

// A packed release's API tests, with the modules of that release.

const packages = process.env['PORTICO_TEST_PACKED_RELEASE'] ?? ''

/** Tests import modules of the source; the release has them built. */
function findBuilt(source: string, importer: string | undefined): string | undefined {
  if (!source.startsWith('.') || importer === undefined || !importer.startsWith(packages)) return undefined
  const file = resolve(dirname(importer), source).replace('/@portico/server/src/', '/@portico/server/dist/')
  return [file, file.replace(/\.ts$/, '.js')].find((candidate) => existsSync(candidate))
}

export default defineConfig({
  root: packages,
  plugins: [{ name: 'built-modules', enforce: 'pre', resolveId: findBuilt }],
  test: {
    include: ['server/dist/**/*.test.ts'],
    // It reads a page of the documentation, which no packed release has.
    exclude: ['server/dist/flows/profile/import-password-hash.test.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    // The built modules are loaded as they are; only tests and their helpers are TypeScript.
    server: { deps: { inline: [/\.ts$/] } },
    env: { PORTICO_TEST_ENGINE: 'postgres', PORTICO_TEST_KEEPS_DATABASES: 'true' },
  },
})
