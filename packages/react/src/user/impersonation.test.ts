import { describe, expect, test } from 'vitest'
import { isStartedByAdministrator } from './impersonation.ts'

function tokenOf(claims: unknown): string {
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`
}

describe('the mark of an impersonating session', () => {
  test('is read from the access token', () => {
    expect(isStartedByAdministrator(tokenOf({ name: 'Ngọc Ánh ÿ~?', is_impersonation: true }))).toBe(true)
    expect(isStartedByAdministrator(tokenOf({ name: 'Ada' }))).toBe(false)
  })

  test.each([null, '', 'opaque', 'a.b.c', 'a.%.c', tokenOf(null), tokenOf({ is_impersonation: 'true' })])(
    'is not set by %j',
    (token) => {
      expect(isStartedByAdministrator(token)).toBe(false)
    },
  )
})
