import { createTestPortico, HttpClient, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { asOwner, asOwnerWithoutRecentSignIn } from '../../../test/owner.ts'
import { queriesDuring } from '../../../test/queries-during.ts'
import { statement, type Query } from '../../kernel/statement.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
})

afterAll(() => portico.close())

describe('internal API keys', () => {
  const wanted = {
    description: 'For the backend',
    expires_at_millis: Date.now() + 24 * 3_600_000,
    has_publishable_client_key: false,
    has_secret_server_key: true,
    has_super_secret_admin_key: true,
  }

  test('are shown once, when their set is created, and work', async () => {
    const made = await project.admin().post<{ id: string; secret_server_key: string }>('/internal/api-keys', wanted)

    expect(made.status).toBe(200)
    expect(made.body).not.toHaveProperty('publishable_client_key')
    expect(made.body.secret_server_key).toMatch(/^ssk_[0-9a-hjkmnp-tv-z]{45,}$/)
    const read = await project.admin().get(`/internal/api-keys/${made.body.id}`)
    expect(read.body).toMatchObject({ secret_server_key: { last_four: made.body.secret_server_key.slice(-4) } })
    expect(read.text).not.toContain(made.body.secret_server_key)
    const http = new HttpClient(portico.service, {
      projectId: project.id,
      accessType: 'server',
      key: made.body.secret_server_key,
    })
    expect((await http.get('/projects/current')).status).toBe(200)
  })

  test('are readable again only if they are publishable, also in a seeded set', async () => {
    const all = { ...wanted, has_publishable_client_key: true }
    const made = await project.admin().post<Record<string, string>>('/internal/api-keys', all)

    const listed = await project.admin().get<{ items: Record<string, unknown>[] }>('/internal/api-keys')

    const { id, publishable_client_key: key = '', secret_server_key: secret = '' } = made.body
    const [read, seeded] = [listed.body.items.find((set) => set['id'] === id), listed.body.items.at(-1)]
    expect(read).toMatchObject({ publishable_client_key: { last_four: key.slice(-4), value: key } })
    expect(read).toMatchObject({ secret_server_key: { last_four: secret.slice(-4) } })
    expect(seeded).toMatchObject({ publishable_client_key: { value: project.keys.publishable_client_key } })
    for (const hidden of [secret, made.body['super_secret_admin_key'] ?? '', project.keys.secret_server_key]) {
      expect(listed.text).not.toContain(hidden)
    }
  })

  test('show when their set was last used, to ten minutes, and not when it was refused', async () => {
    const { body: made } = await project
      .admin()
      .post<{ id: string; secret_server_key: string }>('/internal/api-keys', wanted)
    const server = new HttpClient(portico.service, { projectId: project.id, accessType: 'server', key: 'ssk_wrong' })
    const readLastUse = async (): Promise<unknown> => {
      await portico.service.idle()
      const { body } = await project.admin().get<Record<string, unknown>>(`/internal/api-keys/${made.id}`)
      return body['last_used_at_millis']
    }
    const stepOf = (now: Date): number => now.getTime() - (now.getTime() % 600_000)

    await server.get('/projects/current')
    const unused = await readLastUse()
    await server.with({ key: made.secret_server_key }).get('/projects/current')
    const first = await readLastUse()
    const firstStep = stepOf(portico.clock.now())
    portico.clock.advance(600_000)
    await server.with({ key: made.secret_server_key }).get('/projects/current')
    const second = await readLastUse()

    expect([unused, first, second]).toEqual([undefined, firstStep, firstStep + 600_000])
  })

  test('are also used, and named when they have ended, at the OAuth endpoints', async () => {
    const { body: made } = await project
      .admin()
      .post<{ id: string; publishable_client_key: string }>('/internal/api-keys', {
        ...wanted,
        has_publishable_client_key: true,
      })
    const client = { client_id: project.id, client_secret: made.publishable_client_key }
    const requestTokens = () =>
      portico
        .anonymous()
        .post('/auth/oauth/token', { ...client, grant_type: 'refresh_token', refresh_token: 'unknown' })

    await requestTokens()
    await portico.service.idle()
    const used = await project.admin().get(`/internal/api-keys/${made.id}`)
    await project.admin().patch(`/internal/api-keys/${made.id}`, { revoked: true })
    const refused = await requestTokens()
    await portico.service.idle()
    const owner = asOwner(portico, project.id, project.ownerAccessToken)
    const failed = await owner.get<{ items: unknown[] }>('/internal/requests?outcome=failed')

    expect(used.body).toHaveProperty('last_used_at_millis')
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_OAUTH_CLIENT_ID_OR_SECRET' } })
    expect(failed.body.items[0]).toMatchObject({
      route: '/auth/oauth/token',
      error_code: 'INVALID_PUBLISHABLE_CLIENT_KEY',
    })
  })

  test('are accepted before their notification arrives', async () => {
    const { body: made } = await project
      .admin()
      .post<{ id: string; secret_server_key: string }>('/internal/api-keys', wanted)
    const http = new HttpClient(portico.service, {
      projectId: project.id,
      accessType: 'server',
      key: made.secret_server_key,
    })
    expect((await http.get('/projects/current')).status).toBe(200)
    await portico.database.db.run(
      statement`update internal_api_keys set secret_server_key_hash = sha256('ssk_unheard') where id = ${made.id}`,
    )

    await expect.poll(async () => (await http.with({ key: 'ssk_unheard' }).get('/projects/current')).status).toBe(200)
  })

  test('do not cost a read of the project each if they are wrong', async () => {
    const http = new HttpClient(portico.service, { projectId: project.id, accessType: 'server', key: 'ssk_wrong' })
    let calls = 0
    const callOften = async (): Promise<void> => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => http.get('/projects/current')))
      for (const { status } of answers) expect(status).toBe(401)
      calls += answers.length
    }
    const readsIn = (queries: readonly Query[]): number =>
      queries.filter(({ text }) => text.includes('internal_api_keys')).length

    const queries = await queriesDuring(portico.database.db, (executed) =>
      // The first read comes once the cache entry is old enough.
      expect.poll(() => callOften().then(() => readsIn(executed))).toBeGreaterThan(0),
    )

    expect(readsIn(queries)).toBeLessThan(calls / 4)
  })

  test('need a recent sign-in of the owner who creates them, and so does the deletion of the project', async () => {
    const http = await asOwnerWithoutRecentSignIn(portico)

    const refused = [await http.post('/internal/api-keys', wanted), await http.delete('/internal/projects/current')]

    for (const answer of refused) expect(answer.body).toMatchObject({ code: 'RECENT_SIGN_IN_REQUIRED' })
    expect(await http.get('/internal/api-keys')).toMatchObject({ status: 200, body: { items: [] } })
  })

  test('stop at once when their set is revoked, and a second revocation keeps the time of the first', async () => {
    const made = await project.admin().post<{ id: string; secret_server_key: string }>('/internal/api-keys', wanted)
    const http = new HttpClient(portico.service, {
      projectId: project.id,
      accessType: 'server',
      key: made.body.secret_server_key,
    })
    await http.get('/projects/current')

    const first = await project
      .admin()
      .patch<{ manually_revoked_at_millis: number }>(`/internal/api-keys/${made.body.id}`, { revoked: true })
    portico.clock.advance(1_000)
    const second = await project
      .admin()
      .patch<{ manually_revoked_at_millis: number }>(`/internal/api-keys/${made.body.id}`, {
        revoked: true,
        description: 'Old',
      })

    expect(await http.get('/projects/current')).toMatchObject({
      status: 401,
      body: {
        code: 'INVALID_SECRET_SERVER_KEY',
        details: { project_id: project.id, revoked_at_millis: first.body.manually_revoked_at_millis },
        error: expect.stringMatching(
          /^The secret server key of the project ".+" was revoked on \d{4}-\d\d-\d\d\. Use another one\.$/,
        ),
      },
    })
    expect(second.body).toMatchObject({
      manually_revoked_at_millis: first.body.manually_revoked_at_millis,
      description: 'Old',
    })
  })

  test('are invalid after their set expires', async () => {
    const made = await project
      .admin()
      .post<{ secret_server_key: string }>('/internal/api-keys', { ...wanted, expires_at_millis: 0 })
    const http = new HttpClient(portico.service, {
      projectId: project.id,
      accessType: 'server',
      key: made.body.secret_server_key,
    })

    expect(await http.get('/projects/current')).toMatchObject({
      body: {
        code: 'INVALID_SECRET_SERVER_KEY',
        details: { project_id: project.id, expired_at_millis: 0 },
        error: expect.stringContaining('expired on 1970-01-01. Create a new one.'),
      },
    })
  })

  test('are answered like unknown ones in a call to another project if they are revoked', async () => {
    const other = await portico.createProject()
    const revoke = async (owned: TestProject): Promise<string> => {
      const made = await owned.admin().post<{ id: string; secret_server_key: string }>('/internal/api-keys', wanted)
      await owned.admin().patch(`/internal/api-keys/${made.body.id}`, { revoked: true })
      return made.body.secret_server_key
    }
    const ofProject = await revoke(project)
    await revoke(other)
    const http = (key: string) => new HttpClient(portico.service, { projectId: other.id, accessType: 'server', key })

    const revoked = await http(ofProject).get('/projects/current')
    const unknown = await http('ssk_unknown').get('/projects/current')

    expect(revoked.body).toEqual(unknown.body)
    expect(unknown.text).not.toContain('revoked')
  })

  test('are answered in another project like a set that does not exist', async () => {
    const other = await portico.createProject()
    const foreign = await other.admin().get<{ items: { id: string }[] }>('/internal/api-keys')
    const path = `/internal/api-keys/${foreign.body.items[0]?.id}`

    expect(await project.admin().get(path)).toMatchObject({ status: 404, body: { code: 'API_KEY_NOT_FOUND' } })
    expect(await project.admin().patch(path, { revoked: true })).toMatchObject({
      status: 404,
      body: { code: 'API_KEY_NOT_FOUND' },
    })
  })
})
