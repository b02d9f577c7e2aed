import { describe, expect, test } from 'vitest'
import { isOnlySignInMethod } from './sign-in-methods.ts'

const none = {
  hasPassword: false,
  oauthProviders: [],
  passkeyAuthEnabled: false,
  otpAuthEnabled: false,
  hasSignInAddress: true,
}
const config = {
  credentialEnabled: true,
  magicLinkEnabled: true,
  passkeyEnabled: true,
  oauthProviders: [{ id: 'google' }],
}
const project = { config }

describe('isOnlySignInMethod', () => {
  test.each([
    ['a password', { ...none, hasPassword: true }, { hasPassword: false }],
    ['an account', { ...none, oauthProviders: [{ id: 'google' }] }, { providerIds: [] }],
    ['a passkey', { ...none, passkeyAuthEnabled: true }, { passkeys: 0 }],
    ['codes by mail', { ...none, otpAuthEnabled: true }, { otpAuthEnabled: false }],
  ])('is true for %s of a user without another method', (_method, user, change) => {
    expect(isOnlySignInMethod(user, project, change)).toBe(true)
  })

  test('counts a password and mailed codes only with an address for sign-in', () => {
    const user = { ...none, hasPassword: true, otpAuthEnabled: true, passkeyAuthEnabled: true }
    const withoutAddress = { ...user, hasSignInAddress: false }

    expect(isOnlySignInMethod(user, project, { passkeys: 0 })).toBe(false)
    expect(isOnlySignInMethod(withoutAddress, project, { passkeys: 0 })).toBe(true)
  })

  test('is false if one of several passkeys is removed', () => {
    expect(isOnlySignInMethod({ ...none, passkeyAuthEnabled: true }, project, { passkeys: 1 })).toBe(false)
  })

  test('is false with a passkey and an account', () => {
    const user = { ...none, passkeyAuthEnabled: true, oauthProviders: [{ id: 'google' }] }

    expect(isOnlySignInMethod(user, project, { passkeys: 0 })).toBe(false)
    expect(isOnlySignInMethod(user, project, { providerIds: [] })).toBe(false)
  })

  test('ignores methods that the project does not offer', () => {
    const user = { ...none, hasPassword: true, passkeyAuthEnabled: true }
    const withoutPassword = { config: { ...config, credentialEnabled: false } }
    const withoutBoth = { config: { ...config, credentialEnabled: false, passkeyEnabled: false } }

    expect(isOnlySignInMethod(user, withoutPassword, { passkeys: 0 })).toBe(true)
    expect(isOnlySignInMethod(user, withoutBoth, { passkeys: 0 })).toBe(false)
  })
})
