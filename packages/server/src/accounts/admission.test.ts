import { randomUUID } from 'node:crypto'

import type { ProjectConfigUpdate, SignUpMethod, SignUpRulesTried } from '@portico/contract'
import {
  createTestPortico,
  lookAlikeProviders,
  someEmail,
  TEST_PASSWORD,
  totpCode,
  type Answer,
  type TestPortico,
  type TestProject,
  type TestSession,
} from '@portico/testkit'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect } from 'vitest'

import { isBesidePostgres, test, testOfBothEngines } from '../../test/engines.ts'
import { checkUserKey, createUserKey } from '../../test/api-keys.ts'
import { entriesOf } from '../../test/audit-entries.ts'
import { fakeKinds, startOldSystem, type FakeOldSystem } from '../../test/old-system.ts'
import { invite, sendInvitation } from '../../test/invitations.ts'
import { statement } from '../kernel/statement.ts'
import type { PlaceSource } from '../platform/http/end-user.ts'
import { networkOriginOf, type NetworkOrigin } from '../platform/http/network-origin.ts'

type Rules = NonNullable<ProjectConfigUpdate['sign_up_rules']>
type Refusal = { status: number; code: unknown }

const DAY_MILLIS = 86_400_000
const OLD_PASSWORD = 'the password of before'
const PROJECT = '/internal/projects/current'
const DRY_RUN = '/internal/sign-up-rules/dry-run'

let portico: TestPortico
let old: FakeOldSystem
let project: TestProject

beforeAll(async () => {
  const settings = {
    PORTICO_TRUSTED_PROXIES: '127.0.0.1',
    PORTICO_COUNTRY_HEADER: 'x-country',
    PORTICO_ANONYMOUS_NETWORK_HEADER: 'x-anonymous',
  }
  ;[portico, old] = await Promise.all([createTestPortico({ settings }), startOldSystem()])
  project = await createProject()
})

afterAll(() => Promise.all([portico.close(), old.close()]))

function createProject(): Promise<TestProject> {
  const kind = fakeKinds['endpoint']
  if (!kind) throw new Error('There is no old system.')
  return portico.createProject({
    config: {
      anonymous_enabled: true,
      magic_link_enabled: true,
      oauth_providers: lookAlikeProviders,
      old_system: kind(old.url, portico.clock.now().getTime() + 30 * DAY_MILLIS),
    },
  })
}

function setRules(of: TestProject, rules: object[]): Promise<Answer> {
  return of.admin().patch(PROJECT, { config: { sign_up_rules: rules } })
}

function signUp(of: TestProject, email = someEmail(), headers: Record<string, string> = {}): Promise<Answer> {
  return of.client().post('/auth/password/sign-up', { email, password: TEST_PASSWORD }, { headers })
}

async function signInByMail(of: TestProject, email: string, by?: TestSession, isLink = false): Promise<Answer> {
  const callback_url = 'http://localhost:3000/handler/magic-link-callback'
  const { body } = await of.client().post('/auth/otp/send-sign-in-code', { email, callback_url })
  const [mail] = await portico.mailbox.to(email)
  const typed = /\b[A-Z\d]{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''
  const code = isLink ? await portico.mailbox.latestCode(email) : `${typed}${String(body['nonce'])}`
  return of.client(by).post('/auth/otp/sign-in', { code })
}

function outcomeOf({ status, body }: Answer): Refusal {
  return { status, code: body['code'] }
}

async function signInAtProvider(of: TestProject, email: string, by?: TestSession): Promise<Refusal> {
  const signIn = await of.signInAt('google', { email }, by && { token: by.accessToken })
  return signIn.code === null ? { status: 403, code: signIn.errorCode } : outcomeOf(await signIn.exchange())
}

interface Way {
  readonly method: SignUpMethod
  readonly take: (email: string) => Promise<Refusal>
}

const allWays: readonly (readonly [string, Way])[] = [
  ['a password', { method: 'password', take: async (email) => outcomeOf(await signUp(project, email)) }],
  ['a typed code', { method: 'otp', take: async (email) => outcomeOf(await signInByMail(project, email)) }],
  ['a link', { method: 'otp', take: async (email) => outcomeOf(await signInByMail(project, email, undefined, true)) }],
  ['a provider', { method: 'oauth', take: (email) => signInAtProvider(project, email) }],
  [
    'no credential',
    { method: 'anonymous', take: async () => outcomeOf(await project.client().post('/auth/anonymous/sign-up')) },
  ],
  [
    'a password of an anonymous user',
    {
      method: 'password',
      take: async (email) => {
        const guest = await project.signUpAnonymously()
        const body = { email, password: TEST_PASSWORD }
        return outcomeOf(await project.client(guest).post('/auth/password/sign-up', body))
      },
    },
  ],
  [
    'a code of an anonymous user',
    {
      method: 'otp',
      take: async (email) => outcomeOf(await signInByMail(project, email, await project.signUpAnonymously())),
    },
  ],
  [
    'a provider of an anonymous user',
    { method: 'oauth', take: async (email) => signInAtProvider(project, email, await project.signUpAnonymously()) },
  ],
  [
    'a password of the old system',
    {
      method: 'password',
      take: async (email) => {
        old.users.set(email, { password: OLD_PASSWORD, isVerified: true })
        return outcomeOf(await project.client().post('/auth/password/sign-in', { email, password: OLD_PASSWORD }))
      },
    },
  ],
]

/** In a run with PostgreSQL, the embedded engine tests only the ways whose statements differ. */
const ways = isBesidePostgres
  ? allWays.filter(([name]) => ['a provider of an anonymous user', 'a password of the old system'].includes(name))
  : allWays

async function waitingAddresses(of: TestProject): Promise<unknown[]> {
  const path = '/users?waiting=true&limit=100&desc=true'
  const { body } = await of.server().get<{ items: { primary_email: string }[] }>(path)
  return body.items.map(({ primary_email: email }) => email)
}

async function isUser(email: string): Promise<boolean> {
  const { body } = await project.server().get<{ items: object[] }>(`/users?query=${encodeURIComponent(email)}`)
  return body.items.length > 0
}

describe('a sign-up that a rule matches', () => {
  testOfBothEngines.each(ways)(
    'is held for %s by a rule before one that refuses everybody',
    async (_name, { method, take }) => {
      await setRules(project, [
        // Some ways start with an anonymous user.
        { name: 'Guests', when: { method: ['anonymous'] }, then: 'allow' },
        { name: 'Some methods', when: { method: [method] }, then: 'hold' },
        { name: 'Everybody', when: {}, then: 'refuse' },
      ])
      const email = someEmail()

      const entries = await entriesOf(portico, project.id, async () =>
        expect(await take(email)).toMatchObject({ status: 200 }),
      )

      const isHeld = method !== 'anonymous'
      expect(entries.filter(({ action }) => action === 'user.held').map(({ reason }) => reason)).toEqual(
        isHeld ? ['Some methods'] : [],
      )
      expect(await waitingAddresses(project)).toEqual(isHeld ? expect.arrayContaining([email]) : expect.anything())
    },
  )

  testOfBothEngines.each(ways)('is refused for %s, and creates no user', async (_name, { method, take }) => {
    await setRules(project, [{ name: 'No longer', when: { method: [method] }, then: 'refuse' }])
    const email = someEmail()

    const entries = await entriesOf(portico, project.id, async () =>
      expect(await take(email)).toEqual({ status: 403, code: 'SIGN_UP_REJECTED' }),
    )

    expect(entries.filter(({ outcome }) => outcome === 'refused')).toMatchObject([
      { action: 'user.sign_up_refused', actorType: 'client', reason: 'No longer' },
    ])
    expect(await isUser(email)).toBe(false)
  })

  test('a refused code has used up the code', async () => {
    await setRules(project, [{ name: 'Closed', when: {}, then: 'refuse' }])
    const email = someEmail()
    await signInByMail(project, email, undefined, true)
    await setRules(project, [])

    const again = await project.client().post('/auth/otp/sign-in', { code: await portico.mailbox.latestCode(email) })

    expect(again).toMatchObject({ body: { code: 'VERIFICATION_CODE_ALREADY_USED' } })
  })

  test('a password reset that is refused has used up the code', async () => {
    await setRules(project, [])
    const { id, email } = await project.signUp()
    await project.server().patch(`/users/${id}`, { restricted_by_admin: true })
    const callback_url = 'http://localhost:3000/handler/password-reset'
    await project.client().post('/auth/password/send-reset-code', { email, callback_url })
    const body = { code: await portico.mailbox.latestCode(email), password: 'the passphrase of the owner' }
    await setRules(project, [{ name: 'Closed', when: {}, then: 'refuse' }])

    const refused = await project.client().post('/auth/password/reset', body)
    await setRules(project, [])
    const again = await project.client().post('/auth/password/reset', body)

    expect(outcomeOf(refused)).toEqual({ status: 403, code: 'SIGN_UP_REJECTED' })
    expect(again).toMatchObject({ body: { code: 'VERIFICATION_CODE_ALREADY_USED' } })
  })

  test.each([
    ['a password', async (email: string) => outcomeOf(await signUp(project, email))],
    ['a provider', (email: string) => signInAtProvider(project, email)],
    [
      'a provider that does not verify it',
      async (email: string) => (await project.signInAt('google', { email, emailVerified: false })).errorCode,
    ],
    [
      'a provider of an anonymous user',
      async (email: string) => signInAtProvider(project, email, await project.signUpAnonymously()),
    ],
  ])('the address of a known user and %s is refused like another one, which reveals no account', async (_way, take) => {
    await project.admin().patch(PROJECT, { config: { oauth_account_merge_strategy: 'raise_error', sign_up_rules: [] } })
    const { email } = await project.signUp()
    await setRules(project, [{ name: 'No one', when: { method: ['password', 'oauth'] }, then: 'refuse' }])

    expect(await take(email)).toEqual(await take(someEmail()))
  })
})

test('rules concern no user who exists, and none whom a server or an admin creates', async () => {
  await setRules(project, [])
  const email = someEmail()
  await signUp(project, email)
  await setRules(project, [{ name: 'Closed', when: {}, then: 'refuse' }])

  const answers = [
    await project.client().post('/auth/password/sign-in', { email, password: TEST_PASSWORD }),
    await signInByMail(project, email),
    await project.server().post('/users', { primary_email: someEmail() }),
    await project.admin().post('/users', { primary_email: someEmail() }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 201, 201])
})

test('an admitted domain admits only who has proved an address of it', async () => {
  const company = await createProject()
  await setRules(company, [
    { name: 'Staff', when: { email_domain: ['company.example'] }, then: 'allow' },
    { name: 'Others', when: {}, then: 'refuse' },
  ])
  const at = (name: string): string => `${name}@company.example`
  const unverified = await company.signInAt('google', { email: at('c'), emailVerified: false })

  expect(await signUp(company, at('a'))).toMatchObject({ status: 403 })
  expect(await signInByMail(company, at('b'))).toMatchObject({ status: 200 })
  expect(unverified.errorCode).toBe('SIGN_UP_REJECTED')
  expect(await signInAtProvider(company, at('d'))).toMatchObject({ status: 200 })
  expect(await signInByMail(company, someEmail())).toMatchObject({ status: 403 })
})

test('the code of an invitation proves no address, because people forward invitations', async () => {
  const company = await createProject()
  const { code, email } = await invite(portico, company, { email: 'e@company.example' })
  await setRules(company, [
    { name: 'Staff', when: { email_domain: ['company.example'] }, then: 'allow' },
    { name: 'Others', when: {}, then: 'refuse' },
  ])
  const body = { email, password: TEST_PASSWORD, team_invitation_code: code }

  expect(outcomeOf(await company.client().post('/auth/password/sign-up', body))).toEqual({
    status: 403,
    code: 'SIGN_UP_REJECTED',
  })
})

test('a forwarded invitation to a team does not use up the invitation of the owner of the mailbox', async () => {
  const company = await createProject()
  const { code, email } = await invite(portico, company, { email: someEmail() })
  const invitation = { email, callback_url: 'http://localhost:3000/handler/user-invitation' }
  await company.server().post('/user-invitations', invitation)

  const body = { email, password: TEST_PASSWORD, team_invitation_code: code }
  expect(await company.client().post('/auth/password/sign-up', body)).toMatchObject({ status: 200 })

  const open = await company.server().get<{ items: unknown[] }>('/user-invitations')
  expect(open.body.items).toHaveLength(1)
})

test('the country and the network come from a trusted proxy, whatever program calls', async () => {
  const own = await createProject()
  await setRules(own, [
    { name: 'Country', when: { country: ['FR'] }, then: 'refuse' },
    { name: 'Network', when: { anonymous_network: true }, then: 'refuse' },
  ])
  const from = async (headers: Record<string, string>): Promise<number> =>
    (await signUp(own, undefined, { 'user-agent': 'curl/8', ...headers })).status

  expect([
    await from({}),
    await from({ 'x-country': 'DE' }),
    await from({ 'x-country': 'FR' }),
    await from({ 'x-country': 'T1' }),
    await from({ 'x-country': 'DE', 'x-anonymous': '1' }),
    await from({ 'x-country': 'T1', 'x-anonymous': 'false' }),
  ]).toEqual([200, 200, 403, 403, 403, 200])
})

describe('the origin of a call', () => {
  const configured = { isProxyTrusted: true, countryHeader: 'x-country', anonymousNetworkHeader: 'x-anonymous' }
  const unknown = { countryCode: null, isAnonymous: null }

  test.each<[string, Partial<PlaceSource>, Record<string, string>, NetworkOrigin]>([
    ['both headers', {}, { 'x-country': 'DE', 'x-anonymous': '0' }, { countryCode: 'DE', isAnonymous: false }],
    [
      'a country, which does not show an ordinary network',
      {},
      { 'x-country': 'DE' },
      { ...unknown, countryCode: 'DE' },
    ],
    ['Tor in place of a country', {}, { 'x-country': 'T1' }, { ...unknown, isAnonymous: true }],
    ['a malformed flag', {}, { 'x-anonymous': 'perhaps' }, unknown],
    ['no header', {}, {}, unknown],
    ['a proxy that is not trusted', { isProxyTrusted: false }, { 'x-country': 'DE', 'x-anonymous': '1' }, unknown],
    // A proxy of another vendor passes these headers on unchanged from the caller.
    [
      'headers of common proxies that no setting names',
      { countryHeader: null, anonymousNetworkHeader: null },
      { 'cf-ipcountry': 'DE', 'x-vercel-ip-country': 'DE' },
      unknown,
    ],
  ])('is read from %s', (_what, source, headers, expected) => {
    expect(networkOriginOf(new Headers(headers), { ...configured, ...source })).toEqual(expected)
  })
})

test('an official client that does not know the error gets its sentence alone', async () => {
  await setRules(project, [{ name: 'Closed', when: {}, then: 'refuse' }])
  const header = (version: string) => ({ 'x-stack-client-version': `js @stackframe/js@${version}` })

  const older = await signUp(project, undefined, header('2.8.58'))
  const newer = await signUp(project, undefined, header('2.8.108'))

  expect(older).toMatchObject({ status: 403, body: {} })
  expect(older.text).toContain('Sign-up was refused.')
  expect(newer.body).toMatchObject({ code: 'SIGN_UP_REJECTED', details: { message: older.text } })
})

describe('a user on the waiting list', () => {
  let own: TestProject

  beforeAll(async () => {
    own = await createProject()
    const closed: Rules = [
      { name: 'Staff', when: { email_domain: ['company.example'] }, then: 'allow' },
      { name: 'Others', when: {}, then: 'hold' },
    ]
    await setRules(own, closed)
  })

  async function hold(): Promise<TestSession & { readonly email: string }> {
    const email = someEmail()
    const { body } = await signUp(own, email)
    return {
      email,
      id: String(body['user_id']),
      accessToken: String(body['access_token']),
      refreshToken: String(body['refresh_token']),
    }
  }

  function decide(decision: string, ...ids: string[]): Promise<Answer> {
    return own.admin().post('/internal/held-users/decide', { user_ids: ids, decision })
  }

  async function refreshedClaims({ refreshToken }: TestSession): Promise<Record<string, unknown>> {
    const headers = { 'x-stack-refresh-token': refreshToken }
    const { body } = await own.client().post('/auth/sessions/current/refresh', undefined, { headers })
    return decodeJwt(String(body['access_token']))
  }

  const waiting = { is_restricted: true, restricted_reason: { type: 'waiting' } }

  test('can read the account and sign out, and nothing else, until an owner approves', async () => {
    const user = await hold()
    const http = own.client(user)

    expect(decodeJwt(user.accessToken)).toMatchObject({ aud: `${own.id}:restricted`, ...waiting })
    expect((await http.get('/users/me')).body).toMatchObject(waiting)
    expect((await own.server().get(`/users/${user.id}`)).body).toMatchObject(waiting)
    expect(await http.get('/teams?user_id=me')).toMatchObject({
      status: 403,
      body: { code: 'RESTRICTED_USER_NOT_ALLOWED', details: { restricted_reason: { type: 'waiting' } } },
    })
    expect((await http.patch('/users/me', { display_name: 'Ada' })).status).toBe(403)
    expect(await refreshedClaims(user)).toMatchObject(waiting)

    expect((await decide('approve', user.id)).body).toEqual({ decided: 1, not_waiting: [] })
    const mail = await portico.mailbox.latest(user.email)
    expect(mail.subject).toMatch(/^Your sign-up at .+ was approved$/)
    expect(mail.text).not.toContain('/sign-in')

    expect((await http.get('/users/me')).body).toMatchObject({ is_restricted: false, restricted_reason: null })
    expect((await http.get('/teams?user_id=me')).status).toBe(200)
    expect(await refreshedClaims(user)).toMatchObject({ aud: own.id, is_restricted: false })
  })

  test('has every session restricted, whatever created it', async () => {
    const user = await hold()
    const { body: signedIn } = await own
      .client()
      .post('/auth/password/sign-in', { email: user.email, password: TEST_PASSWORD })
    const { body: made } = await own.server().post('/auth/sessions', { user_id: user.id })

    for (const body of [signedIn, made]) {
      expect(decodeJwt(String(body['access_token']))).toMatchObject(waiting)
    }
  })

  test('joins no team, even if a server adds the user', async () => {
    const [user, creator] = [await hold(), await hold()]
    await decide('approve', creator.id)
    await own.server().patch(`/users/${user.id}`, { primary_email_verified: true })
    const fields = { display_name: 'Readers', creator_user_id: creator.id }
    const { body: team } = await own.server().post<{ id: string }>('/teams', fields)
    const { body } = await sendInvitation(own.client(creator), team.id, user.email)

    expect(await own.server().post(`/team-invitations/${body.id}/accept?user_id=${user.id}`)).toMatchObject({
      status: 403,
      body: { details: { restricted_reason: { type: 'waiting' } } },
    })
  })

  test('has an address of an admitted domain that is not proved', async () => {
    await signUp(own, 'claimed@company.example')
    await signInByMail(own, 'proved@company.example')

    const addresses = await waitingAddresses(own)
    expect(addresses).toContain('claimed@company.example')
    expect(addresses).not.toContain('proved@company.example')
  })

  testOfBothEngines('is deleted by a refusal, with an entry of it', async () => {
    const user = await hold()

    const entries = await entriesOf(portico, own.id, () => decide('refuse', user.id))

    expect(entries.map(({ action, targetId }) => [action, targetId])).toEqual([
      ['user.refused', user.id],
      ['user.deleted', user.id],
    ])
    expect((await own.client(user).get('/users/me')).body['code']).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER')
    expect((await own.server().get(`/users/${user.id}`)).status).toBe(404)
    expect((await portico.mailbox.latest(user.email)).subject).toMatch(/^Your sign-up at .+ was refused$/)
  })

  test('gets a link to the app, if the project has a domain that is no pattern, in the mail of an approval', async () => {
    const domains = ['https://*.example.com', 'https://app.example/start'].map((domain) => ({
      domain,
      handler_path: '/auth',
    }))
    await own.admin().patch('/internal/projects/current', { config: { domains } })
    const user = await hold()

    await decide('approve', user.id)
    const mail = await portico.mailbox.latest(user.email)
    await own.admin().patch('/internal/projects/current', { config: { domains: [] } })

    expect(mail.text).toContain('https://app.example/start/auth/sign-in')
  })

  testOfBothEngines('is approved or refused once, and other users never', async () => {
    const users = await Promise.all([hold(), hold(), hold()])
    const ids = users.map(({ id }) => id)
    const { body: member } = await own.server().post<{ id: string }>('/users', {})
    const unknown = randomUUID()

    const [approved, refused] = await Promise.all([
      decide('approve', ...ids, member.id, unknown),
      decide('refuse', ...ids.toReversed(), unknown, member.id),
    ])

    const [first, second] = [approved.body, refused.body].toSorted(
      (a, b) => Number(b['decided']) - Number(a['decided']),
    )
    expect(first).toEqual({ decided: 3, not_waiting: [member.id, unknown].toSorted() })
    expect(second).toEqual({ decided: 0, not_waiting: [...ids, member.id, unknown].toSorted() })
    expect((await own.server().get(`/users/${member.id}`)).status).toBe(200)
    const left = await Promise.all(ids.map(async (id) => (await own.server().get(`/users/${id}`)).status))
    expect(left).toEqual(ids.map(() => (approved.body === first ? 200 : 404)))
  })

  testOfBothEngines('keeps no session from a sign-in during the refusal', async () => {
    const user = await hold()

    const [signedIn] = await Promise.all([
      own.client().post('/auth/password/sign-in', { email: user.email, password: TEST_PASSWORD }),
      decide('refuse', user.id),
    ])

    const session = { accessToken: String(signedIn.body['access_token']), refreshToken: '' }
    const last = signedIn.status === 200 ? await own.client(session).get('/users/me') : signedIn
    expect(['EMAIL_PASSWORD_MISMATCH', 'CANNOT_GET_OWN_USER_WITHOUT_USER']).toContain(last.body['code'])
  })
})

describe('an invitation to sign up', () => {
  const callback_url = 'http://localhost:3000/handler/user-invitation'
  const refuseAll = [{ name: 'All', when: {}, then: 'refuse' }]
  /** Sign-up is closed, a rule refuses everyone, and sign-in by mail is off. */
  let own: TestProject

  beforeAll(async () => {
    own = await portico.createProject({ config: { sign_up_enabled: false } })
    await setRules(own, refuseAll)
  })

  async function inviteAddress(email: string, to = own): Promise<{ id: string; code: string }> {
    const { body, status } = await to.server().post<{ id: string }>('/user-invitations', { email, callback_url })
    expect(status).toBe(201)
    return { id: body.id, code: await portico.mailbox.latestCode(email) }
  }

  function accept(code: string, to = own, by?: TestSession): Promise<Answer> {
    return to.client(by).post('/user-invitations/accept', { code })
  }

  function revoke(id: string): Promise<Answer> {
    return own.server().delete(`/user-invitations/${id}`)
  }

  async function openAddresses(of: TestProject, query = ''): Promise<unknown[]> {
    const { body } = await of.server().get<{ items: { recipient_email: string }[] }>(`/user-invitations${query}`)
    return body.items.map(({ recipient_email: email }) => email)
  }

  test('signs the person up with a proved address, whatever the project refuses otherwise', async () => {
    const email = someEmail()
    const { id, code } = await inviteAddress(email)
    const checked = await own.client().post('/user-invitations/check-code', { code })

    let signedIn: Answer | undefined
    const entries = await entriesOf(portico, own.id, async () => {
      signedIn = await accept(code)
    })

    const { body, status } = signedIn as Answer
    expect(checked.body).toEqual({ is_code_valid: true, recipient_email: email })
    expect({ status, isNew: body['is_new_user'] }).toEqual({ status: 200, isNew: true })
    const me = await own.client({ accessToken: String(body['access_token']), refreshToken: '' }).get('/users/me')
    expect(me.body).toMatchObject({ primary_email: email, primary_email_verified: true, is_restricted: false })
    expect(outcomeOf(await accept(code))).toEqual({ status: 409, code: 'VERIFICATION_CODE_ALREADY_USED' })
    expect(await openAddresses(own)).not.toContain(email)
    expect(entries).toContainEqual(
      expect.objectContaining({ action: 'user_invitation.accepted', actorId: body['user_id'], targetId: id }),
    )
  })

  test('replaces the one before to the same address, and a revocation ends it', async () => {
    const email = someEmail()
    const older = await inviteAddress(email)
    const newer = await inviteAddress(email)
    expect(outcomeOf(await accept(older.code))).toMatchObject({ status: 400, code: 'VERIFICATION_CODE_EXPIRED' })
    expect((await openAddresses(own)).filter((address) => address === email)).toHaveLength(1)

    expect((await revoke(newer.id)).status).toBe(200)

    expect(outcomeOf(await accept(newer.code))).toEqual({ status: 404, code: 'VERIFICATION_CODE_NOT_FOUND' })
    expect((await revoke(newer.id)).status).toBe(404)
  })

  test('signs in an existing user only if an admin asks for it, with the second factor of the user', async () => {
    const open = await portico.createProject()
    const user = await open.signUp()
    await open.server(user).patch('/users/me', { primary_email_verified: true })
    await open.enrolTotp(user)
    const invitation = { email: user.email, callback_url }

    const refused = await open.server().post('/user-invitations', invitation)
    const sent = await open.admin().post('/internal/send-sign-in-invitation', invitation)

    expect(outcomeOf(refused)).toEqual({ status: 409, code: 'USER_EMAIL_ALREADY_EXISTS' })
    expect(sent).toMatchObject({ status: 200, body: { success: true } })
    const signedIn = await accept(await portico.mailbox.latestCode(user.email), open)
    expect(outcomeOf(signedIn)).toEqual({ status: 400, code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' })
  })

  test('is refused to a user for whom a server turned mailed codes off', async () => {
    const open = await portico.createProject()
    const user = await open.signUp()
    await open.server(user).patch('/users/me', { primary_email_verified: true, otp_auth_enabled: true })
    await open.server(user).patch('/users/me', { otp_auth_enabled: false })
    await open.admin().post('/internal/send-sign-in-invitation', { email: user.email, callback_url })

    expect((await accept(await portico.mailbox.latestCode(user.email), open)).status).toBe(403)
  })

  testOfBothEngines('approves a user who waits', async () => {
    const held = await createProject()
    await setRules(held, [{ name: 'All', when: {}, then: 'hold' }])
    const email = someEmail()
    const { body: waiting } = await signUp(held, email)

    const { code } = await inviteAddress(email, held)
    let signedIn: Answer | undefined
    const entries = await entriesOf(portico, held.id, async () => {
      signedIn = await accept(code, held)
    })

    const { body } = signedIn as Answer

    expect(body).toMatchObject({ is_new_user: false, user_id: waiting['user_id'] })
    expect(decodeJwt(String(body['access_token']))).toMatchObject({ restricted_reason: null })
    const me = await held.client({ accessToken: String(body['access_token']), refreshToken: '' }).get('/users/me')
    expect(me.body).toMatchObject({ is_restricted: false })
    expect(entries.filter(({ action }) => action === 'user.approved')).toHaveLength(1)
  })

  test('ends when its recipient, who has an account by now, chooses a password', async () => {
    const open = await createProject()
    const email = someEmail()
    const { body } = await signInByMail(open, email)
    await open.admin().post('/internal/send-sign-in-invitation', { email, callback_url })
    const code = await portico.mailbox.latestCode(email)
    const me = open.client({ accessToken: String(body['access_token']), refreshToken: String(body['refresh_token']) })

    expect((await me.post('/auth/password/set', { password: TEST_PASSWORD })).status).toBe(200)

    expect(await openAddresses(open)).toEqual([])
    expect(outcomeOf(await accept(code, open))).toEqual({ status: 400, code: 'VERIFICATION_CODE_EXPIRED' })
  })

  test('upgrades the anonymous user who accepts it', async () => {
    const open = await createProject()
    const anonymous = await open.signUpAnonymously()
    const { code } = await inviteAddress(someEmail(), open)

    expect((await accept(code, open, anonymous)).body).toMatchObject({ is_new_user: true, user_id: anonymous.id })
  })

  test('admits the address once, by every way that proves it', async () => {
    const open = await createProject()
    await setRules(open, refuseAll)
    await open.admin().patch(PROJECT, { config: { sign_up_enabled: false } })
    const [byMail, byProvider] = [someEmail(), someEmail()]
    for (const email of [byMail, byProvider]) await inviteAddress(email, open)

    expect((await signInByMail(open, byMail)).status).toBe(200)
    expect(await openAddresses(open)).toEqual([byProvider])
    expect(await signInAtProvider(open, byProvider)).toMatchObject({ status: 200 })
    expect(await openAddresses(open)).toEqual([])
    expect((await signUp(open, someEmail())).status).toBe(400)
  })

  test('admits no one whose provider does not vouch for its address', async () => {
    const open = await createProject()
    await setRules(open, refuseAll)
    const email = someEmail()
    await inviteAddress(email, open)

    const { errorCode } = await open.signInAt('google', { email, emailVerified: false })

    expect(errorCode).toBe('SIGN_UP_REJECTED')
    expect(await openAddresses(open)).toEqual([email])
  })

  testOfBothEngines('is accepted or revoked by one of two calls at the same time', async () => {
    const [first, second] = [await inviteAddress(someEmail()), await inviteAddress(someEmail())]

    const acceptances = await Promise.all([accept(first.code), accept(first.code)])
    const [accepted, revoked] = await Promise.all([accept(second.code), revoke(second.id)])

    expect(new Set(acceptances.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect([accepted.status, revoked.status].filter((status) => status === 200)).toHaveLength(1)
  })

  testOfBothEngines('is one per address, also if two are sent at once', async () => {
    const email = someEmail()
    const sent = await Promise.all([1, 2].map(() => own.server().post('/user-invitations', { email, callback_url })))

    expect(sent.map(({ status }) => status)).toEqual([201, 201])
    expect((await openAddresses(own)).filter((address) => address === email)).toHaveLength(1)
  })

  test('is listed page by page, newest first, until it expires', async () => {
    const listing = await portico.createProject()
    const addresses = [someEmail(), someEmail(), someEmail()]
    for (const email of addresses) {
      await listing.server().post('/user-invitations', { email, callback_url })
      portico.clock.advance(1_000)
    }
    const code = await portico.mailbox.latestCode(addresses[0] ?? '')

    const { body: page } = await listing
      .server()
      .get<{ pagination: { next_cursor: string } }>('/user-invitations?limit=2')

    expect(await openAddresses(listing)).toEqual(addresses.toReversed())
    expect(await openAddresses(listing, '?limit=2')).toEqual(addresses.toReversed().slice(0, 2))
    expect(await openAddresses(listing, `?limit=2&cursor=${page.pagination.next_cursor}`)).toEqual([addresses[0]])
    const [found = ''] = addresses
    expect(await openAddresses(listing, `?query=${found.slice(0, -8).toUpperCase()}`)).toEqual([found])
    expect(await openAddresses(listing, '?query=%25')).toEqual([])
    portico.clock.advance(7 * DAY_MILLIS)
    expect(await openAddresses(listing)).toEqual([])
    expect(outcomeOf(await accept(code, listing))).toEqual({ status: 400, code: 'VERIFICATION_CODE_EXPIRED' })
  })

  test('stays, with its mail and code, when another person signs up with the address and deletes the account', async () => {
    const open = await createProject()
    const email = someEmail()
    const { code } = await inviteAddress(email, open)
    const { body } = await signUp(open, email)

    await open.server().delete(`/users/${String(body['user_id'])}`)

    const { body: mails } = await open.admin().get<{ items: { type: string }[] }>('/internal/emails')
    expect(mails.items).toMatchObject([{ type: 'sign_in_invitation' }])
    expect((await accept(code, open)).body).toMatchObject({ is_new_user: true })
  })

  test('is deleted with the user who owns the mailbox, and needs a trusted page', async () => {
    const open = await createProject()
    const email = someEmail()
    const { body } = await signInByMail(open, email)
    await open.admin().post('/internal/send-sign-in-invitation', { email, callback_url })
    expect(await openAddresses(open)).toEqual([email])

    await open.server().delete(`/users/${String(body['user_id'])}`)

    expect(await openAddresses(open)).toEqual([])
    const evil = { email, callback_url: 'https://evil.example/' }
    expect(outcomeOf(await open.server().post('/user-invitations', evil))).toEqual({
      status: 400,
      code: 'REDIRECT_URL_NOT_WHITELISTED',
    })
  })
})

describe('a project that requires a verified address', () => {
  let own: TestProject

  beforeAll(async () => {
    own = await createProject()
    await require(true)
  })

  function require(require_verified_email: boolean): Promise<Answer> {
    return own.admin().patch(PROJECT, { config: { require_verified_email, allow_user_api_keys: true } })
  }

  function reasonOfToken(token: unknown): unknown {
    return decodeJwt(String(token))['restricted_reason'] as unknown
  }

  async function reasonAfterRefresh({ refreshToken }: TestSession): Promise<unknown> {
    const headers = { 'x-stack-refresh-token': refreshToken }
    const { body } = await own.client().post('/auth/sessions/current/refresh', undefined, { headers })
    return reasonOfToken(body['access_token'])
  }

  const unverified = { type: 'email_not_verified' }
  const refused = {
    status: 403,
    body: { code: 'RESTRICTED_USER_NOT_ALLOWED', details: { restricted_reason: unverified } },
  }
  const callback_url = 'http://localhost:3000/handler/email-verification'

  test('serves a user only what verifies the address, until it is verified', async () => {
    const user = await own.signUp()
    const http = own.client(user)
    expect(decodeJwt(user.accessToken)).toMatchObject({ aud: `${own.id}:restricted`, restricted_reason: unverified })
    expect((await http.get('/users/me')).body).toMatchObject({ is_restricted: true, restricted_reason: unverified })
    expect((await own.server().get(`/users/${user.id}`)).body).toMatchObject({ restricted_reason: unverified })
    for (const refusedCall of [
      http.get('/teams?user_id=me'),
      http.patch('/users/me', { display_name: 'Ada' }),
      http.patch('/users/me', { display_name: 'Ada', primary_email: someEmail() }),
      http.patch('/users/me', { primary_email: null }),
      http.post('/auth/passkey/initiate-passkey-registration', {}),
    ]) {
      expect(await refusedCall).toMatchObject(refused)
    }
    const { body: channels } = await http.get<{ items: { id: string }[] }>('/contact-channels?user_id=me')
    const path = `/contact-channels/me/${String(channels.items[0]?.id)}/send-verification-code`
    expect((await http.post(path, { callback_url })).status).toBe(200)

    const code = await portico.mailbox.latestCode(user.email)
    expect((await http.post('/contact-channels/verify', { code })).status).toBe(200)

    expect((await http.get('/users/me')).body).toMatchObject({ is_restricted: false, restricted_reason: null })
    expect((await http.get('/teams?user_id=me')).status).toBe(200)
    expect(await reasonAfterRefresh(user)).toBeNull()
  })

  test('lets a user correct the address, and return to one that is verified', async () => {
    const user = await own.signUp()
    const http = own.client(user)
    const email = someEmail()

    expect(await http.patch('/users/me', { primary_email: email })).toMatchObject({ body: { primary_email: email } })
    await http.post('/auth/send-verification-code', { email, callback_url })
    await own.server().patch(`/users/${user.id}`, { primary_email_verified: true })
    expect((await http.get('/teams?user_id=me')).status).toBe(200)

    const secret = await own.enrolTotp(user)
    const moveTo = async (primary_email: string): Promise<Answer> => {
      portico.clock.advance(30_000)
      return http.patch('/users/me', { primary_email, totp_code: await totpCode(secret, portico.clock) })
    }
    const other = await moveTo(someEmail())
    expect(other.body).toMatchObject({ restricted_reason: unverified })
    expect(await http.get('/teams?user_id=me')).toMatchObject(refused)
    const back = await moveTo(email)
    expect(back.body).toMatchObject({ primary_email: email, restricted_reason: null })
  })

  test('restricts a user without an address, who can add one', async () => {
    const { body: user } = await own.server().post<{ id: string }>('/users', {})
    const { body: session } = await own.server().post('/auth/sessions', { user_id: user.id })
    const http = own.client({ accessToken: String(session['access_token']), refreshToken: '' })
    const email = someEmail()

    expect(reasonOfToken(session['access_token'])).toEqual(unverified)
    expect(await http.get('/teams?user_id=me')).toMatchObject(refused)
    expect((await http.patch('/users/me', { primary_email: email })).body).toMatchObject({ primary_email: email })
  })

  test('leaves anonymous users alone until they sign up', async () => {
    const guest = await own.signUpAnonymously()
    const http = own.client(guest)

    expect((await http.get('/users/me')).body).toMatchObject({ restricted_reason: { type: 'anonymous' } })
    expect((await http.get('/teams?user_id=me')).status).toBe(200)
    const upgraded = await http.post('/auth/password/sign-up', { email: someEmail(), password: TEST_PASSWORD })
    expect(reasonOfToken(upgraded.body['access_token'])).toEqual(unverified)
  })

  testOfBothEngines(
    'restricts existing sessions, keys and invitations at once, and frees them when it no longer does',
    async () => {
      await require(false)
      const user = await own.signUp()
      const http = own.client(user)
      const { id, value } = await createUserKey(own, user)
      const fields = { display_name: 'Readers', creator_user_id: user.id }
      const { body: team } = await own.server().post<{ id: string }>('/teams', fields)
      const { body: invitation } = await sendInvitation(http, team.id)
      const accept = (): Promise<Answer> =>
        own.server().post(`/team-invitations/${invitation.id}/accept?user_id=${user.id}`)
      expect(reasonOfToken(user.accessToken)).toBeNull()

      await require(true)

      expect(await http.get('/teams?user_id=me')).toMatchObject(refused)
      expect(await reasonAfterRefresh(user)).toEqual(unverified)
      expect(await checkUserKey(own, value)).toMatchObject(refused)
      expect(await accept()).toMatchObject({ status: 403, body: { details: { restricted_reason: unverified } } })

      await require(false)
      expect((await http.get('/teams?user_id=me')).status).toBe(200)
      expect(await reasonAfterRefresh(user)).toBeNull()
      expect(await checkUserKey(own, value)).toMatchObject({ status: 200, body: { id } })
      await require(true)
    },
  )

  test('names the waiting list before the address, and the address before the second factor', async () => {
    await setRules(own, [{ name: 'Later', when: {}, then: 'hold' }])
    const { body: held } = await signUp(own)
    await setRules(own, [])
    const mover = await own.signUp()
    const moved = own.client(mover)
    await moved.post('/contact-channels/verify', {
      code: await portico.mailbox.latestCode(mover.email),
      account: 'mine',
    })
    await moved.patch('/users/me', { primary_email: someEmail() })
    await own.admin().patch(PROJECT, { config: { second_factor_policy: 'required', second_factor_grace_days: 0 } })
    const { body: user } = await signUp(own)

    const { body: ofServer } = await own.server().post('/auth/sessions', { user_id: user['user_id'] })

    expect(reasonOfToken(held['access_token'])).toEqual({ type: 'waiting' })
    // A backend that accepts unverified users must learn that the factor is missing too.
    expect(reasonOfToken(user['access_token'])).toEqual({ ...unverified, second_factor_required: true })
    expect(reasonOfToken(ofServer['access_token'])).toEqual(unverified)
    await own.server().patch(`/users/${String(user['user_id'])}`, { primary_email_verified: true })
    const { body: read } = await own.server().get(`/users/${String(user['user_id'])}`)
    expect(read['restricted_reason']).toEqual({ type: 'second_factor_required' })
    expect(await moved.patch('/users/me', { primary_email: someEmail() })).toMatchObject({
      body: { details: { restricted_reason: { type: 'second_factor_required' } } },
    })
    expect((await moved.patch('/users/me', { primary_email: mover.email })).body).toMatchObject({
      restricted_reason: { type: 'second_factor_required' },
    })
    await own.admin().patch(PROJECT, { config: { second_factor_policy: 'optional' } })
  })
})

test('a rule that holds refuses an anonymous sign-up, about which nothing could be decided', async () => {
  await setRules(project, [{ name: 'Later', when: {}, then: 'hold' }])

  expect(outcomeOf(await project.client().post('/auth/anonymous/sign-up'))).toEqual({
    status: 403,
    code: 'SIGN_UP_REJECTED',
  })
})

describe('the setting of the rules for sign-up', () => {
  test.each<[string, object, string]>([
    ['an unknown condition', { when: { age: 18 } }, 'age'],
    ['an unknown outcome', { then: 'wait' }, 'then'],
    ['a method without sign-up', { when: { method: ['passkey'] } }, 'method'],
    ['an empty list', { when: { country: [] } }, 'must not be empty'],
    ['a country in lower case', { when: { country: ['de'] } }, 'ISO 3166'],
    ['an address as a domain', { when: { email_domain: ['a@example.com'] } }, 'must be a domain'],
    ['an unknown time zone', { when: { hour: { from: 1, until: 2, time_zone: 'Mars/Base' } } }, 'time zone'],
    ['hours without end', { when: { hour: { from: 1, until: 1, time_zone: 'UTC' } } }, 'two different hours'],
    ['no name', { name: '' }, 'must not be empty'],
  ])('refuses %s and keeps the rules', async (_what, wrong, problem) => {
    const rules: Rules = [{ name: 'Kept', when: {}, then: 'allow' }]
    await setRules(project, rules)

    const refused = await setRules(project, [{ name: 'New', when: {}, then: 'refuse', ...wrong }])

    expect(refused).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    expect(refused.text).toContain(problem)
    expect((await project.admin().get(PROJECT)).body).toMatchObject({ config: { sign_up_rules: rules } })
  })

  test('is not shown to clients', async () => {
    await setRules(project, [{ name: 'Closed', when: {}, then: 'refuse' }])

    expect((await project.client().get('/projects/current')).text).not.toContain('sign_up_rules')
  })
})

describe('a dry run', () => {
  async function tryRules(of: TestProject, rules: object[]): Promise<SignUpRulesTried> {
    const answer = await of.admin().post<SignUpRulesTried>(DRY_RUN, { rules })
    expect(answer).toMatchObject({ status: 200 })
    return answer.body
  }

  test('counts what each rule would have matched in 30 days, with users, and refused sign-ups too', async () => {
    const own = await createProject()
    await signUp(own, someEmail())
    portico.clock.advance(31 * DAY_MILLIS)
    const { body: first } = await signUp(own, someEmail(), { 'x-country': 'FR' })
    await signInByMail(own, 'person@company.example')
    await setRules(own, [{ name: 'Closed', when: {}, then: 'refuse' }])
    await signUp(own, 'person@mailinator.com')

    const tried = await tryRules(own, [
      { name: 'Staff', when: { email_domain: ['company.example'] }, then: 'allow' },
      { name: 'Short-lived', when: { disposable: true }, then: 'refuse' },
      { name: 'France', when: { country: ['FR'], method: ['password'] }, then: 'refuse' },
      { name: 'Never', when: { method: ['oauth'] }, then: 'refuse' },
    ])

    expect(tried).toEqual({
      sign_ups: 3,
      is_complete: true,
      allowed_by_no_rule: 0,
      rules: [
        { name: 'Staff', matched: 1, examples: [{ user_id: expect.any(String) }] },
        { name: 'Short-lived', matched: 1, examples: [] },
        { name: 'France', matched: 1, examples: [{ user_id: first['user_id'] }] },
        { name: 'Never', matched: 0, examples: [] },
      ],
    })
    expect(await tryRules(await createProject(), [])).toMatchObject({ sign_ups: 0 })
  })

  test('reads at most 10,000 sign-ups and says so', async () => {
    const own = await createProject()
    await portico.database.db.run(statement`
      insert into sign_ups (project_id, id, at, method, is_email_proved, expires_at)
      select ${own.id}, gen_random_uuid(), ${portico.clock.now()}, 'otp', true, 'infinity' from generate_series(1, 10001)`)

    expect(await tryRules(own, [{ name: 'All', when: {}, then: 'allow' }])).toMatchObject({
      sign_ups: 10_000,
      is_complete: false,
      rules: [{ matched: 10_000 }],
    })
  })

  test('deletes the facts of a user with the user', async () => {
    const own = await createProject()
    const { body } = await signUp(own)
    await own.server().delete(`/users/${String(body['user_id'])}`)

    expect(await tryRules(own, [])).toMatchObject({ sign_ups: 0 })
  })
})
