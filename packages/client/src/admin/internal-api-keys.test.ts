import type { InternalApiKeyRead } from '@portico/contract'
import { describe, expect, test } from 'vitest'

import { baseUrl, createSurroundings, projectId } from '../../test/surroundings.ts'
import { createRequest } from '../transport/request.ts'
import { type InternalApiKeyCreateOptions, InternalApiKeys } from './internal-api-keys.ts'

const now = 1_800_000_000_000
const read: InternalApiKeyRead = {
  id: '0f2f2a52-6b0e-4b9e-8a1a-b1b0d3a3f001',
  description: 'Backend',
  created_at_millis: now - 10,
  expires_at_millis: now + 10,
  secret_server_key: { last_four: '1234' },
}
const creation: InternalApiKeyCreateOptions = {
  description: 'Backend',
  expiresAt: new Date(now + 10),
  hasPublishableClientKey: false,
  hasSecretServerKey: true,
  hasSuperSecretAdminKey: false,
}

function createKeys(listed: readonly InternalApiKeyRead[]) {
  const { ports, sent } = createSurroundings(({ method }) => ({
    body: method === 'GET' ? { items: listed } : { ...read, secret_server_key: 'ssk_value' },
  }))
  const request = createRequest({
    projectId,
    publishableClientKey: '',
    extraRequestHeaders: {},
    apiUrl: () => `${baseUrl}/api/v1`,
    ports,
  })
  return { sent, keys: new InternalApiKeys(request, ports) }
}

describe('a key set', () => {
  test.each([
    ['valid before its expiry', {}, null],
    ['expired at its expiry', { expires_at_millis: now }, 'expired'],
    ['revoked', { manually_revoked_at_millis: now - 1 }, 'manually-revoked'],
    // Unlike the keys of users and teams.
    ['expired rather than revoked', { manually_revoked_at_millis: now - 1, expires_at_millis: now - 2 }, 'expired'],
  ])('is %s', async (_state, changes, reason) => {
    const [key] = await createKeys([{ ...read, ...changes }]).keys.list()

    expect([key?.whyInvalid(), key?.isValid()]).toEqual([reason, reason === null])
  })

  test('shows the end of the keys that it has', async () => {
    const [key] = await createKeys([read]).keys.list()

    expect(key).toMatchObject({
      description: 'Backend',
      manuallyRevokedAt: null,
      publishableClientKey: null,
      secretServerKey: { lastFour: '1234' },
      superSecretAdminKey: null,
    })
  })

  test('has its complete keys when it is new, and only those that were requested', async () => {
    const { keys, sent } = createKeys([])

    const created = await keys.create(creation)

    expect(created).toMatchObject({ secretServerKey: 'ssk_value', expiresAt: creation.expiresAt })
    expect(Object.keys(created)).not.toContain('publishableClientKey')
    expect(sent.map(({ method, path, body }) => [method, path, body])).toEqual([
      [
        'POST',
        '/internal/api-keys',
        {
          description: 'Backend',
          expires_at_millis: now + 10,
          has_publishable_client_key: false,
          has_secret_server_key: true,
          has_super_secret_admin_key: false,
        },
      ],
    ])
  })

  test('is not created with an invalid date', async () => {
    const { keys, sent } = createKeys([])

    await expect(keys.create({ ...creation, expiresAt: new Date('never') })).rejects.toThrow('`expiresAt`')
    expect(sent).toEqual([])
  })

  test('is fetched again by hooks after each change', async () => {
    const { keys, sent } = createKeys([read])
    keys.resource.subscribe(() => {})
    const [key] = await keys.resource.load()

    await key?.update({ description: 'Old backend' })
    await key?.revoke()

    const path = `/internal/api-keys/${read.id}`
    expect(sent.map((request) => [request.method, request.path, request.body])).toEqual([
      ['GET', '/internal/api-keys', undefined],
      ['PATCH', path, { description: 'Old backend' }],
      ['GET', '/internal/api-keys', undefined],
      ['PATCH', path, { revoked: true }],
      ['GET', '/internal/api-keys', undefined],
    ])
  })
})
