import { createTestPortico, type Answer, type TestPortico, type TestProject, type TestUser } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { forProject } from '../../platform/db/project-scope.ts'
import { statement } from '../../kernel/statement.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
})

afterAll(() => portico.close())

interface Refreshed {
  access_token: string
  refresh_token?: string
}

function refreshByHeader(user: Pick<TestUser, 'refreshToken'>, rotate = false): Promise<Answer<Refreshed>> {
  return project
    .client()
    .with({ refreshToken: user.refreshToken })
    .post('/auth/sessions/current/refresh', rotate ? { rotate_refresh_token: true } : {})
}

function refreshByGrant(user: Pick<TestUser, 'refreshToken'>, rotate = false): Promise<Answer<Refreshed>> {
  return portico.anonymous().post('/auth/oauth/token', undefined, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    rawBody: new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: project.id,
      client_secret: project.keys.publishable_client_key,
      refresh_token: user.refreshToken,
      ...(rotate && { rotate_refresh_token: 'true' }),
    }).toString(),
  })
}

describe.each([
  { call: 'refresh call', refresh: refreshByHeader },
  { call: 'refresh token grant', refresh: refreshByGrant },
])('$call', ({ refresh }) => {
  test('returns a valid access token', async () => {
    const user = await project.signUp()

    const refreshed = await refresh(user)

    expect(refreshed.status).toBe(200)
    const me = await project.client({ ...user, accessToken: refreshed.body.access_token }).get('/users/me')
    expect(me).toMatchObject({ status: 200, body: { id: user.id } })
  })

  test('keeps the refresh token of a client that does not request rotation', async () => {
    const user = await project.signUp()

    const first = await refresh(user)
    portico.clock.advance(3_600_000)
    const second = await refresh(user)

    expect(first.body).not.toHaveProperty('refresh_token')
    expect(second.status).toBe(200)
  })

  test('returns a new refresh token to a client that requests rotation', async () => {
    const user = await project.signUp()

    const first = await refresh(user, true)
    portico.clock.advance(60_000)
    const second = await refresh({ refreshToken: first.body.refresh_token ?? '' }, true)

    expect(first.body.refresh_token).not.toBe(user.refreshToken)
    expect(second.status).toBe(200)
  })

  test('returns the same successor for a replaced token within the grace period', async () => {
    const user = await project.signUp()

    const answers = await Promise.all([refresh(user, true), refresh(user, true), refresh(user, true)])
    portico.clock.advance(29_000)
    const late = await refresh(user, true)

    const successors = new Set([...answers, late].map(({ body }) => body.refresh_token))
    expect(successors.size).toBe(1)
    expect(late.status).toBe(200)
  })

  test('returns the same successor for a replaced token until the successor was used', async () => {
    const user = await project.signUp()
    const first = await refresh(user, true)

    for (const millis of [40_000, 3_600_000, 86_400_000]) {
      portico.clock.advance(millis)
      expect(await refresh(user, true)).toMatchObject({
        status: 200,
        body: { refresh_token: first.body.refresh_token },
      })
    }

    expect(await refresh({ refreshToken: first.body.refresh_token ?? '' }, true)).toMatchObject({ status: 200 })
  })

  test('keeps the session when the successor is used while the replaced token is repeated', async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = await project.signUp()
      const { body } = await refresh(user, true)
      const successor = { refreshToken: body.refresh_token ?? '' }
      portico.clock.advance(3_600_000)
      await refresh(user, true)

      const [next, ...repeats] = await Promise.all([
        refresh(successor, true),
        ...[1, 2, 3].map(() => refresh(user, true)),
      ])

      expect(next.status).toBe(200)
      for (const repeat of repeats) {
        if (repeat.status === 200) expect(repeat.body.refresh_token).toBe(successor.refreshToken)
        else expect(repeat).toMatchObject({ status: 401, body: { code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED' } })
      }
      expect((await refresh({ refreshToken: next.body.refresh_token ?? '' }, true)).status).toBe(200)
    }
  })

  test('accepts a replaced token only within the limits of the session', async () => {
    const limited = await portico.createProject({
      config: { session_idle_timeout_millis: 3_600_000, session_max_lifetime_millis: 7_200_000 },
    })
    const [idle, old] = [await limited.signUp(), await limited.signUp()]
    const repeat = ({ refreshToken }: Pick<TestUser, 'refreshToken'>): Promise<Answer<Refreshed>> =>
      limited.client().with({ refreshToken }).post('/auth/sessions/current/refresh', { rotate_refresh_token: true })
    await Promise.all([repeat(idle), repeat(old)])
    portico.clock.advance(3_500_000)
    expect((await repeat(old)).status).toBe(200)
    portico.clock.advance(200_000)

    const refused = { status: 401, body: { code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED' } }
    expect(await repeat(idle)).toMatchObject(refused)
    const last = await repeat(old)
    expect(last.status).toBe(200)
    portico.clock.advance(3_550_000)
    expect(await repeat(old)).toMatchObject(refused)
    expect(await repeat({ refreshToken: last.body.refresh_token ?? '' })).toMatchObject(refused)
  })

  test('ends the session when a replaced token is reused after its successor was used and the grace period has passed', async () => {
    const user = await project.signUp()
    const rotated = await refresh(user, true)
    expect((await refresh({ refreshToken: rotated.body.refresh_token ?? '' })).status).toBe(200)
    portico.clock.advance(29_000)
    expect((await refresh(user, true)).status).toBe(200)
    portico.clock.advance(2_000)

    const reused = await refresh(user, true)

    expect(reused).toMatchObject({ status: 401, body: { code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED' } })
    const successor = await refresh({ refreshToken: rotated.body.refresh_token ?? '' }, true)
    expect(successor.status).toBe(401)
    const me = await project.client({ ...user, accessToken: rotated.body.access_token }).get('/users/me')
    expect(me).toMatchObject({ status: 401, body: { code: 'ACCESS_TOKEN_EXPIRED' } })
  })

  test('ends the session when a token from two rotations ago is reused', async () => {
    const user = await project.signUp()
    const first = await refresh(user, true)
    const second = await refresh({ refreshToken: first.body.refresh_token ?? '' }, true)
    portico.clock.advance(31_000)

    await refresh(user, true)

    const current = await refresh({ refreshToken: second.body.refresh_token ?? '' }, true)
    expect(current.status).toBe(401)
  })

  test('refuses the first token after two rotations within the grace period and keeps the session', async () => {
    const user = await project.signUp()
    const first = await refresh(user, true)
    const second = await refresh({ refreshToken: first.body.refresh_token ?? '' }, true)

    const late = await refresh(user, true)

    expect(late).toMatchObject({ status: 401, body: { code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED' } })
    expect((await refresh({ refreshToken: second.body.refresh_token ?? '' }, true)).status).toBe(200)
  })

  test('ends the session when an old token is reused right after another rotation', async () => {
    const user = await project.signUp()
    const first = await refresh(user, true)
    portico.clock.advance(600_000)
    const second = await refresh({ refreshToken: first.body.refresh_token ?? '' }, true)

    await refresh(user, true)

    expect((await refresh({ refreshToken: second.body.refresh_token ?? '' }, true)).status).toBe(401)
  })

  test.each(['', 'undefined', 'x'.repeat(78), '0'.repeat(78), 'ä'])(
    'refuses the malformed token "%s"',
    async (refreshToken) => {
      const answer = await refresh({ refreshToken })

      expect([400, 401]).toContain(answer.status)
    },
  )

  test('refuses a session past its absolute lifetime', async () => {
    const user = await project.signUp()
    portico.clock.advance(366 * 24 * 3_600_000)

    const answer = await refresh(user)

    portico.clock.advance(-366 * 24 * 3_600_000)
    expect(answer).toMatchObject({ status: 401, body: { code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED' } })
  })

  test('refuses the token of another project', async () => {
    const other = await portico.createProject()
    const otherUser = await other.signUp()

    const answer = await refresh(otherUser)

    expect(answer).toMatchObject({ status: 401, body: { code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED' } })
  })

  test.each([true, false])(
    'leaves no session after a sign-out concurrent with two refreshes (rotation %s)',
    async (rotate) => {
      for (let round = 0; round < 10; round += 1) {
        const user = await project.signUp()

        const [one, out, two] = await Promise.all([
          refresh(user, rotate),
          project.client(user).delete('/auth/sessions/current'),
          refresh(user, rotate),
        ])

        expect(out).toMatchObject({ status: 200 })
        for (const answer of [one, two]) {
          if (answer.status === 200) {
            const me = await project.client({ ...user, accessToken: answer.body.access_token }).get('/users/me')
            expect(me).toMatchObject({ status: 401, body: { code: 'ACCESS_TOKEN_EXPIRED' } })
          } else expect(answer).toMatchObject({ status: 401, body: { code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED' } })
        }
        expect((await refresh(user, rotate)).status).toBe(401)
      }
    },
  )
})

describe('token endpoint', () => {
  const grant = { grant_type: 'refresh_token', refresh_token: 'x' }

  test.each([
    { case: 'no client', form: {} },
    { case: 'an unknown project', form: { client_id: '00000000-0000-4000-8000-000000000000', client_secret: 'x' } },
    { case: 'a wrong key', form: { client_secret: 'pck_wrong' } },
    { case: 'an unknown branch', form: { branch: 'dev' } },
  ])('answers $case with INVALID_OAUTH_CLIENT_ID_OR_SECRET', async ({ form }) => {
    const { branch, ...fields }: { branch?: string; client_id?: string; client_secret?: string } = form
    const client = {
      client_id: branch ? `${project.id}#${branch}` : project.id,
      client_secret: project.keys.publishable_client_key,
    }
    const body = Object.keys(form).length === 0 ? grant : { ...grant, ...client, ...fields }

    const answer = await portico.anonymous().post('/auth/oauth/token', body)

    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'INVALID_OAUTH_CLIENT_ID_OR_SECRET', details: { client_id: null } },
    })
  })

  test.each([
    { case: 'no refresh token', fields: {}, error: 'invalid_request' },
    { case: 'a refresh token beyond ASCII', fields: { refresh_token: 'größer' }, error: 'invalid_request' },
    { case: 'an unknown scope', fields: { refresh_token: 'x', scope: 'openid' }, error: 'invalid_scope' },
    { case: 'more than one scope', fields: { refresh_token: 'x', scope: 'legacy email' }, error: 'invalid_scope' },
  ])('answers $case with the OAuth error $error', async ({ fields, error }) => {
    const answer = await portico.anonymous().post('/auth/oauth/token', {
      grant_type: 'refresh_token',
      client_id: project.id,
      client_secret: project.keys.publishable_client_key,
      ...fields,
    })

    expect(answer).toMatchObject({ status: 400, body: { error, error_description: expect.stringMatching(/\w/) } })
    expect(answer.headers.has('x-stack-known-error')).toBe(false)
    expect(answer.headers.get('cache-control')).toContain('no-store')
  })

  test('keeps the refresh token after a request with an unknown scope', async () => {
    const user = await project.signUp()
    const refreshWith = (scope: string): Promise<Answer> =>
      portico.anonymous().post('/auth/oauth/token', {
        grant_type: 'refresh_token',
        client_id: project.id,
        client_secret: project.keys.publishable_client_key,
        refresh_token: user.refreshToken,
        rotate_refresh_token: true,
        scope,
      })

    const refused = await refreshWith('openid')
    const right = await refreshWith('legacy')

    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_scope' } })
    expect(right).toMatchObject({ status: 200, body: { scope: 'legacy' } })
  })

  test.each([undefined, 'password', 'client_credentials'])(
    'answers the grant type %s with SCHEMA_ERROR',
    async (grant_type) => {
      const answer = await portico
        .anonymous()
        .post('/auth/oauth/token', { ...grant, grant_type, client_id: project.id })

      expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    },
  )

  test('forbids caching of the response', async () => {
    const answer = await refreshByGrant(await project.signUp())

    expect(answer.body).toMatchObject({ token_type: 'Bearer', expires_in: 600, scope: 'legacy' })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('pragma')).toBe('no-cache')
  })
})

test('the database contains no refresh token', async () => {
  const user = await project.signUp()

  const { rows } = await forProject(portico.projectDatabase.db, project.id).run(statement<{ text: string }>`
    select row_to_json(s)::text as text from sessions s where project_id = ${project.id} and user_id = ${user.id}`)

  expect(rows).toHaveLength(1)
  expect(rows[0]?.text).not.toContain(user.refreshToken)
  expect(rows[0]?.text).not.toContain(Buffer.from(user.refreshToken).toString('hex'))
})
