import fc from 'fast-check'
import { expect, test } from 'vitest'

import { accessToken } from '../../test/surroundings.ts'
import { readAccessToken, remainingMillis } from './access-token.ts'

test('given a token of either claim set, when read, then gives its times and session', () => {
  const june = `e30.${btoa(JSON.stringify({ iat: 4, exp: 10, refreshTokenId: 'june' }))}.x`

  expect(readAccessToken(accessToken({ expiresAt: 10_000, sessionId: 'new' }))).toEqual({
    expiresAtMillis: 10_000,
    issuedAtMillis: null,
    sessionId: 'new',
  })
  expect(readAccessToken(june)).toEqual({ expiresAtMillis: 10_000, issuedAtMillis: 4_000, sessionId: 'june' })
})

test('given a token without exp, when asked how long it is good, then for ever', () => {
  expect(remainingMillis(accessToken(), Date.now())).toBe(Number.POSITIVE_INFINITY)
})

test('given a payload outside ASCII, when read, then it is understood', () => {
  const payload = Buffer.from(JSON.stringify({ name: 'Zoë 😀', exp: 1 })).toString('base64url')

  expect(readAccessToken(`e30.${payload}.x`)?.expiresAtMillis).toBe(1_000)
})

test.each(['', 'a', 'a.b', 'a.b.c', 'a..c', 'a.b.c.d', `a.${btoa('null')}.c`, `a.${btoa('[')}.c`])(
  'given %j, when read, then it is no token and good for nothing',
  (text) => {
    expect(readAccessToken(text)).toBeNull()
    expect(remainingMillis(text, 0)).toBe(0)
  },
)

test('given any text, when read, then never throws', () => {
  const parts = fc.array(fc.oneof(fc.base64String(), fc.string()), { maxLength: 4 })
  fc.assert(fc.property(parts, (texts) => void readAccessToken(texts.join('.'))))
})
