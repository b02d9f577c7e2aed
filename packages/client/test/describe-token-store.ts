import { describe, expect, test, vi } from 'vitest'

import type { TokenStore } from '../src/session/tokens.ts'
import { noTokens, type Tokens } from '../src/session/tokens.ts'

/** Defines the tests of every token store. `create` returns a store with the given tokens. */
export function describeTokenStore(name: string, create: (tokens: Tokens) => TokenStore): void {
  const tokens = { accessToken: 'access', refreshToken: 'refresh' }

  describe(`token store: ${name}`, () => {
    test('returns the same object until the tokens change', () => {
      const store = create(tokens)

      expect(store.read()).toEqual(tokens)
      expect(store.read()).toBe(store.read())
    })

    test('returns null for both tokens if it has none', () => {
      expect(create(noTokens).read()).toEqual(noTokens)
    })

    test('calls a subscriber after each write', () => {
      const store = create(tokens)
      const seen: Tokens[] = []
      store.subscribe(() => seen.push(store.read()))

      store.write({ accessToken: 'access', refreshToken: 'next' })
      store.write(noTokens)

      expect(seen).toEqual([{ accessToken: 'access', refreshToken: 'next' }, noTokens])
      expect(store.read()).toEqual(noTokens)
    })

    test('does not call a subscriber if the tokens are the same', () => {
      const store = create(tokens)
      const listener = vi.fn<() => void>()
      store.subscribe(listener)

      store.write({ ...tokens })

      expect(listener).not.toHaveBeenCalled()
    })

    test('does not call a subscriber that has unsubscribed', () => {
      const store = create(tokens)
      const listener = vi.fn<() => void>()
      store.subscribe(listener)()

      store.write(noTokens)

      expect(listener).not.toHaveBeenCalled()
    })
  })
}
