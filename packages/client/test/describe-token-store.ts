import { describe, expect, test, vi } from 'vitest'

import type { TokenStore } from '../src/session/token-store.ts'
import { noTokens, type Tokens } from '../src/session/tokens.ts'

/** What every token store promises. `create` makes one that holds the given tokens. */
export function describeTokenStore(name: string, create: (tokens: Tokens) => TokenStore): void {
  const tokens = { accessToken: 'access', refreshToken: 'refresh' }

  describe(`token store: ${name}`, () => {
    test('given tokens, when read twice, then gives the same object', () => {
      const store = create(tokens)

      expect(store.read()).toEqual(tokens)
      expect(store.read()).toBe(store.read())
    })

    test('given no tokens, when read, then both are null', () => {
      expect(create(noTokens).read()).toEqual(noTokens)
    })

    test('given a subscriber, when tokens are written, then it is told and can read them', () => {
      const store = create(tokens)
      const seen: Tokens[] = []
      store.subscribe(() => seen.push(store.read()))

      store.write({ accessToken: 'access', refreshToken: 'next' })
      store.write(noTokens)

      expect(seen).toEqual([{ accessToken: 'access', refreshToken: 'next' }, noTokens])
      expect(store.read()).toEqual(noTokens)
    })

    test('given a subscriber, when the same tokens are written again, then it is left alone', () => {
      const store = create(tokens)
      const listener = vi.fn<() => void>()
      store.subscribe(listener)

      store.write({ ...tokens })

      expect(listener).not.toHaveBeenCalled()
    })

    test('given a subscriber that has left, when tokens are written, then it is left alone', () => {
      const store = create(tokens)
      const listener = vi.fn<() => void>()
      store.subscribe(listener)()

      store.write(noTokens)

      expect(listener).not.toHaveBeenCalled()
    })
  })
}
