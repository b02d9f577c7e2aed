import { describe, expect, test } from 'vitest'
import { isOnlyMethod } from './sign-in-methods.ts'

const none = { hasPassword: false, oauthProviders: [], passkeyAuthEnabled: false, otpAuthEnabled: false }

describe('isOnlyMethod', () => {
  test.each([
    ['password', { ...none, hasPassword: true }],
    ['provider', { ...none, oauthProviders: [{ id: 'google' }] }],
    ['passkey', { ...none, passkeyAuthEnabled: true }],
    ['otp', { ...none, otpAuthEnabled: true }],
  ] as const)('given nothing but %s, when asked, then that is the only one', (method, user) => {
    expect(isOnlyMethod(user, method)).toBe(true)
  })

  test('given a passkey and a provider, when asked for each, then neither is the only one', () => {
    const user = { ...none, passkeyAuthEnabled: true, oauthProviders: [{ id: 'google' }] }

    expect(isOnlyMethod(user, 'passkey')).toBe(false)
    expect(isOnlyMethod(user, 'provider')).toBe(false)
    expect(isOnlyMethod(user, 'password')).toBe(false)
  })
})
