import { spawn } from 'node:child_process'
import { once } from 'node:events'

import type { Json } from '@portico/contract'
import { statement } from '@portico/server'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'

import {
  createTestPortico,
  HttpClient,
  renderHostileEmail,
  someEmail,
  TEST_PASSWORD,
  type TestPortico,
  type TestProject,
} from './testkit.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ config: { magic_link_enabled: true } })
})

afterAll(() => portico.close())

test('the mailbox names the language of a mail', async () => {
  const headers = { 'accept-language': 'de-AT,de;q=0.9', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0' }
  const email = someEmail()
  const callback_url = 'http://localhost:3000/handler/x'
  await project.client().post('/auth/otp/send-sign-in-code', { email, callback_url }, { headers })

  expect(await portico.mailbox.latest(email)).toMatchObject({ locale: 'de', subject: expect.stringContaining('Ihr') })
})

test('hostile names in a template stay text', async () => {
  const { body } = await project
    .admin()
    .get<{ items: { type: 'team_invitation'; subject: string; content: Json }[] }>('/email-templates')
  const invitation = body.items.find(({ type }) => type === 'team_invitation')
  if (!invitation) throw new Error('The service has no such template.')

  const { html, subject, text } = renderHostileEmail(invitation.type, invitation)

  expect(text).toContain('evil.example')
  expect(html).not.toMatch(/<[^>]*evil\.example|<b>/)
  expect(subject).not.toMatch(/[\r\n\u202e]/)
})

test('renderHostileEmail refuses content that is no mail document', () => {
  const render = (): unknown => renderHostileEmail('team_invitation', { subject: 'Test', content: { root: 'text' } })

  expect(render).toThrow(/The content is no mail document: .*"block":"root"/)
})

test('`close` throws if a call was answered 500', async () => {
  const broken = await createTestPortico()
  const { db } = broken.database
  const { run } = db
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => {
    db.run = run
    write.mockRestore()
  })
  db.run = () => Promise.reject(new Error('a bug'))

  const { status } = await broken
    .internal()
    .post('/auth/password/sign-up', { email: someEmail(), password: TEST_PASSWORD })
  db.run = run

  expect(status).toBe(500)
  await expect(broken.close()).rejects.toThrow(/answered with 500: 1\..*a bug/s)
})

describe('two services in one process', () => {
  test('share neither projects nor clock nor mailbox', async () => {
    await using other = await createTestPortico()
    const ada = await project.signUp()

    other.clock.advance(365 * 24 * 60 * 60_000)

    expect(await project.client(ada).get('/users/me')).toMatchObject({ status: 200 })
    const same = new HttpClient(other.service, {
      projectId: project.id,
      accessType: 'client',
      key: project.keys.publishable_client_key,
    })
    expect(await same.get('/projects/current')).toMatchObject({ body: { code: 'INVALID_PUBLISHABLE_CLIENT_KEY' } })
    expect(await other.mailbox.to(ada.email)).toEqual([])
  })

  test('close without an effect on each other', async () => {
    const other = await createTestPortico()

    await other.close()

    expect((await project.client(await project.signUp()).get('/users/me')).status).toBe(200)
    expect(() => other.service).toThrow('not running')
  })
})

describe('the clock', () => {
  test('expires an access token after eleven minutes, and a refreshed token works', async () => {
    const ada = await project.signUp()
    portico.clock.advance(11 * 60_000)

    const expired = await project.client(ada).get('/users/me')
    const { body } = await project
      .client(ada)
      .with({ accessToken: '' })
      .post<{ access_token: string }>('/auth/sessions/current/refresh')
    const fresh = await project.client({ ...ada, accessToken: body.access_token }).get('/users/me')

    expect(expired).toMatchObject({ status: 401, body: { code: 'ACCESS_TOKEN_EXPIRED' } })
    expect(fresh).toMatchObject({ status: 200, body: { id: ada.id } })
  })

  test('moves at each call, so that records of the same millisecond are sorted as they were created', async () => {
    const creator = await project.signUp()
    const systemClock = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    onTestFinished(() => systemClock.mockRestore())
    const created: string[] = []
    for (let i = 0; i < 8; i++) created.push(await project.createTeam({ creator }))

    const { body } = await project.client(creator).get<{ items: { id: string }[] }>('/teams?user_id=me')

    expect(body.items.map(({ id }) => id)).toEqual(created)
  })
})

describe('the mailbox', () => {
  test('returns the sign-up mail, whose link contains a code that verifies the address', async () => {
    const ada = await project.signUp()

    const mail = await portico.mailbox.latest(ada.email)
    const link = await portico.mailbox.latestLink(ada.email)
    const code = await portico.mailbox.latestCode(ada.email)

    expect(mail).toMatchObject({ recipient: ada.email, subject: expect.stringMatching(/\w/) })
    expect(mail.text).toContain(link.href)
    expect(link.searchParams.get('code')).toBe(code)
    await project.client().post('/contact-channels/verify', { code })
    expect(await project.client(ada).get('/users/me')).toMatchObject({ body: { primary_email_verified: true } })
  })

  test('returns the six characters of a sign-in mail, which sign the user in', async () => {
    const email = 'grace@example.com'
    const sent = await project.client().post<{ nonce: string }>('/auth/otp/send-sign-in-code', {
      email,
      callback_url: 'http://localhost:3000/handler/magic-link-callback',
    })

    const typed = await portico.mailbox.latestSignInCode(email)

    const answer = await project.client().post('/auth/otp/sign-in', { code: `${typed}${sent.body.nonce}` })
    expect(answer).toMatchObject({ status: 200, body: { is_new_user: true } })
  })

  test('throws an error that names an address without mail', async () => {
    await expect(portico.mailbox.latest('unknown@example.com')).rejects.toThrow('unknown@example.com')
  })
})

describe('the database of a closed service', () => {
  test('is empty for the next service', async () => {
    const first = await createTestPortico()
    const { id } = await first.createProject()
    await first.close()

    await using second = await createTestPortico()

    const { rows } = await second.database.db.run(statement`
      select id from projects where id <> 'internal' union all select id::text from users union all
      select id::text from audit_events where project_id = ${id}`)
    expect(rows).toEqual([])
  })

  test('has none of its tables in the next service', async () => {
    const first = await createTestPortico()
    await first.database.db.run(statement`create table left_behind (id int)`)
    await first.close()

    await using second = await createTestPortico()

    const { rows } = await second.database.db.run(statement`select to_regclass('left_behind') as found`)
    expect(rows).toEqual([{ found: null }])
  })

  test('is closed to what still runs', async () => {
    const first = await createTestPortico()
    const { db } = first.database
    await first.close()

    await expect(db.run(statement`select 1`)).rejects.toBeInstanceOf(Error)
  })
})

describe('a restart', () => {
  test('keeps the users and the time of the clock', async () => {
    const ada = await project.signUp()
    const before = portico.clock.now()

    await portico.restart()

    expect(portico.clock.now().getTime()).toBeGreaterThanOrEqual(before.getTime())
    expect((await project.client(ada).get('/users/me')).status).toBe(200)
    const again = await project.client().post('/auth/password/sign-in', { email: ada.email, password: TEST_PASSWORD })
    expect(again).toMatchObject({ status: 200, body: { user_id: ada.id } })
  })
})

describe('a response that breaks the contract', () => {
  const answering = (body: unknown, init: ResponseInit = {}): HttpClient =>
    new HttpClient({ fetch: async () => Response.json(body, init) }, null)
  const refusing = (code: string): HttpClient =>
    answering({ code }, { status: 400, headers: { 'x-stack-known-error': code } })

  test.each([
    ['a missing field', answering({}), 'breaks the contract'],
    ['an extra field', answering({ upToDate: true, surprise: 1 }), 'fields that the contract does not declare'],
    ['another status', answering({ upToDate: true }, { status: 201 }), 'the contract declares 200'],
    ['an error of another endpoint', refusing('EMAIL_PASSWORD_MISMATCH'), 'the contract does not declare for it'],
    ['an undeclared rate limit', answering({}, { status: 429 }), 'the contract declares no rate limit'],
  ])('fails the test with the reason: %s', async (_case, http, reason) => {
    await expect(http.post('/check-version', { clientVersion: 'js 1.0.0' })).rejects.toThrow(reason)
  })

  test('does not include an error that every endpoint can return', async () => {
    expect((await refusing('SCHEMA_ERROR').post('/check-version', {})).body).toEqual({ code: 'SCHEMA_ERROR' })
  })
})

describe('close', () => {
  test('stops listening on the port', async () => {
    const other = await createTestPortico()
    const { url } = await other.listen()
    expect((await fetch(`${url}/ready`)).status).toBe(200)

    await other.close()

    await expect(fetch(`${url}/ready`)).rejects.toThrow('fetch failed')
  })

  test('lets the process end by itself', async () => {
    const script = `
      import { createTestPortico } from '@portico/testkit'
      const portico = await createTestPortico()
      const project = await portico.createProject()
      const ada = await project.signUp()
      await portico.mailbox.latestCode(ada.email)
      await portico.listen()
      await portico.close()`
    const child = spawn(process.execPath, ['--conditions=@portico/source', '--input-type=module', '--eval', script], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PORTICO_TEST_KEEPS_DATABASES: 'false' },
    })

    const [exitCode] = await once(child, 'exit')

    expect(exitCode).toBe(0)
  })
})
