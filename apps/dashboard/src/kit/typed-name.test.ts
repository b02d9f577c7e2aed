import { expect, test } from 'vitest'

import { isTypedName, nameToTypeOf } from './typed-name.ts'

test.each([
  ['Ada Okafor', 'Ada Okafor', true],
  [' Ada  Okafor ', 'Ada\u00A0Okafor', true],
  ['elbon', '\u202Eelbon', true],
  ['Ada', 'A\u200Bd\u00ADa\uFEFF', true],
  ['Zoe\u0308', 'Zo\u00EB', true],
  ['北斎', '\u2066北斎\u2069', true],
  ['ada okafor', 'Ada Okafor', false],
  ['Ada Okafo', 'Ada Okafor', false],
  ['', '\u200B\u202E', false],
  ['', '', false],
])('the typed name %j is %j: %s', (typed, name, expected) => {
  expect(isTypedName(typed, name)).toBe(expected)
})

test('a name without a visible character is confirmed by its id', () => {
  expect(nameToTypeOf('\u202E ', 'id')).toBe('id')
  expect(nameToTypeOf('Ada', 'id')).toBe('Ada')
})
