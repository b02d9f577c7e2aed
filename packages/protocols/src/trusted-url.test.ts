import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { isPlainPath, matchSameOriginUrl } from './same-origin-url.ts'
import { matchesHost, matchTrustedUrl, originOfTrustedDomain, parsePlainUrl } from './trusted-url.ts'

const page = 'https://app.example/handler/sign-in?x=1'

describe('trusted domains', () => {
  test.each([
    ['https://app.example', 'https://app.example', 'https://app.example/'],
    ['https://app.example', 'https://app.example/a/b?c=d#e', 'https://app.example/a/b?c=d#e'],
    ['https://app.example', 'https://APP.example:443/a', 'https://app.example/a'],
    ['https://app.example:8443', 'https://app.example:8443/', 'https://app.example:8443/'],
    ['http://app.example', 'http://app.example:80/', 'http://app.example/'],
    ['https://app.example/base', 'https://app.example/base', 'https://app.example/base'],
    ['https://app.example/base', 'https://app.example/base/a', 'https://app.example/base/a'],
    ['https://app.example/base/', 'https://app.example/base/a', 'https://app.example/base/a'],
    ['https://*.app.example', 'https://team.app.example/', 'https://team.app.example/'],
    ['https://preview-*.app.example', 'https://preview-12.app.example/', 'https://preview-12.app.example/'],
    ['https://**.app.example', 'https://a.b.app.example/', 'https://a.b.app.example/'],
    [
      'https://app.example',
      'https://app.example/a?after_auth_return_to=%2Fb%2E%5C;c',
      'https://app.example/a?after_auth_return_to=%2Fb%2E%5C;c',
    ],
    ['https://app.example', 'https://app.example/#/a;b%2Fc', 'https://app.example/#/a;b%2Fc'],
    ['https://app.example', 'https://app.example/a%20b%3B', 'https://app.example/a%20b%3B'],
    ['https://app.example/base', 'https://app.example/base/a/../b', 'https://app.example/base/b'],
  ])('the entry %s trusts %s as %s', (domain, text, expected) => {
    expect(matchTrustedUrl(text, { domains: [domain], allowLocalhost: false })?.href).toBe(expected)
  })

  test.each([
    ['https://app.example', 'http://app.example/'],
    ['https://app.example', 'https://app.example:8443/'],
    ['https://app.example', 'https://app.example.evil.example/'],
    ['https://app.example', 'https://evil-app.example/'],
    ['https://app.example', 'https://app.example./'],
    ['https://app.example', 'https://app.example@evil.example/'],
    ['https://app.example', 'https://user@app.example/'],
    ['https://app.example', 'https://:password@app.example/'],
    ['https://app.example', 'https:app.example/'],
    ['https://app.example', 'https:/app.example/'],
    ['https://app.example', 'https:///app.example/'],
    ['https://app.example', 'https://app.example\\@evil.example/'],
    ['https://app.example', 'https:\\\\app.example/'],
    ['https://app.example', ' https://app.example/'],
    ['https://app.example', 'https://app.example/\n'],
    ['https://app.example', 'https://app.exa\tmple/'],
    ['https://app.example', 'https://app.example/a b'],
    ['https://app.example', 'https://app.example/\u3000'],
    ['https://app.example', 'https://app%2eexample/'],
    ['https://app.example', 'https://app。example/'],
    ['https://app.example', 'https://app.example/a%2Eb'],
    ['https://app.example', 'https://app.example/%2e%2e/a'],
    ['https://app.example', 'https://app.example/a%2fb'],
    ['https://app.example', 'https://app.example/a%2Fb?c'],
    ['https://app.example', 'https://app.example/%5Cevil.example'],
    ['https://app.example', 'https://app.example/%5cevil.example#a'],
    ['https://app.example', 'https://app.example/a;b=c/d'],
    ['https://app.example/base', 'https://app.example/base/..;/other'],
    ['https://**.app.example', 'https://.app.example/'],
    ['https://**.app.example', 'https://a..app.example/'],
    ['https://**example', 'https://app..example/'],
    ['https://app.example.', 'https://app.example./'],
    ['https://app..example', 'https://app..example/'],
    ['https://*', 'https://localhost/'],
    ['https://**', 'https://app.example/'],
    ['https://***', 'https://app.example/'],
    ['https://*.*', 'https://app.example/'],
    ['https://**.*', 'https://app.example/'],
    ['https://**:8443', 'https://app.example:8443/'],
    ['https://app.example', 'javascript:alert(1)'],
    ['https://app.example', 'data:text/html,x'],
    ['https://app.example', 'ftp://app.example/'],
    ['https://app.example', '/relative'],
    ['https://app.example', '//app.example/'],
    ['https://app.example', ''],
    ['https://app.example/base', 'https://app.example/'],
    ['https://app.example/base', 'https://app.example/baseline'],
    ['https://app.example/base', 'https://app.example/base/../other'],
    ['https://app.example/base', 'https://app.example/base/%2e%2e/other'],
    ['https://*.app.example', 'https://app.example/'],
    ['https://*.app.example', 'https://a.b.app.example/'],
    ['https://**.app.example', 'https://app.example/'],
    ['https://*.app.example', 'https://team.app.example:8443/'],
    ['not an address', 'https://app.example/'],
  ])('the entry %s does not trust %j', (domain, text) => {
    expect(matchTrustedUrl(text, { domains: [domain], allowLocalhost: false })).toBeNull()
  })
})

describe('the origin of a trusted domain', () => {
  test.each([
    ['https://App.Example/base', 'https://app.example'],
    ['https://app.example:443', 'https://app.example'],
    ['http://app.example:8080/', 'http://app.example:8080'],
    ['https://**.app.example:8443', 'https://**.app.example:8443'],
    ['https://[2001:db8::1]', 'https://[2001:db8::1]'],
    ['https://app.example@evil.example/', null],
    ['https://app.example\\@evil.example/', null],
    ['https://app.\texample', null],
    ['https://app.example\r\n', null],
    ['https://app%2eexample', null],
    ['https://app.example/%2e%2e/', null],
    ['https://ａｐｐ.example', null],
    ['https://app。example', null],
    ['https://app..example', null],
    ['https://app.example.', null],
    ['https://0x7f.1', null],
    ['https:app.example', null],
    ['javascript://app.example', null],
  ])('of %j is %j', (domain, origin) => {
    expect(originOfTrustedDomain(domain)).toBe(origin)
  })
})

describe('a plain path', () => {
  test.each(['/', '/handler', '/handler/', '/a/b-c_d', '/häandler'])('is %j', (path) => {
    expect(isPlainPath(path)).toBe(true)
  })

  test.each([
    '',
    'handler',
    '//evil.example',
    '/a//b',
    '/\\evil.example',
    '/a\r\nb',
    '/a b',
    '/../a',
    '/a/.',
    '/%2e%2e/a',
    '/a;b',
    '/a?b',
    '/a#b',
    'https://host.example/a',
  ])('is not %j', (path) => {
    expect(isPlainPath(path)).toBe(false)
  })
})

describe('localhost', () => {
  test.each(['http://localhost:3000/a', 'https://app.localhost/', 'http://127.0.0.1:4101/', 'http://127.9.8.7/'])(
    'trusts %s only where the project allows localhost',
    (text) => {
      expect(matchTrustedUrl(text, { domains: [], allowLocalhost: true })).not.toBeNull()
      expect(matchTrustedUrl(text, { domains: [], allowLocalhost: false })).toBeNull()
    },
  )

  test.each([
    'http://[::1]/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://127.0.0.1.evil.example/',
    'http://localhost.evil.example/',
    'http://notlocalhost/',
    'http://0.0.0.0/',
    'myapp://localhost/',
  ])('does not trust %s where the project allows localhost', (text) => {
    expect(matchTrustedUrl(text, { domains: [], allowLocalhost: true })).toBeNull()
  })
})

describe('a policy that requires public HTTPS', () => {
  const policy = {
    domains: [
      'https://app.example',
      'https://app.example:8443',
      'http://plain.example',
      'https://localhost',
      'https://app.localhost',
      'https://127.0.0.1',
      'https://192.0.2.1',
      'https://[2001:db8::1]',
      'https://**.2.1',
    ],
    allowLocalhost: true,
    requiresPublicHttps: true,
  }

  test.each(['https://app.example/a', 'https://app.example:8443/'])('trusts %s', (text) => {
    expect(matchTrustedUrl(text, policy)?.href).toBe(text)
  })

  test.each([
    'http://plain.example/',
    'https://localhost/',
    'http://localhost:3000/',
    'https://app.localhost/',
    'https://127.0.0.1/',
    'https://192.0.2.1/',
    'https://[2001:db8::1]/',
  ])('refuses %s', (text) => {
    expect(matchTrustedUrl(text, policy)).toBeNull()
    expect(matchTrustedUrl(text, { ...policy, requiresPublicHttps: false })).not.toBeNull()
  })
})

describe('same origin', () => {
  test.each([
    ['/account?tab=1#top', 'https://app.example/account?tab=1#top'],
    ['next', 'https://app.example/handler/next'],
    ['?a=b', 'https://app.example/handler/sign-in?a=b'],
    ['https://app.example/account', 'https://app.example/account'],
    ['https://app.example:443/account', 'https://app.example/account'],
    ['/a?after_auth_return_to=%2Fb%2E%5C;c#d;%2F', 'https://app.example/a?after_auth_return_to=%2Fb%2E%5C;c#d;%2F'],
  ])('resolves %s to %s', (text, expected) => {
    expect(matchSameOriginUrl(text, page)?.href).toBe(expected)
  })

  test.each([
    '//evil.example/',
    '/.//evil.example',
    '/handler/..//evil.example',
    'https://app.example//evil.example',
    '/\\evil.example/',
    '\\\\evil.example/',
    '/\t/evil.example/',
    'https://evil.example/',
    'http://app.example/',
    'https://app.example:8443/',
    'https://app.example@evil.example/',
    'https://user@app.example/',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    ' /account',
    'blob:https://app.example/5c1b',
    '/%2Fevil.example',
    '/%2f/evil.example',
    '/%5cevil.example',
    '/a/%2E%2e/b',
    '/..;/b',
    '/a;b',
  ])('refuses %j', (text) => {
    expect(matchSameOriginUrl(text, page)).toBeNull()
  })

  test('refuses every URL on a page with an opaque origin', () => {
    expect(matchSameOriginUrl('/account', 'about:blank')).toBeNull()
    expect(matchSameOriginUrl('data:text/plain,x', 'data:text/plain,x')).toBeNull()
  })
})

describe('properties', () => {
  const trickyText = fc.string({
    unit: fc.constantFrom(
      '%2e',
      '%2F',
      '%5c',
      ';',
      '?',
      'h',
      't',
      'p',
      's',
      ':',
      '/',
      '\\',
      '@',
      '.',
      '?',
      '#',
      '%',
      '2',
      'f',
      'a',
      '*',
      '\t',
      ' ',
      '。',
      '-',
    ),
    maxLength: 30,
  })

  test('trusts only URLs with the scheme, host and port of the entry', () => {
    fc.assert(
      fc.property(
        fc.oneof(trickyText, fc.webUrl(), fc.string()),
        fc.constantFrom('', 'https://app.example'),
        (text, prefix) => {
          const url = matchTrustedUrl(prefix + text, { domains: ['https://app.example'], allowLocalhost: false })
          if (url) expect(url.origin).toBe('https://app.example')
        },
      ),
      { numRuns: 1_000 },
    )
  })

  test('reads the origin of a trusted domain like the parser of browsers, or not at all', () => {
    const host = fc.oneof(
      trickyText,
      fc.domain(),
      fc.string({ unit: fc.constantFrom('a', '.', '@', '%2e', 'ａ', '\t', ':', '1') }),
    )
    fc.assert(
      fc.property(host, fc.constantFrom('', '/', '/a', '@evil.example', ':8443'), (text, end) => {
        const domain = `https://${text}${end}`
        const origin = originOfTrustedDomain(domain.replaceAll('*', 'w'))
        if (origin !== null) expect(origin).toBe(new URL(domain.replaceAll('*', 'w')).origin)
        if (origin !== null) expect(domain.toLowerCase().replaceAll('*', 'w')).toContain(origin)
      }),
      { numRuns: 1_000 },
    )
  })

  test('trusts no path that a router may interpret differently, and trusts the serialized URL unchanged', () => {
    fc.assert(
      fc.property(trickyText, (text) => {
        const policy = { domains: ['https://app.example', 'https://**.app.example'], allowLocalhost: true }
        const url = matchTrustedUrl(`https://app.example/${text}`, policy)
        if (!url) return
        expect(url.pathname).not.toMatch(/%2e|%2f|%5c|;/i)
        expect(matchTrustedUrl(url.href, policy)?.href).toBe(url.href)
      }),
      { numRuns: 1_000 },
    )
  })

  test('accepts any query and fragment in percent-encoding', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (query, fragment) => {
        const text = `/a?q=${encodeURIComponent(query)};#${encodeURIComponent(fragment)};`
        expect(matchSameOriginUrl(text, page)?.searchParams.get('q')).toBe(`${query};`)
        const policy = { domains: ['https://app.example'], allowLocalhost: false }
        expect(matchTrustedUrl(`https://app.example${text}`, policy)).not.toBeNull()
      }),
    )
  })

  test('trusts only HTTPS and host names where public HTTPS is required', () => {
    const hosts = fc.oneof(
      fc.domain(),
      fc.ipV4(),
      fc.ipV6().map((ip) => `[${ip}]`),
      fc.constantFrom('localhost', 'a.localhost'),
    )
    fc.assert(
      fc.property(fc.constantFrom('http', 'https'), hosts, (scheme, host) => {
        const text = `${scheme}://${host}/`
        const url = matchTrustedUrl(text, { domains: [text], allowLocalhost: true, requiresPublicHttps: true })
        const isPublicName = !/^(.*\.)?localhost$|^\[|^[\d.]+$/.test(host)
        expect(url !== null).toBe(scheme === 'https' && isPublicName)
      }),
    )
  })

  test('matches no URL with a host of wildcards only', () => {
    fc.assert(
      fc.property(
        fc.webUrl(),
        fc.string({ unit: fc.constantFrom('*', '**', '.'), minLength: 1, maxLength: 5 }),
        (text, host) => {
          const domains = [`https://${host}`, `http://${host}`]
          expect(matchTrustedUrl(text, { domains, allowLocalhost: false })).toBeNull()
        },
      ),
    )
  })

  test('accepts only URLs that have the same origin after they are parsed again', () => {
    fc.assert(
      fc.property(fc.oneof(trickyText, fc.webUrl(), fc.string()), (text) => {
        const url = matchSameOriginUrl(text, page)
        if (!url) return
        expect(new URL(url.href, page).origin).toBe('https://app.example')
        // A router receives path, query and fragment without the origin.
        expect(new URL(`${url.pathname}${url.search}${url.hash}`, page).origin).toBe('https://app.example')
      }),
      { numRuns: 1_000 },
    )
  })

  test('parses a serialized plain URL to the same URL', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (text) => {
        const url = parsePlainUrl(text)
        if (url) expect(parsePlainUrl(url.href)?.href).toBe(url.href)
      }),
    )
  })

  test('matches a host with itself, with one label replaced by *, and with leading labels replaced by **', () => {
    fc.assert(
      fc.property(fc.domain(), fc.nat(), (host, position) => {
        const labels = host.split('.')
        const pattern = labels.map((label, index) => (index === position % labels.length ? '*' : label)).join('.')
        expect(matchesHost(host, host)).toBe(true)
        expect(matchesHost(host, pattern)).toBe(true)
        expect(matchesHost(`x.${host}`, pattern)).toBe(false)
        expect(matchesHost(`x.${host}`, `**.${host}`)).toBe(true)
      }),
    )
  })

  // Backtracking would practically never end.
  test('matches a long host against many wildcards without backtracking', () => {
    expect(matchesHost('a'.repeat(4_000), `${'**a'.repeat(40)}b`)).toBe(false)
  })
})
