import { describe, expect, test } from 'vitest'

import {
  keysOfProvider,
  removeProvider,
  signInPageOf,
  switchProvider,
  valuesOfProvider,
  writeProvider,
  type StoredProvider,
} from './provider-rules.ts'

const shared: StoredProvider = { id: 'github', type: 'shared', enabled: true }
const own: StoredProvider = {
  id: 'microsoft',
  type: 'standard',
  enabled: false,
  clientId: 'client',
  clientSecret: '••••',
  microsoftTenantId: 'common',
}

describe('the keys of a provider', () => {
  test.each([
    [own, false, 'own'],
    [shared, true, 'shared'],
    [{ ...shared, enabled: false }, true, 'none'],
    [{ ...shared, enabled: false }, false, 'missing'],
    [undefined, true, 'none'],
    [undefined, false, 'missing'],
  ] as const)('%#: %j with shared keys %j are %j', (stored, hasShared, expected) => {
    expect(keysOfProvider(stored, hasShared)).toBe(expected)
  })
})

describe('the form of a provider', () => {
  test('writes back what it has read', () => {
    expect(writeProvider([shared, own], 'microsoft', valuesOfProvider(own, true))).toEqual([shared, own])
  })

  test('switches a provider on with its first own keys, and leaves it off otherwise', () => {
    const values = { ...valuesOfProvider(undefined, false), clientId: 'id', clientSecret: 'secret' }

    expect(writeProvider([], 'x', values)).toEqual([
      { id: 'x', type: 'standard', enabled: true, clientId: 'id', clientSecret: 'secret' },
    ])
    expect(writeProvider([{ ...shared, enabled: false }], 'github', values)).toMatchObject([{ enabled: true }])
    expect(writeProvider([own], 'microsoft', { ...values, keys: 'shared' })).toEqual([
      { id: 'microsoft', type: 'shared', enabled: false },
    ])
  })
})

test('a provider is tried on the sign-in page of the first domain that names one host', () => {
  const wildcard = { domain: 'https://*.preview.example', handlerPath: '/handler' }
  const app = { domain: 'https://app.example', handlerPath: '/account/' }

  expect(signInPageOf([wildcard, app])).toBe('https://app.example/account/sign-in')
  expect(signInPageOf([wildcard])).toBeNull()
})

test('the sign-in page of the app stays on its domain, whatever its path, and is never a script', () => {
  expect(signInPageOf([{ domain: 'https://app.example', handlerPath: '//evil.example' }])).toBe(
    'https://app.example//evil.example/sign-in',
  )
  expect(signInPageOf([{ domain: 'javascript:alert(1)//', handlerPath: '/handler' }])).toBeNull()
})

test('switching a provider keeps its keys and the other providers', () => {
  expect(switchProvider([shared, own], 'microsoft', true)).toEqual([shared, { ...own, enabled: true }])
  expect(switchProvider([own], 'google', true)).toEqual([own, { id: 'google', type: 'shared', enabled: true }])
  expect(removeProvider([shared, own], 'microsoft')).toEqual([shared])
})
