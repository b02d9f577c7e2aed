import type { UserApiKeyRead } from '@portico/contract'
import { describe, expect, test } from 'vitest'

import type { SendAnyRequest, SendRequest } from '../transport/request.ts'
import { createUserApiKey, userApiKeyActions } from './api-keys.ts'

const now = 1_800_000_000_000
const read: UserApiKeyRead = {
  id: '0f2f2a52-6b0e-4b9e-8a1a-b1b0d3a3f001',
  type: 'user',
  user_id: '0f2f2a52-6b0e-4b9e-8a1a-b1b0d3a3f002',
  description: 'CI',
  is_public: false,
  created_at_millis: now - 10,
  value: { last_four: '1234' },
}

/** A context that records the bodies of its calls. */
function createContext() {
  const bodies: unknown[] = []
  const request: SendAnyRequest = async (_call, { body } = {}) => {
    bodies.push(JSON.parse(JSON.stringify(body)))
    return { ...read, value: 'sk_value' }
  }
  return { bodies, context: { request: request as SendRequest, now: () => now } }
}

describe('an API key', () => {
  test.each([
    ['valid without an expiry', {}, null],
    ['valid before its expiry', { expires_at_millis: now + 1 }, null],
    ['expired at its expiry', { expires_at_millis: now }, 'expired'],
    ['revoked', { manually_revoked_at_millis: now - 1 }, 'manually-revoked'],
    ['revoked and expired', { manually_revoked_at_millis: now - 1, expires_at_millis: now - 2 }, 'manually-revoked'],
  ])('is %s', (_state, changes, reason) => {
    const key = createUserApiKey({ ...read, ...changes }, createContext().context)

    expect([key.whyInvalid(), key.isValid()]).toEqual([reason, reason === null])
  })

  test('has an expiry only if it expires', () => {
    const { context } = createContext()

    expect('expiresAt' in createUserApiKey(read, context)).toBe(false)
    expect(createUserApiKey({ ...read, expires_at_millis: now }, context).expiresAt).toEqual(new Date(now))
  })
})

describe('the expiry of a key', () => {
  test.each([
    [new Date(now), now],
    // The service would read 0 as "does not expire".
    [new Date(0), 1],
    [null, null],
  ])('%s is sent as %s', async (expiresAt, millis) => {
    const { bodies, context } = createContext()

    await userApiKeyActions('me', context).createApiKey({ description: 'CI', expiresAt })
    await createUserApiKey(read, context).update({ expiresAt })

    expect(bodies).toEqual([
      { user_id: 'me', description: 'CI', expires_at_millis: millis },
      { expires_at_millis: millis },
    ])
  })

  test('is refused if it is an invalid date, which JSON would send as "does not expire"', async () => {
    const { bodies, context } = createContext()
    const expiresAt = new Date('tomorrow')

    const created = userApiKeyActions('me', context).createApiKey({ description: 'CI', expiresAt })
    const updated = createUserApiKey(read, context).update({ expiresAt })

    await expect(created).rejects.toThrow(/invalid date/)
    await expect(updated).rejects.toThrow(/invalid date/)
    expect(bodies).toEqual([])
  })
})
