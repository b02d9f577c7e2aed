import { test as testOfBothEngines } from 'vitest'

/** The embedded engine runs the file beside PostgreSQL, not as the only engine of the run. */
export const isBesidePostgres =
  process.env['PORTICO_TEST_ENGINE'] === 'pglite' && process.env['PORTICO_TEST_ONLY_ENGINE'] === undefined

/**
 * A test of rules, in a file of `testsOfBothEngines`: beside PostgreSQL, the embedded engine leaves it out, because
 * other tests execute its statements there (docs/decisions/034-one-engine-runs-all-tests.md).
 */
export const test: typeof testOfBothEngines.skip = isBesidePostgres ? testOfBothEngines.skip : testOfBothEngines

/** A race, or a test that executes a statement which no other file of both engines executes. */
export { testOfBothEngines }
