import { PASSKEYS_PER_USER } from '@portico/contract'
import {
  createTestPortico,
  totpCode,
  VirtualAuthenticator,
  type Answer,
  type TestPortico,
  type TestProject,
  type TestUser,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../../kernel/statement.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ config })
})

afterAll(() => portico.close())

const config = { passkey_enabled: true }

const CHROME_ON_MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

interface Listed {
  readonly id: string
  readonly name: string
  readonly created_at_millis: number
  readonly last_used_at_millis: number | null
}

interface Started {
  readonly code: string
  readonly options_json: {
    readonly challenge: string
    readonly user: { readonly id: string }
    readonly excludeCredentials: readonly { readonly id: string }[]
  }
}

type Tokens = Pick<TestUser, 'accessToken' | 'refreshToken'>

interface Registered {
  readonly authenticator: VirtualAuthenticator
  readonly id: string
}

async function startRegistration(user: Tokens, on = project): Promise<Started> {
  return (await on.client(user).post<Started>('/auth/passkey/initiate-passkey-registration', {})).body
}

async function register(
  user: Tokens,
  {
    name,
    userAgent,
    aaguid,
    on = project,
  }: { name?: string; userAgent?: string; aaguid?: string; on?: TestProject } = {},
): Promise<Registered> {
  const authenticator = new VirtualAuthenticator({ ...(aaguid !== undefined && { aaguid }) })
  const { code, options_json: options } = await startRegistration(user, on)
  const answer = await on
    .client(user)
    .post<{ user_handle: string }>(
      '/auth/passkey/register',
      { credential: authenticator.register(options), code, ...(name !== undefined && { name }) },
      { headers: { ...(userAgent !== undefined && { 'user-agent': userAgent }) } },
    )
  expect(answer.status).toBe(200)
  return { authenticator, id: answer.body.user_handle }
}

async function signIn(authenticator: VirtualAuthenticator): Promise<Answer> {
  const { body } = await project.client().post<Started>('/auth/passkey/initiate-passkey-authentication', {})
  return project.client().post('/auth/passkey/sign-in', {
    authentication_response: authenticator.authenticate(body.options_json),
    code: body.code,
  })
}

async function list(user: Tokens, on = project): Promise<Listed[]> {
  return (await on.client(user).get<{ items: Listed[] }>('/auth/passkeys?user_id=me')).body.items
}

function remove(user: Tokens, id: string): Promise<Answer> {
  return project.client(user).delete(`/auth/passkeys/me/${id}`)
}

async function auditOf(user: TestUser, action: string): Promise<object[]> {
  const { rows } = await portico.database.db.run(statement`
    select actor_type as actor, actor_id as "actorId", target_id as target from audit_events
    where project_id = ${project.id} and action = ${action} and (actor_id = ${user.id} or target_id = ${user.id})`)
  return rows
}

describe('the list of passkeys', () => {
  test('contains name, creation and last use of each, oldest first', async () => {
    const user = await project.signUp()
    const first = await register(user, { name: '  Laptop  ' })
    const registeredAt = portico.clock.now().getTime()
    portico.clock.advance(60_000)
    const second = await register(user, { name: '安全鍵 🔑' })
    portico.clock.advance(60_000)
    expect((await signIn(first.authenticator)).status).toBe(200)

    const passkeys = await list(user)

    expect(passkeys).toMatchObject([
      { id: first.id, user_id: user.id, name: 'Laptop', relying_party_id: 'localhost', is_synced: false },
      { id: second.id, user_id: user.id, name: '安全鍵 🔑', last_used_at_millis: null },
    ])
    expect(Math.abs((passkeys[0]?.created_at_millis ?? 0) - registeredAt)).toBeLessThan(60_000)
    expect(passkeys[0]?.last_used_at_millis).toBeGreaterThanOrEqual(registeredAt + 120_000 - 60_000)
  })

  test('is readable by a server for every user, and by clients for their own', async () => {
    const user = await project.signUp()
    const { id } = await register(user)
    const other = await project.signUp()

    expect(await project.server().get(`/auth/passkeys?user_id=${user.id}`)).toMatchObject({
      status: 200,
      body: { items: [{ id }], is_paginated: false },
    })
    expect((await project.client(user).get(`/auth/passkeys?user_id=${user.id}`)).status).toBe(200)
    expect((await project.client(other).get(`/auth/passkeys?user_id=${user.id}`)).status).toBe(403)
    expect(await list(other)).toEqual([])
  })

  test('answers a user of another project like a missing one', async () => {
    const foreign = await portico.createProject({ config })
    const user = await foreign.signUp()
    await register(user, { on: foreign })

    const ofForeign = await project.server().get(`/auth/passkeys?user_id=${user.id}`)
    const ofMissing = await project.server().get('/auth/passkeys?user_id=11111111-1111-4111-8111-111111111111')

    expect(ofForeign).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } })
    expect(ofForeign.text).toBe(ofMissing.text)
  })

  test('is excluded from a further registration', async () => {
    const user = await project.signUp()
    const ids = [(await register(user)).id, (await register(user)).id]

    const { options_json: options } = await startRegistration(user)

    expect(options.excludeCredentials.map(({ id }) => id)).toEqual(ids)
  })
})

describe('the name of a new passkey', () => {
  test.each([
    ['a known password manager', { aaguid: 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4' }, 'Google Password Manager'],
    ['the browser', { userAgent: CHROME_ON_MAC }, 'Chrome on macOS'],
    ['an unknown authenticator', { aaguid: '11111111-1111-4111-8111-111111111111' }, 'Passkey'],
  ])('consists of %s and the date', async (_source, options, name) => {
    const user = await project.signUp()
    await register(user, options)

    const date = portico.clock.now().toISOString().slice(0, 10)
    expect(await list(user)).toMatchObject([{ name: `${name}, ${date}` }])
  })

  test.each([
    ['nothing but spaces', '   '],
    ['more than 64 characters', 'x'.repeat(65)],
  ])('is refused if it has %s', async (_what, name) => {
    const user = await project.signUp()
    const { id } = await register(user)
    const { code, options_json: options } = await startRegistration(user)
    const credential = new VirtualAuthenticator().register(options)

    const registered = await project.client(user).post('/auth/passkey/register', { credential, code, name })
    const renamed = await project.client(user).patch(`/auth/passkeys/me/${id}`, { name })

    expect([registered, renamed]).toMatchObject([
      { status: 400, body: { code: 'SCHEMA_ERROR' } },
      { status: 400, body: { code: 'SCHEMA_ERROR' } },
    ])
    expect(await list(user)).toHaveLength(1)
  })

  test('accepts 64 characters outside the Basic Multilingual Plane', async () => {
    const user = await project.signUp()
    const { id } = await register(user)
    const name = '🔑'.repeat(64)

    expect(await project.client(user).patch(`/auth/passkeys/me/${id}`, { name })).toMatchObject({
      status: 200,
      body: { id, name },
    })
  })
})

describe('renaming a passkey', () => {
  test('changes its name only, with an audit entry', async () => {
    const user = await project.signUp()
    const first = await register(user, { name: 'First' })
    const second = await register(user, { name: 'Second' })

    const answer = await project.client(user).patch(`/auth/passkeys/me/${second.id}`, { name: 'Phone' })

    expect(answer).toMatchObject({ status: 200, body: { id: second.id, name: 'Phone' } })
    expect((await list(user)).map(({ id, name }) => [id, name])).toEqual([
      [first.id, 'First'],
      [second.id, 'Phone'],
    ])
    expect(await auditOf(user, 'passkey.renamed')).toHaveLength(1)
    expect((await signIn(second.authenticator)).status).toBe(200)
  })

  test('answers another user, and one of another project, like for a missing passkey', async () => {
    const user = await project.signUp()
    const { id } = await register(user, { name: 'Mine' })
    const other = await project.signUp()
    const foreign = await portico.createProject({ config })

    const byOther = await project.client(other).patch(`/auth/passkeys/me/${id}`, { name: 'Stolen' })
    const missing = await project.client(other).patch('/auth/passkeys/me/AAAA', { name: 'Stolen' })
    const byForeign = await foreign.server().patch(`/auth/passkeys/${user.id}/${id}`, { name: 'Stolen' })
    const named = await project.client(other).patch(`/auth/passkeys/${user.id}/${id}`, { name: 'Stolen' })

    expect(byOther.status).toBe(404)
    expect(byOther.text).toBe(missing.text)
    expect(byForeign.status).toBe(404)
    expect(named.status).toBe(403)
    expect(await list(user)).toMatchObject([{ name: 'Mine' }])
  })
})

describe('removing a passkey', () => {
  test('ends sign-in with it only, and mails its name', async () => {
    const user = await project.signUp()
    await project.server(user).patch('/users/me', { primary_email_verified: true })
    const first = await register(user, { name: 'First' })
    const second = await register(user, { name: 'evil.example/reset' })

    const answer = await remove(user, second.id)

    expect(answer).toMatchObject({ status: 200, body: { success: true } })
    expect((await signIn(second.authenticator)).status).toBe(400)
    expect((await signIn(first.authenticator)).status).toBe(200)
    const mail = await portico.mailbox.latest(user.email)
    expect(mail.text).toContain('The passkey “evil·example/reset” was removed from your account')
    expect(await auditOf(user, 'passkey.removed')).toEqual([{ actor: 'user', actorId: user.id, target: user.id }])
    expect(await project.client(user).get('/users/me')).toMatchObject({ body: { passkey_auth_enabled: true } })
  })

  test('answers 404 the second time', async () => {
    const user = await project.signUp()
    const { id } = await register(user)

    expect((await remove(user, id)).status).toBe(200)
    expect((await remove(user, id)).status).toBe(404)
    expect(await project.client(user).get('/users/me')).toMatchObject({ body: { passkey_auth_enabled: false } })
  })

  test('answers another user or project like for a missing one', async () => {
    const user = await project.signUp()
    const { id, authenticator } = await register(user)
    const other = await project.signUp()
    const foreign = await portico.createProject({ config })

    expect((await remove(other, id)).status).toBe(404)
    expect((await project.client(other).delete(`/auth/passkeys/${user.id}/${id}`)).status).toBe(403)
    expect((await project.server().delete(`/auth/passkeys/${other.id}/${id}`)).status).toBe(404)
    expect((await foreign.server().delete(`/auth/passkeys/${user.id}/${id}`)).status).toBe(404)
    expect((await signIn(authenticator)).status).toBe(200)
  })

  test('ends a sign-in with it that waits for the second factor', async () => {
    const user = await project.signUp()
    const withoutVerification = new VirtualAuthenticator({ verifiesUser: false })
    const { code, options_json: options } = await startRegistration(user)
    const credential = withoutVerification.register(options)
    await project.client(user).post('/auth/passkey/register', { credential, code })
    await project.enrolTotp(user)
    const { body } = await signIn(withoutVerification)
    const { attempt_code: attemptCode } = body.details as { attempt_code: string }

    await remove(user, credential.id)

    const answer = await project.client().post('/auth/mfa/sign-in', { type: 'totp', code: attemptCode, totp: '000000' })
    expect(answer).toMatchObject({ body: { code: 'VERIFICATION_CODE_EXPIRED' } })
  })
})

describe('registering a passkey that makes the authenticator app unnecessary', () => {
  const invalid = { status: 400, body: { code: 'INVALID_TOTP_CODE' } }

  async function complete(
    user: Tokens,
    {
      verifiesUser = true,
      totp_code,
      on = project,
    }: { verifiesUser?: boolean; totp_code?: string; on?: TestProject } = {},
  ): Promise<Answer> {
    const { code, options_json: options } = await startRegistration(user, on)
    const credential = new VirtualAuthenticator({ verifiesUser }).register(options)
    return on.client(user).post('/auth/passkey/register', { credential, code, ...(totp_code && { totp_code }) })
  }

  test('requires a code of the app, each once', async () => {
    const user = await project.signUp()
    const secret = await project.enrolTotp(user)
    const totp_code = await totpCode(secret, portico.clock)

    expect(await complete(user)).toMatchObject(invalid)
    expect(await complete(user, { totp_code: '000000' })).toMatchObject(invalid)
    expect(await complete(user, { totp_code })).toMatchObject({ status: 200 })
    expect(await complete(user, { totp_code })).toMatchObject(invalid)
    expect((await project.client(user).get<{ items: unknown[] }>('/auth/passkeys?user_id=me')).body.items).toHaveLength(
      1,
    )
  })

  test('requires none if the passkey proves possession only, or if the project asks for none', async () => {
    const relaxed = await portico.createProject({ config: { ...config, totp_code_required_for_change: false } })
    const [user, relaxedUser] = [await project.signUp(), await relaxed.signUp()]
    await project.enrolTotp(user)
    await relaxed.enrolTotp(relaxedUser)

    expect(await complete(user, { verifiesUser: false })).toMatchObject({ status: 200 })
    expect(await complete(relaxedUser, { on: relaxed })).toMatchObject({ status: 200 })
  })
})

describe('the number of passkeys of a user', () => {
  test('is limited when a registration starts and when it completes', async () => {
    const user = await project.signUp()
    const { code, options_json: options } = await startRegistration(user)
    await portico.database.db.run(statement`
      insert into user_passkeys (project_id, user_id, credential_id, public_key, counter, device_type, is_backed_up,
                                 has_verified, rp_id, created_at, last_used_at)
      select ${project.id}, ${user.id}, sha256((${user.id} || n)::bytea), 'key', 0, 'single_device', false, true,
        'localhost', ${portico.clock.now()}, ${portico.clock.now()}
      from generate_series(1, ${PASSKEYS_PER_USER}) n`)

    const credential = new VirtualAuthenticator().register(options)
    const completed = await project.client(user).post('/auth/passkey/register', { credential, code })
    const started = await project.client(user).post('/auth/passkey/initiate-passkey-registration', {})

    const full = { status: 400, body: { code: 'PASSKEY_REGISTRATION_FAILED' } }
    expect([completed, started]).toMatchObject([full, full])
    expect(completed.text).toContain('at most 20 passkeys')
    expect(await list(user)).toHaveLength(PASSKEYS_PER_USER)
  })

  test('stays within the limit if registrations complete concurrently', async () => {
    const user = await project.signUp()
    const prepared = [await startRegistration(user), await startRegistration(user)].map(
      ({ code, options_json: options }) => ({ code, credential: new VirtualAuthenticator().register(options) }),
    )
    await portico.database.db.run(statement`
      insert into user_passkeys (project_id, user_id, credential_id, public_key, counter, device_type, is_backed_up,
                                 has_verified, rp_id, created_at, last_used_at)
      select ${project.id}, ${user.id}, sha256((${user.id} || n)::bytea), 'key', 0, 'single_device', false, true,
        'localhost', ${portico.clock.now()}, ${portico.clock.now()}
      from generate_series(2, ${PASSKEYS_PER_USER}) n`)

    const answers = await Promise.all(prepared.map((body) => project.client(user).post('/auth/passkey/register', body)))

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect(await list(user)).toHaveLength(PASSKEYS_PER_USER)
  })
})
