import fc from 'fast-check'
import { expect, test } from 'vitest'

import { Base32Malformed, decodeBase32, encodeBase32 } from './base32.ts'

// RFC 4648 section 10, without the padding.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('Base32 encodes "%s" as "%s" and decodes it back', (text, encoded) => {
  const bytes = new TextEncoder().encode(text)

  expect(encodeBase32(bytes)).toBe(encoded)
  expect([...decodeBase32(encoded)]).toEqual([...bytes])
})

test.each(['my', 'M', 'MZX', 'MZXW6Y', 'MZ', 'M1', 'MY======', 'M Y', 'MÝ'])('decodeBase32 refuses "%s"', (text) => {
  expect(() => decodeBase32(text)).toThrow(Base32Malformed)
})

test('encoding and decoding return the same bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect([...decodeBase32(encodeBase32(bytes))]).toEqual([...bytes])
    }),
  )
})

test('decodeBase32 returns bytes that encode to the given text, or throws Base32Malformed', () => {
  const anyText = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567=') }))
  fc.assert(
    fc.property(anyText, (text) => {
      try {
        expect(encodeBase32(decodeBase32(text))).toBe(text)
      } catch (error) {
        expect(error).toBeInstanceOf(Base32Malformed)
      }
    }),
  )
})
