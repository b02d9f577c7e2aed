import { describe, expect, test } from 'vitest'
import { isOnlyMethod } from './sign-in-methods.ts'

const none = { hasPassword: false, oauthProviders: [], passkeyAuthEnabled: false, otpAuthEnabled: false }

describe('isOnlyMethod', () => {
  test.each([
    ['password', { ...none, hasPassword: true }],
    ['provider', { ...none, oauthProviders: [{ id: 'google' }] }],
    ['passkey', { ...none, passkeyAuthEnabled: true }],
    ['otp', { ...none, otpAuthEnabled: true }],
  ] as const)('%s is the only method of a user without another one', (method, user) => {
    expect(isOnlyMethod(user, method)).toBe(true)
  })

  test('neither a passkey nor a provider is the only method of a user with both', () => {
    const user = { ...none, passkeyAuthEnabled: true, oauthProviders: [{ id: 'google' }] }

    expect(isOnlyMethod(user, 'passkey')).toBe(false)
    expect(isOnlyMethod(user, 'provider')).toBe(false)
    expect(isOnlyMethod(user, 'password')).toBe(false)
  })
})
