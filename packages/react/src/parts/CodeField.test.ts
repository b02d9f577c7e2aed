import fc from 'fast-check'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OneTimeCodeInput } from './OneTimeCodeInput.tsx'
import { caretBeforeRejected, cleanCode } from './CodeField.tsx'

test.each([
  ['letters-and-digits', 'ab3def', 'AB3DEF'],
  ['letters-and-digits', ' AB3 - DEF ', 'AB3DEF'],
  ['letters-and-digits', 'AB3DEFG', 'AB3DEF'],
  ['letters-and-digits', 'äßı', ''],
  ['letters-and-digits', 'ａｂ３ｄｅｆ', 'AB3DEF'],
  ['letters-and-digits', 'Code: AB3DEF', 'AB3DEF'],
  ['letters-and-digits', 'Your code：ab3 def', 'AB3DEF'],
  ['letters-and-digits', 'Code: AB3DEF (until 12:30)', 'AB3DEF'],
  ['letters-and-digits', 'Your code for Acme: use AB3DEF now', 'AB3DEF'],
  ['letters-and-digits', 'AB3DEF\n', 'AB3DEF'],
  ['digits', 'Code 2 of 3: 123456.', '123456'],
  ['digits', '１２３', '123'],
  ['digits', '123 456', '123456'],
  ['digits', '12a3', '123'],
  ['digits', '١٢٣', '123'],
] as const)('a code of %s normalises the input "%s" to "%s"', (kind, text, code) => {
  expect(cleanCode(kind, text)).toBe(code)
})

test('cleanCode truncates the input to the length of the code', () => {
  expect(cleanCode('digits', '12 34 56 78 90', 8)).toBe('12345678')
  expect(cleanCode(/[a-z]+/, 'abcdef', 4)).toBe('abcd')
})

test.each([
  ['typed in the middle', 2, 'a1bc', 'abc', 1],
  ['pasted in the middle', 4, 'a123bc', 'abc', 1],
  ['typed at the end', 4, 'abc1', 'abc', 3],
  ['typed over a selection', 1, '1', 'abc', 3],
  ['pasted over a selection', 1, '1bcdef', 'abcd', 0],
])('the caret of a rejected text %s goes back', (_how, caret, rejected, value, expected) => {
  expect(caretBeforeRejected(caret, rejected, value)).toBe(expected)
})

test('cleanCode normalises any text to at most six characters, idempotently', () => {
  const characters = fc.constantFrom(...'1aZ ¼²Ⅷ٣３ＡﬁſİßéＤ:-—\u0301\u2067\u200b\u{1d7d9}\ud835\n')

  fc.assert(
    fc.property(
      fc.array(characters).map((all) => all.join('')),
      (text) => {
        const code = cleanCode('letters-and-digits', text)

        expect(code).toMatch(/^[A-Z0-9]{0,6}$/)
        expect(cleanCode('letters-and-digits', code)).toBe(code)
      },
    ),
  )
})

test.each([
  [{}, 'code'],
  [{ name: 'invitation' }, 'invitation'],
])('the field with the props %j has the name %s', (props, name) => {
  const input = createElement(OneTimeCodeInput, { label: 'Code', value: '', onChange: () => {}, ...props })

  expect(renderToString(input)).toContain(`name="${name}"`)
})
