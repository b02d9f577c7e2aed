import {
  authorizationRequest,
  createTestPortico,
  ProviderVisitor,
  someEmail,
  type LastSeen,
  type TestPortico,
  type TestProject,
  type TestSession,
} from '@portico/testkit'
import type { OAuthProviderId } from '@portico/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../../kernel/statement.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await projectWith()
})

afterAll(() => portico.close())

function projectWith(): Promise<TestProject> {
  return portico.createProject({
    config: {
      anonymous_enabled: true,
      oauth_providers: [
        { id: 'google', type: 'shared' },
        { id: 'github', type: 'standard', client_id: 'look-alike', client_secret: 'look-alike' },
      ],
    },
  })
}

type FlowType = 'link' | 'authenticate'

async function issue(user: TestSession, type: FlowType = 'link', provider = 'google'): Promise<string> {
  const answer = await project
    .client(user)
    .post<{ flow_handle: string }>('/auth/oauth/flow-handles', { provider_id: provider, type })
  return answer.body.flow_handle
}

async function authorize(
  handle: string,
  { type = 'link', provider = 'google', of = project, ...others }: Options = {},
): Promise<LastSeen> {
  const { url } = authorizationRequest(portico.baseUrl, of, provider, { type, flow_handle: handle, ...others })
  return new ProviderVisitor(portico.service, portico.baseUrl).send(new Request(url))
}

interface Options {
  type?: FlowType
  provider?: OAuthProviderId
  of?: TestProject
  token?: string
  redirect_uri?: string
}

function errorOf(seen: Pick<LastSeen, 'headers'>): string | null {
  return seen.headers.get('x-stack-known-error')
}

describe('flow handle', () => {
  test('connects an account to the user it was issued for', async () => {
    const user = await project.signUp()

    const signIn = await project.signInAt(
      'google',
      { email: someEmail() },
      { type: 'link', flow_handle: await issue(user) },
    )
    const { body: tokens } = await signIn.exchange<{ access_token: string; is_new_user: boolean }>()

    expect(tokens.is_new_user).toBe(false)
    const me = await project.client({ accessToken: tokens.access_token, refreshToken: '' }).get('/users/me')
    expect(me.body).toMatchObject({ id: user.id, oauth_providers: [{ id: 'google' }] })
  })

  test('upgrades the anonymous user it was issued for', async () => {
    const anonymous = await project.signUpAnonymously()
    const email = someEmail()

    const signIn = await project.signInAt(
      'google',
      { email },
      { type: 'authenticate', flow_handle: await issue(anonymous, 'authenticate') },
    )
    const { body: tokens } = await signIn.exchange<{ access_token: string }>()

    const me = await project.client({ accessToken: tokens.access_token, refreshToken: '' }).get('/users/me')
    expect(me.body).toMatchObject({ id: anonymous.id, is_anonymous: false, primary_email: email })
  })

  test('has 256 random bits and is stored as a hash', async () => {
    const user = await project.signUp()

    const handle = await issue(user)

    expect(handle).toMatch(/^[0-9a-z]{52}$/)
    const { rows } = await portico.database.db.run(statement<{ text: string }>`
      select verification_codes::text as text from verification_codes where project_id = ${project.id}`)
    expect(rows.filter(({ text }) => text.includes(handle.slice(0, 20)))).toEqual([])
  })

  test('is accepted once', async () => {
    const handle = await issue(await project.signUp())

    expect((await authorize(handle)).status).toBe(307)
    expect(errorOf(await authorize(handle))).toBe('VERIFICATION_CODE_ALREADY_USED')
  })

  test('is accepted once in four concurrent requests', async () => {
    const handle = await issue(await project.signUp())

    const seen = await Promise.all([1, 2, 3, 4].map(() => authorize(handle)))

    expect(seen.filter(({ status }) => status === 307)).toHaveLength(1)
  })

  test('is accepted for a minute', async () => {
    const user = await project.signUp()
    const [early, late] = [await issue(user), await issue(await project.signUp())]

    portico.clock.advance(59_000)
    const inTime = await authorize(early)
    portico.clock.advance(2_000)

    expect(inTime.status).toBe(307)
    expect(errorOf(await authorize(late))).toBe('VERIFICATION_CODE_EXPIRED')
  })

  test('is accepted only for its provider, type and project; a wrong use does not use it up', async () => {
    const handle = await issue(await project.signUp())

    expect(errorOf(await authorize(handle, { provider: 'github' }))).toBe('VERIFICATION_CODE_NOT_FOUND')
    expect(errorOf(await authorize(handle, { type: 'authenticate' }))).toBe('VERIFICATION_CODE_NOT_FOUND')
    expect(errorOf(await authorize(handle, { of: await projectWith() }))).toBe('VERIFICATION_CODE_NOT_FOUND')
    expect((await authorize(handle)).status).toBe(307)
  })

  test('is not used up by a request that is refused for another reason', async () => {
    const handle = await issue(await project.signUp())

    expect(errorOf(await authorize(handle, { redirect_uri: 'https://evil.example/' }))).toBe(
      'REDIRECT_URL_NOT_WHITELISTED',
    )
    expect((await authorize(handle)).status).toBe(307)
  })

  test('ends the previous handle of the same user', async () => {
    const user = await project.signUp()
    const handle = await issue(user)
    await issue(user)

    expect(errorOf(await authorize(handle))).toBe('VERIFICATION_CODE_EXPIRED')
  })

  test.each(['', 'x', '0'.repeat(52), 'ı'.repeat(52), '%00', '0'.repeat(5_000)])(
    'is refused without a server error when it is %j',
    async (handle) => {
      const seen = await authorize(handle)

      expect(seen.status).toBeGreaterThanOrEqual(400)
      expect(seen.status).toBeLessThan(500)
    },
  )

  test('is refused together with an access token', async () => {
    const user = await project.signUp()

    const seen = await authorize(await issue(user), { token: user.accessToken })

    expect(seen.status).toBe(400)
    expect(seen.text).toContain('not both')
  })

  test('is not accepted as the state of a callback', async () => {
    const handle = await issue(await project.signUp())
    const callback = `${portico.baseUrl}/api/v1/auth/oauth/callback/google?code=x&state=${handle}`

    const seen = await new ProviderVisitor(portico.service, portico.baseUrl).send(new Request(callback))

    expect(seen.status).toBe(400)
    expect(seen.location).toBeNull()
  })
})

describe('session of a flow handle', () => {
  test('must exist when the handle is used', async () => {
    const user = await project.signUp()
    const handle = await issue(user)

    await project.client(user).delete('/auth/sessions/current')

    expect(errorOf(await authorize(handle))).toBe('ACCESS_TOKEN_EXPIRED')
  })

  test('must exist when the account is connected', async () => {
    const user = await project.signUp()
    const signIn = await project.signInAt(
      'google',
      { email: someEmail() },
      { type: 'link', flow_handle: await issue(user) },
    )

    await project.client(user).delete('/auth/sessions/current')

    expect((await signIn.exchange()).status).toBe(401)
  })

  test('must be recent to connect an account', async () => {
    const user = await project.signUp()
    const longAgo = new Date(portico.clock.now().getTime() - 16 * 60_000)
    await portico.database.db.run(statement`
      update sessions set authenticated_at = ${longAgo} where project_id = ${project.id} and user_id = ${user.id}`)

    expect(errorOf(await authorize(await issue(user)))).toBe('RECENT_SIGN_IN_REQUIRED')
  })

  test('must not be an impersonation', async () => {
    const user = await project.signUp()
    const session = await project.server().post<{ access_token: string; refresh_token: string }>('/auth/sessions', {
      user_id: user.id,
      is_impersonation: true,
    })
    const impersonated = {
      id: user.id,
      accessToken: session.body.access_token,
      refreshToken: session.body.refresh_token,
    }

    const answer = await project
      .client(impersonated)
      .post<{ flow_handle?: string }>('/auth/oauth/flow-handles', { provider_id: 'google', type: 'link' })

    const handle = answer.body.flow_handle
    expect(handle === undefined ? answer.status : (await authorize(handle)).status).toBe(403)
  })

  test('must not belong to an anonymous user when an account is connected', async () => {
    const seen = await authorize(await issue(await project.signUpAnonymously()))

    expect(seen.status).toBe(400)
    expect(seen.text).toContain('type=authenticate')
  })

  test('ends with a password change, and the handle with it', async () => {
    const user = await project.signUp()
    const handle = await issue(user)

    await project
      .client(user)
      .post('/auth/password/update', { old_password: user.password, new_password: 'another one' })

    expect((await authorize(handle)).status).toBe(400)
  })
})

describe('issuing a flow handle', () => {
  test('requires a signed-in user', async () => {
    const answer = await project.client().post('/auth/oauth/flow-handles', { provider_id: 'google', type: 'link' })

    expect(answer.body.code).toBe('USER_AUTHENTICATION_REQUIRED')
  })

  test('requires the client access type', async () => {
    const user = await project.signUp()

    const answer = await project.server(user).post('/auth/oauth/flow-handles', { provider_id: 'google', type: 'link' })

    expect(answer.body.code).toBe('INSUFFICIENT_ACCESS_TYPE')
  })
})
