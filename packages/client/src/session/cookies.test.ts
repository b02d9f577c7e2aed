import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { readTokens as readTokensOf, type ReadTokensOptions } from './cookies.ts'

const current = (token: string, at: number): string =>
  encodeURIComponent(JSON.stringify({ refresh_token: token, updated_at_millis: at }))
const access = (...pair: unknown[]): string => `stack-access=${encodeURIComponent(JSON.stringify(pair))}`

function readTokens(text: string, reading: Partial<ReadTokensOptions> = {}): ReturnType<typeof readTokensOf> {
  return readTokensOf(text, 'p', { isHttps: false, readUnprefixedCookies: false, ...reading })
}

describe('the refresh token', () => {
  test.each([
    ['the current name', `stack-refresh-p--default=${current('new', 1)}`],
    ['the current name among others', `a=b; stack-refresh-p--default=${current('new', 1)}; c`],
    ['the name of the newest official clients', `hexclave-refresh-p--default=${current('new', 1)}`],
    [
      'the current name and that of the newest official clients',
      `stack-refresh-p--default=${current('old', 1)}; hexclave-refresh-p--default=${current('new', 2)}`,
    ],
    [
      'both in the other order of time',
      `hexclave-refresh-p--default=${current('old', 1)}; stack-refresh-p--default=${current('new', 2)}`,
    ],
    ['the former name', 'stack-refresh-p=new'],
    ['the oldest name', 'stack-refresh=new'],
    [
      'current and former names',
      `stack-refresh-p=old; stack-refresh-p--default=${current('new', 1)}; stack-refresh=older`,
    ],
    ['former names', 'stack-refresh=old; stack-refresh-p=new'],
    [
      'the current name twice',
      `stack-refresh-p--default=${current('old', 1)}; stack-refresh-p--default=${current('new', 2)}`,
    ],
  ])('is the newest one for %s', (_, text) => {
    expect(readTokens(text).refreshToken).toBe('new')
  })

  test.each([true, false])('comes from the __Host- cookie if there is one, with the migration option %j', (option) => {
    const text = `stack-refresh-p--default=${current('planted', 9)}; stack-refresh-p=planted; __Host-stack-refresh-p--default=${current('own', 1)}`

    expect(readTokens(text, { isHttps: true, readUnprefixedCookies: option }).refreshToken).toBe('own')
  })

  test('comes from the __Host- cookie of the newest official clients without the migration option', () => {
    const text = `__Host-hexclave-refresh-p--default=${current('own', 1)}`

    expect(readTokens(text, { isHttps: true }).refreshToken).toBe('own')
  })

  test.each([
    `stack-refresh-p--default=${current('planted', 1)}`,
    `hexclave-refresh-p--default=${current('planted', 1)}`,
    'stack-refresh-p=planted',
    'stack-refresh=planted',
  ])('is read from %s on HTTPS only with the migration option', (text) => {
    expect(readTokens(text, { isHttps: true }).refreshToken).toBeNull()
    expect(readTokens(text, { isHttps: true, readUnprefixedCookies: true }).refreshToken).toBe('planted')
  })

  test.each([true, false])('is never read from a cookie for a parent domain, on HTTPS %j', (isHttps) => {
    for (const client of ['stack', 'hexclave']) {
      const text = `${client}-refresh-p--custom-C5Q6JVK4DHR0=${current('planted', 1)}`

      expect(readTokens(text, { isHttps, readUnprefixedCookies: true }).refreshToken).toBeNull()
    }
  })

  test.each([
    '',
    'stack-refresh-p=',
    'stack-refresh-p=undefined',
    'stack-refresh-p=%C3%BC',
    'stack-refresh-p=a%0Ab',
    'stack-refresh-q=other-project',
    'stack-refresh-p--default=plain',
    'stack-refresh-p--default=%7B%7D',
    'stack-refresh-p--default=%',
    `stack-refresh-p--default=${encodeURIComponent('{"refresh_token":"","updated_at_millis":1}')}`,
    `stack-refresh-p--default=${encodeURIComponent('{"refresh_token":1,"updated_at_millis":1}')}`,
  ])('is null for %j', (text) => {
    expect(readTokens(text)).toEqual({ refreshToken: null, accessToken: null })
  })
})

describe('the access token', () => {
  test.each([
    ['its own refresh token', access('r', 'a'), 'a'],
    ['another refresh token', access('other', 'a'), null],
    ['its own refresh token, under the newest name', access('r', 'a').replace('stack', 'hexclave'), 'a'],
    ['nothing', access('r'), null],
    ['a number', access('r', 1), null],
    ['malformed JSON', 'stack-access=["r","a"', null],
    ['an object', 'stack-access={"0":"r","1":"a"}', null],
  ])('is read from a cookie with %s only if the refresh token matches', (_, cookie, expected) => {
    expect(readTokens(`stack-refresh-p=r; ${cookie}`).accessToken).toBe(expected)
  })
})

test.each([true, false])(
  'the access token on HTTPS comes only from the __Host- cookie, with the option %j',
  (option) => {
    const refresh = `__Host-stack-refresh-p--default=${current('r', 1)}; `
    const reading = { isHttps: true, readUnprefixedCookies: option }

    expect(readTokens(refresh + access('r', 'planted'), reading).accessToken).toBeNull()
    expect(readTokens(refresh + access('r', 'planted').replace('stack', 'hexclave'), reading).accessToken).toBeNull()
    expect(readTokens(`${refresh}__Host-${access('r', 'own')}; ${access('r', 'planted')}`, reading).accessToken).toBe(
      'own',
    )
  },
)

test('readTokens never throws, and never returns an access token without a refresh token', () => {
  const pair = fc.tuple(
    fc.constantFrom(
      'stack-refresh-p--default',
      'hexclave-refresh-p--default',
      'hexclave-access',
      'stack-refresh-p',
      'stack-access',
      'x',
    ),
    fc.oneof(fc.json(), fc.string(), fc.json().map(encodeURIComponent)),
  )
  fc.assert(
    fc.property(fc.array(pair), fc.boolean(), fc.boolean(), (pairs, isHttps, readUnprefixedCookies) => {
      const text = pairs.map(([name, value]) => `${name}=${value}`).join('; ')
      const tokens = readTokens(text, { isHttps, readUnprefixedCookies })
      if (tokens.refreshToken === null) expect(tokens.accessToken).toBeNull()
    }),
  )
})
