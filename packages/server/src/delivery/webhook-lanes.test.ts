import { describe, expect, test } from 'vitest'

import type { ClaimedDelivery } from '../records/webhooks/delivery.ts'
import { WebhookLanes } from './webhook-lanes.ts'

interface Attempts {
  readonly lanes: WebhookLanes
  readonly options: { waitMillis: number }
  /** The attempts in progress. */
  readonly running: ClaimedDelivery[]
  /** Ends the oldest attempts in progress. */
  readonly end: (number: number, hasSucceeded?: boolean) => Promise<void>
}

function start(): Attempts {
  const running: ClaimedDelivery[] = []
  const ends: ((hasSucceeded: boolean) => void)[] = []
  const options = {
    waitMillis: 40_000,
    deliver: (delivery: ClaimedDelivery) => {
      running.push(delivery)
      return new Promise<boolean>((resolve) => ends.push(resolve))
    },
    ended: () => undefined,
  }
  const lanes = new WebhookLanes(options)
  return {
    lanes,
    options,
    running,
    end: async (number, hasSucceeded = true) => {
      for (const resolve of ends.splice(0, number)) resolve(hasSucceeded)
      running.splice(0, number)
      // The lane continues in later microtasks.
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

let ids = 0

function deliveries(number: number, fields: Partial<ClaimedDelivery> = {}): ClaimedDelivery[] {
  return Array.from({ length: number }, () => ({
    projectId: 'project',
    id: `delivery-${(ids += 1)}`,
    endpointId: 'endpoint',
    messageId: 'message',
    eventType: 'user.created',
    attempts: 1,
    failures: 0,
    body: '{}',
    createdAt: new Date(),
    url: 'https://shop.example/hooks',
    headersSealed: null,
    secretSealed: '',
    oldSecretSealed: null,
    oldSecretEndsAt: null,
    rateLimit: null,
    failingSince: null,
    ...fields,
  }))
}

describe('attempts in progress', () => {
  test('are at most four of an endpoint and eight of a project, in the order of their claims', async () => {
    const { end, lanes, running } = start()
    const claimed = ['a', 'b', 'c'].flatMap((endpointId) => deliveries(6, { endpointId }))
    lanes.add(claimed, performance.now())
    lanes.add(deliveries(1, { projectId: 'other', endpointId: 'd' }), performance.now())

    expect(running.map(({ endpointId }) => endpointId)).toEqual([...'aaaabbbb', 'd'])
    await end(8)
    expect(running.map(({ endpointId }) => endpointId).toSorted()).toEqual([...'aabbcccc', 'd'])
    await end(9)
    expect(running.map(({ id }) => id)).toEqual(claimed.slice(-2).map(({ id }) => id))
  })

  test.each([
    ['the limit of the endpoint', { rateLimit: 3 }, 3],
    ['20 of an endpoint whose last attempt failed', { failingSince: new Date() }, 20],
    ['the lower of both', { rateLimit: 100, failingSince: new Date() }, 20],
  ])('start at most as often per second as %s', async (_limit, fields, perSecond) => {
    const { end, lanes, running } = start()
    lanes.add(deliveries(25, fields), performance.now())
    let started = 0
    while (running.length > 0) {
      started += running.length
      await end(running.length)
    }
    const postponed = lanes.takePostponed()

    expect(started).toBe(perSecond)
    expect(postponed).toHaveLength(25 - perSecond)
    for (const { millis } of postponed) expect(millis).toBeGreaterThan(0)
    expect(lanes.takeRoom().endpoints.get('endpoint')).toBe(0)
    expect(lanes.millisToNextStart).toBeGreaterThan(0)
  })
})

describe('the room for claims', () => {
  test('grows for an endpoint that is quick, and falls when it is not', async () => {
    const { end, lanes } = start()
    const rooms: (number | undefined)[] = []
    for (let round = 0; round < 5; round += 1) {
      const { endpoints, perEndpoint } = lanes.takeRoom()
      const places = endpoints.get('endpoint') ?? perEndpoint
      rooms.push(places)
      lanes.add(deliveries(places), performance.now())
      for (let ended = 0; ended < places; ended += 4) await end(4)
    }
    lanes.takeRoom()
    lanes.add(deliveries(10), performance.now())

    expect(rooms).toEqual([4, 8, 16, 32, 32])
    expect(lanes.takeRoom().endpoints.get('endpoint')).toBe(0)
  })

  test('does not grow with failures of an endpoint, and says what the endpoint has', async () => {
    const { end, lanes } = start()
    lanes.add(deliveries(4), performance.now())
    await end(2, false)

    const { claimed, endpoints } = lanes.takeRoom()

    expect(claimed.get('endpoint')).toBe(2)
    expect(endpoints.get('endpoint')).toBe(2)
  })

  test('is that of the lanes for a project whose endpoints do not answer, whatever their number', () => {
    const { lanes } = start()
    const silent = Array.from({ length: 8 }, (_, endpoint) => deliveries(1, { endpointId: `endpoint-${endpoint}` }))
    lanes.add(silent.flat(), performance.now())

    const { limit, perProject, projects } = lanes.takeRoom()

    expect(limit).toBe(256 - 8)
    expect(projects.get('project')).toBe(0)
    expect(perProject).toBe(8)
  })

  test('grows for a project that is quick', async () => {
    const { end, lanes } = start()
    lanes.add(deliveries(8), performance.now())
    await end(4)
    await end(4)

    expect(lanes.takeRoom().projects.get('project')).toBe(16)
  })
})

describe('deliveries that wait for a lane', () => {
  test('are given back when they have waited too long', async () => {
    const { end, lanes, options, running } = start()
    lanes.add(deliveries(6), performance.now())
    options.waitMillis = -1
    await end(4)

    expect(running).toEqual([])
    expect(lanes.takePostponed()).toHaveLength(2)
    expect(lanes.takePostponed()).toEqual([])
  })

  test('are given back when the service stops', () => {
    const { lanes, running } = start()
    lanes.add(deliveries(6), performance.now())

    expect(lanes.takePostponed({ all: true }).map(({ millis }) => millis)).toEqual([0, 0])
    expect(running).toHaveLength(4)
  })
})
