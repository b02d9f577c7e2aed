import { expect, test } from 'vitest'
import { present } from './present.ts'

test('fields get camel case, moments become dates, and values keep their names', () => {
  const read = { signed_up_at_millis: 0, factor_reset_at_millis: null, client_metadata: { a_b_millis: 1 }, id: 'x' }

  expect(present(read)).toEqual({
    signedUpAt: new Date(0),
    factorResetAt: null,
    clientMetadata: { a_b_millis: 1 },
    id: 'x',
  })
})
