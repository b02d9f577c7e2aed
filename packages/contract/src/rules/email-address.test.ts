import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { canonicalEmail, isStrictEmail } from './email-address.ts'

describe('canonicalEmail', () => {
  test.each([
    ['Ada@Example.COM', 'ada@example.com'],
    ['  ada@example.com\t', 'ada@example.com'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
    ['ada+tag@example.com', 'ada+tag@example.com'],
    ['a@b', 'a@b'],
  ])('converts "%s" to "%s"', (text, canonical) => {
    expect(canonicalEmail(text)).toBe(canonical)
  })

  test.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'ada@@example.com',
    'ada@example.com, bob@example.com',
    '"ada"@example.com',
    'ada(comment)@example.com',
    'Ada <ada@example.com>',
    'ada@example.com\r\nBcc: bob@example.com',
    'ada@exam\0ple.com',
    'ada@exam\u200bple.com',
    'a\u0301da@example.com',
    'ada@e\u212axample.com',
    'ada@ex\uff41mple.com',
    'ａda@example.com',
    'ada@127.0.0.1:25/x',
    'ada@[127.0.0.1]',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a'.repeat(64)}.com`,
    `ada@${'a.'.repeat(130)}com`,
  ])('refuses %j', (text) => {
    expect(canonicalEmail(text)).toBeNull()
  })

  test('returns null or a lower-case ASCII address that is its own canonical form', () => {
    const mailbox = fc.tuple(fc.string(), fc.string()).map(([local, domain]) => `${local}@${domain}`)
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.emailAddress(), mailbox), (text) => {
        const canonical = canonicalEmail(text)
        if (canonical === null) return
        expect(canonical).toMatch(/^[\x21-\x7e]+@[a-z0-9.-]+$/)
        expect(canonical).toBe(canonical.toLowerCase())
        expect(canonicalEmail(canonical)).toBe(canonical)
      }),
    )
  })

  // In quadratic time, it would take hours.
  test('refuses a very long text in linear time', () => {
    expect(canonicalEmail(`${'a.'.repeat(500_000)}@${'b-'.repeat(500_000)}`)).toBeNull()
  })
})

describe('isStrictEmail', () => {
  test.each([
    ['ada@example.com', true],
    ['ada@mail.example.co', true],
    ['ada@gmail', false],
    ['a@b.c', false],
    ['.ada@example.com', false],
    ['ada.@example.com', false],
    ['a..da@example.com', false],
  ])('%s: %s', (email, strict) => {
    expect(isStrictEmail(email)).toBe(strict)
  })
})
