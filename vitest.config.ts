import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

import { PATIENCE_VARIABLE } from './tools/mutations/mutation.ts'
import { mutationPlugins } from './tools/mutations/plugin.ts'

// Vite, and the Node process that runs the tests, load workspace packages from their source.
const sourceCondition = '@portico/source'
// Without `module`, which is for bundlers: Node does not load some files that packages have under it.
const conditions = [sourceCondition, 'node', 'development|production']
const mutators = mutationPlugins()
const hasShortLimits = mutators.length > 0 && process.env[PATIENCE_VARIABLE] === undefined
const shared = {
  plugins: mutators,
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: [sourceCondition] } },
}
const exclude = ['**/node_modules/**', '**/dist/**']
/** Each worker of each project loads the service, so more workers than cores cost more time than they save. */
const FILES_AT_ONCE = availableParallelism()
/** These limits only end what hangs, because machines differ. Without a check, tests wait for what never happens. */
const [HANG_MILLIS, POLL_MILLIS] = hasShortLimits ? [60_000, 10_000] : [600_000, 120_000]
const sharedTest = {
  pool: 'forks',
  maxWorkers: FILES_AT_ONCE,
  exclude,
  // A worker loads the service once for all its files. A file that changes a module or a global must restore it.
  isolate: false,
  expect: { poll: { timeout: POLL_MILLIS } },
  testTimeout: HANG_MILLIS,
  hookTimeout: HANG_MILLIS,
  // A test leaves its database for the next one of its process.
  env: { PORTICO_TEST_KEEPS_DATABASES: 'true' },
  fsModuleCache: true,
} as const

const BROWSERS_MAX = 4

const browserTests = [
  '{packages,apps}/*/test/**/*.browser.test.{ts,tsx}',
  'e2e/**/*.test.ts',
  'interop/browser/*.test.ts',
]
/**
 * Tests of features that only the embedded engine has, such as the start page, and tests that start the engine
 * themselves.
 */
const testsOfTheEmbeddedEngine = [
  'packages/server/src/dev/**/*.test.ts',
  'packages/server/src/main.test.ts',
  'packages/server/src/operator/{backup,operator}.test.ts',
  'packages/server/src/platform/db/{driver-contract,start-image}.test.ts',
]
/**
 * PostgreSQL runs all other tests. The embedded engine runs these: the adapters of the engines, races, and files that
 * together execute every statement of the service, which `npm test` checks
 * (docs/decisions/034-one-engine-runs-all-tests.md).
 */
const testsOfBothEngines = [
  'packages/server/src/platform/{cells,db,metrics}/*.test.ts',
  'packages/server/src/**/*race*.test.ts',
  'packages/server/src/create-portico.test.ts',
  'packages/testkit/**/*.test.ts',
  'packages/client/src/{admin/admin,server/server}-app.service.test.ts',
  'packages/client/src/admin/{jobs,webhooks}.service.test.ts',
  'packages/cli/src/owner/owner.service.test.ts',
  'packages/server/src/accounts/{admission,claim-account,claimed-records,delete-user}.test.ts',
  'packages/server/src/admin/{audit,impersonation-links,imports,jobs,mail-templates,mails,metrics,project-owners,record-exports,team-connections,webhooks,written-mails}/*.test.ts',
  'packages/server/src/admin/{partner-oauth/partner-oauth,svix/svix}.test.ts',
  'packages/server/src/admin/partners/partners.test.ts',
  'packages/server/src/admin/projects/project-version.test.ts',
  'packages/server/src/admin/users/filters.test.ts',
  'packages/server/src/api/{call/lists-after-deletion,pipeline/pipeline,rules/foreign-ids}.test.ts',
  'packages/server/src/delivery/{backfilling,heartbeat,housekeeping,outbox,webhook-body,work-announcements}.test.ts',
  'packages/server/src/delivery/subscribers/{audit,audit-refusals,notices}.test.ts',
  'packages/server/src/flows/{bot-check,cli-login,dashboard-session}/*.test.ts',
  'packages/server/src/flows/password/old-system.test.ts',
  'packages/server/src/flows/mfa/{factor-reset,recovery-codes}.test.ts',
  'packages/server/src/flows/profile/{export-own-data,import-password-hash}.test.ts',
  'packages/server/src/flows/teams/{lists,member-profiles}.test.ts',
  'packages/server/src/flows/api-keys/revoke-leaked-key.test.ts',
  'packages/server/src/flows/contact-channels/manage-channels.test.ts',
  'packages/server/src/flows/invitations/{invitations,sign-up}.test.ts',
  'packages/server/src/flows/oauth/{connected-accounts,token-endpoint}.test.ts',
]
/** The flows that run a second time, on PostgreSQL, with their projects in a second cell. */
const testsOfCells = [
  'packages/server/src/admin/projects/deletion.test.ts',
  'packages/server/src/admin/svix/svix.test.ts',
  'packages/server/src/admin/webhooks/{listeners,webhooks}.test.ts',
  'packages/server/src/delivery/webhooks.test.ts',
  'packages/server/src/flows/{api-keys/check-key,password/password,sessions/refresh,teams/memberships}.test.ts',
]
/** Set if this run excludes the other engine. The engine then runs all tests that do not require the other. */
const onlyEngine = process.env['PORTICO_TEST_ONLY_ENGINE']
const serviceTests = [
  'packages/server/**/*.test.ts',
  'packages/testkit/**/*.test.ts',
  'packages/*/src/**/*.service.test.{ts,tsx}',
  'interop/*.test.ts',
  'tools/**/*.postgres.test.ts',
  // A new database costs little on PostgreSQL, and the worker has loaded the service for other tests.
  'tools/examples/*.test.ts',
]

/**
 * Counts what statements read, so it has a PostgreSQL server of its own: a transaction of another test keeps dead row
 * versions from being skipped, also in other databases of its server.
 */
const testsOfReads = ['packages/server/test/rows-read/rows-read.test.ts']

function serviceProject(engine: 'pglite' | 'postgres', globalSetup: string[]): TestProjectInlineConfiguration {
  return {
    ...shared,
    test: {
      ...sharedTest,
      name: `service-${engine}`,
      include:
        engine === 'postgres' || onlyEngine === engine
          ? serviceTests
          : [...testsOfTheEmbeddedEngine, ...testsOfBothEngines],
      // Tests that require a database server run on PostgreSQL only.
      exclude: [
        ...exclude,
        ...browserTests,
        ...(onlyEngine === 'pglite' ? [] : testsOfReads),
        ...(engine === 'pglite' ? ['**/*.postgres.test.ts'] : testsOfTheEmbeddedEngine),
      ],
      globalSetup,
      setupFiles: ['tools/test-file.setup.ts'],
      env: { ...sharedTest.env, PORTICO_TEST_ENGINE: engine },
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
            'packages/{contract,protocols,moving,client,cli,nextjs,react,ui}/**/*.test.{ts,tsx}',
            'apps/**/*.test.{ts,tsx}',
            'tools/**/*.test.ts',
          ],
          exclude: [...exclude, ...browserTests, ...serviceTests],
        },
      },
      serviceProject('pglite', []),
      {
        ...shared,
        test: {
          ...postgresProject.test,
          name: 'service-postgres-cell',
          include: testsOfCells,
          exclude,
          env: { ...postgresProject.test?.env, PORTICO_TEST_CELL: 'true' },
        },
      },
      postgresProject,
      { ...shared, test: { ...postgresProject.test, name: 'service-postgres-reads', include: testsOfReads, exclude } },
      {
        ...shared,
        test: {
          ...sharedTest,
          name: 'browser',
          include: browserTests,
          globalSetup: ['tools/dashboard.setup.ts'],
          // Run last, because the other tests fail sooner. Each file starts a browser, a service and a web server, so
          // limit the memory.
          maxWorkers: Math.min(FILES_AT_ONCE, BROWSERS_MAX),
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
