import { createTestPortico, someEmail, TEST_PASSWORD, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../../kernel/statement.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
})

afterAll(() => portico.close())

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('reading', () => {
  test('given a signed-in user, when read as client and as server, then the server sees more', async () => {
    const user = await project.signUp()

    const client = await project.client(user).get('/users/me')
    const server = await project.server(user).get('/users/me')

    expect(client.body).not.toHaveProperty('server_metadata')
    expect(server.body).toMatchObject({
      ...client.body,
      server_metadata: null,
      primary_email_auth_enabled: true,
      last_active_at_millis: expect.any(Number),
    })
  })

  test('given one read, when its statements are counted, then it is one', async () => {
    const user = await project.signUp()
    await project.client(user).get('/users/me')
    // The mail of the sign-up is about the same user.
    await portico.service.idle()
    const { db } = portico.database
    const { run } = db
    let statements = 0
    db.run = (wanted) => {
      // Queries of background work do not name the user.
      statements += wanted.queries.filter(({ values }) => values.includes(user.id)).length
      return run(wanted)
    }

    await project.client(user).get('/users/me')

    db.run = run
    expect(statements).toBe(1)
  })
})

describe('updating as client', () => {
  test('given each field a client may write, when written, then it is read back and the rest stays', async () => {
    const user = await project.signUp()
    const client_metadata = { theme: 'dark', nested: [1, { __proto__: 'kept' }, null], text: 'ünï' }

    await project.client(user).patch('/users/me', { display_name: 'Ada', profile_image_url: pixel, client_metadata })
    const answer = await project.client(user).patch('/users/me', { display_name: 'Ada Lovelace' })

    expect(answer.body).toMatchObject({ display_name: 'Ada Lovelace', profile_image_url: pixel, client_metadata })
  })

  test('given keys that mean something to JavaScript, when kept in metadata, then they are data like any other', async () => {
    const user = await project.signUp()
    const rawBody = '{"client_metadata":{"__proto__":{"admin":true},"constructor":1}}'

    const answer = await project
      .client(user)
      .send('PATCH', '/users/me', undefined, { rawBody, headers: { 'content-type': 'application/json' } })

    expect(answer.text).toContain('"client_metadata":{"__proto__":{"admin":true},"constructor":1}')
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  test.each([
    'client_read_only_metadata',
    'server_metadata',
    'primary_email',
    'primary_email_verified',
    'password',
    'is_anonymous',
    'id',
  ])('given %s, when a client writes it, then it is an unknown property', async (field) => {
    const user = await project.signUp()

    const answer = await project.client(user).patch('/users/me', { [field]: 'x' })

    expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    expect(answer.text).toContain(`body contains unknown properties: ${field}`)
  })

  test.each([
    ['https://images.example/a.png', 400],
    ['data:image/svg+xml;base64,PHN2Zy8+', 400],
    ['data:image/png;base64,PHN2Zy8+', 400],
    ['javascript:alert(1)', 400],
    ['data:text/html;base64,AAAA', 400],
    [pixel, 200],
    [null, 200],
  ])('given the image %s, when a client sets it, then %i', async (profile_image_url, status) => {
    const user = await project.signUp()

    expect((await project.client(user).patch('/users/me', { profile_image_url })).status).toBe(status)
  })

  test('given an image of a million characters, when set, then it is taken; one more is refused', async () => {
    const user = await project.signUp()
    const image = (length: number): string => pixel + 'A'.repeat(length - pixel.length)
    const padded = image(1_000_000).replace('==A', 'AAA')

    expect((await project.client(user).patch('/users/me', { profile_image_url: padded })).status).toBe(200)
    expect((await project.client(user).patch('/users/me', { profile_image_url: `${padded}A` })).status).toBe(400)
  })

  test('given metadata beyond 64 KiB, when written, then SCHEMA_ERROR', async () => {
    const user = await project.signUp()

    const answer = await project.client(user).patch('/users/me', { client_metadata: 'x'.repeat(65_537) })

    expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
  })

  test('given an empty display name, when written, then there is none', async () => {
    const user = await project.signUp()

    expect((await project.client(user).patch('/users/me', { display_name: '' })).body).toMatchObject({
      display_name: null,
    })
  })

  test('given flags this project does not have, when switched on, then each is refused in words', async () => {
    const user = await project.signUp()

    for (const body of [{ otp_auth_enabled: true }, { passkey_auth_enabled: true }]) {
      expect((await project.client(user).patch('/users/me', body)).status).toBe(400)
    }
    expect((await project.client(user).patch('/users/me', { otp_auth_enabled: false })).status).toBe(200)
  })

  test('given a team nobody is in, when selected, then TEAM_MEMBERSHIP_NOT_FOUND', async () => {
    const user = await project.signUp()
    const team = '11111111-1111-4111-8111-111111111111'

    expect(await project.client(user).patch('/users/me', { selected_team_id: team })).toMatchObject({
      status: 404,
      body: { code: 'TEAM_MEMBERSHIP_NOT_FOUND', details: { team_id: team, user_id: user.id } },
    })
  })
})

describe('what a user writes about themselves', () => {
  test('given a display name of 256 code points, when written, then it is taken; with one more, it is not', async () => {
    const user = await project.signUp()
    const longest = '👩'.repeat(256)

    expect((await project.client(user).patch('/users/me', { display_name: longest })).body).toMatchObject({
      display_name: longest,
    })
    for (const as of [project.client(user), project.server(user)]) {
      expect(await as.patch('/users/me', { display_name: `${longest}!` })).toMatchObject({
        status: 400,
        body: { code: 'SCHEMA_ERROR' },
      })
    }
  })

  test('given a display name of thousands of characters from before there was a limit, when tokens are issued, then they work', async () => {
    const user = await project.signUp()
    await portico.database.db.run(statement`
      update users set display_name = ${'👩‍🚀'.repeat(3_000)} where project_id = ${project.id} and id = ${user.id}`)

    const refreshed = await project.client(user).post<{ access_token: string }>('/auth/sessions/current/refresh')

    const me = await project.client({ ...user, accessToken: refreshed.body.access_token }).get('/users/me')
    expect(me.status).toBe(200)
  })

  test('given a large image, when the user is read, then it is there', async () => {
    const user = await project.signUp()
    const image = `${pixel.slice(0, -2)}${'A'.repeat(40_000)}`
    await project.client(user).patch('/users/me', { profile_image_url: image })

    expect((await project.client(user).get('/users/me')).body).toMatchObject({ profile_image_url: image })
  })
})

describe('updating as server', () => {
  test('given another address, when written, then it is unverified unless said otherwise', async () => {
    const user = await project.signUp()
    const first = someEmail()

    await project.server(user).patch('/users/me', { primary_email_verified: true })
    const changed = await project.server(user).patch('/users/me', { primary_email: first })
    const verified = await project
      .server(user)
      .patch('/users/me', { primary_email: someEmail(), primary_email_verified: true })

    expect(changed.body).toMatchObject({
      primary_email: first,
      primary_email_verified: false,
      primary_email_auth_enabled: true,
    })
    expect(verified.body).toMatchObject({ primary_email_verified: true })
  })

  test('given an address somebody signs in with, when written, then USER_EMAIL_ALREADY_EXISTS and nothing changes', async () => {
    const taken = await project.signUp()
    const user = await project.signUp()

    const answer = await project.server(user).patch('/users/me', { primary_email: taken.email, display_name: 'Lost' })

    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'USER_EMAIL_ALREADY_EXISTS',
        details: { email: taken.email, would_work_if_email_was_verified: false },
      },
    })
    expect((await project.client(user).get('/users/me')).body).toMatchObject({
      display_name: null,
      primary_email: user.email,
    })
  })

  test('given a new password, when set, then every session ends and the new one signs in', async () => {
    const user = await project.signUp()

    await project.server(user).patch('/users/me', { password: 'set by the server' })

    expect((await project.client(user).get('/users/me')).status).toBe(401)
    const signIn = (password: string): Promise<{ status: number }> =>
      project.client().post('/auth/password/sign-in', { email: user.email, password })
    expect((await signIn(TEST_PASSWORD)).status).toBe(400)
    expect((await signIn('set by the server')).status).toBe(200)
  })

  test('given no primary address, when it is verified or used for sign-in, then that is refused in words', async () => {
    const user = await project.signUp()
    await project.server(user).patch('/users/me', { primary_email: null })

    expect((await project.server(user).patch('/users/me', { primary_email_verified: true })).status).toBe(400)
    expect((await project.server(user).patch('/users/me', { primary_email_auth_enabled: true })).status).toBe(400)
    expect((await project.server(user).patch('/users/me', { primary_email: null })).status).toBe(200)
    expect((await project.server(user).get('/users/me')).body).toMatchObject({
      primary_email: null,
      primary_email_verified: false,
    })
  })

  test('given twenty updates at the same moment, when all are through, then no field is lost', async () => {
    const user = await project.signUp()

    await Promise.all([
      project.server(user).patch('/users/me', { display_name: 'Ada' }),
      project.server(user).patch('/users/me', { client_metadata: 1 }),
      project.server(user).patch('/users/me', { server_metadata: 2 }),
      project.server(user).patch('/users/me', { client_read_only_metadata: 3 }),
    ])

    expect((await project.server(user).get('/users/me')).body).toMatchObject({
      display_name: 'Ada',
      client_metadata: 1,
      server_metadata: 2,
      client_read_only_metadata: 3,
    })
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html;base64,AAAA',
    'data:image/svg+xml;base64,PHN2Zy8+',
    'ftp://x/y.png',
  ])('given the image %s, when a server sets it, then it is refused', async (profile_image_url) => {
    const user = await project.signUp()

    expect((await project.server(user).patch('/users/me', { profile_image_url })).status).toBe(400)
  })

  test('given a project without passwords, when a server gives a first one, then it is refused; changing one is not', async () => {
    const without = await portico.createProject()
    const user = await without.signUp()
    await without.admin().patch('/internal/projects/current', { config: { credential_enabled: false } })

    expect((await without.server(user).patch('/users/me', { password: 'another passphrase' })).status).toBe(200)
  })
})

describe('deleting', () => {
  test('given a project that forbids it, when a client deletes its user, then 400 in words; a server may', async () => {
    const user = await project.signUp()

    expect((await project.client(user).delete('/users/me')).status).toBe(400)
    expect(await project.server(user).delete('/users/me')).toMatchObject({ status: 200, body: { success: true } })
  })

  test('given a project that allows it, when deleted, then sessions end and the address is free again', async () => {
    const open = await portico.createProject({ config: { client_user_deletion_enabled: true } })
    const user = await open.signUp()

    await open.client(user).delete('/users/me')

    const refreshed = await open.client(user).post('/auth/sessions/current/refresh')
    expect(refreshed).toMatchObject({ status: 401, body: { code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED' } })
    expect((await open.signUp(user.email)).id).not.toBe(user.id)
  })
})
