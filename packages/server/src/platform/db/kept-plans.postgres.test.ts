import { createTestPortico, HttpClient, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openSecondNode } from '../../../test/second-node.ts'
import { createPortico, type Portico } from '../../create-portico.ts'
import type { Database } from '../../kernel/database.ts'
import { allRows, fragment, lookup, statement } from '../../kernel/statement.ts'
import { readSettings } from '../../settings.ts'
import { createLog } from '../log/log.ts'

// Only PostgreSQL reports how often it has planned a prepared statement.

/**
 * In the first calls, PostgreSQL plans a statement for its values. Afterwards it keeps a generic plan if that one seems
 * no worse.
 */
const FIRST_CALLS = 5
const CALLS = 12

let portico: TestPortico
let project: TestProject
/** With one connection for statements other than lookups, because each connection plans for itself. */
let db: Database
let node: Portico

beforeAll(async () => {
  portico = await createTestPortico({ engine: 'postgres' })
  project = await portico.createProject()
  db = await openSecondNode(portico)
  const settings = readSettings({
    PORTICO_BASE_URL: portico.baseUrl,
    PORTICO_SECRET: portico.secret,
    PORTICO_ARGON2_MEMORY_KIB: '256',
    PORTICO_ARGON2_PASSES: '1',
  })
  node = await createPortico({ settings, db, clock: portico.clock, log: createLog('silent') })
})

afterAll(async () => {
  await node.close()
  await db.close()
  await portico.close()
})

interface Planned {
  readonly text: string
  /** The number of uses of the kept plan. */
  readonly kept: number
  readonly planned: number
}

/** Reads the statements of the pooled connection and of the connection for lookups. */
async function readPlanned(): Promise<Planned[]> {
  const query = fragment`select statement as text, generic_plans as kept, custom_plans as planned
    from pg_prepared_statements where generic_plans + custom_plans >= ${CALLS}`
  const pooled = await db.run(statement<Planned>`${query}`.map(allRows))
  return [...pooled, ...(await db.run(lookup<Planned>`${query}`.map(allRows)))]
}

test('the statements of a read, a sign-in and a refresh are planned in their first calls only', async () => {
  const user = await project.signUp()
  const key = project.keys.publishable_client_key
  const client = new HttpClient(node, { projectId: project.id, accessType: 'client', key })
  let { refreshToken } = user
  for (let call = 0; call < CALLS; call += 1) {
    expect((await client.with({ accessToken: user.accessToken }).get('/users/me')).status).toBe(200)
    const signIn = await client.post('/auth/password/sign-in', { email: user.email, password: user.password })
    expect(signIn.status).toBe(200)
    const refreshed = await client
      .with({ refreshToken })
      .post<{ refresh_token: string }>('/auth/sessions/current/refresh', { rotate_refresh_token: true })
    refreshToken = refreshed.body.refresh_token
  }

  const statements = await readPlanned()

  const expected = ['count_attempt', 'count_hits', 'update sessions', 'user_profiles']
  expect(expected.filter((name) => !statements.some(({ text }) => text.includes(name)))).toEqual([])
  expect(statements.filter(({ planned }) => planned > FIRST_CALLS)).toEqual([])
})
