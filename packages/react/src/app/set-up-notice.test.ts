import { afterEach, beforeEach, expect, test, vi, type MockInstance } from 'vitest'
import { checkLanguage } from './set-up-notice.ts'

let warn: MockInstance<typeof console.warn>

beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => warn.mockRestore())

test('an unknown language is named once, with those that have texts', () => {
  checkLanguage('fa', {})
  checkLanguage('fa', {})

  expect(warn.mock.calls).toEqual([[expect.stringMatching(/"fa".*en-US, ar, de-DE,/)]])
})

test('a text that is no language is named', () => {
  checkLanguage('German', {})

  expect(warn.mock.calls).toEqual([[expect.stringContaining('"German"')]])
})

test('an unknown key of replacement texts is named once', () => {
  const overrides = { 'Sign in': 'Enter', 'Sing in': 'Enter', '1 valid key': 'One key', 'Account Settings': 'Account' }

  checkLanguage('de', overrides)
  checkLanguage(undefined, { ...overrides })

  expect(warn.mock.calls).toEqual([[expect.stringMatching(/no effect: "Sing in"\./)]])
})

test.each([
  ['es-MX', {}],
  ['en-GB', {}],
  [undefined, undefined],
  // The host provides the texts of a language that has none here.
  ['nl', { 'Sign in': 'Inloggen' }],
] as const)('the language %s with the texts %o is no mistake', (lang, overrides) => {
  checkLanguage(lang, overrides)

  expect(warn).not.toHaveBeenCalled()
})
