import fc from 'fast-check'
import { expect, test } from 'vitest'

import { countBytes } from './tree.ts'

test('bytes are counted as UTF-8 encodes them, also halves of surrogate pairs', () => {
  const units = fc.constantFrom('a', '\u007f', 'é', '\u07ff', '€', '\uffff', '\ud83d', '\ude00')
  fc.assert(
    fc.property(fc.array(units, { maxLength: 20 }), (text) => {
      expect(countBytes(text.join(''))).toBe(new TextEncoder().encode(text.join('')).length)
    }),
  )
})
