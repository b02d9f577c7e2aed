import { expect, test } from 'vitest'

import { isIssuerUrl, keepsSecret, settingsOf, valuesOfSettings, type StoredSettings } from './issuer-settings.tsx'

const acme: StoredSettings = {
  displayName: 'Acme',
  iconUrl: 'https://acme.example/icon.png',
  issuerUrl: 'https://id.acme.example/',
  clientId: 'client',
  scopes: ['profile', 'groups'],
  authentication: { method: 'client_secret_post', clientSecret: '••••' },
}
const keyed: StoredSettings = {
  ...acme,
  authentication: {
    method: 'private_key_jwt',
    privateKey: '••••',
    audience: 'token_endpoint',
    publicJwk: { kty: 'EC' },
  },
}

test.each([
  ['https://okta.example/', true],
  ['okta.example', true],
  ['http://localhost:8080', true],
  ['127.0.0.1:8080', true],
  ['http://okta.example', false],
  ['http://localhost.okta.example', false],
  ['javascript:alert(1)', false],
  ['okta', true],
  ['', false],
])('the address of an issuer can be %j: %s', (typed, expected) => {
  expect(isIssuerUrl(typed)).toBe(expected)
})

test('the stored secret stays only for the same issuer and client', () => {
  const values = valuesOfSettings(acme)

  expect(keepsSecret(values, acme)).toBe(true)
  expect(keepsSecret({ ...values, clientId: 'other' }, acme)).toBe(false)
  expect(keepsSecret({ ...values, issuerUrl: 'https://other.example' }, acme)).toBe(false)
  expect(keepsSecret(values, keyed)).toBe(false)
  expect(keepsSecret(values, undefined)).toBe(false)
})

test('an unchanged form writes the settings back as they were read', () => {
  expect(settingsOf(valuesOfSettings(acme), acme)).toEqual(acme)
  expect(settingsOf(valuesOfSettings(keyed), keyed)).toEqual({
    ...keyed,
    authentication: { method: 'private_key_jwt', audience: 'token_endpoint' },
  })
})
