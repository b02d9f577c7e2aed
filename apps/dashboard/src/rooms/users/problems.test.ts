import { describe, expect, test } from 'vitest'

import { findPasswordProblem, findRefusal } from './problems.ts'

describe('typed values of a user', () => {
  test('counts the characters of a password', () => {
    expect(findPasswordProblem('1234567')).toBe('passwordShort')
    expect(findPasswordProblem('🗝'.repeat(8))).toBe(null)
    expect(findPasswordProblem('1'.repeat(71))).toBe('passwordLong')
  })

  test('distinguishes refused addresses and passwords from other failures', () => {
    expect(findRefusal({ errorCode: 'USER_EMAIL_ALREADY_EXISTS' })).toBe('taken')
    expect(findRefusal({ errorCode: 'PASSWORD_TOO_SHORT' })).toBe('password')
    expect(findRefusal(new TypeError('offline'))).toBe(null)
  })
})
