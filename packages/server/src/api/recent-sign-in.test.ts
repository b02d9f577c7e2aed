import { endpoints, type EndpointSpec } from '@portico/contract'
import { createTestPortico, TEST_PASSWORD, type TestPortico, type TestProject, type TestUser } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const SIXTEEN_MINUTES = 16 * 60_000

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ config: { client_user_deletion_enabled: true } })
})

afterAll(() => portico.close())

/** Every call, or field of a call, that changes how its own user signs in. */
const guarded = [...endpoints].flatMap(([name, spec]: [string, EndpointSpec]) => {
  if (!('client' in spec.access) || spec.provesCredential) return []
  const fields = spec.changesCredentials === true ? [null] : (spec.changesCredentials ?? [])
  return fields.map((field) => ({ name, spec, field, body: field === null ? {} : { [field]: null } }))
})

/** The same session with an access token that is valid now. */
async function refreshed(from: TestProject, user: TestUser): Promise<TestUser> {
  const http = from.client().with({ refreshToken: user.refreshToken })
  const { body } = await http.post<{ access_token: string }>('/auth/sessions/current/refresh', {})
  return { ...user, accessToken: body.access_token }
}

describe('a change of credentials', () => {
  test.each(guarded)(
    'given a sign-in of 16 minutes ago, when $name ($field) is called, then RECENT_SIGN_IN_REQUIRED',
    async ({ spec, body }) => {
      const user = await project.signUp()
      portico.clock.advance(SIXTEEN_MINUTES)

      const answer = await project.client(await refreshed(project, user)).send(spec.method, spec.path, body)

      expect(answer).toMatchObject({
        status: 403,
        body: { code: 'RECENT_SIGN_IN_REQUIRED', details: { max_age_millis: 900_000 } },
      })
    },
  )

  test('carries the sentence as message too, which official clients show for codes they do not know', async () => {
    const user = await project.signUp()
    portico.clock.advance(SIXTEEN_MINUTES)

    const { body } = await project
      .client(await refreshed(project, user))
      .delete<{ error: string; message: string }>('/users/me')

    expect(body.message).toBe(body.error)
    expect(body.message).toContain('Please sign in again.')
  })

  test('given an old session, when the user signs in again, then the change goes through', async () => {
    const user = await project.signUp()
    portico.clock.advance(SIXTEEN_MINUTES)
    const again = await project
      .client()
      .post<{ access_token: string; refresh_token: string }>('/auth/password/sign-in', {
        email: user.email,
        password: TEST_PASSWORD,
      })

    const answer = await project
      .client({ accessToken: again.body.access_token, refreshToken: again.body.refresh_token })
      .delete('/users/me')

    expect(answer.status).toBe(200)
  })

  test('given an old session, when what is sent proves the old password or changes no credential, then it goes through', async () => {
    const user = await project.signUp()
    portico.clock.advance(SIXTEEN_MINUTES)
    const http = project.client(await refreshed(project, user))

    const renamed = await http.patch('/users/me', { display_name: 'Ada' })
    const changed = await http.post('/auth/password/update', {
      old_password: TEST_PASSWORD,
      new_password: 'another long passphrase',
    })

    expect([renamed.status, changed.status]).toEqual([200, 200])
  })

  test('given a backend, or a project that does not ask for it, when the session is old, then the change goes through', async () => {
    const relaxed = await portico.createProject({ config: { recent_sign_in_required: false } })
    const [strictUser, relaxedUser] = [await project.signUp(), await relaxed.signUp()]
    portico.clock.advance(SIXTEEN_MINUTES)

    const byServer = await project.server(await refreshed(project, strictUser)).delete('/users/me')
    const byClient = await relaxed
      .client(await refreshed(relaxed, relaxedUser))
      .patch('/users/me', { otp_auth_enabled: false })

    expect([byServer.status, byClient.status]).toEqual([200, 200])
  })
})
