import { describe, expect, test } from 'vitest'

import { removeIssuer, switchIssuer, valuesOfIssuer, writeIssuer, type StoredIssuer } from './issuer-form.ts'

const okta: StoredIssuer = {
  id: 'custom:okta',
  enabled: false,
  displayName: 'Okta',
  iconUrl: null,
  issuerUrl: 'https://okta.example/',
  clientId: 'client',
  scopes: ['profile', 'groups'],
  authentication: { method: 'client_secret_post', clientSecret: '••••' },
}
const keyed: StoredIssuer = {
  ...okta,
  id: 'custom:keyed',
  authentication: {
    method: 'private_key_jwt',
    privateKey: '••••',
    audience: 'token_endpoint',
    publicJwk: { kty: 'EC' },
  },
}

describe('the form of an issuer', () => {
  test('writes a stored issuer back as it was read, in its place', () => {
    expect(writeIssuer([okta, keyed], valuesOfIssuer(okta))).toEqual([okta, keyed])
    expect(writeIssuer([keyed, okta], valuesOfIssuer(keyed))).toEqual([
      { ...keyed, authentication: { method: 'private_key_jwt', audience: 'token_endpoint' } },
      okta,
    ])
  })

  test('adds a new issuer at the end, switched on', () => {
    const values = { ...valuesOfIssuer(undefined), displayName: 'Acme ', name: 'acme', issuerUrl: 'id.acme.example' }

    const [, added] = writeIssuer([okta], {
      ...values,
      clientId: 'app',
      clientSecret: ' secret ',
      scopes: ' profile  hr ',
    })

    expect(added).toEqual({
      id: 'custom:acme',
      enabled: true,
      displayName: 'Acme',
      iconUrl: null,
      issuerUrl: 'https://id.acme.example',
      clientId: 'app',
      scopes: ['profile', 'hr'],
      authentication: { method: 'client_secret_basic', clientSecret: 'secret' },
    })
  })

  test('switches and removes one issuer', () => {
    expect(switchIssuer([okta, keyed], 'custom:okta', true)).toEqual([{ ...okta, enabled: true }, keyed])
    expect(removeIssuer([okta, keyed], 'custom:okta')).toEqual([keyed])
  })
})
