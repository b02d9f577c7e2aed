import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTestPortico, HttpClient, TEST_PASSWORD, type TestPortico, type TestProject } from './testkit.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ config: { magic_link_enabled: true } })
})

afterAll(() => portico.close())

describe('two at once', () => {
  test('given two, when one gets a project and moves its clock, then the other knows nothing of it', async () => {
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

  test('given two, when one is closed, then the other goes on', async () => {
    const other = await createTestPortico()

    await other.close()

    expect((await project.client(await project.signUp()).get('/users/me')).status).toBe(200)
    expect(() => other.service).toThrow('not running')
  })
})

describe('the clock', () => {
  test('given a signed-in user, when eleven minutes pass, then their access token has expired and a new one works', async () => {
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
})

describe('the mailbox', () => {
  test('given a sign-up, when its mail is read, then the code of its link verifies the address', async () => {
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

  test('given a sign-in mail, when its six characters are typed, then somebody is signed in', async () => {
    const email = 'grace@example.com'
    const sent = await project.client().post<{ nonce: string }>('/auth/otp/send-sign-in-code', {
      email,
      callback_url: 'http://localhost:3000/handler/magic-link-callback',
    })

    const typed = await portico.mailbox.latestSignInCode(email)

    const answer = await project.client().post('/auth/otp/sign-in', { code: `${typed}${sent.body.nonce}` })
    expect(answer).toMatchObject({ status: 200, body: { is_new_user: true } })
  })

  test('given an address nobody wrote to, when its mail is read, then the error names the address', async () => {
    await expect(portico.mailbox.latest('nobody@example.com')).rejects.toThrow('nobody@example.com')
  })
})

describe('a restart', () => {
  test('given users and a clock that was moved, when the service starts again, then both are as before', async () => {
    const ada = await project.signUp()
    const before = portico.clock.now()

    await portico.restart()

    expect(portico.clock.now().getTime()).toBeGreaterThanOrEqual(before.getTime())
    expect((await project.client(ada).get('/users/me')).status).toBe(200)
    const again = await project.client().post('/auth/password/sign-in', { email: ada.email, password: TEST_PASSWORD })
    expect(again).toMatchObject({ status: 200, body: { user_id: ada.id } })
  })
})

describe('an answer outside of the contract', () => {
  const answering = (body: unknown, init: ResponseInit = {}): HttpClient =>
    new HttpClient({ fetch: async () => Response.json(body, init) }, null)
  const refusing = (code: string): HttpClient =>
    answering({ code }, { status: 400, headers: { 'x-stack-known-error': code } })

  test.each([
    ['a missing field', answering({}), 'does not keep the contract'],
    ['a surplus field', answering({ upToDate: true, surprise: 1 }), 'more than the contract says'],
    ['another status', answering({ upToDate: true }, { status: 201 }), 'the contract says 200'],
    ['an error of another call', refusing('EMAIL_PASSWORD_MISMATCH'), 'not among its errors'],
    ['a limit nobody told of', answering({}, { status: 429 }), 'does not say that it is limited'],
  ])('given %s, when a test meets it, then the test fails and says why', async (_case, http, reason) => {
    await expect(http.post('/check-version', { clientVersion: 'js 1.0.0' })).rejects.toThrow(reason)
  })

  test('given an error every call may answer with, when a test meets it, then it is the answer', async () => {
    expect((await refusing('SCHEMA_ERROR').post('/check-version', {})).body).toEqual({ code: 'SCHEMA_ERROR' })
  })
})

describe('the end', () => {
  test('given a real port, when closed, then nobody answers there any more', async () => {
    const other = await createTestPortico()
    const { url } = await other.listen()
    expect((await fetch(`${url}/ready`)).status).toBe(200)

    await other.close()

    await expect(fetch(`${url}/ready`)).rejects.toThrow('fetch failed')
  })

  test('given a script that uses and closes one, when it is through, then the process ends by itself', async () => {
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
    })

    const [exitCode] = await once(child, 'exit')

    expect(exitCode).toBe(0)
  })
})
