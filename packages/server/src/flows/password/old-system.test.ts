import type { OldSystemMove, ProjectAdminRead, ProjectConfigUpdate } from '@portico/contract'
import {
  createTestPortico,
  someEmail,
  totpCode,
  type Answer,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { isBesidePostgres } from '../../../test/engines.ts'
import { fakeKinds, startOldSystem, type FakeOldSystem, type OldSystemMood } from '../../../test/old-system.ts'
import { statement } from '../../kernel/statement.ts'

const DAY_MILLIS = 86_400_000
const PROJECT = '/internal/projects/current'
const OLD_PASSWORD = 'the password of before'

let portico: TestPortico
let old: FakeOldSystem

beforeAll(async () => {
  ;[portico, old] = await Promise.all([createTestPortico(), startOldSystem()])
})

afterAll(() => Promise.all([portico.close(), old.close()]))

beforeEach(() => {
  old.mood = 'answers'
  old.delayMillis = 0
  old.users.clear()
  old.questions.length = 0
})

type OldSystemConfig = NonNullable<ProjectConfigUpdate['old_system']>

function settingsOf(kind: string): OldSystemConfig {
  const of = fakeKinds[kind]
  if (!of) throw new Error(`Unknown kind: ${kind}.`)
  return of(old.url, portico.clock.now().getTime() + 30 * DAY_MILLIS)
}

function createProject(kind = 'endpoint', config: ProjectConfigUpdate = {}): Promise<TestProject> {
  return portico.createProject({ config: { ...config, old_system: settingsOf(kind) } })
}

function signIn(project: TestProject, email: string, password = OLD_PASSWORD): Promise<Answer> {
  return project.client().post('/auth/password/sign-in', { email, password })
}

async function userOf(project: TestProject, email: string): Promise<Record<string, unknown> | undefined> {
  const { body } = await project
    .server()
    .get<{ items: Record<string, unknown>[] }>(`/users?query=${encodeURIComponent(email)}`)
  return body.items[0]
}

async function counts(project: TestProject, query = ''): Promise<OldSystemMove> {
  await portico.service.idle()
  return (await project.admin().get<OldSystemMove>(`/internal/old-system${query}`)).body
}

/** Returns the causes of failed moves, each with its count and the status and code of the last answer. */
async function causes(project: TestProject): Promise<unknown[]> {
  const { failures } = await counts(project)
  return failures.map(({ cause, count, last: { code, status } }) => [cause, count, status, code])
}

/** Imports a user whose password is only in the old system. Returns their id. */
async function importUser(
  project: TestProject,
  email: string,
  { isVerified = true, ...fields }: { readonly isVerified?: boolean } & Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const run = await project.admin().post<{ id: string }>('/internal/imports', { source: 'cognito', is_dry_run: false })
  const record = {
    ...{ kind: 'user', source_id: email, lost_password: 'no_hash', ...fields },
    addresses: [{ value: email, is_primary: true, is_verified: isVerified, used_for_auth: true }],
  }
  const path = `/internal/imports/${run.body.id}/records`
  const { body } = await project
    .admin()
    .post<{ outcomes: { user_id: string }[] }>(path, { lines: [{ line: 1, record }] })
  await project.admin().post(`/internal/imports/${run.body.id}/finish`, {})
  return body.outcomes[0]?.user_id ?? ''
}

async function storedHash(project: TestProject, id: string): Promise<string | null> {
  const { rows } = await portico.database.db.run(statement<{ password_hash: string | null }>`
    select password_hash from users where project_id = ${project.id} and id = ${id}`)
  return rows[0]?.password_hash ?? null
}

/**
 * In a run with PostgreSQL, the embedded engine needs one kind: it tests how moves are stored, and the kinds differ
 * only in the requests to the old system.
 */
const kinds = isBesidePostgres ? ['endpoint'] : Object.keys(fakeKinds)

const wrongPassword = { status: 400, body: { code: 'EMAIL_PASSWORD_MISMATCH' } }

describe.each(kinds)('%s', (kind) => {
  let project: TestProject
  const email = someEmail()

  beforeAll(async () => {
    project = await createProject(kind)
  })

  test('a wrong password and an unknown or disabled user create no user', async () => {
    old.users.set(email, { password: OLD_PASSWORD })
    old.users.set('disabled@mail.example', { password: OLD_PASSWORD, isDisabled: true })

    const answers = [
      await signIn(project, email, 'another password'),
      await signIn(project, someEmail()),
      await signIn(project, 'disabled@mail.example'),
    ]

    expect(answers).toEqual(
      [wrongPassword, wrongPassword, wrongPassword].map((one) => expect.objectContaining({ status: one.status })),
    )
    for (const answer of answers) expect(answer).toMatchObject(wrongPassword)
    expect(old.questions).toHaveLength(3)
    expect(await counts(project)).toMatchObject({ type: kind, is_asked: true, moved_users: 0 })
    expect(await userOf(project, email)).toBeUndefined()
  })

  test.each<[OldSystemMood, cause: string]>([
    ['is down', 'unreachable'],
    ['limits', 'limited'],
    ['is malformed', 'malformed'],
    ['fails', 'failed'],
  ])('a right password is tried again while the old system %s, and counted as %s', async (mood, cause) => {
    old.users.set(email, { password: OLD_PASSWORD })
    old.mood = mood

    const answer = await signIn(project, email)

    expect(answer).toMatchObject({ status: 503, text: expect.stringContaining('Try again') })
    expect(Number(answer.headers.get('retry-after'))).toBe(
      mood === 'limits' && ['auth0', 'endpoint'].includes(kind) ? 17 : 5,
    )
    expect(await userOf(project, email)).toBeUndefined()
    const { failures } = await counts(project)
    expect(failures[0]).toMatchObject({
      cause,
      count: 1,
      last: { request: expect.stringMatching(/^POST http:[^?]+$/) },
    })
    expect(JSON.stringify(failures)).not.toContain(OLD_PASSWORD)
  })

  test('a second factor there is not lost', async () => {
    old.users.set(email, { password: OLD_PASSWORD, hasSecondFactor: true })

    expect(await signIn(project, email)).toMatchObject({ status: 403, text: expect.stringContaining('another step') })
    expect(await userOf(project, email)).toBeUndefined()
    expect(await causes(project)).toContainEqual(['needs_step', 1, null, null])
  })

  test('a right password moves once', async () => {
    const verified = someEmail()
    old.users.set(email, { password: OLD_PASSWORD })
    old.users.set(verified, { password: OLD_PASSWORD, isVerified: true, name: 'Ada of before' })

    const first = [await signIn(project, email), await signIn(project, verified)]
    old.users.clear()
    const again = [await signIn(project, email), await signIn(project, verified)]

    expect([...first, ...again].map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(again.map(({ body }) => body.user_id)).toEqual(first.map(({ body }) => body.user_id))
    expect(old.questions).toHaveLength(2)
    expect(await userOf(project, email)).toMatchObject({ primary_email_verified: false, has_password: true })
    expect(await userOf(project, verified)).toMatchObject({
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      display_name: 'Ada of before',
    })
    expect(await storedHash(project, String(first[0]?.body.user_id))).toMatch(/^\$argon2id\$/)
    expect(await counts(project)).toMatchObject({ moved_users: 2, waiting_users: 0 })
  })
})

test('wrong settings of the old system answer like an outage', async () => {
  const [cognito, auth0] = [settingsOf('cognito'), settingsOf('auth0')]
  old.users.set('kim@mail.example', { password: OLD_PASSWORD })

  for (const [settings, status, code] of [
    [cognito, 400, 'NotAuthorizedException'],
    [auth0, 401, 'access_denied'],
  ] as const) {
    const project = await portico.createProject({
      config: { old_system: { ...settings, secret: 'wrong' } as OldSystemConfig },
    })
    expect(await signIn(project, 'kim@mail.example')).toMatchObject({ status: 503 })
    expect(await causes(project)).toEqual([['refused', 1, status, code]])
  }
})

test('a secret that PORTICO_SECRET cannot open answers like an outage', async () => {
  const project = await createProject()
  await portico.database.db.run(statement`
    update projects set config = replace(config::text, '"v1.', '"v1.unknown')::jsonb where id = ${project.id}`)
  await project.admin().patch(PROJECT, { display_name: 'Read again' })

  expect(await signIn(project, 'kim@mail.example')).toMatchObject({ status: 503 })
  expect(old.questions).toHaveLength(0)
  expect(await causes(project)).toEqual([['secret_unreadable', 1, null, null]])
})

test('every kind that does not answer within five seconds is tried again', async () => {
  old.mood = 'is slow'
  const projects = await Promise.all(kinds.map((kind) => createProject(kind)))

  const answers = await Promise.all(projects.map((project) => signIn(project, 'kim@mail.example')))

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503))
  for (const project of projects) expect(await causes(project)).toEqual([['timed_out', 1, null, null]])
}, 15_000)

describe.skipIf(isBesidePostgres)('another service with the Stack protocol', () => {
  // The source is a project of the same service instead of one of another service.
  let source: TestProject
  let project: TestProject

  beforeAll(async () => {
    source = await portico.createProject()
    project = await portico.createProject({ config: { old_system: stackOf(source) } })
  })

  function stackOf({ id, keys }: TestProject): OldSystemConfig {
    return {
      type: 'stack',
      base_url: `${portico.baseUrl}/`,
      project_id: id,
      publishable_client_key: keys.publishableClientKey,
      ends_at_millis: portico.clock.now().getTime() + DAY_MILLIS,
    }
  }

  test('moves a user with id, name, address and the time of the sign-up', async () => {
    const user = await source.signUp()
    const before = await userOf(source, user.email)
    await source.server().patch(`/users/${user.id}`, { display_name: 'Kim', primary_email_verified: true })

    const wrong = await signIn(project, user.email, 'another password')
    const right = await signIn(project, user.email, user.password)

    expect(wrong).toMatchObject(wrongPassword)
    expect(right).toMatchObject({ status: 200, body: { user_id: user.id } })
    expect(await userOf(project, user.email)).toMatchObject({
      display_name: 'Kim',
      primary_email_verified: true,
      signed_up_at_millis: before?.['signed_up_at_millis'],
    })
  })

  test('a user with a second factor there is not moved', async () => {
    const user = await source.signUp()
    await source.enrolTotp(user)

    expect(await signIn(project, user.email, user.password)).toMatchObject({ status: 403 })
    expect(await userOf(project, user.email)).toBeUndefined()
  })

  test('a wrong key, and a project without passwords, are tried again', async () => {
    const user = await source.signUp()
    const closed = await portico.createProject({ config: { credential_enabled: false } })
    const wrongKey = { ...stackOf(source), publishable_client_key: 'wrong' } as OldSystemConfig

    for (const old_system of [wrongKey, stackOf(closed)]) {
      await project.admin().patch(PROJECT, { config: { old_system } })
      expect(await signIn(project, user.email, user.password)).toMatchObject({ status: 503 })
    }
    await project.admin().patch(PROJECT, { config: { old_system: stackOf(source) } })
  })

  test('a user whose id is in use here is not moved a second time', async () => {
    const user = await source.signUp()
    await project.server().post('/users', { id: user.id, primary_email: someEmail() })

    expect(await signIn(project, user.email, user.password)).toMatchObject(wrongPassword)
    expect(await userOf(project, user.email)).toBeUndefined()
    expect(await causes(project)).toContainEqual(['user_taken', 1, null, null])
  })

  test('sign-ins at once create one user', async () => {
    const user = await source.signUp()

    const answers = await Promise.all([1, 2, 3, 4].map(() => signIn(project, user.email, user.password)))

    expect(answers.map(({ body, status }) => [status, body.user_id])).toEqual(answers.map(() => [200, user.id]))
  })
})

describe('a user whose password is only in the old system', () => {
  test('keeps id and account, and is not asked again', async () => {
    const project = await createProject()
    const email = someEmail()
    const id = await importUser(project, email)
    old.users.set(email, { password: OLD_PASSWORD, name: 'Another name' })
    expect(await counts(project)).toMatchObject({ moved_users: 0, waiting_users: 1, last_moved_at_millis: null })

    const wrong = await signIn(project, email, 'another password')
    const answers = await Promise.all([1, 2, 3].map(() => signIn(project, email)))

    expect(wrong).toMatchObject(wrongPassword)
    expect(answers.map(({ body, status }) => [status, body.user_id])).toEqual(answers.map(() => [200, id]))
    expect(await userOf(project, email)).toMatchObject({ display_name: null })
    expect(await counts(project)).toMatchObject({
      moved_users: 1,
      waiting_users: 0,
      last_moved_at_millis: expect.any(Number),
    })
    const events = await project
      .admin()
      .get<{ items: { action: string; target_id: string }[] }>('/internal/audit-events?action=user.moved')
    expect(events.body.items).toMatchObject([{ target_id: id }])
  })

  test('is asked for the authenticator app that came with the import, also in place of the second factor there', async () => {
    const project = await createProject()
    const email = someEmail()
    const secret = Buffer.alloc(20, 7).toString('base64')
    const id = await importUser(project, email, { totp_secret_base64: secret })
    old.users.set(email, { password: OLD_PASSWORD, hasSecondFactor: true })

    const first = await signIn(project, email)
    const { attempt_code } = (first.body as { details: { attempt_code: string } }).details
    const second = await project.client().post('/auth/mfa/sign-in', {
      type: 'totp',
      code: attempt_code,
      totp: await totpCode(secret, portico.clock),
    })

    expect(first).toMatchObject({ status: 400, body: { code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' } })
    expect(second).toMatchObject({ status: 200, body: { user_id: id } })
  })

  test('is not asked about if the import has a hash too', async () => {
    const project = await createProject()
    const email = someEmail()
    await importUser(project, email, { password_hash: '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW' })
    old.users.set(email, { password: OLD_PASSWORD })

    expect(await signIn(project, email)).toMatchObject(wrongPassword)
    expect(await signIn(project, email, 'U*U')).toMatchObject({ status: 200 })
    expect(await userOf(project, email)).toMatchObject({ password_change_advised: true })
    expect(old.questions).toHaveLength(0)
  })

  test.each([
    ['of an imported user', true],
    ['of a user who is unknown here', false],
  ])('a weak password %s moves, and a change is advised until another one is set', async (_, isImported) => {
    const project = await createProject()
    const email = someEmail()
    if (isImported) await importUser(project, email)
    old.users.set(email, { password: 'password1' })

    const moved = await signIn(project, email, 'password1')
    const advised = await userOf(project, email)
    await project.server().patch(`/users/${String(moved.body.user_id)}`, { password: 'a better passphrase' })

    expect(moved.status).toBe(200)
    expect(advised).toMatchObject({ password_change_advised: true })
    expect(await userOf(project, email)).toMatchObject({ password_change_advised: false })
  })

  test('signs in with a password that a server sets, and no longer with the old one', async () => {
    const project = await createProject()
    const email = someEmail()
    const id = await importUser(project, email)
    old.users.set(email, { password: OLD_PASSWORD })

    await project.server().patch(`/users/${id}`, { password: 'a password of the server' })

    expect(await signIn(project, email)).toMatchObject(wrongPassword)
    expect(await signIn(project, email, 'a password of the server')).toMatchObject({ status: 200 })
    expect(old.questions).toHaveLength(0)
  })

  test('does not open to the old password after the owner of the mailbox has claimed the account', async () => {
    const project = await createProject('endpoint', { magic_link_enabled: true })
    const email = someEmail()
    const id = await importUser(project, email, { isVerified: false })
    old.users.set(email, { password: OLD_PASSWORD })
    const callback = 'http://localhost:3000/handler/magic-link-callback'
    await project.client().post('/auth/otp/send-sign-in-code', { email, callback_url: callback })
    const link = await portico.mailbox.latestLink(email)

    const claimed = await project.client().post('/auth/otp/sign-in', { code: link.searchParams.get('code') })

    expect(claimed).toMatchObject({ status: 200, body: { user_id: id } })
    expect(await signIn(project, email)).toMatchObject(wrongPassword)
    expect(old.questions).toHaveLength(0)
  })
})

describe('a moved user with an unverified address', () => {
  test('loses password and name to the first proof of the mailbox', async () => {
    const project = await createProject('endpoint', { magic_link_enabled: true })
    const email = someEmail()
    old.users.set(email, { password: OLD_PASSWORD, name: 'A name of the attacker' })
    const { body } = await signIn(project, email)
    const callback = 'http://localhost:3000/handler/magic-link-callback'
    await project.client().post('/auth/otp/send-sign-in-code', { email, callback_url: callback })
    const link = await portico.mailbox.latestLink(email)

    const claimed = await project.client().post('/auth/otp/sign-in', { code: link.searchParams.get('code') })

    expect(claimed).toMatchObject({ status: 200, body: { user_id: body.user_id } })
    expect(await userOf(project, email)).toMatchObject({ display_name: null, has_password: false })
    expect(await signIn(project, email)).toMatchObject(wrongPassword)
  })
})

describe('a move', () => {
  test('is not a sign-up: it needs no open sign-up', async () => {
    const project = await createProject('endpoint', { sign_up_enabled: false })
    const email = someEmail()
    old.users.set(email, { password: OLD_PASSWORD })

    expect(await signIn(project, email)).toMatchObject({ status: 200 })
  })

  test('happens at sign-ins with passwords that are on, and with an address and a password', async () => {
    const project = await createProject('endpoint', { credential_enabled: false })
    expect(await signIn(project, someEmail())).toMatchObject({ body: { code: 'PASSWORD_AUTHENTICATION_NOT_ENABLED' } })
    await project.admin().patch(PROJECT, { config: { credential_enabled: true } })

    expect(await signIn(project, someEmail(), '')).toMatchObject(wrongPassword)
    expect(await signIn(project, '')).toMatchObject(wrongPassword)
    expect(old.questions).toHaveLength(0)
  })

  test('does not bring back a user who was deleted or has another address', async () => {
    const project = await createProject()
    const [deleted, renamed] = [someEmail(), someEmail()]
    for (const email of [deleted, renamed]) old.users.set(email, { password: OLD_PASSWORD })
    const [first, second] = [await signIn(project, deleted), await signIn(project, renamed)]
    await project.server().delete(`/users/${String(first.body.user_id)}`)
    await project.server().patch(`/users/${String(second.body.user_id)}`, { primary_email: someEmail() })
    old.questions.length = 0

    expect(await signIn(project, deleted)).toMatchObject(wrongPassword)
    expect(await signIn(project, renamed)).toMatchObject(wrongPassword)
    expect(old.questions).toHaveLength(0)
  })

  test('accepts an old password that a new one may not be', async () => {
    const project = await createProject()
    const email = someEmail()
    old.users.set(email, { password: 'short' })

    expect(await signIn(project, email, 'short')).toMatchObject({ status: 200 })
  })

  test('sign-ins at once create one user, and a wrong password of a known user asks nothing', async () => {
    const project = await createProject()
    const email = someEmail()
    old.users.set(email, { password: OLD_PASSWORD })

    const answers = await Promise.all([1, 2, 3].map(() => signIn(project, email)))
    old.questions.length = 0
    const wrong = await signIn(project, email, 'another password')

    expect(new Set(answers.map(({ body }) => body.user_id)).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(wrong).toMatchObject(wrongPassword)
    expect(old.questions).toHaveLength(0)
  })

  test('refuses a known user as late as an unknown one', async () => {
    const project = await createProject()
    const known = await project.signUp()
    const millisOf = async (email: string): Promise<number> => {
      const startedAt = performance.now()
      expect(await signIn(project, email, 'a wrong one')).toMatchObject(wrongPassword)
      return performance.now() - startedAt
    }
    old.delayMillis = 700

    expect(await millisOf(someEmail())).toBeGreaterThanOrEqual(690)
    expect(await millisOf(known.email)).toBeGreaterThanOrEqual(690)
    expect(old.questions).toHaveLength(1)
  })

  test('tells Auth0 the address of the browser, by which it counts wrong passwords', async () => {
    const project = await createProject('auth0')
    const body = { email: someEmail(), password: OLD_PASSWORD }

    await project.client().post('/auth/password/sign-in', body, { headers: { 'user-agent': 'Mozilla/5.0' } })

    expect(old.questions[0]?.headers).toMatchObject({ 'auth0-forwarded-for': expect.any(String) })
  })

  test('ends at its date', async () => {
    const project = await portico.createProject()
    const old_system = { ...settingsOf('endpoint'), ends_at_millis: portico.clock.now().getTime() + 60_000 }
    await project.admin().patch(PROJECT, { config: { old_system } })
    const email = someEmail()
    old.users.set(email, { password: OLD_PASSWORD })

    portico.clock.advance(60_001)

    expect(await signIn(project, email)).toMatchObject(wrongPassword)
    expect(old.questions).toHaveLength(0)
    expect(await counts(project)).toMatchObject({ type: 'endpoint', is_asked: false })
  })

  test('has limits per account and in total, for known and unknown addresses alike', async () => {
    await using limited = await createTestPortico({
      settings: { PORTICO_RATE_LIMITS: '{"askOldSystem":{"perAccount":[2,300],"perProject":[5,60]}}' },
    })
    const project = await limited.createProject({ config: { old_system: settingsOf('endpoint') } })
    const known = await project.signUp()
    const statuses = async (email: string, times: number): Promise<number[]> => {
      const answers: number[] = []
      for (let time = 0; time < times; time += 1) answers.push((await signIn(project, email, 'a wrong one')).status)
      return answers
    }

    expect(await statuses(someEmail(), 3)).toEqual([400, 400, 429])
    expect(await statuses(known.email, 3)).toEqual([400, 400, 429])
    expect(await statuses(someEmail(), 2)).toEqual([400, 429])
    expect(old.questions).toHaveLength(3)
    await limited.service.idle()
    expect((await project.admin().get('/internal/old-system')).body).toMatchObject({
      failures: [{ cause: 'limit_reached', count: 3, last: { request: null, status: null } }],
      limits: { per_account: { calls: 2, seconds: 300 }, per_project: { calls: 5, seconds: 60 } },
    })
  })
})

describe.skipIf(isBesidePostgres)('the settings of the old system', () => {
  const read = async (project: TestProject): Promise<ProjectAdminRead['config']['old_system']> =>
    (await project.admin().get<ProjectAdminRead>(PROJECT)).body.config.old_system

  test('seal the secret and mask it, and the mask keeps it for the same system only', async () => {
    const project = await createProject('auth0')
    const before = await read(project)

    const same = await project
      .admin()
      .patch(PROJECT, { config: { old_system: { ...before, ends_at_millis: (before?.ends_at_millis ?? 0) + 1 } } })
    const other = await project
      .admin()
      .patch(PROJECT, { config: { old_system: { ...before, base_url: 'http://127.0.0.1:9' } } })
    const { rows } = await portico.database.db.run(statement<{ config: string }>`
      select config::text as config from projects where id = ${project.id}`)

    expect(before).toMatchObject({ type: 'auth0', secret: '••••••••••••' })
    expect(same.status).toBe(200)
    expect(other).toMatchObject({ status: 400, text: expect.stringContaining('no stored secret to keep') })
    expect(rows[0]?.config).not.toContain('secret-of-the-client')
    old.users.set('kim@mail.example', { password: OLD_PASSWORD })
    expect(await signIn(project, 'kim@mail.example')).toMatchObject({ status: 200 })
  })

  test('record a change of the secret alone, without the secret', async () => {
    const project = await createProject('auth0')
    const before = await project.admin().get<ProjectAdminRead>(PROJECT)

    const old_system = { ...settingsOf('auth0'), secret: 'another secret' } as OldSystemConfig
    const { ends_at_millis } = before.body.config.old_system ?? old_system
    const after = await project
      .admin()
      .patch<ProjectAdminRead>(PROJECT, { config: { old_system: { ...old_system, ends_at_millis } } })

    expect(after.body.version).toBe(before.body.version + 1)
    const { rows } = await portico.database.db.run(statement`
      select changes from project_changes where project_id = ${project.id}`)
    expect(JSON.stringify(rows)).toContain('config.old_system')
    expect(JSON.stringify(rows)).not.toMatch(/another secret|secret-of-the-client/)
  })

  test('create the secret of an endpoint, which only the answer shows', async () => {
    const project = await portico.createProject()
    const { secret: _secret, ...settings } = settingsOf('endpoint') as Extract<OldSystemConfig, { type: 'endpoint' }>

    const written = await project.admin().patch<ProjectAdminRead>(PROJECT, { config: { old_system: settings } })

    expect(written.body.config.old_system?.secret).toMatch(/^whsec_/)
    expect((await read(project))?.secret).toBe('••••••••••••')
  })

  test.each([
    ['an end that is too far away', { ends_at_millis: Date.now() + 400 * DAY_MILLIS }, 'ends_at_millis'],
    ['an address with a password', { url: 'https://me:pw@old.example/check' }, 'url must not contain a user name'],
    ['a key that is none', { secret: 'whsec_short' }, 'secret must be whsec_'],
    ['no end', { ends_at_millis: undefined }, 'ends_at_millis'],
    ['a field of another kind', { region: 'eu-central-1' }, 'region'],
  ])('refuse %s', async (_name, change, sentence) => {
    const project = await portico.createProject()

    const answer = await project
      .admin()
      .patch(PROJECT, { config: { old_system: { ...settingsOf('endpoint'), ...change } } })

    expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    expect(answer.text).toContain(sentence)
    expect(await read(project)).toBeNull()
  })

  test('travel with the configuration, with the secret only under a passphrase', async () => {
    const [project, plain, other] = [
      await createProject('cognito'),
      await portico.createProject(),
      await portico.createProject(),
    ]
    const configuration = `${PROJECT}/configuration`
    const passphrase = 'a passphrase of the owner'
    const { body: document } = await project.admin().post(`${configuration}/export`, { passphrase })

    const without = await plain.admin().post(`${configuration}/import`, { document })
    const withSecret = await other.admin().post(`${configuration}/import`, { document, passphrase })

    expect(JSON.stringify(document)).not.toContain('secret-of-the-client')
    expect(without.body).toMatchObject({ missing_secrets: ['config.old_system.secret'] })
    expect(await read(plain)).toBeNull()
    expect(withSecret.body).toMatchObject({ missing_secrets: [] })
    old.users.set('kim@mail.example', { password: OLD_PASSWORD })
    expect(await signIn(other, 'kim@mail.example')).toMatchObject({ status: 200 })
  })

  test('end with null', async () => {
    const project = await createProject()

    await project.admin().patch(PROJECT, { config: { old_system: null } })

    expect(await read(project)).toBeNull()
    expect(await counts(project)).toMatchObject({ type: null, is_asked: false, ends_at_millis: null })
  })
})

// Last, because it advances the time by months.
describe('the view of a move', () => {
  test('has moved users and failures by day, for 30 days or 90', async () => {
    const project = await createProject()
    const today = portico.clock.now()
    const move = async (query: string): Promise<OldSystemMove> =>
      (await project.admin().get<OldSystemMove>(`/internal/old-system${query}`)).body
    const attempt = async (mood: OldSystemMood): Promise<void> => {
      const email = someEmail()
      old.users.set(email, { password: OLD_PASSWORD })
      old.mood = mood
      await signIn(project, email)
    }
    await attempt('answers')
    await attempt('fails')
    await portico.service.idle()
    portico.clock.advance(60 * DAY_MILLIS)
    const config = {
      old_system: { ...settingsOf('endpoint'), ends_at_millis: portico.clock.now().getTime() + 60 * DAY_MILLIS },
    }
    await project.admin().patch(PROJECT, { config })
    for (const mood of ['answers', 'answers', 'fails', 'is down', 'is down'] as const) await attempt(mood)
    await portico.service.idle()

    const [short, long] = [await move(''), await move('?days=90')]
    const refused = await project.admin().get('/internal/old-system?days=31')
    portico.clock.advance(31 * DAY_MILLIS)
    await attempt('is down')
    await portico.service.idle()

    const first = today.toISOString().slice(0, 10)
    const counted = (days: OldSystemMove['moved_by_day']): number[] =>
      days.map(({ activity }) => activity).filter(Boolean)
    expect([short.moved_users, short.moved_by_day.length, counted(short.moved_by_day)]).toEqual([3, 30, [2]])
    expect([counted(short.failures_by_day), short.failures_by_day.at(-1)?.activity]).toEqual([[3], 3])
    expect(short.failures).toMatchObject([
      { cause: 'unreachable', count: 2, last: { request: `POST ${old.url}/check`, status: null } },
      { cause: 'failed', count: 1, last: { status: 500, code: null } },
    ])
    expect([long.moved_by_day.length, counted(long.moved_by_day), counted(long.failures_by_day)]).toEqual([
      90,
      [1, 2],
      [1, 3],
    ])
    expect(long.moved_by_day.find(({ date }) => date === first)).toMatchObject({ activity: 1 })
    expect(long.failures).toMatchObject([{ cause: 'unreachable' }, { cause: 'failed', count: 2 }])
    expect(refused).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    expect(refused.text).toContain('must be 30 or 90')
    const { rows } = await portico.database.db.run(statement`
      select cause from old_system_failures where project_id = ${project.id} order by day, cause`)
    // The failure of 91 days ago is deleted.
    expect(rows).toEqual([{ cause: 'failed' }, { cause: 'unreachable' }, { cause: 'unreachable' }])
  })

  test('has the limits of the operator', async () => {
    const project = await createProject()

    expect(await counts(project)).toMatchObject({ limits: null, answer_seconds: 5 })
  })
})
