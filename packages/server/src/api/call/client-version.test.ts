import { expect, test } from 'vitest'

import { isUnsupported, knowsSuspensions } from './client-version.ts'

test.each([
  ['js @stackframe/stack@2.8.3', false],
  ['js @stackframe/react@2.8.57', false],
  ['js @stackframe/js@2.7.99', false],
  ['js @stackframe/js@1.9.99', false],
  ['js @stackframe/stack@2.8.58', true],
  ['js @stackframe/stack@2.8.108', true],
  ['js @stackframe/stack@2.9.0', true],
  ['js @stackframe/stack@3.0.0', true],
  ['js @portico/client@0.1.0', true],
  ['python @example/client@1.0.0', true],
  ['@stackframe/', true],
  ['', true],
  [null, true],
])('%s knows suspensions: %s', (clientVersion, expected) => {
  expect(knowsSuspensions(clientVersion)).toBe(expected)
})

test.each([
  ['js @stackframe/stack@2.8.2', true],
  ['js @stackframe/js@2.7.99', true],
  ['js @stackframe/js@2.8.3', false],
  ['js @stackframe/js@2.8.108', false],
  ['js @portico/client@0.1.0', false],
  ['2.0.0', false],
  ['', false],
])('%s is not supported any more: %s', (clientVersion, expected) => {
  expect(isUnsupported(clientVersion)).toBe(expected)
})
