import { expect } from 'vitest'

// The recorded statements name the test file (packages/testkit/src/recorded-statements.ts).
process.env['PORTICO_TEST_FILE'] = expect.getState().testPath ?? ''
