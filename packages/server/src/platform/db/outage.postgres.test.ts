import { randomUUID } from 'node:crypto'

import {
  createTestPortico,
  HttpClient,
  someEmail,
  TEST_PASSWORD,
  type Answer,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openLine, type Line } from '../../../test/database-line.ts'
import { createPortico, type Portico } from '../../create-portico.ts'
import { createLog } from '../log/log.ts'
import { readSettings } from '../../settings.ts'
import { defaultLimits } from './connection.ts'
import { openPostgres } from './postgres.ts'
import type { Database } from '../../kernel/database.ts'
import { statement } from '../../kernel/statement.ts'

// Behaviour that requires a database server: several nodes, broken connections, exhausted connections.

let portico: TestPortico
let project: TestProject
let url: string

beforeAll(async () => {
  portico = await createTestPortico({ engine: 'postgres' })
  project = await portico.createProject()
  const { rows } = await portico.database.db.run(statement<{ name: string }>`select current_database() as name`)
  const server = new URL(process.env.PORTICO_TEST_DATABASE_URL ?? '')
  server.pathname = `/${rows[0]?.name}`
  url = server.toString()
})

afterAll(() => portico.close())

interface Node {
  service: Portico
  db: Database
  close(): Promise<void>
}

/** Starts another node of the same service: same database, same secret. */
async function startNode(poolSize: number, address = url, limits = defaultLimits): Promise<Node> {
  const db = await openPostgres(address, poolSize, limits)
  const service = await createPortico({
    settings: readSettings({
      PORTICO_BASE_URL: portico.baseUrl,
      PORTICO_SECRET: portico.secret,
      PORTICO_RATE_LIMITS: 'off',
      PORTICO_ARGON2_MEMORY_KIB: '256',
      PORTICO_ARGON2_PASSES: '1',
    }),
    db,
    clock: portico.clock,
    log: createLog('silent'),
  })
  return {
    service,
    db,
    close: async () => {
      await service.close()
      await db.close()
    },
  }
}

function at(
  node: Node,
  credentials: { accessType: 'client' | 'server'; key: string; accessToken?: string },
): HttpClient {
  return new HttpClient(node.service, { projectId: project.id, ...credentials })
}

const asClient = (): { accessType: 'client'; key: string } => ({
  accessType: 'client',
  key: project.keys.publishable_client_key,
})

describe('two nodes on one database', () => {
  test('both refuse a session that one of them has ended', async () => {
    const node = await startNode(5)
    const user = await project.signUp()
    const there = at(node, { ...asClient(), accessToken: user.accessToken })
    expect((await there.get('/users/me')).status).toBe(200)

    await project.client(user).delete('/auth/sessions/current')

    expect((await there.get('/users/me')).status).toBe(401)
    await node.close()
  })

  test('both refuse a cached key after one of them revokes it', async () => {
    const node = await startNode(5)
    const made = await project.admin().post<{ id: string; secret_server_key: string }>('/internal/api-keys', {
      description: 'Short-lived',
      expires_at_millis: portico.clock.now().getTime() + 3_600_000,
      has_publishable_client_key: false,
      has_secret_server_key: true,
      has_super_secret_admin_key: false,
    })
    const there = at(node, { accessType: 'server', key: made.body.secret_server_key })
    await expect.poll(async () => (await there.get('/projects/current')).status).toBe(200)

    await project.admin().patch(`/internal/api-keys/${made.body.id}`, { revoked: true })

    await expect.poll(async () => (await there.get('/projects/current')).status).toBe(401)
    await node.close()
  })

  test('return the same successor if both rotate one refresh token concurrently', async () => {
    const node = await startNode(5)
    const user = await project.signUp()
    const refresh = (http: HttpClient): Promise<{ body: { refresh_token?: string } }> =>
      http
        .with({ refreshToken: user.refreshToken })
        .post('/auth/sessions/current/refresh', { rotate_refresh_token: true })

    const [here, there] = await Promise.all([refresh(project.client()), refresh(at(node, asClient()))])

    expect(here.body.refresh_token).toBeDefined()
    expect(there.body.refresh_token).toBe(here.body.refresh_token)
    await node.close()
  })
})

describe('a node under load or with a broken database', () => {
  test('serves concurrent sign-ups and sign-ins with one connection', async () => {
    const node = await startNode(1)
    const http = at(node, asClient())
    const emails = Array.from({ length: 8 }, (_, index) => `pool-${index}@example.com`)

    const signUps = await Promise.all(
      emails.map((email) => http.post('/auth/password/sign-up', { email, password: TEST_PASSWORD })),
    )
    const signIns = await Promise.all(
      emails.map((email) => http.post('/auth/password/sign-in', { email, password: TEST_PASSWORD })),
    )

    expect(signUps.map(({ status }) => status)).toEqual(emails.map(() => 200))
    expect(signIns.map(({ status }) => status)).toEqual(emails.map(() => 200))
    await node.close()
  })

  test('does not let a caller wait for the locks of another caller', async () => {
    const node = await startNode(5)
    await node.db.run(statement`create table places (id int primary key, hits int not null)`)
    await node.db.run(statement`insert into places select id, 0 from generate_series(1, 4) id`)
    const [taken, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holder = portico.database.db.transaction(async (tx) => {
      await tx.run(statement`select from places where id <= 3 for update`)
      taken.resolve()
      await end.promise
    })
    await taken.promise

    const writes = [1, 2, 3, 4].map((id) =>
      node.db.batch([statement`update places set hits = hits + 1 where id = ${id}`]),
    )
    await writes[3]
    const written = await node.db.run(statement`select id from places where hits = 1`)
    end.resolve()
    await Promise.all([holder, ...writes])

    expect(written.rows).toEqual([{ id: 4 }])
    expect((await node.db.run(statement`select id from places where hits = 1`)).rows).toHaveLength(4)
    await node.db.run(statement`drop table places`)
    await node.close()
  })

  test('creates an account for every confirmed sign-up, and confirms most, while all connections break', async () => {
    const node = await startNode(5)
    const http = at(node, asClient())
    const emails = Array.from({ length: 60 }, (_, index) => `cut-${index}@example.com`)
    const cut = (): Promise<unknown> =>
      portico.database.db
        .run(statement`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
        .catch(() => {})
    const answers: Answer[] = []
    const waiting = emails.entries()
    const lanes = Array.from({ length: 8 }, async () => {
      for (const [index, email] of waiting) {
        const signUp = http.post('/auth/password/sign-up', { email, password: TEST_PASSWORD })
        if (index % 20 === 10) await cut()
        answers[index] = await signUp
      }
    })
    await Promise.all(lanes)
    const signIns = await Promise.all(
      emails.map((email) => project.client().post('/auth/password/sign-in', { email, password: TEST_PASSWORD })),
    )

    for (const [index, { status }] of answers.entries()) {
      expect([200, 409, 503]).toContain(status)
      if (status === 200) expect(signIns[index]?.status).toBe(200)
    }
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(emails.length / 2)
    await node.close()
  })

  test('answers every call or refuses it with 503 while all connections break, and recovers', async () => {
    const node = await startNode(5)
    const user = await project.signUp()
    const http = at(node, { ...asClient(), accessToken: user.accessToken })
    const calls = Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        await new Promise((resolve) => setTimeout(resolve, index))
        return http.get('/users/me')
      }),
    )

    for (let cut = 0; cut < 5; cut += 1) {
      await portico.database.db
        .run(statement`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
        .catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, 30))
    }

    for (const { status, headers } of await calls) {
      expect([200, 503]).toContain(status)
      if (status === 503) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect((await http.get('/users/me')).status).toBe(200)
    expect((await node.service.fetch(new Request('http://localhost/ready'))).status).toBe(200)
    await expect.poll(() => receivesChange(node)).toBe(true)
    await node.close()
  })

  test('answers 503 itself, and so stays ready, while the database is unreachable, and recovers', async () => {
    const line = await openLine(url)
    const node = await startNode(2, line.url)
    const http = at(node, asClient())
    expect((await http.get('/projects/current')).status).toBe(200)

    await line.cut()
    const signUp = await http.post('/auth/password/sign-up', { email: 'away@example.com', password: TEST_PASSWORD })
    const [ready, health] = await Promise.all(
      ['ready', 'health'].map((path) => node.service.fetch(new Request(`http://localhost/${path}`))),
    )
    await line.restore()

    expect(signUp.status).toBe(503)
    expect(Number(signUp.headers.get('retry-after'))).toBeGreaterThan(0)
    expect([ready?.status, health?.status]).toEqual([200, 200])
    await expect.poll(async () => (await http.get('/projects/current')).status).toBe(200)
    await node.close()
    await line.cut()
  })
})

describe('a silent database', () => {
  test('causes 503 that pages may read, on open connections and on new ones, and the node recovers', async () => {
    const line = await openLine(url)
    const node = await startNode(2, line.url, { ...defaultLimits, statementMillis: 1_000, connectMillis: 1_000 })
    const user = await project.signUp()
    const http = at(node, { ...asClient(), accessToken: user.accessToken })
    const options = { headers: { origin: 'http://localhost:3000' } }
    const callAll = (): Promise<Answer[]> =>
      Promise.all([
        http.get('/users/me', options),
        http.get('/projects/current', options),
        http.with({ refreshToken: user.refreshToken }).post('/auth/sessions/current/refresh', {}, options),
        http.post('/auth/password/sign-in', { email: user.email, password: TEST_PASSWORD }, options),
        http.post('/auth/password/sign-up', { email: someEmail(), password: TEST_PASSWORD }, options),
      ])
    expect((await callAll()).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])

    line.fallSilent()
    const answers = [...(await callAll()), ...(await callAll())].filter(({ status }) => status !== 200)
    line.speak()

    // The project may still be cached.
    expect(answers.length).toBeGreaterThanOrEqual(8)
    for (const { status, headers } of answers) {
      expect(status).toBe(503)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(headers.get('access-control-allow-origin')).toBe('*')
    }
    await expect
      .poll(async () => (await callAll()).map(({ status }) => status), { timeout: 10_000 })
      .toEqual([200, 200, 200, 200, 200])
    await node.close()
    await line.cut()
  })
})

describe('an outage', () => {
  const role = `portico_${randomUUID().replaceAll('-', '')}`
  let line: Line
  let node: Node

  /** Executes statements as the owner of the database, whatever the state of the role of the node. */
  const asOwner = (script: string): Promise<void> => portico.database.db.transaction((tx) => tx.script(script))
  const endConnections = `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}';`
  const onInsertedUser = (action: string): Promise<void> =>
    asOwner(`
      create function fail() returns trigger language plpgsql as 'begin perform ${action}; return new; end';
      create trigger fail before insert on users for each row execute function fail();`)
  const insertUsersAgain = (): Promise<void> => asOwner('drop function fail cascade')

  /** Each function starts an outage and returns the function that ends it. */
  const outages: Readonly<Record<string, () => Promise<() => unknown>>> = {
    'a read-only standby': async () => {
      await asOwner(`alter role ${role} set default_transaction_read_only = on; ${endConnections}`)
      return () => asOwner(`alter role ${role} reset default_transaction_read_only`)
    },
    'a lock that is held for too long': async () => {
      const [taken, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const holder = portico.database.db.transaction(async (tx) => {
        await tx.script('lock table users in exclusive mode')
        taken.resolve()
        await end.promise
      })
      await taken.promise
      return () => {
        end.resolve()
        return holder
      }
    },
    'a statement that takes too long': async () => {
      await onInsertedUser('pg_sleep(6)')
      return insertUsersAgain
    },
    'connections that break on every attempt': async () => {
      await onInsertedUser('pg_terminate_backend(pg_backend_pid())')
      return insertUsersAgain
    },
    'too many connections': async () => {
      await asOwner(`alter role ${role} connection limit 0; ${endConnections}`)
      // A connection that was being opened is listed later.
      await asOwner(endConnections)
      return () => asOwner(`alter role ${role} connection limit -1`)
    },
    'a server that is starting up': async () => {
      await line.cut()
      await line.refuse('57P03')
      return async () => {
        await line.cut()
        await line.restore()
      }
    },
  }

  beforeAll(async () => {
    await asOwner(`
      create role ${role} login password 'outage';
      grant all on all tables in schema public to ${role};
      grant all on all sequences in schema public to ${role};`)
    line = await openLine(url, { username: role, password: 'outage' })
    node = await startNode(3, line.url)
  })

  afterAll(async () => {
    await node.close()
    await line.cut()
    await asOwner(`drop owned by ${role}; drop role ${role};`)
  })

  test.each(Object.entries(outages))(
    'causes 503 with Retry-After, loses nothing, and needs no restart (%s)',
    async (_name, begin) => {
      const http = at(node, asClient())
      const user = await project.signUp()
      const newUser = { email: someEmail(), password: TEST_PASSWORD }
      const signUp = (): Promise<Answer<unknown>> => http.post('/auth/password/sign-up', newUser)

      const end = await begin()
      const during = await signUp()
      await end()
      await expect.poll(async () => (await signUp()).status).toBe(200)
      const signIn = await http.post('/auth/password/sign-in', { email: user.email, password: TEST_PASSWORD })

      expect(during).toMatchObject({
        status: 503,
        text: 'The service is unavailable. Try again shortly.',
      })
      expect(during.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      expect(Number(during.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(signIn.status).toBe(200)
    },
  )

  test.each(['/first-admin', '/dev', '/dev/inbox'])('causes 503 with Retry-After for the page %s', async (path) => {
    const end = await outages['too many connections']?.()

    const during = await node.service.fetch(new Request(`http://localhost${path}`))
    await end?.()

    expect(during.status).toBe(503)
    expect(Number(during.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await during.text()).toBe('The service is unavailable. Try again shortly.')
  })

  test('does not affect reads if it is a read-only standby', async () => {
    const user = await project.signUp()
    const end = await outages['a read-only standby']?.()

    const read = await at(node, { ...asClient(), accessToken: user.accessToken }).get('/users/me')
    await end?.()

    expect(read.status).toBe(200)
  })
})

/** Whether a node whose listening connection broke receives a change of another node by notification. */
async function receivesChange(node: Node): Promise<boolean> {
  const name = `Name ${Math.random()}`
  await project.admin().patch('/internal/projects/current', { display_name: name })
  await new Promise((resolve) => setTimeout(resolve, 50))
  const read = await at(node, asClient()).get<{ display_name: string }>('/projects/current')
  return read.body.display_name === name
}
