import { test as testOfBothEngines } from 'vitest'

/** Whether the file runs on the embedded engine in addition to PostgreSQL, and not on the embedded engine alone. */
export const isBesidePostgres =
  process.env['PORTICO_TEST_ENGINE'] === 'pglite' && process.env['PORTICO_TEST_ONLY_ENGINE'] === undefined

/**
 * A test of rules in a file of `testsOfBothEngines`. If PostgreSQL runs it, the embedded engine skips it: other tests
 * execute its statements there (docs/decisions/034-one-engine-runs-all-tests.md).
 */
export const test: typeof testOfBothEngines.skip = isBesidePostgres ? testOfBothEngines.skip : testOfBothEngines

/** For a race, or a test with a statement that no other file of both engines executes. */
export { testOfBothEngines }
