import fc from 'fast-check'
import { expect, test } from 'vitest'

import { decodeBase32 } from './base32.ts'
import { otpauthUri } from './otpauth-uri.ts'

const secret = new TextEncoder().encode('Hello!\u07ADBEEFBEEFBEEF')

test('the URI contains the issuer, the account and the secret', () => {
  expect(
    otpauthUri({ issuer: 'Example', account: 'alice@example.com', secret: Uint8Array.from([1, 2, 3, 4, 5]) }),
  ).toBe('otpauth://totp/Example:alice%40example.com?secret=AEBAGBAF&issuer=Example')
})

test.each([
  ['ACME: Co & Söhne', 'ada?x=1#y', 'otpauth://totp/ACME%20%20Co%20%26%20S%C3%B6hne:ada%3Fx%3D1%23y?secret='],
  ['', 'ada@example.com', 'otpauth://totp/ada%40example.com?secret='],
])('the label escapes names that could end it: issuer "%s", account "%s"', (issuer, account, start) => {
  expect(otpauthUri({ issuer, account, secret })).toContain(start)
})

test('the URI parses back to the given label, issuer and secret', () => {
  const name = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(':', '').trim())
  fc.assert(
    fc.property(name, name, fc.uint8Array({ minLength: 16, maxLength: 64 }), (issuer, account, bytes) => {
      // URL parsers remove a path that consists of dots. An account is an email address or an id, so this cannot occur.
      fc.pre(issuer !== '' || !/^\.{1,2}$/.test(account))
      const url = new URL(otpauthUri({ issuer, account, secret: bytes }))
      const label = issuer === '' ? account : `${issuer}:${account}`
      expect(decodeURIComponent(url.pathname.slice(1))).toBe(label)
      expect(url.searchParams.get('issuer') ?? '').toBe(issuer)
      expect([...decodeBase32(url.searchParams.get('secret') ?? '')]).toEqual([...bytes])
    }),
  )
})
