import {
  authorizationRequest,
  createTestPortico,
  lookAlikeProviders,
  ProviderVisitor,
  someEmail,
  TEST_PASSWORD,
  type TestPortico,
  type TestProject,
  type TestUser,
} from '@portico/testkit'
import type { SignedIn } from '@portico/contract'
import { decodeJwt } from 'jose'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { withApiKeys } from '../../../test/api-keys.ts'
import { statement } from '../../kernel/statement.ts'

interface Entry {
  readonly action: string
  readonly outcome: string
  readonly actorType: string
  readonly actorId: string | null
  readonly targetId: string | null
  readonly providerId: string | null
  readonly reason: string | null
  readonly changedFields: readonly string[] | null
}

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico({
    settings: { PORTICO_RATE_LIMITS: JSON.stringify({ providerSignIn: { perAddress: [3, 60] } }) },
  })
  project = await portico.createProject({ config: { oauth_providers: lookAlikeProviders } })
})

afterAll(() => portico.close())

/** Returns the entries that a call adds, oldest first. */
async function entriesOf(call: () => Promise<unknown>, projectId = project.id): Promise<Entry[]> {
  const before = await readEntries(projectId)
  await call()
  return (await readEntries(projectId)).slice(before.length)
}

async function readEntries(projectId: string): Promise<Entry[]> {
  const { rows } = await portico.database.db.run(statement<Entry>`
    select action, outcome, actor_type as "actorType", actor_id as "actorId", target_id as "targetId", provider_id as "providerId", reason,
      changed_fields as "changedFields"
    from audit_events where project_id = ${projectId} order by at, ctid`)
  return rows
}

/** Separates calls in time, so that their entries have a fixed order and the sampler of refusals starts a new minute. */
function passMinute(): void {
  portico.clock.advance(60_001)
}

function pathOf(url: string): string {
  return url.slice(url.indexOf('/auth/'))
}

describe('an audit entry', () => {
  test('names the user of a sign-up and of a sign-in', async () => {
    const email = someEmail()
    const password = 'correct horse battery'
    const signUp = await entriesOf(() => project.client().post('/auth/password/sign-up', { email, password }))
    passMinute()
    const signIn = await entriesOf(() => project.client().post('/auth/password/sign-in', { email, password }))

    expect(signUp).toMatchObject([{ action: 'user.created', outcome: 'ok', actorType: 'user' }])
    expect(signIn).toMatchObject([{ action: 'user.signed_in', outcome: 'ok', actorId: signUp[0]?.actorId }])
  })

  test('names the account and the reason of a refused sign-in', async () => {
    const user = await project.signUp()
    passMinute()

    const entries = await entriesOf(() =>
      project.client().post('/auth/password/sign-in', { email: user.email, password: 'wrong horse battery' }),
    )

    expect(entries).toEqual([
      {
        action: 'user.signed_in',
        outcome: 'refused',
        actorType: 'client',
        actorId: null,
        targetId: user.id,
        providerId: null,
        reason: 'EMAIL_PASSWORD_MISMATCH',
        changedFields: null,
      },
    ])
  })

  test('contains the names of changed fields and not their values', async () => {
    const user = await project.signUp()
    passMinute()

    const entries = await entriesOf(() => project.client(user).patch('/users/me', { display_name: 'Ada' }))

    expect(entries).toMatchObject([{ action: 'user.updated', targetId: user.id, changedFields: ['displayName'] }])
    expect(JSON.stringify(entries)).not.toContain('Ada')
  })

  test('names the changed settings of a project, and the new state of production mode', async () => {
    passMinute()
    const admin = portico.internal({
      projectId: project.id,
      accessType: 'admin',
      key: '',
      adminAccessToken: project.ownerAccessToken,
    })
    const path = '/internal/projects/current'
    const update = { display_name: 'Renamed', config: { sign_up_enabled: true, passkey_enabled: true } }

    const entries = await entriesOf(async () => {
      await admin.patch(path, update)
      await admin.patch(path, { is_production_mode: true })
      await admin.patch(path, { is_production_mode: false })
    })

    const action = 'project.updated'
    expect(entries).toMatchObject([
      { action, changedFields: ['displayName', 'config.passkeyEnabled'], reason: null },
      { action, changedFields: ['isProductionMode'], reason: 'production_mode_on' },
      { action, changedFields: ['isProductionMode'], reason: 'production_mode_off' },
    ])
  })

  test('is written for each record that a call changes', async () => {
    const user = await project.signUp()
    passMinute()

    const entries = await entriesOf(() =>
      project.server(user).patch('/users/me', { primary_email: someEmail(), password: 'another horse battery' }),
    )

    expect(entries.map(({ action }) => action)).toEqual(['contact_channel.updated', 'password.set', 'user.updated'])
  })

  test('names what an update of a set of API keys changes, once', async () => {
    const wanted = { description: 'Old', expires_at_millis: 4_000_000_000_000, has_secret_server_key: true }
    const unwanted = { has_publishable_client_key: false, has_super_secret_admin_key: false }
    const { body } = await project.admin().post<{ id: string }>('/internal/api-keys', { ...wanted, ...unwanted })
    const update = (fields: object): Promise<unknown> => project.admin().patch(`/internal/api-keys/${body.id}`, fields)
    passMinute()

    const described = await entriesOf(async () => {
      await update({ description: 'New' })
      await update({ description: 'New' })
    })
    passMinute()
    const revoked = await entriesOf(async () => {
      await update({ revoked: true })
      await update({ revoked: true })
    })

    expect(described).toMatchObject([
      { action: 'internal_api_key.updated', targetId: body.id, changedFields: ['description'] },
    ])
    expect(revoked).toMatchObject([{ action: 'internal_api_key.revoked', targetId: body.id }])
  })

  test('is written once for a repeated grant', async () => {
    const user = await project.signUp()
    const teamId = await project.createTeam({ creator: user })
    await project.admin().post('/project-permission-definitions', { id: 'reader' })
    passMinute()

    const entries = await entriesOf(async () => {
      for (let round = 1; round <= 2; round += 1) {
        await project.server().post(`/team-permissions/${teamId}/${user.id}/$manage_api_keys`, {})
        await project.server().post(`/project-permissions/${user.id}/reader`, {})
      }
    })

    expect(entries.map(({ action }) => action)).toEqual(['team_permission.granted', 'project_permission.granted'])
  })

  test('names the changed fields of an imported permission', async () => {
    const own = await portico.createProject()
    for (const id of ['described', 'containing', 'removed']) {
      await own.admin().post('/team-permission-definitions', { id, description: 'Old' })
    }
    const configuration = '/internal/projects/current/configuration'
    const { body } = await own.admin().get(configuration)
    const team = [
      { id: 'described', description: 'New', contained_permission_ids: [] },
      { id: 'containing', description: 'Old', contained_permission_ids: ['described'] },
      { id: 'added', contained_permission_ids: [] },
    ]
    passMinute()

    const entries = await entriesOf(
      () =>
        own.admin().post(`${configuration}/import`, {
          document: { ...body, team_permission_definitions: team },
          delete_missing: true,
        }),
      own.id,
    )

    const changes = entries.map(({ action, targetId, changedFields }) => [action, targetId, changedFields])
    expect(changes).toEqual(
      expect.arrayContaining([
        ['permission_definition.updated', 'described', ['description']],
        ['permission_definition.updated', 'containing', ['containedPermissionIds']],
        ['permission_definition.created', 'added', null],
        ['permission_definition.deleted', 'removed', null],
      ]),
    )
  })

  test('is written for the provider account with which an anonymous user signs up', async () => {
    const anonymous = await project.signUpAnonymously()
    const choice = { email: someEmail() }
    passMinute()

    const entries = await entriesOf(async () => {
      const signIn = await project.signInAt('google', choice, { token: anonymous.accessToken })
      await signIn.exchange()
    })

    expect(entries.map(({ action, targetId, providerId }) => [action, targetId, providerId])).toEqual([
      ['user.upgraded', anonymous.id, null],
      ['oauth_account.connected', 'google', 'google'],
      ['user.signed_in', null, null],
    ])
  })

  test('is written for what a seed writes, and not again at the next start', async () => {
    const id = randomUUID()
    const seed = {
      projects: [
        {
          id,
          keys: { secret_server_key: 'ssk_first' },
          team_permission_definitions: [{ id: 'seeded', description: 'Old' }],
        },
      ],
    }
    const own = await createTestPortico({ seed })
    onTestFinished(() => own.close())
    const actions = async (): Promise<unknown[]> => {
      const { rows } = await own.database.db.run(statement<{ action: string }>`
        select action, changed_fields as "changedFields" from audit_events
        where project_id = ${id} and action ~ '^(internal_api_key|permission_definition)' order by at, ctid`)
      return rows
    }
    const first = await actions()
    await own.restart()
    const repeated = await actions()
    seed.projects[0] = {
      id,
      keys: { secret_server_key: 'ssk_second' },
      team_permission_definitions: [{ id: 'seeded', description: 'New' }],
    }
    own.clock.advance(60_000)
    await own.restart()

    expect(first).toContainEqual({ action: 'permission_definition.created', changedFields: null })
    expect(first).toContainEqual({ action: 'internal_api_key.created', changedFields: null })
    expect(repeated).toEqual(first)
    expect((await actions()).slice(first.length)).toEqual([
      { action: 'permission_definition.updated', changedFields: ['description'] },
      { action: 'internal_api_key.updated', changedFields: ['keys'] },
    ])
  })

  test('is not written for a call that changes nothing', async () => {
    const user = await project.signUp()
    passMinute()

    const entries = await entriesOf(async () => {
      await project.client(user).get('/users/me')
      await project.client(user).patch('/users/me', { profile_image_url: 'ftp://example.com' })
    })

    expect(entries).toEqual([])
  })
})

describe('an audit entry of a refusal', () => {
  test('is written for a wrong key, once a minute', async () => {
    passMinute()
    const wrong = (): Promise<unknown> =>
      portico.internal({ projectId: project.id, accessType: 'server', key: 'wrong' }).get('/users/me')

    const entries = await entriesOf(async () => {
      await wrong()
      await wrong()
    })
    passMinute()
    const later = await entriesOf(wrong)

    expect(entries).toMatchObject([
      { action: 'access.refused', outcome: 'refused', targetId: 'GET /users/me', reason: 'INVALID_SECRET_SERVER_KEY' },
    ])
    expect(later).toHaveLength(1)
  })

  test('is written for a client that addresses another user', async () => {
    const [user, other] = [await project.signUp(), await project.signUp()]
    passMinute()

    const entries = await entriesOf(() => project.client(user).get(`/auth/sessions?user_id=${other.id}`))

    expect(entries).toMatchObject([{ action: 'access.refused', actorId: user.id, reason: 'FORBIDDEN' }])
  })

  test('is written for each of two users at one client address', async () => {
    const [user, other] = [await project.signUp(), await project.signUp()]
    passMinute()

    const entries = await entriesOf(async () => {
      await project.client(user).get(`/auth/sessions?user_id=${other.id}`)
      await project.client(other).get(`/auth/sessions?user_id=${user.id}`)
    })

    expect(entries.map(({ actorId }) => actorId)).toEqual([user.id, other.id])
  })

  test('is written for a token of another project', async () => {
    const user = await (await portico.createProject()).signUp()
    passMinute()

    const entries = await entriesOf(() => project.client(user).get('/users/me'))

    expect(entries).toMatchObject([{ action: 'access.refused', reason: 'INVALID_PROJECT_FOR_ACCESS_TOKEN' }])
  })

  test('is written for an impersonating session that tries to link a provider', async () => {
    const user = await project.signUp()
    const wanted = { user_id: user.id, is_impersonation: true }
    const { body } = await project.server().post<{ access_token: string }>('/auth/sessions', wanted)
    const { url } = authorizationRequest(portico.baseUrl, project, 'google', { type: 'link', token: body.access_token })
    passMinute()

    const entries = await entriesOf(() => portico.anonymous().get(pathOf(url)))

    expect(entries).toMatchObject([{ action: 'access.refused', reason: 'FORBIDDEN' }])
  })

  test('is written for the project that a limited public call acts on, not for the one in its headers', async () => {
    const other = await portico.createProject()
    const { url } = authorizationRequest(portico.baseUrl, project, 'google')
    const headers = { 'x-stack-project-id': other.id }
    passMinute()

    let planted: Entry[] = []
    const entries = await entriesOf(async () => {
      planted = await entriesOf(async () => {
        for (let call = 1; call <= 5; call += 1) await portico.anonymous().get(pathOf(url), { headers })
      }, other.id)
    })

    expect(entries).toMatchObject([{ action: 'rate_limit.reached', targetId: 'providerSignIn' }])
    expect(planted).toEqual([])
  })

  test('is not written for the project in the headers of a limited public call that names no project', async () => {
    const { url } = authorizationRequest(portico.baseUrl, project, 'google')
    const path = pathOf(url).replace(project.id, randomUUID())
    const headers = { 'x-stack-project-id': project.id }
    const statuses: number[] = []
    passMinute()

    const entries = await entriesOf(async () => {
      for (let call = 1; call <= 5; call += 1) {
        statuses.push((await portico.anonymous().get(path, { headers })).status)
      }
    })

    expect(statuses.at(-1)).toBe(429)
    expect(entries).toEqual([])
  })

  test('is written for a wrong admin key while many callers are refused for another reason', async () => {
    passMinute()
    const call = (headers: Record<string, string>, remoteAddress: string): Promise<Response> =>
      portico.service.fetch(
        new Request(`${portico.baseUrl}/api/v1/projects/current`, {
          headers: { 'x-stack-project-id': project.id, ...headers },
        }),
        { remoteAddress },
      )
    const wrongClient = { 'x-stack-access-type': 'client', 'x-stack-publishable-client-key': 'wrong' }
    const wrongAdmin = { 'x-stack-access-type': 'admin', 'x-stack-super-secret-admin-key': 'wrong' }

    const flood = await entriesOf(async () => {
      for (let caller = 1; caller <= 61; caller += 1) await call(wrongClient, `192.0.2.${caller}`)
    })
    const entries = await entriesOf(() => call(wrongAdmin, '198.51.100.1'))

    expect(flood).toHaveLength(60)
    expect(entries).toMatchObject([{ action: 'access.refused', reason: 'INVALID_SUPER_SECRET_ADMIN_KEY' }])
  })

  test('is not written for a missing sign-in', async () => {
    passMinute()

    expect(await entriesOf(() => project.client().get('/users/me'))).toEqual([])
  })

  test('is not written for an expired sign-in', async () => {
    const user = await project.signUp()
    portico.clock.advance(3_600_000)

    expect(await entriesOf(() => project.client(user).get('/users/me'))).toEqual([])
  })

  describe('is written for a client', () => {
    let user: TestUser
    let other: TestUser
    let teamId: string

    beforeAll(async () => {
      await project.admin().patch('/internal/projects/current', {
        config: { ...withApiKeys, client_team_creation_enabled: true, member_role_management_enabled: true },
      })
    })

    beforeEach(async () => {
      user = await project.signUp()
      other = await project.signUp()
      teamId = await project.createTeam({ creator: user })
      passMinute()
    })

    test.each<[string, string, () => Promise<unknown>]>([
      [
        'who is not a member of the team',
        'TEAM_MEMBERSHIP_NOT_FOUND',
        () => project.client(other).get(`/team-member-profiles/${teamId}/${user.id}`),
      ],
      [
        'who may not manage the API keys of the team',
        'API_KEY_NOT_FOUND',
        () => project.client(other).get(`/team-api-keys?team_id=${teamId}`),
      ],
      [
        'who addresses another user, answered as a bad request',
        'FORBIDDEN',
        () =>
          project.client(other).post(`/contact-channels/${user.id}/${randomUUID()}/send-verification-code`, {
            callback_url: 'http://localhost:3000/verify',
          }),
      ],
      [
        'who grants a permission to themselves',
        'FORBIDDEN',
        async () => {
          for (const permission of ['$manage_roles', '$update_team'])
            await project.server().post(`/team-permissions/${teamId}/${user.id}/${permission}`, {})
          await project.client(user).post(`/team-permissions/${teamId}/${user.id}/$update_team`, {})
        },
      ],
      [
        'who is anonymous and creates a team',
        'FORBIDDEN',
        async () => {
          const anonymous = await project.signUpAnonymously()
          await project.client(anonymous).post('/teams', { display_name: 'Team', creator_user_id: 'me' })
        },
      ],
    ])('%s', async (_who, reason, call) => {
      const entries = await entriesOf(call)

      expect(entries.filter(({ outcome }) => outcome === 'refused')).toMatchObject([
        { action: 'access.refused', reason },
      ])
    })
  })

  test('is written for a deleted owner of the project', async () => {
    const email = someEmail()
    const signUp = { email, password: TEST_PASSWORD }
    const { body: owner } = await portico.internal().post<SignedIn>('/auth/password/sign-up', signUp)
    await portico.internal({ accessType: 'server' }).delete(`/users/${owner.user_id}`)
    passMinute()

    const entries = await entriesOf(() =>
      portico
        .internal({
          projectId: project.id,
          accessType: 'admin',
          key: '',
          adminAccessToken: owner.access_token,
        })
        .get('/projects/current'),
    )

    expect(entries).toMatchObject([{ action: 'access.refused', actorId: owner.user_id, reason: 'FORBIDDEN' }])
  })

  test('is written for a page of another origin that calls the session of the dashboard', async () => {
    passMinute()

    const entries = await entriesOf(
      () =>
        portico.service.fetch(
          new Request(`${portico.baseUrl}/api/v1/internal/dashboard-session`, {
            method: 'DELETE',
            headers: { origin: 'https://attacker.example' },
          }),
          { remoteAddress: '192.0.2.7' },
        ),
      'internal',
    )

    expect(entries).toMatchObject([{ action: 'access.refused', reason: 'FORBIDDEN' }])
  })

  test('is written for a rate limit once a minute, with its act', async () => {
    passMinute()
    const email = someEmail()
    const ask = (): Promise<{ status: number }> =>
      project.client().post('/auth/password/send-reset-code', { email, callback_url: 'http://localhost:3000/reset' })

    const statuses: number[] = []
    const entries = await entriesOf(async () => {
      for (let call = 1; call <= 8; call += 1) statuses.push((await ask()).status)
    })

    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(1)
    expect(entries).toMatchObject([{ action: 'rate_limit.reached', outcome: 'refused', targetId: 'sendMail' }])
  })
})

describe('an audit entry of a mail that the limit of its mailbox suppresses', () => {
  test('is written once a minute, and the metric counts each mail', async () => {
    const limits = JSON.stringify({ sendMail: { perRecipient: [1, 300] } })
    const limited = await createTestPortico({ settings: { PORTICO_RATE_LIMITS: limits } })
    onTestFinished(() => limited.close())
    const own = await limited.createProject()
    const client = own.client(await own.signUp())
    const address = { user_id: 'me', type: 'email', value: someEmail(), used_for_auth: false }

    const statuses: number[] = []
    for (let call = 1; call <= 3; call += 1) {
      const { body, status } = await client.post<{ id: string }>('/contact-channels', address)
      await client.delete(`/contact-channels/me/${body.id}`)
      statuses.push(status)
    }

    const { rows } = await limited.database.db.run(statement`
      select action, target_id as target, reason from audit_events
      where project_id = ${own.id} and outcome = 'refused'`)
    expect(statuses).toEqual([201, 201, 201])
    expect(rows).toMatchObject([{ action: 'rate_limit.reached', target: 'sendMail', reason: 'RATE_LIMITED' }])
    expect(await limited.service.metrics.registry.metrics()).toContain('portico_rate_limited_total{act="sendMail"} 2')
  })
})

describe('an audit entry of a refused grant', () => {
  /** Calls the token endpoint, which is public and does not accept an access type. */
  function grant(fields: Record<string, string>): Promise<unknown> {
    return portico.anonymous().post('/auth/oauth/token', { client_id: project.id, ...fields })
  }

  const exchange = {
    grant_type: 'authorization_code',
    code: 'a'.repeat(52),
    code_verifier: 'v'.repeat(43),
    redirect_uri: 'http://localhost:3000/handler/oauth-callback',
  }

  test('is a refused sign-in for an unknown authorization code', async () => {
    passMinute()

    const entries = await entriesOf(() => grant(exchange))

    expect(entries).toMatchObject([
      { action: 'user.signed_in', outcome: 'refused', actorType: 'client', reason: 'INVALID_AUTHORIZATION_CODE' },
    ])
  })

  test('is written for a wrong client secret, in the project of the client id and with the exact code', async () => {
    passMinute()

    const entries = await entriesOf(() => grant({ ...exchange, client_secret: 'pck_wrong' }))

    expect(entries).toMatchObject([
      {
        action: 'access.refused',
        targetId: 'POST /auth/oauth/token',
        reason: 'INVALID_PUBLISHABLE_CLIENT_KEY',
      },
    ])
  })

  test.each<[string, string, Record<string, string>]>([
    ['an untrusted redirect URI', 'REDIRECT_URL_NOT_WHITELISTED', { redirect_uri: 'https://attacker.example/' }],
    ['a plain code challenge', 'OAUTH_AUTHORIZATION_REFUSED', { code_challenge_method: 'plain' }],
  ])('is a refused sign-in for %s at the start, once a minute', async (_what, reason, parameters) => {
    passMinute()
    const start = (): Promise<unknown> =>
      portico.anonymous().get(pathOf(authorizationRequest(portico.baseUrl, project, 'google', parameters).url))

    const entries = await entriesOf(async () => {
      await start()
      await start()
    })

    expect(entries).toMatchObject([{ action: 'user.signed_in', outcome: 'refused', actorType: 'client', reason }])
  })

  test('is a refused sign-in for a provider that is not enabled', async () => {
    const own = await portico.createProject()
    passMinute()

    const entries = await entriesOf(
      () => portico.anonymous().get(pathOf(authorizationRequest(portico.baseUrl, own, 'google').url)),
      own.id,
    )

    expect(entries).toMatchObject([
      { action: 'user.signed_in', outcome: 'refused', reason: 'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED' },
    ])
  })

  test('is not written for an expired token at the start', async () => {
    const user = await project.signUp()
    const { url } = authorizationRequest(portico.baseUrl, project, 'google', { type: 'link', token: user.accessToken })
    portico.clock.advance(3_600_000)

    expect(await entriesOf(() => portico.anonymous().get(pathOf(url)))).toEqual([])
  })

  describe('at the callback', () => {
    /** Starts a sign-in in a browser and returns its state. */
    async function start(browser: ProviderVisitor): Promise<string> {
      const { url } = authorizationRequest(portico.baseUrl, project, 'google')
      const { location } = await browser.send(new Request(url))
      return location?.searchParams.get('state') ?? ''
    }

    function receive(browser: ProviderVisitor, state: string, provider = 'google'): Promise<unknown> {
      const callback = `${portico.baseUrl}/api/v1/auth/oauth/callback/${provider}`
      return browser.send(new Request(`${callback}?error=access_denied&state=${state}`))
    }

    const refused = { action: 'user.signed_in', outcome: 'refused', actorType: 'client', reason: 'OAUTH_STATE_REFUSED' }

    test('is a refused sign-in in another browser, once a minute', async () => {
      passMinute()
      const state = await start(new ProviderVisitor(portico.service, portico.baseUrl))
      const other = new ProviderVisitor(portico.service, portico.baseUrl)

      const entries = await entriesOf(async () => {
        await receive(other, state)
        await receive(other, state)
      })

      expect(entries).toMatchObject([refused])
    })

    test('is a refused sign-in for a state that was used', async () => {
      passMinute()
      const browser = new ProviderVisitor(portico.service, portico.baseUrl)
      const state = await start(browser)
      await receive(browser, state)

      expect(await entriesOf(() => receive(browser, state))).toMatchObject([refused])
    })

    test('is a refused sign-in for the state of another provider', async () => {
      passMinute()
      const browser = new ProviderVisitor(portico.service, portico.baseUrl)
      const state = await start(browser)

      expect(await entriesOf(() => receive(browser, state, 'github'))).toMatchObject([refused])
    })
  })

  test('is written for an unknown polling code once a minute', async () => {
    passMinute()
    const poll = (code: string): Promise<unknown> => project.client().post('/auth/cli/poll', { polling_code: code })

    const entries = await entriesOf(async () => {
      await poll('a'.repeat(45))
      await poll('b'.repeat(45))
    })

    expect(entries).toMatchObject([
      { action: 'user.signed_in', outcome: 'refused', actorType: 'client', reason: 'INVALID_POLLING_CODE' },
    ])
  })

  test('is written for an unknown login code once a minute', async () => {
    passMinute()
    const check = (code: string): Promise<unknown> =>
      project.client().post('/auth/cli/complete', { login_code: code, mode: 'check' })

    const entries = await entriesOf(async () => {
      await check('a'.repeat(45))
      await check('b'.repeat(45))
    })

    expect(entries).toMatchObject([
      { action: 'user.signed_in', outcome: 'refused', actorType: 'client', reason: 'INVALID_LOGIN_CODE' },
    ])
  })

  test('names the user of an admin access token who does not own the project', async () => {
    const other = await portico.createProject()
    const { sub } = decodeJwt(other.ownerAccessToken)
    passMinute()

    const entries = await entriesOf(() =>
      portico
        .internal({ projectId: project.id, accessType: 'admin', key: '', adminAccessToken: other.ownerAccessToken })
        .get('/internal/projects/current'),
    )

    expect(entries).toMatchObject([
      { action: 'access.refused', actorType: 'admin', actorId: sub, reason: 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN' },
    ])
  })
})

describe('an audit entry of a session that ends because the user has too many', () => {
  test('contains the reason', async () => {
    const limited = await createTestPortico({ settings: { PORTICO_SESSIONS_PER_USER: '1' } })
    onTestFinished(() => limited.close())
    const own = await limited.createProject()
    const user = await own.signUp()
    await own.client().post('/auth/password/sign-in', { email: user.email, password: TEST_PASSWORD })

    const { rows } = await limited.database.db.run(statement`
      select action, actor_type as "actorType", reason, request_id is not null as "hasRequest" from audit_events
      where project_id = ${own.id} and action = 'session.ended'`)

    expect(rows).toEqual([
      { action: 'session.ended', actorType: 'system', reason: 'SESSION_LIMIT_REACHED', hasRequest: true },
    ])
  })
})
