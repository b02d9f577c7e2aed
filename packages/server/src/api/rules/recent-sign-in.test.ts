import { endpoints, type EndpointSpec } from '@portico/contract'
import { createTestPortico, TEST_PASSWORD, type TestPortico, type TestProject, type TestUser } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { withApiKeys } from '../../../test/api-keys.ts'

const SIXTEEN_MINUTES = 16 * 60_000

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ config: { ...withApiKeys, client_user_deletion_enabled: true } })
})

afterAll(() => portico.close())

/** Every call, or field of a call, that changes the credentials of its own user. */
const guarded = [...endpoints].flatMap(([name, spec]: [string, EndpointSpec]) => {
  if (!('client' in spec.access) || spec.provesCredential) return []
  const fields = spec.changesCredentials === true ? [null] : (spec.changesCredentials ?? [])
  return fields.map((field) => ({ name, spec, field, body: field === null ? {} : { [field]: null } }))
})

/** Refreshes the access token of the session. */
async function refreshed(from: TestProject, user: TestUser): Promise<TestUser> {
  const http = from.client().with({ refreshToken: user.refreshToken })
  const { body } = await http.post<{ access_token: string }>('/auth/sessions/current/refresh', {})
  return { ...user, accessToken: body.access_token }
}

describe('a change of credentials', () => {
  test.each(guarded)('is refused by $name ($field) 16 minutes after the sign-in', async ({ spec, body }) => {
    const user = await project.signUp()
    portico.clock.advance(SIXTEEN_MINUTES)

    const answer = await project.client(await refreshed(project, user)).send(spec.method, spec.path, body)

    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'RECENT_SIGN_IN_REQUIRED', details: { max_age_millis: 900_000 } },
    })
  })

  test('is refused with a message, which official clients show for codes that they do not know', async () => {
    const user = await project.signUp()
    portico.clock.advance(SIXTEEN_MINUTES)

    const { body } = await project
      .client(await refreshed(project, user))
      .delete<{ error: string; message: string }>('/users/me')

    expect(body.message).toBe(body.error)
    expect(body.message).toContain('Please sign in again.')
  })

  test('is accepted after a new sign-in', async () => {
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

  test('is accepted in an old session if the call contains the old password, like a call that changes no credentials', async () => {
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

  test('is accepted in an old session from a backend or if the project does not require a recent sign-in', async () => {
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
