import { describe, expect, test } from 'vitest'

import { findProductionModeErrors, findProductionModeWarnings, type ProductionModeError } from './production-mode.ts'

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

  test('refuses a project without domains, because no page can sign users in', () => {
    expect(check([])).toEqual([
      {
        rule: 'no-domains',
        message: 'No domain is trusted, so no page could sign users in. Add the origin of your app.',
        relativeFixUrl: `/projects/${id}/domains`,
      },
    ])
    expect(check([], true).map(({ rule }) => rule)).toEqual(['allow-localhost', 'no-domains'])
  })

  test('warns of shared provider keys and of the shared mail server', () => {
    const own = { id: 'github', type: 'standard', enabled: true } as const
    const off = { id: 'spotify', type: 'shared', enabled: false } as const
    const shared = { id: 'google', type: 'shared', enabled: true } as const
    const warningsOf = (providers: readonly (typeof own | typeof off | typeof shared)[], mail: 'shared' | 'standard') =>
      findProductionModeWarnings({ id, config: { oauthProviders: providers, emailConfig: { type: mail } } })

    expect(warningsOf([own, off], 'standard')).toEqual([])
    expect(warningsOf([own, off, shared], 'shared')).toEqual([
      expect.objectContaining({
        rule: 'shared-provider-keys',
        providers: ['google'],
        relativeFixUrl: `/projects/${id}/sign-in`,
      }),
      expect.objectContaining({ rule: 'shared-mail-server', relativeFixUrl: `/projects/${id}/emails/server` }),
    ])
  })
})
