import { describe, expect, test } from 'vitest'

import type { KeySet } from '../../data/api-keys.ts'
import { neverExpires } from '../../data/key-expiry.ts'
import { breaksWithout, endOfDay, statusOf } from './key-status.ts'

const now = Date.parse('2026-11-23T12:00:00Z')
const inDays = (days: number): Date => new Date(now + days * 86_400_000)

describe('the status of a key set', () => {
  test('is expired before it is revoked', () => {
    const expiresAt = inDays(-1)

    expect(statusOf({ expiresAt, manuallyRevokedAt: inDays(-2) }, now)).toEqual({ kind: 'expired', at: expiresAt })
  })

  test('is revoked while the expiry is to come', () => {
    const manuallyRevokedAt = inDays(-2)

    expect(statusOf({ expiresAt: inDays(90), manuallyRevokedAt }, now)).toEqual({
      kind: 'revoked',
      at: manuallyRevokedAt,
    })
  })

  test('warns in the last 30 days', () => {
    expect(statusOf({ expiresAt: inDays(9), manuallyRevokedAt: null }, now)).toEqual({ kind: 'expires-soon', days: 9 })
    expect(statusOf({ expiresAt: inDays(0.1), manuallyRevokedAt: null }, now)).toEqual({
      kind: 'expires-soon',
      days: 1,
    })
    expect(statusOf({ expiresAt: inDays(30), manuallyRevokedAt: null }, now).kind).toBe('valid')
  })

  test('never expires with an expiry in a far future', () => {
    const expiresAt = neverExpires(new Date(now))
    const yearsLater = now + 10 * 365 * 86_400_000

    expect(expiresAt.toISOString()).toBe('2126-11-23T12:00:00.000Z')
    expect(statusOf({ expiresAt, manuallyRevokedAt: null }, yearsLater)).toEqual({ kind: 'never-expires' })
  })
})

describe('the end of a day', () => {
  test('refuses what is not a date', () => {
    expect(endOfDay('2027-13-45')).toBeNull()
    expect(endOfDay('2027-02-30')).toBeNull()
    expect(endOfDay('soon')).toBeNull()
    expect(endOfDay('2027-11-23')?.getDate()).toBe(23)
  })
})

describe('what stops working without a key set', () => {
  /** Only the fields that the decision reads. */
  const keySetOf = (id: string, isValid: boolean, keys: Partial<KeySet>): KeySet =>
    ({
      id,
      isValid: () => isValid,
      publishableClientKey: null,
      secretServerKey: null,
      superSecretAdminKey: null,
      ...keys,
    }) as KeySet
  const web = keySetOf('web', true, {
    publishableClientKey: { lastFour: 'aaaa', value: null },
    secretServerKey: { lastFour: 'bbbb' },
  })

  test('is each key, with whether another valid set has one of its kind', () => {
    const server = keySetOf('server', true, { secretServerKey: { lastFour: 'cccc' } })
    const revoked = keySetOf('old', false, { publishableClientKey: { lastFour: 'dddd', value: null } })

    expect(breaksWithout(web, [web, server, revoked])).toEqual([
      { kind: 'publishable', lastFour: 'aaaa', isLast: true },
      { kind: 'server', lastFour: 'bbbb', isLast: false },
    ])
  })
})
