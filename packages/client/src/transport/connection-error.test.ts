import { describe, expect, test } from 'vitest'

import { createSurroundings, TestBrowser } from '../../test/surroundings.ts'
import { ConnectionError, loadPart } from './connection-error.ts'

describe('a part that is loaded on demand', () => {
  const cause = new TypeError('Failed to fetch dynamically imported module')

  test('resolves without a test request', async () => {
    const { ports, sent } = createSurroundings(() => ({}))

    expect(await loadPart(ports, Promise.resolve({ part: 1 }))).toEqual({ part: 1 })
    expect(sent).toEqual([])
  })

  test.each([
    [false, 'OFFLINE'],
    [true, 'UNREACHABLE'],
  ] as const)('fails while onLine is %j with %s', async (onLine, code) => {
    const browser = new TestBrowser('https://app.example/')
    browser.navigator.onLine = onLine
    const { ports } = createSurroundings(() => ({}), { browser })

    const error = await loadPart(ports, Promise.reject(cause)).catch((thrown: unknown) => thrown)

    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ code, cause })
  })
})
