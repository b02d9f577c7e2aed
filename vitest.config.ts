import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

import { mutationPlugins } from './tools/mutations/plugin.ts'

// Vite, and the Node process that runs the tests, load workspace packages from their source.
const sourceCondition = '@portico/source'
const conditions = [sourceCondition, 'module', 'node', 'development|production']
const mutators = mutationPlugins()
const shared = {
  plugins: mutators,
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: [sourceCondition] } },
}
const exclude = ['**/node_modules/**', '**/dist/**']
/** One more than cores, because tests wait for a quarter of their time. */
const FILES_AT_ONCE = availableParallelism() + 1
const HANG_MILLIS = 600_000
const POLL_MILLIS = 120_000
const sharedTest = {
  pool: 'forks',
  maxWorkers: FILES_AT_ONCE,
  exclude,
  // A worker loads the service once for all its files. A file that changes a module or a global must restore it.
  isolate: false,
  // No test is bound by time, because machines differ. These limits only end what hangs.
  expect: { poll: { timeout: POLL_MILLIS } },
  testTimeout: HANG_MILLIS,
  hookTimeout: HANG_MILLIS,
  // Do not cache a mutated module for a later run.
  fsModuleCache: mutators.length === 0,
} as const

const BROWSERS_MAX = 4

const browserTests = [
  '{packages,apps}/*/test/**/*.browser.test.{ts,tsx}',
  'e2e/**/*.test.ts',
  'interop/browser/*.test.ts',
]
/** Tests of features that only the embedded engine has, such as the start page, and tests that start the engine themselves. */
const testsOfTheEmbeddedEngine = [
  'packages/server/src/dev/**/*.test.ts',
  'packages/server/src/main.test.ts',
  'packages/server/src/operator/operator.test.ts',
  'packages/server/src/platform/db/start-image.test.ts',
  'packages/server/src/records/figures/backfill.test.ts',
]
/**
 * Tests that do not depend on the engine, so they run once: clients and the terminal, rules that the pipeline enforces before a query,
 * the first admin except for its race, hashes, providers and mail servers.
 */
const testsOfNoEngine = [
  'packages/server/src/admin/first-admin/first-admin.test.ts',
  'packages/server/src/api/{declarations,generated}.test.ts',
  'packages/server/src/flows/oauth/{client-authentication,hostile-provider}.test.ts',
  'packages/server/src/flows/oauth/providers/*.test.ts',
  'packages/server/src/flows/password/shared-hasher.test.ts',
  'packages/server/src/flows/profile/import-password-hash.test.ts',
  'packages/server/src/platform/hashing/**/*.test.ts',
  'packages/server/src/admin/mail-server/*.test.ts',
  'packages/server/src/platform/mailer/*.test.ts',
  'packages/{cli,client,react}/src/**/*.service.test.{ts,tsx}',
  'interop/*.test.ts',
]
/** They run on PostgreSQL, which takes half the time, unless this run excludes PostgreSQL. */
const engineOfOtherTests = process.env['PORTICO_TEST_ONLY_ENGINE'] ?? 'postgres'
const serviceTests = [
  'packages/server/**/*.test.ts',
  'packages/testkit/**/*.test.ts',
  'packages/*/src/**/*.service.test.{ts,tsx}',
  'interop/*.test.ts',
  'tools/**/*.postgres.test.ts',
]

/**
 * Counts what statements read, so it has a PostgreSQL server of its own: a transaction of another test keeps dead row versions
 * from being skipped, also in other databases of its server.
 */
const testsOfReads = ['packages/server/test/rows-read/rows-read.test.ts']

/** Runs the same files once per engine, because a flow must behave the same on both. */
function serviceProject(engine: 'pglite' | 'postgres', globalSetup: string[]): TestProjectInlineConfiguration {
  return {
    ...shared,
    test: {
      ...sharedTest,
      name: `service-${engine}`,
      include: serviceTests,
      // Tests that require a database server run on PostgreSQL only; tests that do not depend on the engine run once.
      exclude: [
        ...exclude,
        ...(engine === 'pglite' ? ['**/*.postgres.test.ts'] : [...testsOfTheEmbeddedEngine, ...testsOfReads]),
        ...(engine === engineOfOtherTests ? [] : testsOfNoEngine),
      ],
      globalSetup,
      setupFiles: ['tools/test-file.setup.ts'],
      env: { PORTICO_TEST_ENGINE: engine },
      // The published official clients import without file extensions, as bundlers allow and Node does not.
      server: { deps: { inline: [/@stackframe/, /stackframe-js-newest/] } },
    },
  }
}

const postgresProject = serviceProject('postgres', ['tools/postgres.setup.ts'])

export default defineConfig({
  test: {
    projects: [
      {
        ...shared,
        test: {
          ...sharedTest,
          name: 'unit',
          include: [
            'packages/{contract,protocols,client,react}/**/*.test.{ts,tsx}',
            'apps/**/*.test.{ts,tsx}',
            'tools/**/*.test.ts',
          ],
          exclude: [...exclude, ...browserTests, ...serviceTests],
        },
      },
      serviceProject('pglite', []),
      postgresProject,
      { ...shared, test: { ...postgresProject.test, name: 'service-postgres-reads', include: testsOfReads, exclude } },
      {
        ...shared,
        test: {
          ...sharedTest,
          name: 'browser',
          include: browserTests,
          globalSetup: ['tools/dashboard.setup.ts'],
          // Run last, because the other tests fail sooner. Each file starts a browser, a service and a web server, so limit the memory.
          maxWorkers: Math.min(FILES_AT_ONCE, BROWSERS_MAX),
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
