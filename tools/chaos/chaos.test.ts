import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, test } from 'vitest'

import { outcomeOf, type Call, type Outcome } from './answers.ts'
import type { Expectation } from './faults.ts'
import { findLost, findUndelivered, Ledger, settleEvents, type Account, type Shown } from './ledger.ts'
import { Line } from './line.ts'
import { Random } from './random.ts'
import { findBroken } from './run-faults.ts'
import { fitSlope } from './slope.ts'
import { judgeGrowth } from './soak.ts'
import { Written } from './written.ts'

describe('a value that is written', () => {
  test('may be the acknowledged one or one of unknown outcome after it, but none before it', () => {
    const name = new Written('first')
    name.attempt('given up')
    expect(name.permits('first')).toBe(true)
    expect(name.permits('given up')).toBe(true)

    name.acknowledge('second')

    expect(name.permits('second')).toBe(true)
    expect(name.permits('first')).toBe(false)
    expect(name.permits('given up')).toBe(false)
  })
})

describe('the ledger', () => {
  function account(id: string, name: string | null, keys: readonly string[] = []): Account {
    const email = `${id}@example.com`
    const tokens = { accessToken: '', refreshToken: '', tokenAt: 0 }
    return { id, email, password: '', from: '', name: new Written(name), keys: new Set(keys), isBusy: false, ...tokens }
  }

  function complete(): { ledger: Ledger; shown: Shown } {
    const ledger = new Ledger()
    ledger.accounts.push(account('ada', 'Ada', ['key']), account('bob', null))
    ledger.teams.set('team', 'Team')
    ledger.memberships.add('team ada')
    ledger.deletedUsers.add('eve')
    ledger.deletedTeams.add('old')
    ledger.endpoint = new Written('described')
    const shown = {
      users: new Map([
        ['ada', 'Ada'],
        ['bob', null],
      ]),
      teams: new Map([['team', 'Team']]),
      memberships: new Set(['team ada']),
      keys: new Set(['key']),
      endpoint: 'described',
    }
    return { ledger, shown }
  }

  test('finds nothing lost if everything is shown', () => {
    const { ledger, shown } = complete()

    expect(findLost(ledger, shown)).toEqual([])
  })

  test.each<[string, (shown: Shown) => Partial<Shown>, RegExp]>([
    ['user', () => ({ users: new Map([['ada', 'Ada']]) }), /user bob@example\.com is missing/],
    ['profile', ({ users }) => ({ users: new Map([...users, ['ada', 'Former']]) }), /called Former instead of Ada/],
    ['deletion of a user', ({ users }) => ({ users: new Map([...users, ['eve', 'Eve']]) }), /deleted user eve/],
    ['team', () => ({ teams: new Map() }), /team Team is missing/],
    ['deletion of a team', ({ teams }) => ({ teams: new Map([...teams, ['old', 'Old']]) }), /deleted team old/],
    ['membership', () => ({ memberships: new Set<string>() }), /membership team ada is missing/],
    ['API key', () => ({ keys: new Set<string>() }), /API key key of ada@example\.com/],
    ['description of the endpoint', () => ({ endpoint: 'first' }), /first instead of described/],
  ])('finds a lost %s', (_what, change, sentence) => {
    const { ledger, shown } = complete()

    expect(findLost(ledger, { ...shown, ...change(shown) })).toEqual([expect.stringMatching(sentence)])
  })

  test('finds the events that have not arrived and that no pending delivery explains', () => {
    const { ledger } = complete()
    const missing = ['user.deleted eve', 'user.deleted old']
    for (const event of ['user.deleted bob', ...missing]) ledger.events.add(event)

    expect(settleEvents(ledger, missing, new Set(['user.deleted old', 'user.deleted bob']))).toEqual([
      'user.deleted eve',
    ])
    expect([...ledger.events]).toEqual(['user.deleted old'])
  })

  test('finds mails and webhooks that have not arrived', () => {
    const { ledger } = complete()
    ledger.codeMails.add('code@example.com')
    for (const event of ['user.created ada', 'user.deleted eve', 'user.created eve']) ledger.events.add(event)
    const mails = new Map([
      ['ada@example.com', 1],
      ['bob@example.com', 2],
    ])

    expect(findUndelivered(ledger, { mails, events: new Map([['user.deleted eve', 1]]) })).toEqual({
      mails: ['code@example.com'],
      events: ['user.created ada'],
    })
  })
})

describe('an answer', () => {
  const headers = { 'content-type': 'text/plain', 'retry-after': '2', 'access-control-allow-origin': '*' }

  test.each<[string, Parameters<typeof outcomeOf>[0], Outcome]>([
    ['none', null, 'broken'],
    ['502 of a proxy', { status: 502, headers, text: '' }, 'broken'],
    ['200', { status: 200, headers: {}, text: '' }, 'success'],
    ['429', { status: 429, headers, text: '' }, 'refused'],
    ['503 with everything that belongs to it', { status: 503, headers, text: '' }, 'unavailable'],
    ['503 without Retry-After', { status: 503, headers: { ...headers, 'retry-after': undefined }, text: '' }, 'fault'],
    ['503 as a page', { status: 503, headers: { ...headers, 'content-type': 'text/html' }, text: '' }, 'fault'],
    [
      '503 that a page of another origin cannot read',
      { status: 503, headers: { ...headers, 'access-control-allow-origin': undefined }, text: '' },
      'fault',
    ],
    ['500', { status: 500, headers, text: '' }, 'fault'],
  ])('%s is classified', (_what, answer, outcome) => {
    expect(outcomeOf(answer)).toBe(outcome)
  })
})

describe('the promises of a fault', () => {
  const expectation: Expectation = { mayBeUnavailable: true, brokenMax: 1, recoverySeconds: 10, afterSeconds: 2 }
  const call = (outcome: Outcome, seconds: number, lasts = 0.1): Call => {
    const endedAt = seconds * 1_000
    return { kind: 'signIn', outcome, description: outcome, startedAt: endedAt - lasts * 1_000, endedAt }
  }
  const find = (calls: readonly Call[], expect: Partial<Expectation> = {}): string[] =>
    findBroken({ ...expectation, ...expect }, { calls, injectedAt: 100_000, healedAt: 130_000 })

  test('are kept by calls that succeed, and by 503 within the permitted times', () => {
    expect(
      find([call('success', 95), call('unavailable', 109), call('broken', 109), call('unavailable', 131)]),
    ).toEqual([])
  })

  test.each<[string, Call[], Partial<Expectation>, RegExp]>([
    ['an answer of 5xx', [call('fault', 105)], {}, /1 calls were answered fault/],
    ['a refusal', [call('refused', 105)], {}, /1 calls were answered refused/],
    ['503 where none may be', [call('unavailable', 105)], { mayBeUnavailable: false }, /answered 503/],
    [
      'too many lost connections',
      [call('broken', 105), call('broken', 106)],
      {},
      /2 calls lost their connection; 1 may/,
    ],
    ['a late recovery', [call('unavailable', 111)], {}, /until 11\.0 s after the fault began/],
    ['a failure long after its end', [call('unavailable', 133)], {}, /until 3\.0 s after the fault ended/],
    ['an answer that takes too long', [call('success', 120, 11)], {}, /answered after 11\.0 s/],
  ])('are broken by %s', (_what, calls, expect_, sentence) => {
    expect(find(calls, expect_)).toEqual([expect.stringMatching(sentence)])
  })
})

describe('a slope', () => {
  test('is that of the line, with limits around it', () => {
    const noise = [0.2, -0.1, -0.3, 0.3, 0, -0.1]
    const { lower, perX, upper } = fitSlope(noise.map((error, x) => ({ x, y: 5 + 2 * x + error })))

    expect(perX).toBeCloseTo(2, 1)
    expect(lower).toBeLessThan(perX)
    expect(upper).toBeGreaterThan(perX)
    expect(upper - lower).toBeLessThan(0.5)
  })
})

describe('the growth of a figure', () => {
  /** Two samples a minute. */
  const samples = (count: number, valueOf: (hours: number, index: number) => number): { x: number; y: number }[] =>
    Array.from({ length: count }, (_, index) => ({ x: index / 120, y: valueOf(index / 120, index) }))
  const noise = (index: number): number => (index % 2 ? 3 : -3)

  test.each([
    ['that rises slowly', samples(45, (hours) => 100 + 3 * hours), 'flat'],
    ['that falls with noise', samples(45, (hours, index) => 100 - 80 * hours + noise(index)), 'flat'],
    ['with one step', samples(45, (_hours, index) => (index < 20 ? 180 : 186)), 'uncertain'],
    ['that grows above the bound, with noise', samples(45, (hours, index) => 10 * hours + noise(index)), 'uncertain'],
    ['that grows above the bound for longer', samples(960, (hours, index) => 10 * hours + noise(index)), 'grows'],
  ] as const)('%s is judged', (_what, points, growth) => {
    expect(judgeGrowth(points, 100)).toBe(growth)
  })
})

test('a seed repeats the random numbers, and weights decide how often a key comes', () => {
  const draw = (seed: number): string[] => {
    const random = new Random(seed)
    return Array.from({ length: 1_000 }, () => random.weighted({ often: 9, seldom: 1 }))
  }

  expect(draw(1)).toEqual(draw(1))
  expect(draw(1)).not.toEqual(draw(2))
  expect(draw(1).filter((key) => key === 'seldom').length / 1_000).toBeCloseTo(0.1, 1)
})

describe('a line', () => {
  async function withLine(work: (line: Line, near: Socket, received: string[]) => Promise<void>): Promise<void> {
    const received: string[] = []
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('data', (bytes) => {
        received.push(bytes.toString())
        socket.write('answer')
      })
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const line = await Line.open((server.address() as AddressInfo).port)
    const near = connect(line.port, '127.0.0.1')
    near.on('error', () => {})
    await once(near, 'connect')
    await work(line, near, received)
    near.destroy()
    line.close()
    server.close()
  }

  test('that is silent passes nothing on until it is restored', () =>
    withLine(async (line, near, received) => {
      line.fallSilent()
      near.write('held')
      await sleep(50)
      expect(received).toEqual([])

      line.restore()
      const [answer] = (await once(near, 'data')) as [Buffer]

      expect(received).toEqual(['held'])
      expect(answer.toString()).toBe('answer')
    }))

  test('loses what was on the way when an end gave up', () =>
    withLine(async (line, near, received) => {
      line.fallSilent()
      near.write('given up')
      await sleep(50)
      near.resetAndDestroy()
      await sleep(50)

      line.restore()
      await sleep(50)

      expect(received).toEqual([])
    }))
})
