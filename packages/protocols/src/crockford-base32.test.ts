import fc from 'fast-check'
import { expect, test } from 'vitest'

import { encodeCrockfordBase32 } from './crockford-base32.ts'

test.each([
  [[], ''],
  [[0], '00'],
  [[255], 'zw'],
  [[0x48, 0x65, 0x6c, 0x6c, 0x6f], '91jprv3f'],
])('the bytes %j are encoded as "%s"', (bytes, text) => {
  expect(encodeCrockfordBase32(Uint8Array.from(bytes))).toBe(text)
})

test('the encoding has one character per five bits and differs for different bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.uint8Array(), (one, two) => {
      const [a, b] = [encodeCrockfordBase32(one), encodeCrockfordBase32(two)]
      expect(a).toMatch(/^[0-9a-hjkmnp-tv-z]*$/)
      expect(a).toHaveLength(Math.ceil((one.length * 8) / 5))
      if (one.length === two.length) expect(a === b).toBe(Buffer.compare(one, two) === 0)
    }),
  )
})
