import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readTypedCode } from './typed-code.ts'

test.each([
  ['123456', '123456'],
  ['123 456\n', '123456'],
  ['１２３４５６', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['۱۲۳۴۵۶', '123456'],
  ['१२३-४५६', '123456'],
  ['𝟏𝟐𝟑𝟜𝟝𝟞', '123456'],
  ['\u2067123\u00a0456\u2069', '123456'],
  ['ＡＢ３\u2014ＤＥＦ', 'AB3DEF'],
])('the typed code %j is %s', (typed, code) => {
  expect(readTypedCode(typed)).toBe(code)
})

test('every decimal digit of Unicode has a value', () => {
  const digits = Array.from({ length: 0x110000 }, (_, point) => point)
    .filter((point) => point < 0xd800 || point > 0xdfff)
    .map((point) => String.fromCodePoint(point))
    .filter((character) => /\p{Nd}/u.test(character))

  const values = digits.map(readTypedCode)

  expect(digits.length % 10).toBe(0)
  expect(values.join('')).toBe('0123456789'.repeat(digits.length / 10))
})

test('reading a code twice changes nothing, except that letters combine with marks that were separated before', () => {
  const characters = fc.constantFrom(
    ...'1aZ ¼²Ⅷ٣３ＡﬁſİßéＤ:-—\u2067\u200b\u{1d7d9}\ud835\n',
    // Combining marks, a diacritic with its own space, and parts of a syllable.
    ...'\u0301\u0323\u0307¨\u1112\u1161\u11ab',
  )

  fc.assert(
    fc.property(
      fc.array(characters).map((all) => all.join('')),
      (text) => {
        const code = readTypedCode(text)

        expect(readTypedCode(code)).toBe(code.normalize('NFC'))
        expect(code).not.toMatch(/[\s\p{Cf}\p{Pd}]/u)
      },
    ),
  )
})
