import { expect, test } from 'vitest'

import { clearStateCookie, hasStateCookie, setStateCookie, stateCookie } from './state-cookie.ts'

test.each([
  [
    'https://id.example.com',
    false,
    '__Host-stack-oauth-inner-s=true; Max-Age=600; Path=/; HttpOnly; SameSite=Lax; Secure',
  ],
  [
    'https://id.example.com',
    true,
    '__Host-stack-oauth-inner-s=true; Max-Age=600; Path=/; HttpOnly; SameSite=None; Secure',
  ],
  ['http://127.0.0.1:4100', false, 'stack-oauth-inner-s=true; Max-Age=600; Path=/; HttpOnly; SameSite=Lax'],
  ['http://127.0.0.1:4100', true, 'stack-oauth-inner-s=true; Max-Age=600; Path=/; HttpOnly; SameSite=Lax'],
])('the cookie for %s, with a form post: %s, has the strictest possible attributes', (baseUrl, isForForm, expected) => {
  const cookie = stateCookie(baseUrl, 's', isForForm)

  expect(setStateCookie(cookie, 600)).toBe(expected)
  expect(clearStateCookie(cookie)).toContain('Max-Age=0')
})

test.each([
  ['stack-oauth-inner-s=true', true],
  ['a=b; stack-oauth-inner-s=true; c=d', true],
  ['stack-oauth-inner-s=false', false],
  ['stack-oauth-inner-other=true', false],
  ['xstack-oauth-inner-s=true', false],
  ['', false],
])('the header %j contains the cookie: %s', (header, isThere) => {
  const cookie = stateCookie('http://127.0.0.1:4100', 's', false)

  expect(hasStateCookie(cookie, new Headers({ cookie: header }))).toBe(isThere)
})
