import { expect, test } from 'vitest'

import { findWrongTitles, findWrongTitlesIn } from './test-titles.ts'

test.each([
  ["test('signs in', () => {", 'say what happens'],
  ["  test('works with a link from a mail', () => {", 'begin with what happens'],
  ["  test('if a code is wrong, the form shows it', () => {", 'begin with what happens'],
  ["test('refuses a code after too many attempts', () => {", 'name the subject, here or in a `describe` above'],
  ["test.each(['a', 'b'])('refuses the code %s', () => {", 'name the subject, here or in a `describe` above'],
  ["test.each([\n  ['a'],\n])('refuses the code %s', () => {", 'name the subject, here or in a `describe` above'],
  [
    "test.each([\n  ['a'],\n])(\n  'refuses the code %s',\n  () => {",
    'name the subject, here or in a `describe` above',
  ],
])('%j is refused: %s', (text, problem) => {
  expect(findWrongTitlesIn('a.test.ts', text)).toEqual([expect.objectContaining({ problem })])
})

test.each([
  "describe('sign-in', () => {\n  test('refuses a code after too many attempts', () => {",
  "describe.each([\n  ['a'],\n])('app %s', () => {",
  "test('a used code is refused', () => {",
  "describe('a code', () => {\n  test.each(['a'])('is %s', () => {",
])('%j is accepted', (text) => {
  expect(findWrongTitlesIn('a.test.ts', text)).toEqual([])
})

test('the title of each test makes a claim about its subject', () => {
  expect(findWrongTitles()).toEqual([])
})
