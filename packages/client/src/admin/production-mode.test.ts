import { describe, expect, test } from 'vitest'

import { findProductionModeErrors, type ProductionModeError } from './production-mode.ts'

const id = '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063'

function check(domains: readonly string[], allowLocalhost = false): ProductionModeError[] {
  return findProductionModeErrors({ id, config: { allowLocalhost, domains: domains.map((domain) => ({ domain })) } })
}

describe('production mode', () => {
  test.each([
    'https://app.example.com',
    'https://app.example.com:8443',
    'https://*.example.com',
    'https://localhost.example.com',
    'https://1.example.com',
  ])('allows %s', (domain) => {
    expect(check([domain])).toEqual([])
  })

  test.each([
    ['nonsense', 'invalid-url'],
    ['https://user@app.example.com', 'invalid-url'],
    ['ftp://app.example.com', 'invalid-url'],
    ['http://localhost:3000', 'localhost'],
    ['https://app.localhost', 'localhost'],
    ['https://127.0.0.1', 'localhost'],
    ['https://203.0.113.24', 'ip-address'],
    ['https://[2001:db8::1]', 'ip-address'],
    ['http://app.example.com', 'not-https'],
  ])('refuses %s: %s', (domain, rule) => {
    const [found, ...others] = check([domain])

    expect(others).toEqual([])
    expect(found).toMatchObject({ rule, domain, relativeFixUrl: `/projects/${id}/domains` })
    expect(found?.message).toContain(domain)
  })

  test('refuses localhost as a setting, before the domains', () => {
    expect(check(['http://app.example.com'], true)).toEqual([
      {
        rule: 'allow-localhost',
        message: 'Localhost is allowed. Any program on a user’s computer could receive their sign-in.',
        relativeFixUrl: `/projects/${id}/domains`,
      },
      expect.objectContaining({ rule: 'not-https' }),
    ])
  })
})
