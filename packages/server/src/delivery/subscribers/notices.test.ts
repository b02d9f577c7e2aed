import { KNOWN_DEVICES_PER_USER } from '@portico/contract'
import {
  createTestPortico,
  someEmail,
  TEST_PASSWORD,
  totpCode,
  type Answer,
  type TestPortico,
  type TestProject,
  type TestSession,
  type TestUser,
} from '@portico/testkit'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'

import { test, testOfBothEngines } from '../../../test/engines.ts'
import { signUpVerified } from '../../../test/invitations.ts'
import { firstRow, json, statement } from '../../kernel/statement.ts'

let portico: TestPortico
let project: TestProject
let watching: TestProject

beforeAll(async () => {
  portico = await createTestPortico({ settings: { PORTICO_TRUSTED_PROXIES: '127.0.0.1' } })
  project = await portico.createProject()
  watching = await portico.createProject({
    config: {
      ...{ notify_new_device: true, magic_link_enabled: true, user_data_export_enabled: true },
      domains: ['https://*.app.example', 'http://localhost:3000', 'https://app.example/'].map((domain) => ({
        domain,
        handler_path: '/auth/',
      })),
    },
  })
})

afterAll(() => portico.close())

test.each([
  {
    isVerified: true,
    notices: ['How you sign in to Test project was changed', 'Your password for Test project was changed'],
  },
  { isVerified: false, notices: [] },
])(
  'a primary address with isVerified $isVerified receives $notices.length notices',
  async ({ isVerified, notices }) => {
    const user = await project.signUp()
    await project.server(user).patch('/users/me', { primary_email_verified: isVerified })
    const before = (await portico.mailbox.to(user.email)).length

    await project.enrolTotp(user)
    const passwords = { old_password: user.password, new_password: 'another long passphrase' }
    expect((await project.client(user).post('/auth/password/update', passwords)).status).toBe(200)

    const mails = await portico.mailbox.to(user.email)
    const subjects = mails.slice(0, mails.length - before).map(({ subject }) => subject)
    expect(subjects.toSorted()).toEqual(notices)
  },
)

describe('a notice about a second factor that will be required', () => {
  const DAY_MILLIS = 86_400_000

  async function setPolicy(config: object): Promise<void> {
    expect((await project.admin().patch('/internal/projects/current', { config })).status).toBe(200)
  }

  async function signUpVerified(): Promise<TestUser> {
    const user = await project.signUp()
    await project.server(user).patch('/users/me', { primary_email_verified: true })
    return user
  }

  function signIn({ email, password }: TestUser): Promise<Answer> {
    return project.client().post('/auth/password/sign-in', { email, password })
  }

  async function refresh({ refreshToken }: TestSession): Promise<void> {
    const headers = { 'x-stack-refresh-token': refreshToken }
    const answer = await project.client().post('/auth/sessions/current/refresh', undefined, { headers })
    expect(answer.status).toBe(200)
  }

  async function countNotices({ email }: TestUser): Promise<number> {
    const mails = await portico.mailbox.to(email)
    return mails.filter(({ subject }) => subject === 'Set up a second factor for your account at Test project').length
  }

  beforeEach(() => setPolicy({ second_factor_policy: 'optional' }))

  test('is sent once, when the user signs in before the factor is due, and names the moment', async () => {
    const user = await signUpVerified()
    await signIn(user)
    await setPolicy({ second_factor_policy: 'required', second_factor_grace_days: 2 })

    await Promise.all([signIn(user), signIn(user)])
    await signIn(user)

    expect(await countNotices(user)).toBe(1)
    const { body } = await project.server().get(`/users/${user.id}`)
    const dueAt = new Date(Number(body.second_factor_due_at_millis))
    const [{ text } = { text: '' }] = await portico.mailbox.to(user.email)
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(dueAt)
    expect(text).toContain(`From ${day}`)
  })

  test('is sent again for another moment only', async () => {
    const user = await signUpVerified()
    await setPolicy({ second_factor_policy: 'required', second_factor_grace_days: 2 })
    await signIn(user)
    expect(await countNotices(user)).toBe(1)

    await setPolicy({ second_factor_policy: 'required', second_factor_grace_days: 3 })
    await signIn(user)

    expect(await countNotices(user)).toBe(2)
  })

  testOfBothEngines('is sent once to a user who only refreshes a session', async () => {
    const user = await signUpVerified()
    await setPolicy({ second_factor_policy: 'required', second_factor_grace_days: 2 })

    await Promise.all([refresh(user), refresh(user)])
    await refresh(user)
    await signIn(user)

    expect(await countNotices(user)).toBe(1)
    await setPolicy({ second_factor_policy: 'required', second_factor_grace_days: 3 })
    await refresh(user)
    expect(await countNotices(user)).toBe(2)
  })

  test('is not sent after the moment, to a user with a factor or without a verified address, or by a session of a server', async () => {
    const [late, withApp, impersonated, unverified] = [
      await signUpVerified(),
      await signUpVerified(),
      await signUpVerified(),
      await project.signUp(),
    ]
    await project.enrolTotp(withApp)
    await setPolicy({ second_factor_policy: 'required', second_factor_grace_days: 1 })
    for (const is_impersonation of [false, true]) {
      const session = await project.server().post('/auth/sessions', { user_id: impersonated.id, is_impersonation })
      await refresh({ ...impersonated, refreshToken: String(session.body.refresh_token) })
    }
    for (const user of [withApp, unverified]) await signIn(user)
    await refresh(unverified)

    portico.clock.advance(DAY_MILLIS)
    await signIn(late)
    await refresh(late)

    expect(await Promise.all([late, withApp, impersonated, unverified].map(countNotices))).toEqual([0, 0, 0, 0])
  })
})

describe('a sign-in on a new device', () => {
  const subject = 'Sign-in to Test project on a new device'
  const laptop = {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
    'cf-ipcountry': 'CH',
    'x-forwarded-for': '203.0.113.9',
  }
  const phone = { ...laptop, 'user-agent': 'Mozilla/5.0 (Linux; Android 16) Chrome/150.0 Mobile Safari/537.36' }
  const abroad = { ...laptop, 'cf-ipcountry': 'NZ' }

  async function signIn(
    { email, password }: Pick<TestUser, 'email' | 'password'>,
    headers: Record<string, string>,
    on = watching,
  ): Promise<Answer> {
    return on.client().post('/auth/password/sign-in', { email, password }, { headers })
  }

  async function signInByCode({ email }: TestUser, headers: Record<string, string>): Promise<void> {
    await watching
      .client()
      .post('/auth/otp/send-sign-in-code', { email, callback_url: 'http://localhost:3000/handler' })
    const code = await portico.mailbox.latestCode(email)
    expect((await watching.client().post('/auth/otp/sign-in', { code }, { headers })).status).toBe(200)
  }

  const noticesTo = async ({ email }: Pick<TestUser, 'email'>): Promise<string[]> =>
    (await portico.mailbox.to(email)).filter((mail) => mail.subject === subject).map(({ text }) => text)

  /** Signs up a user and signs in on a laptop. */
  async function signUpOnLaptop(): Promise<TestUser> {
    const user = await signUpVerified(portico, watching)
    await signIn(user, laptop)
    expect(await noticesTo(user)).toHaveLength(1)
    return user
  }

  test('is mailed once, with time, device and place', async () => {
    const user = await signUpOnLaptop()

    await signIn(user, { ...phone, 'accept-language': 'ja' })
    await signIn(user, phone)
    await signIn(user, laptop)

    const notices = await noticesTo(user)
    expect(notices).toHaveLength(2)
    expect(notices[0]).toContain('Device: Chrome, Android. Place: Switzerland (203.0.113.9).')
    expect(notices[0]).toMatch(/on \d+ \w+ \d{4} at \d\d:\d\d UTC/)
  })

  test('includes one in another country, and one with another version of a known browser does not count', async () => {
    const user = await signUpOnLaptop()

    await signIn(user, { ...laptop, 'user-agent': laptop['user-agent'].replaceAll('150.0', '151.0') })
    await signIn(user, { ...laptop, 'x-forwarded-for': '198.51.100.7' })
    expect(await noticesTo(user)).toHaveLength(1)
    await signIn(user, abroad)

    expect((await noticesTo(user))[0]).toContain('Place: New Zealand')
  })

  testOfBothEngines('is mailed once if two sign-ins come at once', async () => {
    const user = await signUpOnLaptop()

    const answers = await Promise.all([signIn(user, phone), signIn(user, phone)])

    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await noticesTo(user)).toHaveLength(2)
  })

  test('is mailed for a program without a browser too', async () => {
    const user = { email: 'known-on-a-laptop@example.com', password: 'correct horse battery' }
    await watching.server().post('/users', {
      primary_email: user.email,
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      password: user.password,
    })
    await signIn(user, laptop)
    expect(await noticesTo(user)).toEqual([])

    await signIn(user, {})

    expect(await noticesTo(user)).toHaveLength(1)
  })

  test('counts after the second factor, whatever the first step was', async () => {
    const user = await signUpOnLaptop()
    const secret = await watching.enrolTotp(user)
    portico.clock.advance(60_000)

    const { body } = await signIn(user, phone)
    expect(await noticesTo(user)).toHaveLength(1)
    const attempt = (body as { details: { attempt_code: string } }).details.attempt_code
    const totp = await totpCode(secret, portico.clock)
    await watching.client().post('/auth/mfa/sign-in', { type: 'totp', code: attempt, totp }, { headers: phone })

    expect(await noticesTo(user)).toHaveLength(2)
  })

  test('is mailed for a code by mail, and not for a session of a server', async () => {
    const user = await signUpOnLaptop()

    await watching.server().post('/auth/sessions', { user_id: user.id }, { headers: abroad })
    expect(await noticesTo(user)).toHaveLength(1)
    await signInByCode(user, phone)

    expect(await noticesTo(user)).toHaveLength(2)
  })

  test('is not mailed to an address that is not verified', async () => {
    const user = await watching.signUp()

    expect((await signIn(user, laptop)).status).toBe(200)

    expect(await noticesTo(user)).toEqual([])
  })

  test('counts from the first sign-in after the switch is turned on, which sends no mail', async () => {
    const late = await portico.createProject()
    const user = await signUpVerified(portico, late)
    await signIn(user, laptop, late)
    await signIn(user, phone, late)
    const config = { notify_new_device: true }
    expect((await late.admin().patch('/internal/projects/current', { config })).status).toBe(200)

    await signIn(user, laptop, late)
    expect(await noticesTo(user)).toEqual([])
    await signIn(user, phone, late)

    const [notice, ...others] = await noticesTo(user)
    expect(others).toEqual([])
    // The project has no page for a link.
    expect(notice).not.toContain('://')
    expect(notice).toContain('end the session that you do not recognise')
  })

  test('is mailed again after a reset of the password', async () => {
    const user = await signUpOnLaptop()
    const callback_url = 'http://localhost:3000/handler'
    await watching.client().post('/auth/password/send-reset-code', { email: user.email, callback_url })
    const code = await portico.mailbox.latestCode(user.email)
    expect((await watching.client().post('/auth/password/reset', { code, password: TEST_PASSWORD })).status).toBe(200)

    await signIn({ ...user, password: TEST_PASSWORD }, laptop)

    expect(await noticesTo(user)).toHaveLength(2)
  })

  test('forgets the device that was used least recently above the limit, and is not mailed more than a few times a day', async () => {
    const user = await signUpOnLaptop()
    await portico.database.db.run(statement`
      insert into known_devices (project_id, user_id, device, created_at, last_used_at)
      select project_id, user_id, 'device ' || i, created_at, last_used_at + interval '1 second'
      from known_devices, generate_series(1, ${KNOWN_DEVICES_PER_USER}) i
      where project_id = ${watching.id} and user_id = ${user.id} and device like 'Firefox%'`)

    portico.clock.advance(5_000)
    await signIn(user, phone)

    const stored = await portico.database.db.run(
      statement<{ count: number; laptops: number }>`
        select count(*)::int as count, count(*) filter (where device = 'Firefox, Linux, CH')::int as laptops
        from known_devices where project_id = ${watching.id} and user_id = ${user.id}`.map(firstRow),
    )
    expect(stored).toEqual({ count: KNOWN_DEVICES_PER_USER, laptops: 0 })
    expect(await noticesTo(user)).toHaveLength(1)
    portico.clock.advance(24 * 60 * 60_000)
    await signIn(user, phone)
    await signIn(user, phone)
    expect(await noticesTo(user)).toHaveLength(2)
  })

  test('counts again on the devices of a person who signed up with the address of another one', async () => {
    const planted = await watching.signUp()
    await signIn(planted, laptop)

    await signInByCode(planted, phone)
    expect(await noticesTo(planted)).toEqual([])
    await signInByCode(planted, laptop)

    expect((await noticesTo(planted))[0]).toContain('Device: Firefox, Linux.')
  })

  testOfBothEngines('adds its device to the data that users can download', async () => {
    const user = await signUpOnLaptop()

    const { body } = await watching.client(user).get('/users/me/export')

    expect(body).toMatchObject({ known_devices: [{ name: 'Firefox, Linux, CH' }, { name: 'unknown' }] })
  })

  testOfBothEngines('leaves no row while the switch is off', async () => {
    const user = await signUpVerified(portico, project)

    await signIn(user, laptop, project)

    const stored = await portico.database.db.run(
      statement<{ device: string }>`select device from known_devices where project_id = ${project.id}`.map(firstRow),
    )
    expect(stored).toBeNull()
  })

  describe('a sign-in of another person', () => {
    const disown = (code: string, on = watching): Promise<Answer> => on.client().post('/auth/sessions/disown', { code })

    const codeIn = (notice = ''): string =>
      /^https:\/\/app\.example\/auth\/disown-session\?code=(\w{45})$/m.exec(notice)?.[1] ?? ''

    const resetsTo = async ({ email }: TestUser): Promise<URL[]> =>
      (await portico.mailbox.to(email)).flatMap(({ text }) => {
        const link = /https:\/\/app\.example\/auth\/password-reset\?code=\w+/.exec(text)?.[0]
        return link === undefined ? [] : [new URL(link)]
      })

    async function sessionOn(user: Pick<TestUser, 'id' | 'email' | 'password'>, headers = phone): Promise<TestSession> {
      const { body } = await signIn(user, headers)
      return { id: user.id, accessToken: String(body.access_token), refreshToken: String(body.refresh_token) }
    }

    const isSignedIn = async (session: TestSession): Promise<boolean> =>
      (await watching.client(session).get('/users/me')).status === 200

    /** A user whose account another person has signed in to, with the code of the mail about it. */
    async function invaded(): Promise<{ user: TestUser; own: TestSession; other: TestSession; code: string }> {
      const user = await signUpOnLaptop()
      const own = await sessionOn(user, laptop)
      const other = await sessionOn(user)
      return { user, own, other, code: codeIn((await noticesTo(user))[0]) }
    }

    async function actsOn({ id }: TestUser): Promise<string[]> {
      const { rows } = await portico.database.db.run(statement<{ entry: string }>`
        select action || ' by ' || actor_type as entry from audit_events
        where project_id = ${watching.id} and target_id = ${id} and action like 'session.%'`)
      return rows.map(({ entry }) => entry)
    }

    /** Adds an address in the session, and its owner answers that the account belongs to another person. */
    async function giveUpAddress(session: TestSession): Promise<void> {
      const email = someEmail()
      const added = { user_id: 'me', type: 'email', value: email, used_for_auth: false }
      const { body: channel } = await watching.client(session).post<{ id: string }>('/contact-channels', added)
      const path = `/contact-channels/me/${channel.id}/send-verification-code`
      await watching.client(session).post(path, { callback_url: 'https://app.example/verify' })
      const code = /code=(\w{45})/.exec((await portico.mailbox.latest(email)).text)?.[1]
      const answer = await watching.client().post('/contact-channels/verify', { code, account: 'not_mine' })
      expect(answer.status).toBe(200)
    }

    /** Delivers a mail that was queued with this payload. */
    async function deliver({ email, id: userId }: TestUser, payload: object): Promise<void> {
      const now = portico.clock.now()
      const known = { userId, device: null, countryCode: null, clientAddress: null, signedInAtMillis: now.getTime() }
      await portico.database.db.run(statement`
        insert into emails (project_id, id, user_id, template, recipient, payload, next_attempt_at, created_at)
        values (${watching.id}, ${randomUUID()}, null, 'new_device', ${email}, ${json({ ...known, ...payload })}::jsonb,
          ${now}, ${now})`)
    }

    testOfBothEngines(
      'ends with the link of the mail, and only it; the device is a new one again and the password can be reset',
      async () => {
        const { code, other, own, user } = await invaded()
        const { html } = await portico.mailbox.latest(user.email)

        const answer = await disown(code)

        expect(answer).toMatchObject({ status: 200, body: { success: true, is_password_reset_sent: true } })
        expect(Object.keys(answer.body)).toEqual(['success', 'is_password_reset_sent'])
        expect(html).toContain(`href="https://app.example/auth/disown-session?code=${code}"`)
        expect([await isSignedIn(own), await isSignedIn(other)]).toEqual([true, false])
        const refreshed = await watching.client(other).post('/auth/sessions/current/refresh', {})
        expect(refreshed.body.code).toBe('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
        expect(await actsOn(user)).toEqual(['session.disowned by user'])
        await signIn(user, laptop)
        expect(await noticesTo(user)).toHaveLength(2)
        await signIn(user, phone)
        expect(await noticesTo(user)).toHaveLength(3)
        const [link] = await resetsTo(user)
        const reset = { code: link?.searchParams.get('code'), password: 'a password of the owner' }
        expect((await watching.client().post('/auth/password/reset', reset)).status).toBe(200)
      },
    )

    testOfBothEngines('is ended once by two clicks', async () => {
      const { code, user } = await invaded()

      const answers = await Promise.all([disown(code), disown(code)])

      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const refused = answers.filter(({ status }) => status !== 200)
      expect(refused.map(({ body }) => body.code)).toEqual(['VERIFICATION_CODE_ALREADY_USED'])
      expect(await actsOn(user)).toEqual(['session.disowned by user'])
      expect(await resetsTo(user)).toHaveLength(1)
    })

    test('is not ended by a code that has another purpose or project', async () => {
      const { code, other } = await invaded()
      const refused = await Promise.all([
        disown(code, project),
        watching.client().post('/auth/otp/sign-in', { code }),
        watching.client().post('/auth/password/reset', { code, password: TEST_PASSWORD }),
        watching.client().post('/auth/mfa/factor-reset/cancel', { code }),
      ])

      expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => 'VERIFICATION_CODE_NOT_FOUND'))
      expect(await isSignedIn(other)).toBe(true)
    })

    test('resets the password also if its session has ended already', async () => {
      const { code, other, user } = await invaded()
      expect((await watching.client(other).delete('/auth/sessions/current')).status).toBe(200)

      expect(await disown(code)).toMatchObject({ status: 200, body: { is_password_reset_sent: true } })

      await signIn(user, phone)
      expect(await noticesTo(user)).toHaveLength(3)
      expect(await resetsTo(user)).toHaveLength(1)
    })

    test('cannot end the code: not by another sign-in, an address that is given up, a new password or another address', async () => {
      const { code, other, user } = await invaded()
      await giveUpAddress(other)
      const password = 'a password of the other person'
      const abroadToo = await sessionOn(user, abroad)
      const passwords = { old_password: user.password, new_password: password }
      expect((await watching.client(other).post('/auth/password/update', passwords)).status).toBe(200)
      const changed = { primary_email: someEmail(), primary_email_verified: true }
      expect((await watching.server().patch(`/users/${user.id}`, changed)).status).toBe(200)
      expect([await isSignedIn(other), await isSignedIn(abroadToo)]).toEqual([true, false])

      const answer = await disown(code)

      // The address of the mail no longer belongs to the account, so the account is not opened by mail.
      expect(answer).toMatchObject({ status: 200, body: { is_password_reset_sent: false } })
      expect(await isSignedIn(other)).toBe(false)
      expect(await resetsTo({ ...user, email: changed.primary_email })).toEqual([])
    })

    test('gets no code for a password that the project does not have', async () => {
      const { code, other, user } = await invaded()
      const setPasswords = (credential_enabled: boolean): Promise<Answer> =>
        watching.admin().patch('/internal/projects/current', { config: { credential_enabled } })
      await setPasswords(false)

      const answer = await disown(code)
      await setPasswords(true)

      expect(answer).toMatchObject({ status: 200, body: { is_password_reset_sent: false } })
      expect(await isSignedIn(other)).toBe(false)
      expect(await resetsTo(user)).toEqual([])
    })

    test('ends with a suspension and with the user', async () => {
      const { code, user } = await invaded()
      const suspend = (restricted_by_admin: boolean): Promise<Answer> =>
        watching.server().patch(`/users/${user.id}`, { restricted_by_admin })
      await suspend(true)
      expect((await disown(code)).body.code).toBe('VERIFICATION_CODE_EXPIRED')

      await deliver(user, { sessionId: randomUUID() })
      const late = codeIn((await noticesTo(user))[0])
      expect((await disown(late)).body.code).toBe('VERIFICATION_CODE_EXPIRED')
      await suspend(false)
      expect((await disown(late)).status).toBe(200)

      await deliver(user, { sessionId: randomUUID() })
      const last = codeIn((await noticesTo(user))[0])
      await watching.server().delete(`/users/${user.id}`)
      expect((await disown(last)).body.code).toBe('VERIFICATION_CODE_NOT_FOUND')
    })

    test('cannot be ended a week later', async () => {
      const { code, user } = await invaded()

      portico.clock.advance(7 * 24 * 3_600_000)

      expect((await disown(code)).body.code).toBe('VERIFICATION_CODE_EXPIRED')
      expect(await actsOn(user)).toEqual([])
    })
  })
})
