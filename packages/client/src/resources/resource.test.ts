import { describe, expect, test, vi } from 'vitest'

import { createSurroundings, settle } from '../../test/surroundings.ts'
import { CachedResource } from './resource.ts'

/** A resource whose fetches are answered by hand. */
function createResource() {
  const { ports, clock } = createSurroundings(() => ({}), { isManual: true })
  const fetches: PromiseWithResolvers<string>[] = []
  const resource = new CachedResource(ports, () => {
    const fetch = Promise.withResolvers<string>()
    fetches.push(fetch)
    return fetch.promise
  })
  const listener = vi.fn<() => void>()
  return { resource, clock, fetches, listener }
}

describe('fetches', () => {
  test('given nobody asked, when looked at, then nothing is fetched', async () => {
    const { resource, fetches } = createResource()

    await settle()

    expect(resource.getSnapshot()).toEqual({ status: 'pending' })
    expect(fetches).toHaveLength(0)
  })

  test('given several calls in one moment, when refreshed, then they share one fetch', async () => {
    const { resource, fetches } = createResource()

    const calls = Promise.all([resource.refresh(), resource.refresh(), resource.load()])
    await settle()
    fetches[0]?.resolve('a')

    expect(await calls).toEqual(['a', 'a', 'a'])
    expect(fetches).toHaveLength(1)
  })

  test('given a running fetch, when refreshed, then waits for the next one, which starts 300 ms after the first', async () => {
    const { resource, fetches, clock } = createResource()
    const first = resource.refresh()
    await settle()
    const second = Promise.all([resource.refresh(), resource.refresh()])
    await clock.advance(1_000)
    expect(fetches).toHaveLength(1)

    fetches[0]?.resolve('a')
    await clock.advance(0)
    expect(fetches).toHaveLength(2)
    fetches[1]?.resolve('b')

    expect(await first).toBe('a')
    expect(await second).toEqual(['b', 'b'])
  })

  test('given a fetch that has just ended, when refreshed, then the next one starts 300 ms after it had started', async () => {
    const { resource, fetches, clock } = createResource()
    void resource.refresh()
    await settle()
    fetches[0]?.resolve('a')
    await clock.advance(100)

    void resource.refresh()
    await clock.advance(199)
    expect(fetches).toHaveLength(1)
    await clock.advance(1)
    expect(fetches).toHaveLength(2)
  })

  test('given a running fetch, when loaded, then joins it', async () => {
    const { resource, fetches } = createResource()
    void resource.refresh()
    await settle()
    const loading = resource.load()
    fetches[0]?.resolve('a')

    expect(await loading).toBe('a')
    expect(await resource.load()).toBe('a')
    expect(fetches).toHaveLength(1)
  })

  test('given a value that was set meanwhile, when an older fetch answers, then it does not overwrite it', async () => {
    const { resource, fetches } = createResource()
    const call = resource.refresh()
    await settle()

    resource.seed('new')
    fetches[0]?.resolve('old')

    expect(await call).toBe('old')
    expect(resource.getSnapshot()).toEqual({ status: 'ok', data: 'new' })
  })
})

describe('failures', () => {
  test('given a failed fetch, when looked at, then it is kept like a value, and a refresh tries again', async () => {
    const { resource, fetches, clock, listener } = createResource()
    resource.subscribe(listener)
    const call = resource.refresh()
    await settle()
    fetches[0]?.reject(new Error('down'))

    await expect(call).rejects.toThrow('down')
    await expect(resource.load()).rejects.toThrow('down')
    expect(() => resource.read()).toThrow('down')

    const again = resource.refresh()
    await clock.advance(300)
    fetches[1]?.resolve('up')
    expect(await again).toBe('up')
    expect(resource.read()).toBe('up')
    expect(listener).toHaveBeenCalledTimes(2)
  })
})

describe('subscribers', () => {
  test('given a subscriber, when the value changes, then it is told, until it leaves', async () => {
    const { resource, listener } = createResource()
    const leave = resource.subscribe(listener)

    resource.seed('a')
    leave()
    resource.seed('b')

    expect(listener).toHaveBeenCalledTimes(1)
  })

  test('given the last subscriber left, when 5,000 ms have passed, then the value is dropped', async () => {
    const { resource, clock, listener } = createResource()
    resource.seed('a')
    const leave = resource.subscribe(listener)
    await clock.advance(60_000)
    leave()

    await clock.advance(4_999)
    expect(resource.getSnapshot().status).toBe('ok')
    await clock.advance(1)
    expect(resource.getSnapshot().status).toBe('pending')
  })

  test('given a subscriber comes back in time, when 5,000 ms have passed, then the value is still there', async () => {
    const { resource, clock, listener } = createResource()
    resource.seed('a')
    resource.subscribe(listener)()
    await clock.advance(4_000)

    resource.subscribe(listener)
    await clock.advance(60_000)

    expect(resource.read()).toBe('a')
  })

  test('given nobody ever subscribed, when 5,000 ms have passed since the fetch, then the value is dropped', async () => {
    const { resource, clock, fetches } = createResource()
    void resource.refresh()
    await settle()
    fetches[0]?.resolve('a')
    await settle()

    expect(resource.getSnapshot().status).toBe('ok')
    await clock.advance(5_000)
    expect(resource.getSnapshot().status).toBe('pending')
  })

  test.each([
    [true, 2],
    [false, 1],
  ])('given a subscriber: %j, when invalidated, then %i fetches were made', async (hasSubscriber, expected) => {
    const { resource, fetches, clock, listener } = createResource()
    if (hasSubscriber) resource.subscribe(listener)
    void resource.refresh()
    await settle()
    fetches[0]?.resolve('a')
    await settle()

    resource.invalidate()
    expect(resource.getSnapshot().status).toBe('pending')
    await clock.advance(300)

    expect(fetches).toHaveLength(expected)
  })
})

describe('Suspense', () => {
  test('given no value, when read, then throws the promise of one', async () => {
    const { resource, fetches } = createResource()
    let thrown: unknown
    try {
      resource.read()
    } catch (reason) {
      thrown = reason
    }
    await settle()
    fetches[0]?.resolve('a')

    await expect(thrown).resolves.toBe('a')
    expect(resource.read()).toBe('a')
  })

  test('given a seed, when a server renders, then it is what is shown', () => {
    const { resource } = createResource()
    expect(resource.getServerSnapshot()).toEqual({ status: 'pending' })

    resource.seed('a')

    expect(resource.getServerSnapshot()).toEqual({ status: 'ok', data: 'a' })
  })
})
