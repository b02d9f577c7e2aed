import { expect } from 'vitest'

// The testkit records the statements of tests that can run on both engines (tools/executed-statements.ts).
const file = expect.getState().testPath ?? ''
/**
 * They require a PostgreSQL server. `rows-read` combines filters of lists as no caller does; each filter has a test of both engines.
 * The subject of `tools/examples` is the code of documents, whose calls have tests of their own.
 */
const notCompared = /(\.postgres|\/rows-read|\/tools\/examples\/examples)\.test\.ts$/
process.env['PORTICO_TEST_FILE'] = notCompared.test(file) ? '' : file
