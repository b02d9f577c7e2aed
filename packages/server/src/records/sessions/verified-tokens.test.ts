import { expect, test } from 'vitest'

import { VerifiedTokens } from './verified-tokens.ts'

const expiringAt = (expiresAt: number): { claims: { expiresAt: number } } => ({ claims: { expiresAt } })

test('verified tokens leave the memory after their expiry, with the next new one', () => {
  const tokens = new VerifiedTokens(100)
  for (let second = 0; second < 10; second += 1) tokens.add(`token ${second}`, expiringAt(second + 60), second)

  tokens.add('next', expiringAt(200), 65)

  expect(tokens.size).toBe(5)
  expect(tokens.get('token 5')).toBeUndefined()
  expect(tokens.get('token 6')).toEqual(expiringAt(66))
})

test('the oldest verified tokens make room for new ones', () => {
  const tokens = new VerifiedTokens(3)
  for (const digest of ['a', 'b', 'c', 'd']) tokens.add(digest, expiringAt(60), 0)

  expect(['a', 'b', 'c', 'd'].filter((digest) => tokens.get(digest))).toEqual(['b', 'c', 'd'])
})
