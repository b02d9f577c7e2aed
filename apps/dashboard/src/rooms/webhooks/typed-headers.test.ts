import { expect, test } from 'vitest'
import { parseHeaders } from './typed-headers.ts'

test.each([
  ['', { headers: {} }],
  ['X-Key: abc', { headers: { 'X-Key': 'abc' } }],
  ['\n  X-Key :  a:b  \r\nX-Empty:\n', { headers: { 'X-Key': 'a:b', 'X-Empty': '' } }],
  ['X-Key: abc\nabc', { wrongLine: 2 }],
  [': abc', { wrongLine: 1 }],
  ['X Key: abc', { wrongLine: 1 }],
  ['X-Key: a\n\nX-Key: b', { wrongLine: 3 }],
])('parseHeaders reads the headers in %j', (typed, expected) => {
  expect(parseHeaders(typed)).toEqual(expected)
})
