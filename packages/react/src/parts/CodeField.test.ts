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
  ['letters-and-digits', 'äßıſ', ''],
  ['digits', '123 456', '123456'],
  ['digits', '12a3', '123'],
  ['digits', '١٢٣', ''],
] as const)('a code of %s normalises the input "%s" to "%s"', (kind, text, code) => {
  expect(cleanCode(kind, text)).toBe(code)
})

test('truncates the input to the length of the code', () => {
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

test('normalises any text to at most six characters, idempotently', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const code = cleanCode('letters-and-digits', text)

      expect(code).toMatch(/^[A-Z0-9]{0,6}$/)
      expect(cleanCode('letters-and-digits', code)).toBe(code)
    }),
  )
})

test.each([
  [{}, 'code'],
  [{ name: 'invitation' }, 'invitation'],
])('the field with the props %j has the name %s', (props, name) => {
  const input = createElement(OneTimeCodeInput, { label: 'Code', value: '', onChange: () => {}, ...props })

  expect(renderToString(input)).toContain(`name="${name}"`)
})
