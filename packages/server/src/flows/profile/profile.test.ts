import {
  createTestPortico,
  someEmail,
  TEST_PASSWORD,
  type Answer,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queriesDuring } from '../../../test/queries-during.ts'
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

describe('reading the current user', () => {
  test('returns more fields to a server than to a client', async () => {
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

  test('takes one query', async () => {
    const user = await project.signUp()
    await project.client(user).get('/users/me')
    // The sign-up mail runs statements for the same user.
    await portico.service.idle()

    const queries = await queriesDuring(portico.database.db, () => project.client(user).get('/users/me'))

    // Queries of background work do not contain the user's id.
    expect(queries.filter(({ values }) => values.includes(user.id))).toHaveLength(1)
  })
})

describe('update by a client', () => {
  test('stores the fields a client may write and keeps the others', async () => {
    const user = await project.signUp()
    const client_metadata = { theme: 'dark', nested: [1, { __proto__: 'kept' }, null], text: 'ünï' }

    await project.client(user).patch('/users/me', { display_name: 'Ada', profile_image_url: pixel, client_metadata })
    const answer = await project.client(user).patch('/users/me', { display_name: 'Ada Lovelace' })

    expect(answer.body).toMatchObject({ display_name: 'Ada Lovelace', client_metadata })
    expect(answer.body['profile_image_url']).toContain('/images/')
  })

  test('stores "__proto__" and "constructor" as plain keys of the metadata', async () => {
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
    'primary_email_verified',
    'password',
    'is_anonymous',
    'id',
  ])('refuses %s as an unknown property', async (field) => {
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
  ])('answers the image %s with %i', async (profile_image_url, status) => {
    const user = await project.signUp()

    expect((await project.client(user).patch('/users/me', { profile_image_url })).status).toBe(status)
  })

  test('accepts an image of a million characters and refuses a longer one', async () => {
    const user = await project.signUp()
    const image = (length: number): string => pixel + 'A'.repeat(length - pixel.length)
    const padded = image(1_000_000).replace('==A', 'AAA')

    expect((await project.client(user).patch('/users/me', { profile_image_url: padded })).status).toBe(200)
    const tooLong = await project.client(user).patch('/users/me', { profile_image_url: `${padded}A` })
    expect(tooLong).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    expect(tooLong.text).toContain('body.profile_image_url must be at most 1000000 characters long')
  })

  test('refuses metadata above 64 KiB with SCHEMA_ERROR', async () => {
    const user = await project.signUp()

    const answer = await project.client(user).patch('/users/me', { client_metadata: 'x'.repeat(65_537) })

    expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
  })

  test('stores an empty display name as null', async () => {
    const user = await project.signUp()

    expect((await project.client(user).patch('/users/me', { display_name: '' })).body).toMatchObject({
      display_name: null,
    })
  })

  test('refuses to enable sign-in methods that the project does not have', async () => {
    const user = await project.signUp()

    for (const body of [{ otp_auth_enabled: true }, { passkey_auth_enabled: true }]) {
      expect((await project.client(user).patch('/users/me', body)).status).toBe(400)
    }
    expect((await project.client(user).patch('/users/me', { otp_auth_enabled: false })).status).toBe(200)
  })

  test('answers a team that the user is not a member of with TEAM_MEMBERSHIP_NOT_FOUND', async () => {
    const user = await project.signUp()
    const team = '11111111-1111-4111-8111-111111111111'

    expect(await project.client(user).patch('/users/me', { selected_team_id: team })).toMatchObject({
      status: 404,
      body: { code: 'TEAM_MEMBERSHIP_NOT_FOUND', details: { team_id: team, user_id: user.id } },
    })
  })
})

describe('profile fields', () => {
  test('accept a display name of 256 code points and refuse a longer one', async () => {
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

  test('allow tokens for a stored display name above the limit', async () => {
    const user = await project.signUp()
    await portico.database.db.run(statement`
      update users set display_name = ${'👩‍🚀'.repeat(3_000)} where project_id = ${project.id} and id = ${user.id}`)

    const refreshed = await project.client(user).post<{ access_token: string }>('/auth/sessions/current/refresh')

    const me = await project.client({ ...user, accessToken: refreshed.body.access_token }).get('/users/me')
    expect(me.status).toBe(200)
  })
})

describe('update by a server', () => {
  test('stores a new address as unverified unless the update verifies it', async () => {
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

  test('refuses the sign-in address of another user with USER_EMAIL_ALREADY_EXISTS and changes nothing', async () => {
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

  test('ends every session when it sets a password', async () => {
    const user = await project.signUp()

    await project.server(user).patch('/users/me', { password: 'set by the server' })

    expect((await project.client(user).get('/users/me')).status).toBe(401)
    const signIn = (password: string): Promise<{ status: number }> =>
      project.client().post('/auth/password/sign-in', { email: user.email, password })
    expect((await signIn(TEST_PASSWORD)).status).toBe(400)
    expect((await signIn('set by the server')).status).toBe(200)
  })

  test('refuses to verify or enable a missing primary address', async () => {
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

  test('loses no field of concurrent updates', async () => {
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
  ])('refuses the image %s', async (profile_image_url) => {
    const user = await project.signUp()

    expect((await project.server(user).patch('/users/me', { profile_image_url })).status).toBe(400)
  })

  test('refuses an image of more than 4,096 pixels, and removes the metadata of every other', async () => {
    const user = await project.signUp()
    const png = (width: string): string =>
      Buffer.from(`89504e470d0a1a0a0000000d49484452${width}000000010802000000aabbccdd`, 'hex').toString('base64')
    const jpeg = Buffer.from('ffd8ffe1000c45786966000047505321ffd9', 'hex').toString('base64')
    const upload = (type: string, data: string): Promise<Answer> =>
      project.client(user).patch('/users/me', { profile_image_url: `data:image/${type};base64,${data}` })

    expect(await upload('png', png('00001001'))).toMatchObject({ status: 400 })
    expect((await upload('png', png('00001000'))).status).toBe(200)
    const { body } = await upload('jpeg', jpeg)
    const served = await portico.service.fetch(new Request(String(body['profile_image_url'])))
    expect(Buffer.from(await served.arrayBuffer()).toString('hex')).toBe('ffd8ffd9')
  })

  test('replaces a password even if the project has password sign-in disabled', async () => {
    const without = await portico.createProject()
    const user = await without.signUp()
    await without.admin().patch('/internal/projects/current', { config: { credential_enabled: false } })

    expect((await without.server(user).patch('/users/me', { password: 'another passphrase' })).status).toBe(200)
  })
})

describe('deletion of the current user', () => {
  test('is refused for a client if the project forbids it, and allowed for a server', async () => {
    const user = await project.signUp()

    expect((await project.client(user).delete('/users/me')).status).toBe(400)
    expect(await project.server(user).delete('/users/me')).toMatchObject({ status: 200, body: { success: true } })
  })

  test('ends the sessions and releases the address', async () => {
    const open = await portico.createProject({ config: { client_user_deletion_enabled: true } })
    const user = await open.signUp()

    await open.client(user).delete('/users/me')

    const refreshed = await open.client(user).post('/auth/sessions/current/refresh')
    expect(refreshed).toMatchObject({ status: 401, body: { code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED' } })
    expect((await open.signUp(user.email)).id).not.toBe(user.id)
  })
})
