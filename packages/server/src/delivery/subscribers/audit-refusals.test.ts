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
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { withApiKeys } from '../../../test/api-keys.ts'
import { entriesOf as entriesOfCall, type Entry } from '../../../test/audit-entries.ts'

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
function entriesOf(call: () => Promise<unknown>, projectId = project.id): Promise<Entry[]> {
  return entriesOfCall(portico, projectId, call)
}

/**
 * Separates calls in time, so that their entries have a fixed order and the sampler of refusals starts a new minute.
 */
function passMinute(): void {
  portico.clock.advance(60_001)
}

function pathOf(url: string): string {
  return url.slice(url.indexOf('/auth/'))
}

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

  describe('an audit entry of a refusal for a client', () => {
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
    ])('is written for one %s', async (_who, reason, call) => {
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

  describe('an audit entry at the callback', () => {
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
