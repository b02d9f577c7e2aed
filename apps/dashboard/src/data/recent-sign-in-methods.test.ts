import { expect, test } from 'vitest'
import { recentSignInMethodsOf } from './recent-sign-in-methods.ts'

const owner = {
  hasPassword: true,
  otpAuthEnabled: true,
  passkeyAuthEnabled: true,
  primaryEmail: 'ada@example.com',
  primaryEmailVerified: true,
}
const allowed = { credentialEnabled: true, magicLinkEnabled: true, passkeyEnabled: true }
const passkeyOnly = { ...owner, hasPassword: false, otpAuthEnabled: false }

test.each([
  ['an owner with every method', owner, false, ['password', 'passkey', 'mail']],
  ['an owner at an IP address', owner, true, ['password', 'mail']],
  ['an owner with only a passkey at an IP address', passkeyOnly, true, ['passkey']],
  ['an owner without a verified address', { ...owner, primaryEmailVerified: false }, false, ['password', 'passkey']],
])('%s can sign in again with the methods that work there', (_, one, isAtIpAddress, methods) => {
  expect(recentSignInMethodsOf(one, allowed, isAtIpAddress)).toEqual(methods)
})
