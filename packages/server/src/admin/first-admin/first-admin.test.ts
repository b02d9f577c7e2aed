import { createTestPortico, someEmail, TEST_PASSWORD, type HttpClient, type TestPortico } from '@portico/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { readSettings } from '../../settings.ts'
import { reopenFirstAdmin } from './first-admin.ts'
import { statement } from '../../kernel/statement.ts'
import { emittingDatabase } from '../../platform/db/emitting-database.ts'
import { audit } from '../../delivery/subscribers/audit.ts'

const base = 'http://127.0.0.1:4100'

let portico: TestPortico

beforeEach(async () => {
  portico = await createTestPortico({
    settings: { PORTICO_BASE_URL: base },
    seed: {
      projects: [
        { id: 'internal', config: { magic_link_enabled: true } },
        { id: 'shop', display_name: 'Shop' },
      ],
    },
  })
})

afterEach(() => portico.close())

async function secretOfLink(): Promise<string> {
  const link = await portico.service.firstAdminLink()
  return link === null ? '' : new URL(link).hash.slice(1)
}

/** The headers that the page of the form sends. */
const pageHeaders = {
  'content-type': 'application/json',
  origin: base,
  'sec-fetch-site': 'same-origin',
  'x-portico-own-page': '1',
}

function post(body: unknown, headers: Record<string, string | null> = {}): Promise<Response> {
  const sent = Object.entries({ ...pageHeaders, ...headers }).filter(([, value]) => value !== null)
  return portico.service.fetch(
    new Request(`${base}/first-admin`, {
      method: 'POST',
      headers: sent as [string, string][],
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  )
}

/** Creates the first admin in a browser. */
async function postAs(userAgent: string): Promise<{ cookie: string | null; email: string }> {
  const email = someEmail()
  const answer = await post(
    { secret: await secretOfLink(), email, password: TEST_PASSWORD },
    { 'user-agent': userAgent },
  )
  expect(await answer.json()).toEqual({})
  return { cookie: answer.headers.get('set-cookie'), email }
}

/** Reopens the set-up as the operator command does. */
function reopen(): Promise<string | null> {
  return reopenFirstAdmin(
    {
      db: emittingDatabase(portico.database.db, [audit]),
      secret: new MasterSecret([portico.secret]),
      settings: readSettings({ PORTICO_SECRET: portico.secret }),
    },
    portico.clock.now(),
  )
}

async function ownerSignsIn(email: string): Promise<Record<string, unknown>> {
  const signedIn = await portico.internal().post('/auth/password/sign-in', { email, password: TEST_PASSWORD })
  const me = await portico
    .internal({ accessType: 'server', accessToken: String(signedIn.body.access_token) })
    .get('/users/me')
  return { status: me.status, metadata: me.body.server_metadata }
}

describe('the address of the first admin', () => {
  const callback_url = `${base}/handler/callback`

  interface Admin {
    readonly email: string
    readonly accessToken: string
    readonly client: HttpClient
  }

  /** Creates the first admin with an address that may belong to another person, and signs them in with the password. */
  async function createAdmin(): Promise<Admin> {
    const email = someEmail()
    await post({ secret: await secretOfLink(), email, password: TEST_PASSWORD })
    const accessToken = await signInWithPassword(email)
    return { email, accessToken, client: portico.internal({ accessToken }) }
  }

  async function signInWithPassword(email: string): Promise<string> {
    const { body } = await portico.internal().post('/auth/password/sign-in', { email, password: TEST_PASSWORD })
    return String(body.access_token)
  }

  async function ownedBy(accessToken: string): Promise<unknown> {
    const { body } = await portico.internal({ accessType: 'server', accessToken }).get('/users/me')
    return (body.server_metadata as { managedProjectIds?: unknown } | null)?.managedProjectIds
  }

  async function linkCode({ client }: Admin, email: string): Promise<string> {
    await portico.service.idle()
    const { body } = await client.get<{ items: { id: string; value: string }[] }>('/contact-channels?user_id=me')
    const id = body.items.find(({ value }) => value === email)?.id
    await client.post(`/contact-channels/me/${id}/send-verification-code`, { callback_url })
    return portico.mailbox.latestCode(email)
  }

  async function codesMailedTo(email: string): Promise<string[]> {
    await portico.service.idle()
    const mails = await portico.mailbox.to(email)
    return mails.flatMap(({ text }) => /[?&]code=(\w+)/.exec(text)?.[1] ?? [])
  }

  test('gets no mail that signs in or resets the password until it is proved', async () => {
    const { accessToken, email } = await createAdmin()

    const answers = [
      await portico.internal().post('/auth/otp/send-sign-in-code', { email, callback_url }),
      await portico.internal().post('/auth/password/send-reset-code', { email, callback_url }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await codesMailedTo(email)).toEqual([])
    expect((await portico.mailbox.to(email)).map(({ subject }) => subject)).toEqual([
      'This address cannot sign in to Portico by email yet',
    ])
    expect(await ownedBy(accessToken)).toEqual(['internal', 'shop'])
  })

  test('is not opened by a code that was mailed before the operator typed it', async () => {
    const email = someEmail()
    await portico.internal().post('/auth/otp/send-sign-in-code', { email, callback_url })
    const code = await portico.mailbox.latestCode(email)
    await post({ secret: await secretOfLink(), email, password: TEST_PASSWORD })

    const answer = await portico.internal().post('/auth/otp/sign-in', { code })

    expect(answer.body).toMatchObject({ code: 'SIGN_UP_NOT_ENABLED' })
    expect(await ownedBy(await signInWithPassword(email))).toEqual(['internal', 'shop'])
  })

  test.each([undefined, 'mine', 'not_mine'])(
    'is neither claimed nor removed by its link outside of the session, with the answer %s',
    async (account) => {
      const admin = await createAdmin()
      await admin.client.patch('/users/me', { display_name: 'Operator' })
      const code = await linkCode(admin, admin.email)

      await portico.internal().post('/contact-channels/verify', { code, ...(account && { account }) })
      await portico.internal().post('/auth/otp/send-sign-in-code', { email: admin.email, callback_url })

      expect(await codesMailedTo(admin.email)).toEqual([code])
      expect(await ownedBy(await signInWithPassword(admin.email))).toEqual(['internal', 'shop'])
    },
  )

  test('signs in by mail once it is proved in a session of the admin, who keeps everything', async () => {
    const admin = await createAdmin()
    const code = await linkCode(admin, admin.email)
    const { body: check } = await admin.client.post('/contact-channels/verify/check-code', { code })
    expect(check).toMatchObject({ is_sign_up_session: false, can_claim: true })

    await admin.client.post('/contact-channels/verify', { code, account: 'mine' })

    await portico.internal().post('/auth/otp/send-sign-in-code', { email: admin.email, callback_url })
    const byMail = await portico
      .internal()
      .post('/auth/otp/sign-in', { code: await portico.mailbox.latestCode(admin.email) })
    expect(byMail.body).not.toHaveProperty('removed_sign_in_methods')
    expect(await ownedBy(String(byMail.body.access_token))).toEqual(['internal', 'shop'])
    expect(await ownedBy(await signInWithPassword(admin.email))).toEqual(['internal', 'shop'])
  })

  test('can be corrected, and a second typing error gives nothing away either', async () => {
    const admin = await createAdmin()
    const other = someEmail()
    await admin.client.post('/contact-channels', { user_id: 'me', type: 'email', value: other, used_for_auth: true })
    await portico.internal().post('/contact-channels/verify', { code: await linkCode(admin, other) })
    await portico.internal().post('/auth/otp/send-sign-in-code', { email: other, callback_url })
    const [, signInCode] = await codesMailedTo(other)
    expect(signInCode).toBeUndefined()

    await admin.client.post('/contact-channels/verify', { code: await linkCode(admin, other), account: 'mine' })

    expect(await ownedBy(await signInWithPassword(other))).toEqual(['internal', 'shop'])
  })
})

describe('the first admin', () => {
  test('owns "internal" and every project without an owner', async () => {
    const owned = await portico.createProject()
    const email = someEmail()

    const answer = await post({ secret: await secretOfLink(), email, password: TEST_PASSWORD })

    expect(answer.status).toBe(200)
    const { metadata } = await ownerSignsIn(email)
    expect(metadata).toEqual({ managedProjectIds: ['internal', 'shop'] })
    expect(JSON.stringify(metadata)).not.toContain(owned.id)
    const { rows } = await portico.database.db.run(statement`
      select outcome from audit_events where action = 'service.first_admin_created'`)
    expect(rows).toEqual([{ outcome: 'ok' }])
  })

  test('is signed in, with a session in the cookie of the dashboard', async () => {
    const { cookie, email } = await postAs('Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0')

    expect(cookie).toMatch(/^portico-dashboard=\w{78};.*HttpOnly; SameSite=Strict$/)
    const headers = { ...pageHeaders, cookie: String(cookie).split(';', 1)[0] ?? '' }
    const answer = await portico.anonymous().send('POST', '/internal/dashboard-session/refresh', {}, { headers })
    const owner = portico.internal({ accessToken: String(answer.body.access_token) })
    const { body: me } = await owner.get('/users/me')
    expect(me).toMatchObject({ primary_email: email, primary_email_verified: false })
    const { body: sessions } = await owner.get(`/auth/sessions?user_id=${String(me.id)}`)
    expect(sessions.items).toMatchObject([
      { is_current_session: true, last_used_at_end_user_ip_info: { ip: '127.0.0.1' } },
    ])
    expect(JSON.stringify(sessions)).toContain('Firefox')
  })

  test('takes the place of an earlier session in the cookie, which ends', async () => {
    const { body: earlier } = await portico
      .internal()
      .post('/auth/password/sign-up', { email: someEmail(), password: TEST_PASSWORD })
    const body = { secret: await secretOfLink(), email: someEmail(), password: TEST_PASSWORD }

    const answer = await post(body, { cookie: `portico-dashboard=${String(earlier.refresh_token)}` })

    expect(answer.headers.get('set-cookie')).toMatch(/^portico-dashboard=\w{78};/)
    const left = await portico.internal({ accessToken: String(earlier.access_token) }).get('/users/me')
    expect(left.status).toBe(401)
  })

  test('keeps the link if the session of an earlier cookie cannot be ended', async () => {
    await portico.close()
    portico = await createTestPortico({ settings: { PORTICO_BASE_URL: base }, onLog: () => {} })
    const { body: earlier } = await portico
      .internal()
      .post('/auth/password/sign-up', { email: someEmail(), password: TEST_PASSWORD })
    await portico.database.db.transaction((tx) =>
      tx.script(`
        create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
        create trigger kept before delete on sessions execute function refuse();`),
    )
    const body = { secret: await secretOfLink(), email: someEmail(), password: TEST_PASSWORD }
    const cookie = `portico-dashboard=${String(earlier.refresh_token)}`

    expect((await post(body, { cookie })).status).toBe(500)
    await portico.database.db.transaction((tx) => tx.script('drop trigger kept on sessions'))
    const answer = await post(body, { cookie })

    expect(answer.headers.get('set-cookie')).toMatch(/^portico-dashboard=\w{78};/)
  })

  test('gets no session at another name of this computer, whose cookie the dashboard does not get', async () => {
    const body = { secret: await secretOfLink(), email: someEmail(), password: TEST_PASSWORD }

    const answer = await post(body, { origin: 'http://localhost:4100' })

    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  test('is signed in also while the project "internal" allows no passwords', async () => {
    await portico
      .internal({ accessType: 'admin' })
      .patch('/internal/projects/current', { config: { credential_enabled: false } })

    const answer = await post({ secret: await secretOfLink(), email: someEmail(), password: TEST_PASSWORD })

    expect(answer.headers.get('set-cookie')).toMatch(/^portico-dashboard=\w{78};/)
  })

  test('gets no session if the dashboard has another origin', async () => {
    await portico.close()
    portico = await createTestPortico({
      settings: { PORTICO_BASE_URL: base, PORTICO_DASHBOARD_URL: 'https://dashboard.example' },
    })

    const { cookie, email } = await postAs('Firefox')

    expect(cookie).toBeNull()
    const { body: session } = await portico
      .internal()
      .post('/auth/password/sign-in', { email, password: TEST_PASSWORD })
    const owner = portico.internal({ accessToken: String(session.access_token) })
    const { body: sessions } = await owner.get(`/auth/sessions?user_id=${String(session.user_id)}`)
    expect(sessions.items).toHaveLength(1)
  })

  test('gets a personal team if the project "internal" creates one', async () => {
    await portico.close()
    portico = await createTestPortico({
      settings: { PORTICO_BASE_URL: base },
      seed: { projects: [{ id: 'internal', config: { create_team_on_sign_up: true } }] },
    })
    const email = someEmail()

    await post({ secret: await secretOfLink(), email, password: TEST_PASSWORD })

    const { rows } = await portico.database.db.run(statement`
      select display_name from teams where project_id = ${'internal'}`)
    expect(rows).toEqual([{ display_name: `${email}'s Team` }])
  })

  test('owns projects that only the metadata of an anonymous user lists', async () => {
    const { body } = await portico
      .internal()
      .post('/auth/password/sign-up', { email: someEmail(), password: TEST_PASSWORD })
    await portico.database.db.run(statement`
      update users set is_anonymous = true where project_id = 'internal' and id = ${String(body.user_id)}`)
    await portico
      .internal({ accessType: 'server', accessToken: String(body.access_token) })
      .patch('/users/me', { server_metadata: { managedProjectIds: ['internal', 'shop'] } })
    const email = someEmail()

    const answer = await post({ secret: await secretOfLink(), email, password: TEST_PASSWORD })

    expect(answer.status).toBe(200)
    expect((await ownerSignsIn(email)).metadata).toEqual({ managedProjectIds: ['internal', 'shop'] })
  })

  test('gets a link with a long secret in its fragment only', async () => {
    const link = new URL((await portico.service.firstAdminLink()) ?? '')

    expect(link.href.replace(link.hash, '')).toBe(`${base}/first-admin`)
    expect(Buffer.from(link.hash.slice(1), 'base64url').length).toBeGreaterThanOrEqual(20)
  })

  test('closes the link, the page and the call', async () => {
    const secret = await secretOfLink()
    await post({ secret, email: someEmail(), password: TEST_PASSWORD })

    const again = await post({ secret, email: someEmail(), password: TEST_PASSWORD })

    expect(again.status).toBe(403)
    expect(await portico.service.firstAdminLink()).toBeNull()
    const page = await portico.service.fetch(new Request(`${base}/first-admin`))
    expect(await page.text()).not.toContain('<form')
  })

  test('cannot be created again after the last owner is deleted, even after a restart', async () => {
    const secret = await secretOfLink()
    await post({ secret, email: someEmail(), password: TEST_PASSWORD })
    await portico.database.db.run(statement`delete from users where project_id = 'internal'`)

    const again = await post({ secret, email: someEmail(), password: TEST_PASSWORD })
    await portico.restart()

    expect(again.status).toBe(403)
    expect(await portico.service.firstAdminLink()).toBeNull()
    const page = await portico.service.fetch(new Request(`${base}/first-admin`))
    expect(await page.text()).not.toContain('<form')
  })

  test('can be created again with a new link of the operator command after the last owner is deleted', async () => {
    const secret = await secretOfLink()
    await post({ secret, email: someEmail(), password: TEST_PASSWORD })
    await portico.database.db.run(statement`delete from users where project_id = 'internal'`)

    const link = await reopen()

    expect(link).not.toContain(secret)
    expect(await portico.service.firstAdminLink()).toBe(link)
    const old = await post({ secret, email: someEmail(), password: TEST_PASSWORD })
    const email = someEmail()
    const answer = await post({ secret: await secretOfLink(), email, password: TEST_PASSWORD })
    expect([old.status, answer.status]).toEqual([403, 200])
    expect((await ownerSignsIn(email)).metadata).toEqual({ managedProjectIds: ['internal', 'shop'] })
    expect(await portico.service.firstAdminLink()).toBeNull()
  })

  test('cannot be created again by the operator command while there is an owner', async () => {
    await post({ secret: await secretOfLink(), email: someEmail(), password: TEST_PASSWORD })

    expect(await reopen()).toBeNull()
    expect(await portico.service.firstAdminLink()).toBeNull()
  })

  test('cannot be created after an owner was created another way', async () => {
    const secret = await secretOfLink()
    const { body } = await portico
      .internal()
      .post('/auth/password/sign-up', { email: someEmail(), password: TEST_PASSWORD })
    await portico
      .internal({ accessType: 'server', accessToken: String(body.access_token) })
      .patch('/users/me', { server_metadata: { managedProjectIds: ['internal'] } })

    const answer = await post({ secret, email: someEmail(), password: TEST_PASSWORD })
    await portico.database.db.run(statement`delete from users where project_id = 'internal'`)

    expect(answer.status).toBe(403)
    expect(await portico.service.firstAdminLink()).toBeNull()
  })

  test('can be created with the printed link after a restart', async () => {
    const secret = await secretOfLink()
    await portico.restart()

    const answer = await post({ secret, email: someEmail(), password: TEST_PASSWORD })

    expect(answer.status).toBe(200)
  })

  test.each(['', 'x', 'A'.repeat(43)])('is not created with the wrong secret %j', async (secret) => {
    const answer = await post({ secret, email: someEmail(), password: TEST_PASSWORD })

    expect(answer.status).toBe(403)
    const { rows } = await portico.database.db.run(statement`
      select outcome, actor_type, client_address, reason from audit_events
      where action = 'service.first_admin_created'`)
    expect(rows).toEqual([
      { outcome: 'refused', actor_type: 'client', client_address: '127.0.0.1', reason: 'SECRET_WRONG' },
    ])
  })

  test('reads the page and its refusals in the language of the browser', async () => {
    const headers = { 'accept-language': 'la;q=0.9, de-AT;q=0.8' }
    const read = async (): Promise<Response> => portico.service.fetch(new Request(`${base}/first-admin`, { headers }))
    const open = await read()
    const wrong = await post({ secret: 'x', email: someEmail(), password: TEST_PASSWORD }, headers)
    const secret = await secretOfLink()
    const short = await post({ secret, email: someEmail(), password: 'short' }, headers)
    const long = await post({ secret, email: someEmail(), password: 'x'.repeat(71) }, headers)
    const malformed = await post({ secret, email: 'ada@acme', password: TEST_PASSWORD }, headers)
    await post({ secret, email: someEmail(), password: TEST_PASSWORD })
    const closed = await read()

    expect(open.headers.get('content-language')).toBe('de')
    expect(open.headers.get('vary')).toContain('Accept-Language')
    const page = await open.text()
    expect(page).toContain('<html lang="de" dir="ltr">')
    expect(page).toContain('Erster Admin werden')
    expect(page).toContain('Bitte geben Sie eine gültige E-Mail-Adresse ein')
    expect([wrong.status, await wrong.text()]).toEqual([403, expect.stringContaining('Dieser Link ist ungültig.')])
    expect(await short.json()).toMatchObject({
      code: 'PASSWORD_TOO_SHORT',
      error: 'Das Passwort ist zu kurz. Die Mindestlänge beträgt 8 Zeichen.',
    })
    expect(await long.json()).toMatchObject({
      code: 'PASSWORD_TOO_LONG',
      error: 'Das Passwort ist zu lang. Die Höchstlänge beträgt 70 Zeichen.',
    })
    expect([malformed.status, await malformed.text()]).toEqual([400, 'Bitte geben Sie eine gültige E-Mail-Adresse ein'])
    expect(await closed.text()).toContain('Dieser Link ist geschlossen')
  })

  test('is refused to another website with an audit entry', async () => {
    const offered = { secret: await secretOfLink(), email: someEmail(), password: TEST_PASSWORD }

    const answer = await post(offered, { origin: 'https://attacker.example' })

    expect(answer.status).toBe(403)
    const { rows } = await portico.database.db.run(statement`
      select outcome, actor_type, reason from audit_events where action = 'service.first_admin_created'`)
    expect(rows).toEqual([{ outcome: 'refused', actor_type: 'client', reason: 'OTHER_WEBSITE' }])
  })

  test('is refused with one audit entry per reason, client address and minute', async () => {
    const wrong = { secret: 'x', email: someEmail(), password: TEST_PASSWORD }
    await post(wrong)
    await post(wrong)
    await post({ ...wrong, secret: await secretOfLink() })

    await post(wrong)
    await post(wrong)

    const refused = statement`
      select reason from audit_events
      where action = 'service.first_admin_created' and outcome = 'refused' order by at, ctid`
    const sameMinute = (await portico.database.db.run(refused)).rows
    portico.clock.advance(60_000)
    await post(wrong)
    const { rows } = await portico.database.db.run(refused)
    expect(sameMinute).toEqual([{ reason: 'SECRET_WRONG' }, { reason: 'SETUP_CLOSED' }])
    expect(rows).toEqual([...sameMinute, { reason: 'SETUP_CLOSED' }])
  })

  test('can be created after a weak password and a taken address were refused', async () => {
    const secret = await secretOfLink()
    const taken = someEmail()
    await portico.internal().post('/auth/password/sign-up', { email: taken, password: TEST_PASSWORD })

    const short = await post({ secret, email: someEmail(), password: 'short' })
    const common = await post({ secret, email: someEmail(), password: 'password1234' })
    const known = await post({ secret, email: taken, password: TEST_PASSWORD })
    const good = await post({ secret, email: someEmail(), password: TEST_PASSWORD })

    expect(await short.json()).toMatchObject({ code: 'PASSWORD_TOO_SHORT' })
    expect(await common.json()).toMatchObject({ code: 'PASSWORD_REQUIREMENTS_NOT_MET' })
    expect(await known.json()).toMatchObject({ code: 'USER_EMAIL_ALREADY_EXISTS' })
    expect(good.status).toBe(200)
  })

  test.each([
    ['a body that is not JSON', 'secret=x', {}, 400],
    ['JSON of another shape', '{"secret":1}', {}, 400],
    [
      'a repeated property',
      '{"secret":"x","email":"a@example.com","password":"correct horse","password":"x"}',
      {},
      400,
    ],
    ['a charset other than UTF-8', { secret: 'x' }, { 'content-type': 'application/json; charset=latin1' }, 415],
    ['an unknown property', { secret: 'x', email: 'a@example.com', password: TEST_PASSWORD, admin: true }, {}, 400],
    ['a form', 'secret=x', { 'content-type': 'application/x-www-form-urlencoded' }, 403],
    ['another origin', { secret: 'x' }, { origin: 'https://evil.example' }, 403],
    ['no origin', { secret: 'x' }, { origin: null }, 403],
    ['a request that another website caused', { secret: 'x' }, { 'sec-fetch-site': 'cross-site' }, 403],
    ['no header of the page', { secret: 'x' }, { 'x-portico-own-page': null }, 403],
    ['a body that is too large', { secret: 'x'.repeat(20_000) }, {}, 413],
  ])('is not created by a call with %s', async (_, body, headers, status) => {
    const answer = await post(body, headers)

    expect(answer.status).toBe(status)
  })

  test('is protected by a rate limit against guessed secrets', async () => {
    await using limited = await createTestPortico({
      settings: { PORTICO_BASE_URL: base, PORTICO_RATE_LIMITS: '{"useCode":{"perAddress":[3,60]}}' },
    })
    const statuses: number[] = []
    for (let count = 0; count < 5; count += 1) {
      const answer = await limited.service.fetch(
        new Request(`${base}/first-admin`, {
          method: 'POST',
          headers: pageHeaders,
          body: JSON.stringify({ secret: 'x', email: 'a@example.com', password: TEST_PASSWORD }),
        }),
      )
      statuses.push(answer.status)
    }

    const { rows } = await limited.database.db.run(statement`
      select target_id, actor_type, client_address, reason from audit_events where action = 'rate_limit.reached'`)
    expect(statuses).toEqual([403, 403, 403, 429, 429])
    expect(rows).toEqual([
      { target_id: 'useCode', actor_type: 'client', client_address: '127.0.0.1', reason: 'RATE_LIMITED' },
    ])
  })
})
