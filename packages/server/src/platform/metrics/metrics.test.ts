import { createTestPortico, type TestPortico } from '@portico/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { isBesidePostgres } from '../../../test/engines.ts'
import { SqlName, unscoped } from '../../kernel/statement.ts'
import { statusClass } from './metrics.ts'
import { processSeries, routesOfSeries, series, type Series } from './series.ts'

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico()
})

afterAll(() => portico.close())

interface Collected {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly values: readonly { readonly value: number; readonly labels: Record<string, string | number> }[]
}

async function collect({ service }: TestPortico = portico): Promise<Map<string, Collected>> {
  // The library's types omit the values.
  const metrics = (await service.metrics.registry.getMetricsAsJSON()) as unknown as Collected[]
  return new Map(metrics.map((metric) => [metric.name, metric]))
}

async function valueOf(
  { name }: Series,
  labels: Record<string, string> = {},
  of: TestPortico = portico,
): Promise<number | undefined> {
  const found = (await collect(of))
    .get(name)
    ?.values.find((one) => Object.entries(labels).every(([label, value]) => one.labels[label] === value))
  return found?.value
}

test('the service has the series that are declared, and no others but those of the process', async () => {
  const declared: readonly Series[] = Object.values(series)
  const collected = await collect()

  const names = [...collected.keys()].filter((name) => !/^portico_(?:process|nodejs)_/.test(name))
  const ofPool = declared.filter(({ name }) => name.startsWith('portico_database_pool_')).map(({ name }) => name)
  const isPooled = portico.database.db.poolUse() !== null
  expect(names.toSorted()).toEqual(
    declared
      .map(({ name }) => name)
      .filter((name) => isPooled || !ofPool.includes(name))
      .toSorted(),
  )
  for (const { help, name, type } of declared.filter((one) => collected.has(one.name))) {
    expect(collected.get(name)).toMatchObject({ help, type })
  }
  for (const { name, type } of processSeries) expect(collected.get(name)).toMatchObject({ type })
})

test('labels have declared values only, whatever a caller sends', async () => {
  const project = await portico.createProject()
  const { email } = await project.signUp()
  const client = project.client()
  await client.post('/auth/password/sign-in', { email, password: 'not the password' })
  await client.get('/users/me')
  await client.get('/users/00000000-0000-4000-8000-000000000000')
  await client.get(`/nothing/${email}`)
  await portico.service.fetch(new Request(`${portico.baseUrl}/api/v1/users/me`, { method: 'PROPFIND' }))
  await project.admin().post('/internal/jobs', { type: 'end_sessions', filter: {} })
  await portico.service.idle()

  const collected = await collect()

  for (const { labels, name } of Object.values(series) as readonly Series[]) {
    for (const value of collected.get(name)?.values ?? []) {
      for (const [label, found] of Object.entries(value.labels).filter(([one]) => one !== 'le')) {
        const declared = labels[label]
        expect(declared, `${name} has the label ${label}`).toBeDefined()
        if (typeof declared !== 'string') expect(declared).toContain(found)
      }
    }
  }
  const routes = new Set(collected.get(series.requests.name)?.values.map(({ labels }) => String(labels['route'])))
  expect(routes.size).toBeGreaterThan(3)
  expect([...routes].filter((route) => !routesOfSeries().has(route))).toEqual([])
})

// Cells require PostgreSQL.
const places = [['the database', false] as const, ...(isBesidePostgres ? [] : [['all cells', true] as const])]

test.each(places)(
  'the age of a backlog is that of what has been due for longest in %s and has not begun',
  async (_where, hasCell) => {
    // These are the settings of one of several nodes, which does no background work.
    const settings = { PORTICO_ROLE: 'api', DATABASE_URL: 'postgres://127.0.0.1/unused' }
    await using idle = await createTestPortico({ settings, hasCell })
    const agesInMinutes = async (): Promise<number[]> => {
      const [mails, webhooks, jobs] = await Promise.all(
        series.backlogAge.labels.queue.map((queue) => valueOf(series.backlogAge, { queue }, idle)),
      )
      return [mails, webhooks, jobs].map((age) => Math.floor(Number(age) / 60))
    }
    const project = await idle.createProject()
    const before = await agesInMinutes()
    await idle.webhooks.collect(project)
    await project.signUp()
    await project.admin().post('/internal/jobs', { type: 'end_sessions', filter: {} })

    idle.clock.advance(90 * 60_000)

    expect(before[1]).toBe(0)
    expect(before[2]).toBe(0)
    expect(await agesInMinutes()).toEqual([90, 90, 90])
  },
)

test('calls that get a connection at once do not count as waiting', async () => {
  const isPooled = portico.database.db.poolUse() !== null

  expect(await valueOf(series.poolWaiting)).toBe(isPooled ? 0 : undefined)
})

test('while the database fails, the scrape says so and has no ages', async () => {
  const { db } = portico.database
  await db.run(unscoped.statement`alter table ${new SqlName('jobs')} rename to jobs_away`)
  try {
    expect(await valueOf(series.databaseUp)).toBe(0)
    expect((await collect()).get(series.backlogAge.name)?.values).toEqual([])
  } finally {
    await db.run(unscoped.statement`alter table jobs_away rename to jobs`)
  }
  expect(await valueOf(series.databaseUp)).toBe(1)
})

test('a call with a known project and token is a hit in both caches', async () => {
  const project = await portico.createProject()
  const user = await project.signUp()
  const client = project.client(user)
  await client.get('/users/me')
  const hitsBefore = await hits()

  await client.get('/users/me')

  const [projects, tokens] = await hits()
  expect(projects).toBeGreaterThan(Number(hitsBefore[0]))
  expect(tokens).toBe(Number(hitsBefore[1]) + 1)
})

async function hits(): Promise<(number | undefined)[]> {
  return [
    await valueOf(series.cacheLookups, { cache: 'projects', result: 'hit' }),
    await valueOf(series.cacheLookups, { cache: 'access_tokens', result: 'hit' }),
  ]
}

test.each([
  [200, '2xx'],
  [308, '3xx'],
  [499, '4xx'],
  [503, '5xx'],
])('the status %s has the class %s', (status, name) => {
  expect(statusClass(status)).toBe(name)
})
