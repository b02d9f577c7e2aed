import { createTestPortico, type Answer, type TestPortico, type TestSession } from '@portico/testkit'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { signUpOwner } from '../../../test/owner.ts'
import { statement } from '../../kernel/statement.ts'
import { clearSessionCookie, readSessionCookies, setSessionCookie } from './cookie.ts'

const PATH = '/internal/dashboard-session'
const COOKIE = 'portico-dashboard'

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico()
})

afterAll(() => portico.close())

/** A browser with a page of the service. */
class OwnPage {
  cookie: string | null = null
  /** A cookie with the same name that another page of the host has set. */
  planted = ''
  readonly #headers: Record<string, string>

  constructor(headers: Record<string, string | null> = {}) {
    const given = { origin: portico.baseUrl, 'x-portico-own-page': '1', 'sec-fetch-site': 'same-origin', ...headers }
    this.#headers = Object.fromEntries(
      Object.entries(given).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
    )
  }

  store(refreshToken: string): Promise<Answer> {
    return this.#send('POST', PATH, { refresh_token: refreshToken })
  }

  refresh(): Promise<Answer> {
    return this.#send('POST', `${PATH}/refresh`, {})
  }

  confirmCliLogin(loginCode: string): Promise<Answer> {
    return this.#send('POST', `${PATH}/cli-login`, { login_code: loginCode })
  }

  signOut(): Promise<Answer> {
    return this.#send('DELETE', PATH)
  }

  async #send(method: string, path: string, body?: object): Promise<Answer> {
    const headers = {
      ...this.#headers,
      ...(this.cookie !== null && {
        cookie: `other=1; ${this.planted}${COOKIE}=${this.cookie}`,
      }),
    }
    const answer = await portico.anonymous().send(method, path, body, { headers })
    const set = /^portico-dashboard=(\w*); Max-Age=(\d+); Path=\/; HttpOnly; SameSite=Strict$/.exec(
      answer.headers.get('set-cookie') ?? '',
    )
    if (set) this.cookie = set[2] === '0' ? null : (set[1] ?? null)
    expectPrivate(answer)
    return answer
  }
}

/** Pages of other origins cannot read the answer, and it contains no refresh token. */
function expectPrivate({ headers, text }: Answer): void {
  expect(headers.get('access-control-allow-origin')).toBeNull()
  expect(headers.get('cache-control')).toContain('no-store')
  expect(text).not.toMatch(/[0-9a-hjkmnp-tv-z]{78}/)
}

async function signUp(): Promise<TestSession> {
  const { access_token: accessToken, refresh_token: refreshToken, user_id: id } = await signUpOwner(portico)
  return { id, accessToken, refreshToken }
}

async function readUser(accessToken: unknown): Promise<Answer> {
  return portico.internal({ accessToken: String(accessToken) }).get('/users/me')
}

const rotating = { rotate_refresh_token: true }

async function signedInPage(): Promise<OwnPage> {
  const page = new OwnPage()
  expect(await page.store((await signUp()).refreshToken)).toMatchObject({ status: 200 })
  return page
}

describe('the session of the dashboard', () => {
  test('moves to a cookie, with another refresh token than scripts have seen', async () => {
    const { id, refreshToken } = await signUp()
    const page = new OwnPage()

    const answer = await page.store(refreshToken)

    expect(await readUser(answer.body['access_token'])).toMatchObject({ status: 200, body: { id } })
    expect(page.cookie).toMatch(/^\w{78}$/)
    expect(page.cookie).not.toBe(refreshToken)
  })

  test('has a token in the cookie that scripts cannot get with the tokens that they have seen', async () => {
    const { refreshToken } = await signUp()
    const byScript = (token: string, body: object): Promise<Answer> =>
      portico.internal().with({ refreshToken: token }).post('/auth/sessions/current/refresh', body)
    const seen = String((await byScript(refreshToken, rotating)).body['refresh_token'])
    const expectRefused = async (): Promise<void> => {
      for (const token of [refreshToken, seen]) {
        for (const body of [{}, rotating]) expect(await byScript(token, body)).toMatchObject({ status: 401 })
      }
    }
    const pages = [new OwnPage(), new OwnPage()]

    const answers = await Promise.all(pages.map((page) => page.store(refreshToken)))

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
    await expectRefused()
    const page = pages.find(({ cookie }) => cookie !== null)
    expect((await page?.refresh())?.body).toMatchObject({ access_token: expect.any(String) })
    await expectRefused()
  })

  test('gets access tokens from the cookie, which changes each time', async () => {
    const page = await signedInPage()
    const before = page.cookie

    const answer = await page.refresh()

    expect(await readUser(answer.body['access_token'])).toMatchObject({ status: 200 })
    expect(page.cookie).not.toBe(before)
  })

  test('survives two tabs that refresh at the same time', async () => {
    const [one, other] = [await signedInPage(), new OwnPage()]
    other.cookie = one.cookie

    const answers = await Promise.all([one.refresh(), other.refresh()])

    expect(answers.map(({ body }) => typeof body['access_token'])).toEqual(['string', 'string'])
    expect(one.cookie).toBe(other.cookie)
    portico.clock.advance(60_000)
    expect((await one.refresh()).body).toMatchObject({ access_token: expect.any(String) })
  })

  test('ends when a token is used that was replaced long before', async () => {
    const { refreshToken } = await signUp()
    const page = new OwnPage()
    await page.store(refreshToken)
    portico.clock.advance(60_000)

    const stolen = await new OwnPage().store(refreshToken)
    await portico.internal().with({ refreshToken }).post('/auth/sessions/current/refresh', {})

    expect(stolen).toMatchObject({ status: 401, body: { code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED' } })
    expect((await page.refresh()).body).toEqual({ access_token: null })
    expect(page.cookie).toBeNull()
  })

  test('ends by signing out, also without a cookie', async () => {
    const page = await signedInPage()
    const { body } = await page.refresh()
    const { refresh_token_id: sessionId, sub } = decodeJwt(String(body['access_token']))

    expect(await page.signOut()).toMatchObject({ status: 200, body: { success: true } })

    expect(page.cookie).toBeNull()
    expect(await readUser(body['access_token'])).toMatchObject({ status: 401 })
    expect((await page.refresh()).body).toEqual({ access_token: null })
    expect((await page.signOut()).status).toBe(200)
    const { rows } = await portico.database.db.run(statement`
      select target_id from audit_events
      where project_id = 'internal' and action = 'session.ended' and actor_id = ${String(sub)}`)
    expect(rows).toEqual([{ target_id: sessionId }])
  })

  test('confirms the login of a terminal, which gets a session of its own', async () => {
    const page = await signedInPage()
    const owner = await readUser((await page.refresh()).body['access_token'])
    const cookie = page.cookie
    const { body: login } = await portico.internal().post<Record<string, string>>('/auth/cli', {})
    const poll = (): Promise<Answer> =>
      portico.internal().post('/auth/cli/poll', { polling_code: login['polling_code'] })

    const confirmed = await page.confirmCliLogin(login['login_code'] ?? '')
    const { status, body } = await poll()
    const terminal = portico.internal().with({ refreshToken: String(body['refresh_token']) })
    const refreshed = await terminal.post<Record<string, string>>('/auth/sessions/current/refresh', {})

    expect(confirmed).toMatchObject({ status: 200, body: { success: true } })
    expect(status).toBe(201)
    expect(body['refresh_token']).not.toBe(cookie)
    expect((await readUser(refreshed.body['access_token'])).body['id']).toBe(owner.body['id'])
    expect((await page.confirmCliLogin(login['login_code'] ?? '')).status).toBe(400)
    await page.signOut()
    expect(await readUser(refreshed.body['access_token'])).toMatchObject({ status: 200 })
  })

  test.each([
    ['without a cookie', async () => new OwnPage()],
    [
      'of a session that has ended',
      async () => {
        const page = await signedInPage()
        const { cookie } = page
        await page.signOut()
        page.cookie = cookie
        return page
      },
    ],
  ])('confirms no login of a terminal %s', async (_name, open) => {
    const page = await open()
    const { body: login } = await portico.internal().post<Record<string, string>>('/auth/cli', {})

    const answer = await page.confirmCliLogin(login['login_code'] ?? '')

    expect(answer.status).toBe(400)
    expect(answer.text).toContain('Sign in again')
    const polled = await portico.internal().post('/auth/cli/poll', { polling_code: login['polling_code'] })
    expect(polled.body).toEqual({ status: 'waiting' })
  })

  test('is found behind another cookie of the same name', async () => {
    const page = await signedInPage()
    page.planted = `${COOKIE}=x; ${COOKIE}=; `

    const { body } = await page.refresh()
    const { refreshToken } = await signUp()
    await page.store(refreshToken)
    const replaced = await readUser(body['access_token'])
    const next = await page.refresh()
    await page.signOut()

    expect(body).toMatchObject({ access_token: expect.any(String) })
    expect(replaced).toMatchObject({ status: 401 })
    expect(next.body).toMatchObject({ access_token: expect.any(String) })
    expect(await readUser(next.body['access_token'])).toMatchObject({ status: 401 })
  })

  test('replaces the session of an earlier sign-in, which ends', async () => {
    const page = await signedInPage()
    const earlier = await page.refresh()
    const { id, refreshToken } = await signUp()

    const answer = await page.store(refreshToken)

    expect(await readUser(earlier.body['access_token'])).toMatchObject({ status: 401 })
    expect(await readUser(answer.body['access_token'])).toMatchObject({ body: { id } })
  })

  test('goes on if the cookie already holds the token that moves to it', async () => {
    const { id, refreshToken } = await signUp()
    const page = new OwnPage()
    page.cookie = refreshToken

    const answer = await page.store(refreshToken)

    expect(await readUser(answer.body['access_token'])).toMatchObject({ status: 200, body: { id } })
  })

  test('is refused for other projects, anonymous users and impersonation', async () => {
    const project = await portico.createProject()
    const { id } = await signUp()
    const server = portico.internal({ accessType: 'server' })
    const impersonation = await server.post('/auth/sessions', { user_id: id, is_impersonation: true })
    await portico
      .internal({ accessType: 'admin' })
      .patch('/internal/projects/current', { config: { anonymous_enabled: true } })
    const anonymous = await portico.internal().post('/auth/anonymous/sign-up')
    expect(anonymous.status).toBe(200)
    const page = new OwnPage()

    expect(await page.store((await project.signUp()).refreshToken)).toMatchObject({ status: 401 })
    expect(await page.store('no token')).toMatchObject({ status: 401 })
    for (const { body } of [impersonation, anonymous]) {
      const refreshToken = String(body['refresh_token'])
      expect(await page.store(refreshToken)).toMatchObject({ status: 403 })
      page.cookie = refreshToken
      expect((await page.refresh()).body).toEqual({ access_token: null })
      expect(page.cookie).toBeNull()
    }
  })

  const backend = () => portico.internal({ accessType: 'server' })
  const factor = { second_factor_policy: 'required', second_factor_grace_days: 0 }
  const app = { totp_secret_base64: Buffer.alloc(20, 7).toString('base64') }

  /** The restriction that the next access token names; null: there is no token. */
  test.each<[string, string | null, object, (userId: string) => Promise<unknown>]>([
    ['is suspended', null, {}, (id) => backend().patch(`/users/${id}`, { restricted_by_admin: true })],
    ['is deleted', null, {}, (id) => backend().delete(`/users/${id}`)],
    [
      'waits for an approval',
      'waiting',
      {},
      (id) =>
        portico.database.db.run(statement`
          update users set held_at = ${portico.clock.now()} where project_id = 'internal' and id = ${id}`),
    ],
    [
      'has no verified address',
      'email_not_verified',
      { require_verified_email: true },
      (id) => backend().patch(`/users/${id}`, { primary_email_verified: false }),
    ],
    ['must set up a second factor', 'second_factor_required', factor, async () => {}],
    ['must prove a second factor', null, factor, (id) => backend().patch(`/users/${id}`, app)],
  ])('ends or continues if its person %s: %s', async (_state, reason, config, bring) => {
    const [stored, later] = [await signUp(), await signUp()]
    const [page, other] = [new OwnPage(), new OwnPage()]
    await page.store(stored.refreshToken)
    for (const { id } of [stored, later]) await bring(id)
    const configure = async (of: object): Promise<void> => {
      const admin = portico.internal({ accessType: 'admin' })
      expect((await admin.patch('/internal/projects/current', { config: of })).status).toBe(200)
    }
    await configure(config)

    const answers = [await page.refresh(), await other.store(later.refreshToken)]
    await configure({ require_verified_email: false, second_factor_policy: 'optional' })

    const reasons = answers.map(({ body: { access_token: token } }) =>
      typeof token === 'string' ? decodeJwt(token)['restricted_reason'] : null,
    )
    expect(reasons).toEqual(answers.map(() => reason && { type: reason }))
  })

  test.each([
    ['of another origin', { origin: 'https://evil.example', 'sec-fetch-site': null }],
    ['of another site by its browser', { 'sec-fetch-site': 'cross-site' }],
    ['of a sibling subdomain', { 'sec-fetch-site': 'same-site' }],
    ['without an origin', { origin: null }],
    ['of a sandboxed frame', { origin: 'null' }],
    ['of another port', { origin: 'http://127.0.0.1:4999' }],
    ['without the header', { 'x-portico-own-page': null }],
    ['of a form', { 'content-type': 'text/plain' }],
  ])('ignores a call %s', async (_by, headers) => {
    const own = await signedInPage()
    const page = new OwnPage(headers)
    page.cookie = own.cookie

    expect(await page.refresh()).toMatchObject({ status: 403 })
    if (!('content-type' in headers)) expect(await page.signOut()).toMatchObject({ status: 403 })

    expect(page.cookie).toBe(own.cookie)
    expect((await own.refresh()).body).toMatchObject({ access_token: expect.any(String) })
  })

  test('is open to the page of the service under another name of this machine', async () => {
    const page = new OwnPage({ origin: portico.baseUrl.replace('127.0.0.1', 'localhost') })

    expect(await page.store((await signUp()).refreshToken)).toMatchObject({ status: 200 })
  })

  test('is not opened by a preflight', async () => {
    const headers = {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-portico-own-page',
    }

    const answer = await portico.anonymous().send('OPTIONS', PATH, undefined, { headers })

    expect(answer.headers.get('access-control-allow-headers')).not.toContain('x-portico-own-page')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  })

  test('signs in to nothing else', async () => {
    const page = await signedInPage()

    const answer = await portico.internal().get('/users/me', { headers: { cookie: `${COOKIE}=${page.cookie}` } })

    expect(answer).toMatchObject({ status: 400, body: { code: 'CANNOT_GET_OWN_USER_WITHOUT_USER' } })
  })
})

test('over HTTPS the cookie has the prefix that keeps sibling subdomains from setting it', () => {
  const headers = new Headers({ cookie: 'portico-dashboard=planted; __Host-portico-dashboard=own' })

  expect(setSessionCookie('https://auth.example', 'own')).toBe(
    '__Host-portico-dashboard=own; Max-Age=31536000; Path=/; HttpOnly; SameSite=Strict; Secure',
  )
  expect(clearSessionCookie('https://auth.example')).toContain('__Host-portico-dashboard=; Max-Age=0;')
  expect(readSessionCookies('https://auth.example', headers)).toEqual(['own'])
})
