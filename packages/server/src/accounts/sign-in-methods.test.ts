import {
  createTestPortico,
  VirtualAuthenticator,
  type Answer,
  type TestPortico,
  type TestProject,
  type TestUser,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../kernel/statement.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ config })
})

afterAll(() => portico.close())

const config = {
  passkey_enabled: true,
  magic_link_enabled: true,
  oauth_providers: [{ id: 'github' as const, type: 'shared' as const }],
}

interface Started {
  readonly code: string
  readonly options_json: { readonly challenge: string; readonly user: { readonly id: string } }
}

/** Registers a passkey and returns its id. */
async function register(user: TestUser, on = project): Promise<string> {
  const { body } = await on.client(user).post<Started>('/auth/passkey/initiate-passkey-registration', {})
  const credential = new VirtualAuthenticator().register(body.options_json)
  const answer = await on.client(user).post('/auth/passkey/register', { credential, code: body.code })
  expect(answer.status).toBe(200)
  return credential.id
}

function remove(user: TestUser, passkeyId: string): Promise<Answer> {
  return project.client(user).delete(`/auth/passkeys/me/${passkeyId}`)
}

async function connect(user: TestUser): Promise<void> {
  const account = { email: `github-${user.email}` }
  const link = await project.signInAt('github', account, { type: 'link', token: user.accessToken })
  expect((await link.exchange()).status).toBe(200)
}

function disconnect(user: TestUser): Promise<Answer> {
  return project.client(user).delete('/oauth-providers/me/github')
}

/** Creates a user whose password was removed, so that the user has no sign-in method. */
async function createUserWithoutPassword(): Promise<TestUser> {
  const user = await project.signUp()
  await project.server(user).patch('/users/me', { password: null })
  const { body } = await project
    .server()
    .post<{ access_token: string; refresh_token: string }>('/auth/sessions', { user_id: user.id })
  return { ...user, accessToken: body.access_token, refreshToken: body.refresh_token }
}

const ONLY_METHOD = 'This is your only sign-in method. Add another one first.'

describe('removing the only sign-in method', () => {
  test('is refused for a passkey, by either call', async () => {
    const user = await createUserWithoutPassword()
    const [first, second] = [await register(user), await register(user)]

    expect((await remove(user, first)).status).toBe(200)
    const refused = await remove(user, second)
    const bySwitch = await project.client(user).patch('/users/me', { passkey_auth_enabled: false })

    expect([refused, bySwitch]).toMatchObject([
      { status: 400, text: ONLY_METHOD },
      { status: 400, text: ONLY_METHOD },
    ])
    expect(await project.client(user).get('/users/me')).toMatchObject({ body: { passkey_auth_enabled: true } })
  })

  test('is refused for a connected account', async () => {
    const user = await createUserWithoutPassword()
    await connect(user)

    expect(await disconnect(user)).toMatchObject({ status: 400, text: ONLY_METHOD })
    expect(await project.client(user).get('/oauth-providers?user_id=me')).toMatchObject({
      body: { items: [{ id: 'github' }] },
    })
  })

  test('is refused for mailed codes', async () => {
    const user = await createUserWithoutPassword()
    await project.server(user).patch('/users/me', { otp_auth_enabled: true })

    const answer = await project.client(user).patch('/users/me', { otp_auth_enabled: false })

    expect(answer).toMatchObject({ status: 400, text: ONLY_METHOD })
  })

  test('is allowed to a server', async () => {
    const user = await createUserWithoutPassword()
    await connect(user)
    const passkeyId = await register(user)

    expect((await project.server().delete(`/oauth-providers/${user.id}/github`)).status).toBe(200)
    expect((await project.server().delete(`/auth/passkeys/${user.id}/${passkeyId}`)).status).toBe(200)
  })

  test('is allowed to its user if the project does not offer it any more', async () => {
    const closing = await portico.createProject({ config })
    const user = await closing.signUp()
    const passkeyId = await register(user, closing)
    await closing
      .admin()
      .patch('/internal/projects/current', { config: { passkey_enabled: false, credential_enabled: false } })

    expect((await closing.client(user).delete(`/auth/passkeys/me/${passkeyId}`)).status).toBe(200)
  })

  test('does not count a password in a project without password sign-in', async () => {
    const closing = await portico.createProject({ config })
    const user = await closing.signUp()
    const passkeyId = await register(user, closing)
    await closing.admin().patch('/internal/projects/current', { config: { credential_enabled: false } })

    expect((await closing.client(user).delete(`/auth/passkeys/me/${passkeyId}`)).status).toBe(400)
  })
})

describe('two concurrent removals of the last two sign-in methods', () => {
  async function expectOneToSucceed(removals: readonly Promise<Answer>[]): Promise<void> {
    const answers = await Promise.all(removals)
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  }

  test('keep one of two passkeys', async () => {
    const user = await createUserWithoutPassword()
    const [first, second] = [await register(user), await register(user)]

    await expectOneToSucceed([remove(user, first), remove(user, second)])
  })

  test('keep a passkey or a connected account', async () => {
    const user = await createUserWithoutPassword()
    await connect(user)
    const passkeyId = await register(user)

    await expectOneToSucceed([remove(user, passkeyId), disconnect(user)])
  })

  test('keep a passkey or mailed codes', async () => {
    const user = await createUserWithoutPassword()
    await project.server(user).patch('/users/me', { otp_auth_enabled: true })
    const passkeyId = await register(user)

    await expectOneToSucceed([
      remove(user, passkeyId),
      project.client(user).patch('/users/me', { otp_auth_enabled: false }),
    ])
  })
})

describe('disconnecting a provider account', () => {
  test('deletes it with its tokens, and causes an audit entry and a mail', async () => {
    const user = await project.signUp()
    await project.server(user).patch('/users/me', { primary_email_verified: true })
    await connect(user)

    expect(await disconnect(user)).toMatchObject({ status: 200, body: { success: true } })

    const { db } = portico.database
    const accounts = await db.run(
      statement`select 1 from oauth_accounts where project_id = ${project.id} and user_id = ${user.id}`,
    )
    expect(accounts.rows).toEqual([])
    const audit = await db.run(statement`
      select actor_id as "actorId", target_id as target from audit_events
      where project_id = ${project.id} and action = 'oauth_account.disconnected' and target_id = ${user.id}`)
    expect(audit.rows).toEqual([{ actorId: user.id, target: user.id }])
    expect((await portico.mailbox.latest(user.email)).text).toContain(
      'The connected account at GitHub was disconnected',
    )
    expect((await disconnect(user)).status).toBe(404)
  })

  test('follows a list in the form of the newest official client', async () => {
    const user = await project.signUp()
    await connect(user)
    const account = {
      id: 'github',
      type: 'github',
      user_id: user.id,
      allow_sign_in: true,
      email: `github-${user.email}`,
    }

    const byServer = await project.server().get(`/oauth-providers?user_id=${user.id}`)
    const byClient = await project.client(user).get('/oauth-providers?user_id=me')

    expect(byServer).toMatchObject({ status: 200, body: { items: [account] } })
    expect(byClient).toMatchObject({ status: 200, body: { items: [account] } })
  })

  test('ends a sign-in at the provider that the app has not completed', async () => {
    const user = await project.signUp()
    await connect(user)
    const pending = await project.signInAt('github', { email: `github-${user.email}` })

    await disconnect(user)

    expect((await pending.exchange()).status).toBe(400)
  })

  test('is refused for another user, and answers for another project like for a missing user', async () => {
    const user = await project.signUp()
    await connect(user)
    const other = await project.signUp()
    const foreign = await portico.createProject({ config })

    expect((await project.client(other).delete(`/oauth-providers/${user.id}/github`)).status).toBe(403)
    expect(await foreign.server().delete(`/oauth-providers/${user.id}/github`)).toMatchObject({
      status: 404,
      body: { code: 'USER_NOT_FOUND' },
    })
    expect((await disconnect(user)).status).toBe(200)
  })
})
