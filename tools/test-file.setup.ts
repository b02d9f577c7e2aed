import { expect } from 'vitest'

// The testkit records the statements of tests that can run on both engines (tools/executed-statements.ts).
const file = expect.getState().testPath ?? ''
process.env['PORTICO_TEST_FILE'] = file.endsWith('.postgres.test.ts') ? '' : file
