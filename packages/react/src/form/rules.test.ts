import { describe, expect, test } from 'vitest'
import { createTranslate } from '../i18n/translate.ts'
import { currentPasswordError, emailError, newPasswordError, repeatedPasswordError } from './rules.ts'

const t = createTranslate(null)

describe('emailError', () => {
  test.each([
    ['', 'Please enter your email'],
    ['   ', 'Please enter your email'],
    ['ada', 'Please enter a valid email'],
    ['ada@', 'Please enter a valid email'],
    ['@example.com', 'Please enter a valid email'],
    ['.ada@example.com', 'Please enter a valid email'],
    ['ada@example', 'Please enter a valid email'],
    ['ada@example.c', 'Please enter a valid email'],
    ['ada lovelace@example.com', 'Please enter a valid email'],
    ['ada@exam ple.com', 'Please enter a valid email'],
    ['ada@@example.com', 'Please enter a valid email'],
  ])('rejects "%s" with "%s"', (email, message) => {
    expect(emailError(t, email)).toBe(message)
  })

  test.each(['ada@example.com', ' ada@example.com ', 'a+b.c@sub.example.co', 'ada@müller.de', "o'hara@example.ie"])(
    'accepts "%s"',
    (email) => {
      expect(emailError(t, email)).toBeUndefined()
    },
  )
})

describe('passwords', () => {
  test.each([
    ['', 'Please enter your password'],
    ['1234567', 'Password too short. Minimum length is 8.'],
    ['x'.repeat(71), 'Password too long. Maximum length is 70.'],
    ['🔑'.repeat(7), 'Password too short. Minimum length is 8.'],
    ['ä'.normalize('NFD').repeat(7), 'Password too short. Minimum length is 8.'],
  ])('rejects the new password "%s" with "%s"', (password, message) => {
    expect(newPasswordError(t, password)).toBe(message)
  })

  test.each(['12345678', 'x'.repeat(70), '🔑'.repeat(8), '🔑'.repeat(70), 'ä'.normalize('NFD').repeat(70)])(
    'accepts the new password "%s"',
    (password) => {
      expect(newPasswordError(t, password)).toBeUndefined()
    },
  )

  test('an existing password has no minimum length, and may have been imported with up to 1,000 characters', () => {
    expect(currentPasswordError(t, '')).toBe('Please enter your password')
    expect(currentPasswordError(t, 'short')).toBeUndefined()
    expect(currentPasswordError(t, 'x'.repeat(1_000))).toBeUndefined()
    expect(currentPasswordError(t, 'x'.repeat(1_001))).toBe('Password too long. Maximum length is 1000.')
  })

  test.each([
    ['12345678', '', 'Please repeat your password'],
    ['12345678', '12345679', 'Passwords do not match'],
    ['12345678', '12345678', undefined],
  ])('"%s" repeated as "%s" returns %s', (password, repeated, message) => {
    expect(repeatedPasswordError(t, password, repeated)).toBe(message)
  })
})
