import type { CurrentUserRead, SignedIn, StaffRole } from '@portico/contract'
import {
  createTestPortico,
  type Answer,
  type HttpClient,
  type TestPortico,
  type TestProject,
  type TestUser,
} from '@portico/testkit'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect } from 'vitest'

import { test, testOfBothEngines } from '../../../test/engines.ts'
import { asOwner, signUpOwner } from '../../../test/owner.ts'
import { statement } from '../../kernel/statement.ts'

const LINKS = '/internal/impersonation-links'
const SIGN_IN = '/auth/impersonation/sign-in'
const PAGE = 'https://app.example.com/handler/impersonation'
const ORIGIN = 'https://app.example.com'
const REASON = 'Support ticket 4182'
const HOUR_MILLIS = 3_600_000

let portico: TestPortico
let project: TestProject
let support: Member

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({
    config: {
      support_can_impersonate: true,
      domains: [
        { domain: ORIGIN, handler_path: '/handler' },
        { domain: 'https://other.example.com', handler_path: '/handler' },
      ],
    },
  })
  support = await addMember('support')
})

afterAll(() => portico.close())

interface Member {
  readonly id: string
  readonly accessToken: string
  readonly http: HttpClient
}

async function addMember(role: StaffRole): Promise<Member> {
  const { access_token: accessToken, user_id: id } = await signUpOwner(portico)
  await portico
    .internal({ accessType: 'server' })
    .patch(`/users/${id}`, { display_name: 'Sam', server_metadata: { managedProjectIds: [project.id] } })
  await project.admin().patch(`/internal/projects/current/owners/${id}`, { role })
  return { id, accessToken, http: asOwner(portico, project.id, accessToken) }
}

function createLink(http: HttpClient, userId: string, url = PAGE): Promise<Answer<{ url: string }>> {
  return http.post(LINKS, { user_id: userId, reason: REASON, url })
}

async function newCode(user: TestUser, member = support): Promise<string> {
  const { body } = await createLink(member.http, user.id)
  return new URLSearchParams(new URL(body.url).hash.slice(1)).get('code') ?? ''
}

function use(code: string, origin: string | null = ORIGIN, client = project.client()): Promise<Answer<SignedIn>> {
  return client.post(SIGN_IN, { code }, origin === null ? {} : { headers: { origin } })
}

async function impersonate(user: TestUser, member = support): Promise<SignedIn> {
  return (await use(await newCode(user, member))).body
}

function readUser({ access_token: accessToken }: SignedIn): Promise<Answer<CurrentUserRead>> {
  return project.client().with({ accessToken }).get('/users/me')
}

describe('a link', () => {
  test('has the code in the fragment of the page', async () => {
    const { body, status } = await createLink(support.http, (await project.signUp()).id, `${PAGE}?lang=de#x`)

    expect(status).toBe(201)
    expect(body).toEqual({
      url: expect.stringMatching(/^https:\/\/app\.example\.com\/handler\/impersonation\?lang=de#code=[0-9a-z]{45}$/),
      expires_at_millis: expect.any(Number),
    })
  })

  test('is created by a person only, whom the audit log names with the reason', async () => {
    const user = await project.signUp()
    const byKey = await createLink(project.admin(), user.id)
    await impersonate(user)

    const { body } = await project.admin().get(`/internal/audit-events?target_id=${user.id}&limit=2`)

    expect(byKey).toMatchObject({
      status: 403,
      text: expect.stringContaining('A key of the project cannot impersonate'),
    })
    const by = { actor_type: 'admin', actor_id: support.id, reason: REASON }
    expect(body.items).toMatchObject([
      { action: 'session.impersonation_started', ...by },
      { action: 'impersonation_link.created', ...by },
    ])
  })

  test('needs a trusted domain and an existing user who is not suspended', async () => {
    const user = await project.signUp()
    const suspended = await project.signUp()
    await project.admin().patch(`/users/${suspended.id}`, { restricted_by_admin: true })
    const foreign = await (await portico.createProject()).signUp()

    const answers = [
      await createLink(support.http, user.id, 'https://evil.example.com/handler/impersonation'),
      await createLink(support.http, foreign.id),
      await createLink(support.http, suspended.id),
    ]

    expect(answers.map(({ body }) => (body as { code?: string }).code)).toEqual([
      'REDIRECT_URL_NOT_WHITELISTED',
      'USER_NOT_FOUND',
      'RESTRICTED_USER_NOT_ALLOWED',
    ])
  })

  test('needs a recent sign-in', async () => {
    const user = await project.signUp()
    const member = await addMember('admin')
    const token = await portico
      .internal({ accessType: 'server' })
      .post<SignedIn>('/auth/sessions', { user_id: member.id })
    await portico.database.db.run(statement`
      update sessions set authenticated_at = ${new Date(portico.clock.now().getTime() - 16 * 60_000)}
      where user_id = ${member.id}`)

    const answer = await createLink(asOwner(portico, project.id, token.body.access_token), user.id)

    expect(answer).toMatchObject({ status: 403, body: { code: 'RECENT_SIGN_IN_REQUIRED' } })
  })
})

describe('the code of a link', () => {
  testOfBothEngines('signs in once of four concurrent uses', async () => {
    const code = await newCode(await project.signUp())

    const answers = await Promise.all([use(code), use(code), use(code), use(code)])

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('ends after 60 seconds and with the next link to the same user', async () => {
    const user = await project.signUp()
    const [replaced, late] = [await newCode(user), await newCode(user)]
    const ofReplaced = await use(replaced)
    portico.clock.advance(60_000)

    const expired = { status: 400, body: { code: 'VERIFICATION_CODE_EXPIRED' } }
    expect([ofReplaced, await use(late)]).toMatchObject([expired, expired])
  })

  test('is accepted only in its project, on a page of its origin', async () => {
    const code = await newCode(await project.signUp())
    const other = await portico.createProject({ config: { domains: [{ domain: ORIGIN, handler_path: '/handler' }] } })
    const refused = [
      await use(code, ORIGIN, other.client()),
      await use(code, 'https://other.example.com'),
      await use(code, null),
    ]

    const unknown = { status: 404, body: { code: 'VERIFICATION_CODE_NOT_FOUND' } }
    expect(refused).toMatchObject([unknown, unknown, unknown])
    expect((await use(code)).status).toBe(200)
  })

  test('is accepted only while the project trusts its page', async () => {
    const code = await newCode(await project.signUp())
    const setDomains = (...domains: string[]): Promise<Answer> =>
      project.admin().patch('/internal/projects/current', {
        config: { domains: domains.map((domain) => ({ domain, handler_path: '/handler' })) },
      })
    await setDomains('https://other.example.com')

    const refused = await use(code)
    await setDomains(ORIGIN, 'https://other.example.com')

    expect(refused).toMatchObject({ status: 404, body: { code: 'VERIFICATION_CODE_NOT_FOUND' } })
    expect((await use(code)).status).toBe(200)
  })

  testOfBothEngines.each<[string, (member: Member, user: TestUser) => Promise<unknown>, string]>([
    ['is suspended', ({ id }) => suspend(portico.internal({ accessType: 'server' }), id), 'VERIFICATION_CODE_EXPIRED'],
    [
      'signs out',
      ({ accessToken }) => portico.internal({ accessToken }).delete('/auth/sessions/current'),
      'VERIFICATION_CODE_EXPIRED',
    ],
    [
      'leaves the staff',
      ({ id }) => project.admin().delete(`/internal/projects/current/owners/${id}`),
      'VERIFICATION_CODE_EXPIRED',
    ],
    ['becomes a developer', ({ id }) => setRole(id, 'developer'), 'VERIFICATION_CODE_EXPIRED'],
    ['has a session that the policy has ended', ({ id }) => endByPolicy(id), 'VERIFICATION_CODE_EXPIRED'],
    ['is on the waiting list', ({ id }) => hold(id), 'VERIFICATION_CODE_EXPIRED'],
  ])('ends if its member of the staff %s', async (_what, change, code) => {
    const member = await addMember('admin')
    const user = await project.signUp()
    const offered = await newCode(user, member)
    await change(member, user)

    expect((await use(offered)).body).toMatchObject({ code })
  })

  testOfBothEngines(
    'is refused if the project has withdrawn the permission of support since the call loaded it',
    async () => {
      const code = await newCode(await project.signUp())
      // Without a notification, the loaded copy of the project stays as it was.
      await portico.database.db.run(statement`
      update projects set config = config || '{"support_can_impersonate": false}' where id = ${project.id}`)

      const { body } = await use(code)
      await setSupport(true)

      expect(body).toMatchObject({ code: 'VERIFICATION_CODE_EXPIRED' })
    },
  )

  test('is refused for a user who was suspended meanwhile', async () => {
    const user = await project.signUp()
    const code = await newCode(user)
    await suspend(project.server(), user.id)

    expect([(await use(code)).status, (await use(code)).status]).toEqual([400, 400])
  })
})

describe('the session of a link', () => {
  test('names the impersonator in the token and to itself only', async () => {
    const user = await project.signUp()
    const session = await impersonate(user)
    const startedAt = Number(decodeJwt(session.access_token).iat) * 1_000

    expect(decodeJwt(session.access_token)).toMatchObject({
      sub: user.id,
      is_impersonation: true,
      act: { iss: expect.stringMatching(/\/projects\/internal$/), sub: support.id },
    })
    expect((await readUser(session)).body).toMatchObject({
      id: user.id,
      impersonation: {
        impersonator_id: support.id,
        impersonator_display_name: 'Sam',
        reason: REASON,
        ends_at_millis: expect.any(Number),
      },
    })
    const { impersonation } = (await readUser(session)).body
    expect(Math.floor(((impersonation?.ends_at_millis ?? 0) - HOUR_MILLIS) / 1_000) * 1_000).toBe(startedAt)
    expect((await project.client(user).get('/users/me')).body).not.toHaveProperty('impersonation')
    expect((await project.client(user).get(`/auth/sessions?user_id=me`)).body.items).toHaveLength(1)
  })

  test('asks for no second factor of the user and changes nothing', async () => {
    const user = await project.signUp()
    await project.server().patch(`/users/${user.id}`, { totp_secret_base64: btoa('01234567890123456789') })

    const { access_token: accessToken } = await impersonate(user)

    const answer = await project.client().with({ accessToken }).patch('/users/me', { display_name: 'Eve' })
    expect(answer).toMatchObject({ status: 403, text: expect.stringContaining('impersonates the user') })
  })

  testOfBothEngines('keeps its end and its impersonator when it is refreshed', async () => {
    const { refresh_token: refreshToken } = await impersonate(await project.signUp())
    const refresh = (): Promise<Answer<SignedIn>> =>
      project.client().with({ refreshToken }).post('/auth/sessions/current/refresh', {})
    portico.clock.advance(HOUR_MILLIS - 1_000)
    const refreshed = await refresh()
    portico.clock.advance(1_000)

    expect(decodeJwt(refreshed.body.access_token)).toMatchObject({ act: { sub: support.id } })
    expect((await refresh()).status).toBe(401)
  })

  testOfBothEngines.each<[string, StaffRole, (member: Member) => Promise<unknown>]>([
    ['leaves the staff', 'admin', ({ id }) => project.admin().delete(`/internal/projects/current/owners/${id}`)],
    ['loses the right', 'admin', ({ id }) => setRole(id, 'developer')],
    ['is suspended', 'admin', ({ id }) => suspend(portico.internal({ accessType: 'server' }), id)],
    ['is deleted', 'admin', ({ id }) => portico.internal({ accessType: 'server' }).delete(`/users/${id}`)],
    ['loses the permission of the project', 'support', () => setSupport(false)],
    ['loses the permission by an import', 'support', () => importSettings({ support_can_impersonate: false })],
    ['loses the permission by the seed', 'support', () => restartWithSeed({ support_can_impersonate: false })],
  ])('ends if the impersonator %s', async (_what, role, change) => {
    const member = await addMember(role)
    const [ended, kept] = [await impersonate(await project.signUp(), member), await project.signUp()]
    expect((await readUser(ended)).status).toBe(200)

    await change(member)

    expect(await readUser(ended)).toMatchObject({ status: 401, body: { code: 'ACCESS_TOKEN_EXPIRED' } })
    expect((await project.client(kept).get('/users/me')).status).toBe(200)
    await setSupport(true)
  })
})

test('support may create links only while the project allows it', async () => {
  // The access token of the other member has expired.
  const member = await addMember('support')
  const user = await project.signUp()
  await setSupport(false)
  const refused = await createLink(member.http, user.id)
  const { body } = await portico.internal({ accessToken: member.accessToken }).get('/internal/projects')
  await setSupport(true)

  expect(refused).toMatchObject({ status: 403, body: { code: 'STAFF_PERMISSION_REQUIRED' } })
  expect(body.items).toMatchObject([
    { staff_role: 'support', staff_rights: expect.not.arrayContaining(['impersonate']) },
  ])
  expect((await createLink(member.http, user.id)).status).toBe(201)
})

function suspend(http: HttpClient, id: string): Promise<Answer> {
  return http.patch(`/users/${id}`, { restricted_by_admin: true })
}

async function endByPolicy(userId: string): Promise<void> {
  const createdAt = new Date(portico.clock.now().getTime() - 25 * HOUR_MILLIS)
  await portico.database.db.run(statement`update sessions set created_at = ${createdAt} where user_id = ${userId}`)
  const internal = portico.internal({ accessType: 'admin', key: 'sak_internal_of_a_test_service_only' })
  // The change ends the session for good.
  for (const session_max_lifetime_millis of [24 * HOUR_MILLIS, null]) {
    await internal.patch('/internal/projects/current', { config: { session_max_lifetime_millis } })
  }
}

function hold(userId: string): Promise<unknown> {
  return portico.database.db.run(statement`
    update users set held_at = ${portico.clock.now()} where project_id = 'internal' and id = ${userId}`)
}

function setRole(id: string, role: StaffRole): Promise<Answer> {
  return project.admin().patch(`/internal/projects/current/owners/${id}`, { role })
}

function setSupport(isAllowed: boolean): Promise<Answer> {
  return project.admin().patch('/internal/projects/current', { config: { support_can_impersonate: isAllowed } })
}

function importSettings(config: object): Promise<Answer> {
  const document = { format: 'portico-project', format_version: 1, config }
  return project.admin().post('/internal/projects/current/configuration/import', { document })
}

function restartWithSeed(config: object): Promise<void> {
  return portico.restart({ seed: { projects: [{ id: project.id, config }] } })
}
