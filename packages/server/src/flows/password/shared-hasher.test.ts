import { setImmediate } from 'node:timers/promises'

import { createTestPortico, type TestPortico, type TestProject, type TestUser } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let portico: TestPortico

beforeAll(async () => {
  // With one slot and slow hashes, the queue determines the order of the responses.
  portico = await createTestPortico({
    settings: {
      PORTICO_HASH_CONCURRENCY: '1',
      PORTICO_ARGON2_MEMORY_KIB: '8192',
      PORTICO_ARGON2_PASSES: '4',
    },
    // Silences one log line per refusal.
    onLog: () => {},
  })
})

afterAll(() => portico.close())

/** Creates a user of a new project with an imported hash. At this cost the published hash matches no known password. */
async function importUser(cost: '04' | '10' | '11'): Promise<{ project: TestProject; user: TestUser }> {
  const project = await portico.createProject()
  const user = await project.signUp()
  const passwordHash = `$2a$${cost}$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW`
  const imported = await project.server(user).patch('/users/me', { password_hash: passwordHash })
  expect(imported.status).toBe(200)
  return { project, user }
}

/** Records the order in which sign-ins are answered. */
class Arrivals {
  readonly order: string[] = []
  readonly statuses: number[] = []

  async signIn(name: string, project: TestProject, email: string, password: string): Promise<void> {
    const { status } = await project.client().post('/auth/password/sign-in', { email, password })
    this.order.push(name)
    this.statuses.push(status)
  }

  /**
   * Sends wrong sign-ins for one address concurrently and waits until they are queued.
   *
   * @returns a function that waits for their responses
   */
  async flood(project: TestProject, email: string, count: number): Promise<() => Promise<unknown>> {
    const flood = Promise.all(
      Array.from({ length: count }, () => this.signIn('flood', project, email, 'not the password')),
    )
    while ((await countQueuedHashes(portico)) <= count / 2) await setImmediate()
    return () => flood
  }
}

async function countQueuedHashes({ service }: TestPortico): Promise<number> {
  const { values } = await service.metrics.hashQueue.get()
  return values.reduce((sum, { value }) => sum + value, 0)
}

// Runs first: before hashes are measured, the service expects slow ones and refuses earlier.
describe('overloaded hasher', () => {
  test('answers 503 with the expected wait and recovers afterwards', async () => {
    const { project, user } = await importUser('10')
    const wrong = { email: user.email, password: 'not the password' }

    const answers = await Promise.all(
      Array.from({ length: 120 }, () => project.client().post('/auth/password/sign-in', wrong)),
    )

    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(0)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(120 - refused.length)
    for (const { text, headers } of refused) {
      expect(text).toBe('The service is overloaded. Try again shortly.')
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    }
    expect((await project.client().post('/auth/password/sign-in', wrong)).status).toBe(400)
  })
})

// The flood takes seconds of CPU time, and more when tests run in parallel.
describe('hasher flooded by one project', () => {
  test('serves a sign-in of another project before the imported bcrypt hashes of the flood', async () => {
    const flooding = await importUser('11')
    const other = await portico.createProject()
    const user = await other.signUp()
    const arrivals = new Arrivals()

    const floodEnd = await arrivals.flood(flooding.project, flooding.user.email, 3)
    await arrivals.signIn('other', other, user.email, user.password)
    const floodedBefore = arrivals.order.indexOf('other')
    await floodEnd()

    // One or two of them may finish during the other sign-in. In a shared queue, all three would finish first.
    expect(floodedBefore).toBeLessThan(3)
    expect(new Set(arrivals.statuses)).toEqual(new Set([200, 400]))
  })

  test('serves an imported hash of another project before the rest of the flood', async () => {
    const flooding = await importUser('11')
    const other = await importUser('04')
    const arrivals = new Arrivals()

    const floodEnd = await arrivals.flood(flooding.project, flooding.user.email, 3)
    await arrivals.signIn('other', other.project, other.user.email, other.user.password)
    const floodedBefore = arrivals.order.indexOf('other')
    await floodEnd()

    expect(floodedBefore).toBeLessThan(3)
  })

  test.each(['a wrong password', 'an unknown address'])(
    'serves a sign-in of another project in turn during a flood with %s',
    async (kind) => {
      const flooding = await portico.createProject()
      const target = kind === 'an unknown address' ? 'unknown@example.com' : (await flooding.signUp()).email
      const other = await portico.createProject()
      const user = await other.signUp()
      const arrivals = new Arrivals()

      const floodEnd = await arrivals.flood(flooding, target, 60)
      await arrivals.signIn('other', other, user.email, user.password)
      const floodedBefore = arrivals.order.indexOf('other')
      await floodEnd()

      // In a shared queue, all of them would finish first.
      expect(floodedBefore).toBeLessThan(60)
      expect(new Set(arrivals.statuses)).toEqual(new Set([200, 400]))
    },
  )
})
