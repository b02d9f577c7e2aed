import { describe, expect, test } from 'vitest'

import { createSurroundings, TestBrowser } from '../../test/surroundings.ts'
import { ConnectionError, loaded } from './connection-error.ts'

describe('parts that are loaded on demand', () => {
  const cause = new TypeError('Failed to fetch dynamically imported module')

  test('given a part, when it has come, then it is there, and asks nobody', async () => {
    const { ports, sent } = createSurroundings(() => ({}))

    expect(await loaded(ports, Promise.resolve({ part: 1 }))).toEqual({ part: 1 })
    expect(sent).toEqual([])
  })

  test.each([
    [false, 'OFFLINE'],
    [true, 'UNREACHABLE'],
  ] as const)(
    'given a part that does not come while onLine is %j, when waited for, then it is %s',
    async (onLine, code) => {
      const browser = new TestBrowser('https://app.example/')
      browser.navigator.onLine = onLine
      const { ports } = createSurroundings(() => ({}), { browser })

      const error = await loaded(ports, Promise.reject(cause)).catch((thrown: unknown) => thrown)

      expect(error).toBeInstanceOf(ConnectionError)
      expect(error).toMatchObject({ code, cause })
    },
  )
})
