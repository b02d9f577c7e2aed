import { describe, expect, test } from 'vitest'

import { codeOf, emailProblem, passwordProblem } from './problems.ts'

describe('typed values of a user', () => {
  test.each([
    ['', 'emailEmpty'],
    ['  ', 'emailEmpty'],
    ['ada', 'emailInvalid'],
    ['ada@example', 'emailInvalid'],
    ['a da@example.com', 'emailInvalid'],
    [' ada@example.com ', null],
  ])('checks the address "%s"', (email, problem) => {
    expect(emailProblem(email)).toBe(problem)
  })

  test('counts the characters of a password', () => {
    expect(passwordProblem('1234567')).toBe('passwordShort')
    expect(passwordProblem('🗝'.repeat(8))).toBe(null)
    expect(passwordProblem('1'.repeat(71))).toBe('passwordLong')
  })

  test('tells the field of a refusal', () => {
    expect(codeOf({ errorCode: 'USER_EMAIL_ALREADY_EXISTS' })).toBe('taken')
    expect(codeOf({ errorCode: 'PASSWORD_TOO_SHORT' })).toBe('password')
    expect(codeOf(new TypeError('offline'))).toBe(null)
  })
})
