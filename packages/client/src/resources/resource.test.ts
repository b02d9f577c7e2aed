import { describe, expect, test, vi } from 'vitest'

import { createSurroundings, settle } from '../../test/surroundings.ts'
import { CachedResource } from './resource.ts'

/** Creates a resource whose fetches the test resolves. */
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
  test('do not start without a call', async () => {
    const { resource, fetches } = createResource()

    await settle()

    expect(resource.getSnapshot()).toEqual({ status: 'pending' })
    expect(fetches).toHaveLength(0)
  })

  test('are shared by calls in the same tick', async () => {
    const { resource, fetches } = createResource()

    const calls = Promise.all([resource.refresh(), resource.refresh(), resource.load()])
    await settle()
    fetches[0]?.resolve('a')

    expect(await calls).toEqual(['a', 'a', 'a'])
    expect(fetches).toHaveLength(1)
  })

  test('do not run in parallel: a refresh during a fetch waits for the next one', async () => {
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

  test('start at least 300 ms apart', async () => {
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

  test('are joined by load', async () => {
    const { resource, fetches } = createResource()
    void resource.refresh()
    await settle()
    const loading = resource.load()
    fetches[0]?.resolve('a')

    expect(await loading).toBe('a')
    expect(await resource.load()).toBe('a')
    expect(fetches).toHaveLength(1)
  })

  test('do not overwrite a value that was set meanwhile', async () => {
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
  test('are cached like values, and a refresh tries again', async () => {
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
  test('are called after each change until they unsubscribe', async () => {
    const { resource, listener } = createResource()
    const unsubscribe = resource.subscribe(listener)

    resource.seed('a')
    unsubscribe()
    resource.seed('b')

    expect(listener).toHaveBeenCalledTimes(1)
  })

  test('keep the value until 5,000 ms after the last one has unsubscribed', async () => {
    const { resource, clock, listener } = createResource()
    resource.seed('a')
    const unsubscribe = resource.subscribe(listener)
    await clock.advance(60_000)
    unsubscribe()

    await clock.advance(4_999)
    expect(resource.getSnapshot().status).toBe('ok')
    await clock.advance(1)
    expect(resource.getSnapshot().status).toBe('pending')
  })

  test('keep the value if one subscribes again within 5,000 ms', async () => {
    const { resource, clock, listener } = createResource()
    resource.seed('a')
    resource.subscribe(listener)()
    await clock.advance(4_000)

    resource.subscribe(listener)
    await clock.advance(60_000)

    expect(resource.read()).toBe('a')
  })

  test('are optional: without one, the value is dropped 5,000 ms after the fetch', async () => {
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
  ])('decide whether invalidate fetches again (subscribed: %j, fetches: %i)', async (hasSubscriber, expected) => {
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
  test('receives the promise of the value from read', async () => {
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

  test('renders the seeded value on a server', () => {
    const { resource } = createResource()
    expect(resource.getServerSnapshot()).toEqual({ status: 'pending' })

    resource.seed('a')

    expect(resource.getServerSnapshot()).toEqual({ status: 'ok', data: 'a' })
  })
})

describe('renew', () => {
  test('fetches again and keeps showing the value meanwhile if there is a subscriber', async () => {
    const { resource, fetches, clock, listener } = createResource()
    resource.subscribe(listener)
    resource.seed('a')

    const renewed = resource.renew()
    await settle()
    expect(resource.getSnapshot()).toEqual({ status: 'ok', data: 'a' })
    fetches[0]?.resolve('b')
    await clock.advance(0)
    await renewed

    expect(resource.getSnapshot()).toEqual({ status: 'ok', data: 'b' })
  })

  test('drops the value without a subscriber, and ignores a fetch that is on its way', async () => {
    const { resource, fetches } = createResource()
    void resource.load()
    await settle()

    await resource.renew()
    fetches[0]?.resolve('old')
    await settle()

    expect(resource.getSnapshot()).toEqual({ status: 'pending' })
    expect(fetches).toHaveLength(1)
  })

  test('does not reject if the fetch fails: the subscribers receive the failure', async () => {
    const { resource, fetches, clock, listener } = createResource()
    resource.subscribe(listener)

    const renewed = resource.renew()
    await settle()
    fetches[0]?.reject(new Error('down'))
    await clock.advance(0)

    await expect(renewed).resolves.toBeUndefined()
    expect(resource.getSnapshot()).toMatchObject({ status: 'error' })
  })
})
