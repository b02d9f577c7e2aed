import fc from 'fast-check'
import { expect, test } from 'vitest'

import { accessToken } from '../../test/surroundings.ts'
import { readAccessToken, remainingMillis } from './access-token.ts'

test('readAccessToken reads the times and the session of both claim formats', () => {
  const june = `e30.${btoa(JSON.stringify({ iat: 4, exp: 10, refreshTokenId: 'june' }))}.x`

  expect(readAccessToken(accessToken({ expiresAt: 10_000, sessionId: 'new' }))).toEqual({
    expiresAtMillis: 10_000,
    issuedAtMillis: null,
    sessionId: 'new',
  })
  expect(readAccessToken(june)).toEqual({ expiresAtMillis: 10_000, issuedAtMillis: 4_000, sessionId: 'june' })
})

test('a token without exp never expires', () => {
  expect(remainingMillis(accessToken(), Date.now())).toBe(Number.POSITIVE_INFINITY)
})

test('readAccessToken accepts a payload with characters outside ASCII', () => {
  const payload = Buffer.from(JSON.stringify({ name: 'Zoë 😀', exp: 1 })).toString('base64url')

  expect(readAccessToken(`e30.${payload}.x`)?.expiresAtMillis).toBe(1_000)
})

test.each(['', 'a', 'a.b', 'a.b.c', 'a..c', 'a.b.c.d', `a.${btoa('null')}.c`, `a.${btoa('[')}.c`])(
  '%j is not a token and has no remaining time',
  (text) => {
    expect(readAccessToken(text)).toBeNull()
    expect(remainingMillis(text, 0)).toBe(0)
  },
)

test('readAccessToken never throws', () => {
  const parts = fc.array(fc.oneof(fc.base64String(), fc.string()), { maxLength: 4 })
  fc.assert(fc.property(parts, (texts) => void readAccessToken(texts.join('.'))))
})
