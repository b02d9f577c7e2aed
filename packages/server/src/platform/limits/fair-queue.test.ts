import { describe, expect, test } from 'vitest'

import { FairQueue } from './fair-queue.ts'

/** A queue whose jobs end when the test ends them, with a clock that the test advances. */
class Bench {
  readonly started: string[] = []
  readonly loads: number[] = []
  now = 0
  readonly #queue: FairQueue
  readonly #running: (() => void)[] = []

  constructor({ slots = 1, expectedMillis = 1 } = {}) {
    this.#queue = new FairQueue({
      slots,
      expectedMillis,
      onLoad: (load) => this.loads.push(load),
      now: () => this.now,
    })
  }

  /** Adds a job for each name. The part before the dash is its project. */
  add(...names: string[]): Promise<string>[] {
    return names.map((name) =>
      this.#queue.run(name.split('-')[0] ?? '', async () => {
        this.started.push(name)
        await new Promise<void>((resolve) => this.#running.push(resolve))
        return name
      }),
    )
  }

  /** Returns the error if the job is refused immediately; null if it waits or runs. */
  async refusalOf(name: string): Promise<unknown> {
    const refusal = this.add(name)[0]?.then(
      () => null,
      (error: unknown) => error,
    )
    return Promise.race([refusal, settle().then(() => null)])
  }

  /** Ends the job that has run the longest. */
  async endOne(): Promise<void> {
    await settle()
    this.#running.shift()?.()
    await settle()
  }

  async endAll(): Promise<void> {
    await settle()
    while (this.#running.length > 0) await this.endOne()
  }
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}

function nameJobs(project: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${project}-${index + 1}`)
}

describe('the order of jobs', () => {
  test('is first in, first out for one project', async () => {
    const bench = new Bench()

    const jobs = bench.add(...nameJobs('a', 4))
    await bench.endAll()

    expect(bench.started).toEqual(['a-1', 'a-2', 'a-3', 'a-4'])
    expect(await Promise.all(jobs)).toEqual(['a-1', 'a-2', 'a-3', 'a-4'])
  })

  test('is round robin between projects, however many jobs one of them has', async () => {
    const bench = new Bench()

    void bench.add(...nameJobs('a', 4), ...nameJobs('b', 2), ...nameJobs('c', 1))
    await bench.endAll()

    expect(bench.started).toEqual(['a-1', 'b-1', 'c-1', 'a-2', 'b-2', 'a-3', 'a-4'])
  })

  test('puts a new project before the next job of a project that floods the queue', async () => {
    const bench = new Bench({ slots: 2 })
    void bench.add(...nameJobs('a', 20))
    await bench.endOne()

    void bench.add('b-1')
    await bench.endAll()

    expect(bench.started.indexOf('b-1')).toBe(3)
  })

  test('alternates between a busy project and one that sends one job at a time', async () => {
    const bench = new Bench()
    void bench.add(...nameJobs('a', 20))

    for (const job of nameJobs('b', 3)) {
      const [answer] = bench.add(job)
      let isAnswered = false
      void answer?.then(() => (isAnswered = true))
      while (!isAnswered) await bench.endOne()
    }

    expect(bench.started.slice(0, 7)).toEqual(['a-1', 'b-1', 'a-2', 'b-2', 'a-3', 'b-3', 'a-4'])
    await bench.endAll()
  })

  test('serves every project once before it serves any project twice', async () => {
    const bench = new Bench()
    void bench.add('a-1', ...nameJobs('c', 3))

    for (let turn = 1; turn <= 6; turn += 1) {
      void bench.add(turn % 2 === 0 ? `b-${turn}` : `d-${turn}`)
      await bench.endOne()
    }
    await bench.endAll()

    // While a project waits, no other project is served twice.
    expect(bench.started).toEqual(['a-1', 'c-1', 'd-1', 'b-2', 'c-2', 'd-3', 'b-4', 'c-3', 'd-5', 'b-6'])
  })

  test('does not change after a failed job', async () => {
    const queue = new FairQueue({ slots: 1, expectedMillis: 1 })

    const outcomes = await Promise.allSettled([
      queue.run('a', () => Promise.reject(new Error('no'))),
      queue.run('a', async () => 'yes'),
    ])

    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })

  test('fills all slots and reports the load', async () => {
    const bench = new Bench({ slots: 2 })

    void bench.add(...nameJobs('a', 3), 'b-1')
    await settle()
    const startedAtOnce = bench.started.length
    await bench.endAll()

    expect(startedAtOnce).toBe(2)
    expect(Math.max(...bench.loads)).toBe(4)
    expect(bench.loads.at(-1)).toBe(0)
  })
})

describe('the bound of the queue', () => {
  test('leaves half of the queue to others when one project fills it', async () => {
    const bench = new Bench()
    void bench.add(...nameJobs('a', 513))

    expect(await bench.refusalOf('a-514')).toMatchObject({ name: 'TooBusy' })
    void bench.add(...nameJobs('b', 256))

    expect(await bench.refusalOf('b-257')).toMatchObject({ name: 'TooBusy' })
    void bench.add('c-1')
    await bench.endAll()
    expect(bench.started).toHaveLength(513 + 256 + 1)
    expect(bench.started.indexOf('c-1')).toBeLessThan(4)
  })

  test('refuses a job that would wait for more than ten seconds, with the expected wait', async () => {
    const bench = new Bench({ slots: 2, expectedMillis: 4_000 })
    const accepted = bench.add(...nameJobs('a', 2 + 5))

    const refusal = await bench.refusalOf('a-8')

    expect(refusal).toMatchObject({ name: 'TooBusy', retryAfterSeconds: 12 })
    await bench.endAll()
    expect(await Promise.all(accepted)).toHaveLength(7)
  })

  test('counts only those jobs of other projects that run before', async () => {
    const bench = new Bench({ expectedMillis: 4_000 })
    void bench.add(...nameJobs('a', 3))

    void bench.add('b-1')

    expect(await bench.refusalOf('a-4')).toMatchObject({ retryAfterSeconds: 16 })
    await bench.endAll()
    expect(bench.started).toEqual(['a-1', 'b-1', 'a-2', 'a-3'])
  })

  test('follows the measured duration of jobs', async () => {
    const bench = new Bench({ expectedMillis: 20 })
    void bench.add(...nameJobs('a', 60))
    await settle()
    for (let job = 1; job <= 40; job += 1) {
      bench.now += 2_000
      await bench.endOne()
    }

    // 19 jobs wait, and each takes two seconds now.
    expect(await bench.refusalOf('a-61')).toMatchObject({ retryAfterSeconds: 40 })
    await bench.endAll()
  })

  test('asks the caller to wait for at least a second', async () => {
    const bench = new Bench({ expectedMillis: 0.1 })
    void bench.add(...nameJobs('a', 513))

    expect(await bench.refusalOf('a-514')).toMatchObject({ retryAfterSeconds: 1 })
    await bench.endAll()
  })
})

describe('the slots of one project', () => {
  test('bound its jobs while other slots are free', async () => {
    const queue = new FairQueue({ slots: 4, slotsPerProject: 2, expectedMillis: 1 })
    const running = new Map<string, number>()
    const peaks = new Map<string, number>()
    const job = async (projectId: string): Promise<void> => {
      const count = (running.get(projectId) ?? 0) + 1
      running.set(projectId, count)
      peaks.set(projectId, Math.max(count, peaks.get(projectId) ?? 0))
      await new Promise((resolve) => setTimeout(resolve, 5))
      running.set(projectId, (running.get(projectId) ?? 0) - 1)
    }

    const projects = ['a', 'a', 'a', 'a', 'a', 'b', 'b', 'b']
    await Promise.all(projects.map((projectId) => queue.run(projectId, () => job(projectId))))

    expect([...peaks]).toEqual([
      ['a', 2],
      ['b', 2],
    ])
  })

  test('refuse a job that waits for longer than the maximum, and run the later ones', async () => {
    const queue = new FairQueue({ slots: 2, slotsPerProject: 1, expectedMillis: 1, waitMaxMillis: 20 })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const first = queue.run('a', () => released)

    await expect(queue.run('a', () => Promise.resolve())).rejects.toMatchObject({
      name: 'TooBusy',
      retryAfterSeconds: 1,
    })
    expect(await queue.run('b', () => Promise.resolve('b'))).toBe('b')
    release()
    await first

    expect(await queue.run('a', () => Promise.resolve('a'))).toBe('a')
  })
})
