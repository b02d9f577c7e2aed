import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { parseDkimRecord } from './dkim-record.ts'
import { isDmarcRecord, parseDmarcRecord } from './dmarc-record.ts'
import { isSpfRecord, parseSpfRecord } from './spf-record.ts'
import { parseTagList } from './tag-list.ts'

describe('an SPF record', () => {
  test.each([
    ['v=spf1', []],
    ['V=SPF1  -ALL ', ['-all']],
    ['v=spf1 include:_spf.example.com ~all', ['+include:_spf.example.com', '~all']],
    ['v=spf1 a mx/24 a:mail.example.com/28//64 ?all', ['+a', '+mx', '+a:mail.example.com', '?all']],
    ['v=spf1 ip4:192.0.2.0/24 ip6:2001:db8::/32 -all', ['+ip4:192.0.2.0', '+ip6:2001:db8::', '-all']],
    ['v=spf1 exists:%{i}._spf.%{d2} ptr:example.com', ['+exists:%{i}._spf.%{d2}', '+ptr:example.com']],
    ['v=spf1 -all include:later.example exp=explain.example.com unknown=1', ['-all']],
  ])('%s has its mechanisms up to all', (text, expected) => {
    const record = parseSpfRecord(text)

    expect(isSpfRecord(text)).toBe(true)
    expect(
      'mechanisms' in record &&
        record.mechanisms.map(
          ({ name, qualifier, value }) => `${qualifier}${name}${value === null ? '' : `:${value}`}`,
        ),
    ).toEqual(expected)
  })

  test.each([
    ['v=spf1 redirect=_spf.example.com', '_spf.example.com'],
    ['v=spf1 redirect=_spf.example.com ~all', null],
  ])('%s redirects to %s', (text, expected) => {
    expect(parseSpfRecord(text)).toMatchObject({ redirect: expected })
  })

  test.each([
    'ip4:192.0.2.256',
    'ip4:192.0.2.0/33',
    'ip4',
    'ip6:192.0.2.1',
    'ip6:2001:db8::/129',
    'include',
    'include:',
    'include:localhost',
    'include:example.com/24',
    'include:%{z}.example.com',
    'a:/24',
    'a/33',
    'mx:192.0.2.1',
    'all:example.com',
    'ipv4:192.0.2.1',
    'redirect=',
    '--all',
    'v=spf1',
    'include:exämple.com',
  ])('with the term %s is invalid', (term) => {
    const expected = term === 'v=spf1' ? { mechanisms: [{ name: 'all' }] } : { invalidTerm: term }

    expect(parseSpfRecord(`v=spf1 ${term} -all`)).toMatchObject(expected)
  })

  test('with two redirects is invalid', () => {
    const text = 'v=spf1 redirect=a.example redirect=b.example'

    expect(parseSpfRecord(text)).toEqual({ invalidTerm: 'redirect=b.example' })
  })

  test.each(['v=spf10 -all', 'v=spf1;-all', ' v=spf1 -all', 'spf1 -all', 'v=spf2.0/pra'])('%s is none', (text) => {
    expect(isSpfRecord(text)).toBe(false)
  })
})

describe('a DKIM record', () => {
  test.each([
    ['p=AAAA', { publicKey: 'AAAA', isTest: false }],
    ['v=DKIM1; k=rsa; t=s:y; p=AA AA\n==;', { publicKey: 'AAAA==', isTest: true }],
    ['v=DKIM1;p=', { publicKey: '', isTest: false }],
    ['v=DKIM1; h=sha1 : sha256; s=email; n=note; p=AAAA', { publicKey: 'AAAA', isTest: false }],
    ['p=AAAA; v=DKIM1', { invalidTag: 'v=DKIM1' }],
    ['v=DKIM2; p=AAAA', { invalidTag: 'v=DKIM2' }],
    ['v=DKIM1; k=rsa', { invalidTag: 'p' }],
    ['v=DKIM1; p=A*A', { invalidTag: 'p' }],
    ['v=DKIM1; k=dsa; p=AAAA', { invalidTag: 'k=dsa' }],
    ['v=DKIM1; h=sha1; p=AAAA', { invalidTag: 'h=sha1' }],
    ['v=DKIM1; s=tlsrpt; p=AAAA', { invalidTag: 's=tlsrpt' }],
    ['v=DKIM1; p=AAAA; p=BBBB', { invalidTag: 'p=BBBB' }],
    ['v=DKIM1 p', { invalidTag: 'v=DKIM1 p' }],
  ])('%s is read as %j', (text, expected) => {
    expect(parseDkimRecord(text)).toEqual(expected)
  })
})

describe('a DMARC record', () => {
  test.each<[string, object]>([
    ['v=DMARC1; p=none', { policy: 'none', subdomainPolicy: 'none', isSpfStrict: false, isOfRegistry: false }],
    ['v=DMARC1;p=Reject;sp=quarantine;aspf=s', { policy: 'reject', subdomainPolicy: 'quarantine', isSpfStrict: true }],
    ['v=DMARC1; p=quarantine; pct=50; rua=mailto:d@example.com; psd=y', { policy: 'quarantine', isOfRegistry: true }],
    ['v=DMARC1; rua=mailto:d@example.com', { invalidTag: 'p' }],
    ['v=DMARC1; p=block', { invalidTag: 'p=block' }],
    ['v=DMARC1; p=none; pct=101', { invalidTag: 'pct=101' }],
    ['v=DMARC1; p=none; adkim=x', { invalidTag: 'adkim=x' }],
    ['v=DMARC1; p=none, sp=none', { invalidTag: 'p=none, sp=none' }],
  ])('%s is read as %j', (text, expected) => {
    expect(isDmarcRecord(text)).toBe(true)
    expect(parseDmarcRecord(text)).toMatchObject(expected)
  })

  test.each(['v=DMARC2; p=none', 'p=none; v=DMARC1', 'v=DMARC10', 'DMARC1'])('%s is none', (text) => {
    expect(isDmarcRecord(text)).toBe(false)
  })
})

test('every text is read or names what is invalid in it', () => {
  const words = fc.constantFrom(
    'v=spf1',
    ' ',
    'include:',
    'a',
    'mx',
    '/24',
    '//',
    '%{',
    '}',
    ':',
    '=',
    ';',
    'p=',
    'v=DKIM1',
  )
  const texts = fc.array(fc.oneof(words, fc.string()), { maxLength: 12 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(texts, (text) => {
      const spf = parseSpfRecord(text)
      expect('invalidTerm' in spf ? text : 'read').toContain('invalidTerm' in spf ? spf.invalidTerm : 'read')
      const tags = parseTagList(text)
      expect(tags instanceof Map || text.includes(tags.invalidTag)).toBe(true)
      parseDkimRecord(text)
      parseDmarcRecord(text)
    }),
  )
})
