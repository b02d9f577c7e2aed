import { expect } from 'vitest'

// The testkit records the statements of tests that can run on both engines (tools/executed-statements.ts).
const file = expect.getState().testPath ?? ''
/**
 * `.postgres` tests require a PostgreSQL server. `rows-read` combines filters of lists as no caller does; each filter
 * has a test of both engines. `tools/examples` tests the code of documents, whose calls have separate tests.
 */
const notCompared = /(\.postgres|\/rows-read|\/tools\/examples\/examples)\.test\.ts$/
process.env['PORTICO_TEST_FILE'] = notCompared.test(file) ? '' : file
