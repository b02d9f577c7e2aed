import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createClient } from '@redis/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { findRedisServer } from '../../../../../tools/programs.ts'
import { createLog } from '../log/log.ts'
import { StartupProblem } from '../../kernel/startup-problem.ts'
import { openRedisRateLimits } from './redis-rate-limits.ts'
import type { RateLimitStore } from './rate-limit-store.ts'

let server: ChildProcess
let url: string
let store: RateLimitStore & { close(): void }
const log = createLog('silent')
/** A replica writes the copy of its primary there. */
const folder = mkdtempSync(join(tmpdir(), 'portico-redis-'))
const at = new Date()
const later = (millis: number): Date => new Date(at.getTime() + millis)

beforeAll(async () => {
  const port = await freePort()
  url = `redis://127.0.0.1:${port}`
  server = startRedis(port)
  store = await connectWhenReady()
})

afterAll(async () => {
  store.close()
  server.kill('SIGKILL')
  await once(server, 'exit')
  rmSync(folder, { recursive: true })
})

function startRedis(port: number): ChildProcess {
  const args = ['--port', String(port), '--save', '', '--bind', '127.0.0.1']
  return spawn(findRedisServer() ?? 'redis-server', args, { cwd: folder })
}

async function connectWhenReady(at = url, process = server): Promise<RateLimitStore & { close(): void }> {
  for (;;) {
    try {
      return await openRedisRateLimits(at, log)
    } catch (error) {
      if (process.exitCode !== null) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** A TCP proxy that can hold back what it receives, in both directions, and connect to another server from then on. */
async function openLine(
  port: number,
): Promise<{ url: string; hold(): void; release(): void; connectTo(port: number): void; close(): void }> {
  const sockets = new Set<Socket>()
  let isHeld = false
  let target = port
  const proxy = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket.on('error', () => {}))
    }
    near.on('data', (bytes) => far.write(bytes)).on('close', () => far.end())
    far.on('data', (bytes) => near.write(bytes)).on('close', () => near.end())
    if (isHeld) for (const socket of [near, far]) socket.pause()
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `redis://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    hold: () => {
      isHeld = true
      for (const socket of sockets) socket.pause()
    },
    release: () => {
      isHeld = false
      for (const socket of sockets) socket.resume()
    },
    connectTo: (other) => {
      target = other
    },
    close: () => {
      proxy.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

describe('rate limits in Redis', () => {
  test('count every hit of two concurrent nodes', async () => {
    const other = await openRedisRateLimits(url, log)

    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? store : other).countHits([{ key: 'shared', seconds: 60, calls: null }], [], at),
      ),
    )

    const counters = await store.countHits([], ['shared'], at)
    other.close()
    expect(counters.get('shared')).toMatchObject({ hits: 50, expiresAt: later(60_000) })
  })

  test('treat an expired counter as absent and restart it at one', async () => {
    await store.countHits([{ key: 'short', seconds: 10, calls: null }], [], at)

    expect((await store.countHits([], ['short'], later(10_000))).has('short')).toBe(false)
    const counted = await store.countHits([{ key: 'short', seconds: 10, calls: null }], [], later(10_000))
    expect(counted.get('short')).toMatchObject({ hits: 1, lastHitAt: later(10_000) })
  })

  test('do not increment counters after the one that refuses', async () => {
    const row = ['first', 'second', 'third'].map((key) => ({ key, seconds: 60, calls: key === 'second' ? 1 : 5 }))
    for (let call = 0; call < 3; call += 1) await store.countHits(row, [], at)

    const counters = await store.countHits([], ['first', 'second', 'third'], at)

    expect([...counters.values()].map(({ hits }) => hits)).toEqual([3, 3, 1])
  })

  test('count several hits together or none of them, also by two nodes at once', async () => {
    const other = await openRedisRateLimits(url, log)
    const row = [
      { key: 'many of all', seconds: 60, calls: 10, amount: 3 },
      { key: 'many of one', seconds: 60, calls: 2, amount: 1 },
    ]

    const answers = await Promise.all([store, other, store].map((node) => node.countTogether(row, at)))
    const counters = await store.countHits([], ['many of all', 'many of one'], at)
    const after = await store.countTogether(row, later(60_000))

    other.close()
    expect(answers.map((states) => `${states.get('many of one')?.hits}`).toSorted()).toEqual(['1', '2', '3'])
    expect([...counters.values()].map(({ hits }) => hits)).toEqual([6, 2])
    expect(counters.get('many of all')).toMatchObject({ expiresAt: later(60_000) })
    expect(after.get('many of all')).toMatchObject({ hits: 3, expiresAt: later(120_000) })
  })

  test('let a mark lift a limit until the mark is voided or expires', async () => {
    const after = async (now: Date): Promise<boolean> => {
      const liftedBy = { key: 'mark', voidedBy: 'voiding' }
      const row = [
        { key: 'lifted', seconds: 1_000, calls: 0, liftedBy },
        { key: 'after', seconds: 1_000, calls: null },
      ]
      const counters = await store.countHits(row, [], now)
      expect(counters.has('mark')).toBe(now < later(60_000))
      return counters.has('after')
    }
    const mark = (key: string, now: Date): Promise<unknown> =>
      store.countHits([{ key, seconds: 60, calls: null }], [], now)
    await mark('mark', at)

    expect(await after(later(1))).toBe(true)
    await mark('voiding', later(2))
    expect(await after(later(3))).toBe(false)
    await mark('mark', later(4))
    expect(await after(later(5))).toBe(true)
    expect(await after(later(60_000))).toBe(false)
  })

  test('count concurrent attempts of two nodes as failures up to a wait, and give back those that are none', async () => {
    const other = await openRedisRateLimits(url, log)
    const failures = [
      { key: 'failures', waitsFrom: 3, firstWaitSeconds: 10, longestWaitSeconds: 15, waivedBy: null },
      { key: 'all failures', waitsFrom: 100, firstWaitSeconds: 60, longestWaitSeconds: 60, waivedBy: null },
    ]
    const attempt = { failures, resetKey: 'reset', memorySeconds: 1_000 }
    const act = [{ key: 'attempts', seconds: 1_000, calls: 50 }]
    const tryAt = (node: RateLimitStore, millis: number): Promise<unknown> =>
      node.countAttempt(act, attempt, [], later(millis))
    const readHits = async (): Promise<(number | undefined)[]> => {
      const counters = await store.countHits([], ['attempts', 'failures', 'all failures'], at)
      return ['attempts', 'failures', 'all failures'].map((key) => counters.get(key)?.hits)
    }

    await Promise.all(Array.from({ length: 10 }, (_, index) => tryAt(index % 2 ? store : other, 0)))
    expect(await readHits()).toEqual([10, 3, 3])
    await tryAt(store, 9_999)
    expect(await readHits()).toEqual([11, 3, 3])
    await tryAt(store, 10_000)
    expect(await readHits()).toEqual([12, 4, 4])

    const given = { countedAt: later(10_000), previousAt: at }
    await store.returnFailures([
      { key: 'failures', ...given },
      { key: 'all failures', ...given },
    ])
    expect(await readHits()).toEqual([12, 3, 3])
    await tryAt(other, 10_000)
    expect(await readHits()).toEqual([13, 4, 4])

    await store.countHits([{ key: 'reset', seconds: 1_000, calls: null }], [], later(10_001))
    const counters = await store.countAttempt(act, attempt, [], later(10_002))
    other.close()
    expect(counters.has('failures')).toBe(false)
    expect(await readHits()).toEqual([14, 1, 1])
  })

  test('let a waiving mark end the wait of its counter, until the mark is voided', async () => {
    const waivedBy = { key: 'waiving', voidedBy: 'voids' }
    const failures = [{ key: 'waived', waitsFrom: 0, firstWaitSeconds: 10, longestWaitSeconds: 10, waivedBy }]
    const attempt = { failures, resetKey: 'voids', memorySeconds: 1_000 }
    const mark = (key: string, millis: number): Promise<unknown> =>
      store.countHits([{ key, seconds: 1_000, calls: null }], [], later(millis))
    const hitsAfterAttempt = async (millis: number): Promise<number | undefined> => {
      await store.countAttempt([], attempt, [], later(millis))
      return (await store.countHits([], ['waived'], at)).get('waived')?.hits
    }

    expect(await hitsAfterAttempt(0)).toBe(1)
    expect(await hitsAfterAttempt(1)).toBe(1)
    await mark('waiving', 2)
    expect(await hitsAfterAttempt(3)).toBe(2)
    await mark('voids', 4)
    expect(await hitsAfterAttempt(5)).toBe(1)
    expect(await hitsAfterAttempt(6)).toBe(1)
  })

  test('delete a counter that is forgotten', async () => {
    await store.countHits([{ key: 'forgotten', seconds: 60, calls: null }], [], at)
    await store.forgetHits(['forgotten'])

    expect((await store.countHits([], ['forgotten'], at)).size).toBe(0)
  })

  test('refuse to count while Redis is unavailable, and recover without a restart', async () => {
    server.kill('SIGKILL')
    await once(server, 'exit')

    await expect(store.countHits([{ key: 'x', seconds: 1, calls: null }], [], at)).rejects.toThrow(
      'Redis is not available',
    )

    const port = new URL(url).port
    server = startRedis(Number(port))
    await expect
      .poll(() =>
        store.countHits([{ key: 'x', seconds: 1, calls: null }], [], at).then(
          ({ size }) => size,
          () => 0,
        ),
      )
      .toBe(1)
  })

  test('refuse to count while Redis accepts connections and is silent, and recover with a new connection', async () => {
    const line = await openLine(Number(new URL(url).port))
    const held = await openRedisRateLimits(line.url, log, { commandMillis: 200, pingMillis: 500 })
    const count = (): Promise<number> =>
      held.countHits([{ key: 'held', seconds: 60, calls: null }], [], at).then(({ size }) => size)
    expect(await count()).toBe(1)

    line.hold()
    const refusals = await Promise.allSettled([count(), held.forgetHits(['held']), count()])
    await expect(count()).rejects.toThrow('Redis is not available')
    line.release()

    for (const refusal of refusals) expect(refusal).toMatchObject({ reason: { name: 'StoreUnavailable' } })
    await expect.poll(() => count().catch(() => 0), { timeout: 10_000 }).toBe(1)
    held.close()
    line.close()
  })

  test('connect again after a failover that leaves the connection to the former primary open', async () => {
    const line = await openLine(Number(new URL(url).port))
    const moved = await openRedisRateLimits(line.url, log)
    const otherPort = await freePort()
    const other = startRedis(otherPort)
    const beside = await connectWhenReady(`redis://127.0.0.1:${otherPort}`, other)
    const admin = await createClient({ url }).connect()
    const count = (): Promise<number | undefined> =>
      moved.countHits([{ key: 'moved', seconds: 60, calls: null }], [], at).then((hits) => hits.get('moved')?.hits)
    await count()

    await admin.sendCommand(['REPLICAOF', '127.0.0.1', String(otherPort)])
    line.connectTo(otherPort)

    await expect(count()).rejects.toThrow('Redis is not available')
    await expect.poll(() => count().catch(() => 0), { timeout: 10_000 }).toBe(1)
    expect((await beside.countHits([], ['moved'], at)).get('moved')?.hits).toBe(1)
    await admin.sendCommand(['REPLICAOF', 'NO', 'ONE'])
    for (const client of [moved, beside]) client.close()
    admin.destroy()
    line.close()
    other.kill('SIGKILL')
    await once(other, 'exit')
  })

  test('report a startup problem if the server accepts the connection and is silent', async () => {
    const line = await openLine(Number(new URL(url).port))
    line.hold()

    const opening = openRedisRateLimits(line.url, log, { commandMillis: 200, pingMillis: 100 })

    await expect(opening).rejects.toBeInstanceOf(StartupProblem)
    line.close()
  })

  test('report a startup problem if no server listens at the address', async () => {
    await expect(openRedisRateLimits(`redis://127.0.0.1:${await freePort()}`, log)).rejects.toBeInstanceOf(
      StartupProblem,
    )
  })
})
