import {
  createTestPortico,
  someEmail,
  TEST_PASSWORD,
  type TestPortico,
  type TestProject,
  type TestUser,
} from '@portico/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { acceptById, invite, signUpVerified } from '../../../test/invitations.ts'

let portico: TestPortico
let project: TestProject
let user: TestUser

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ config: { magic_link_enabled: true, anonymous_enabled: true } })
})

afterAll(() => portico.close())

async function signUpAndDelete(): Promise<TestUser> {
  const deleted = await project.signUp()
  await project.server().delete(`/users/${deleted.id}`)
  return deleted
}

beforeEach(async () => {
  user = await project.signUp()
  await project.client(user).delete('/auth/sessions/current')
})

describe('the access token of an ended session', () => {
  test('does not change the answer of a refresh with the refresh token of that session', async () => {
    expect(await project.client(user).post('/auth/sessions/current/refresh')).toMatchObject({
      status: 401,
      body: { code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED' },
    })
  })

  test('does not stop a refresh of another session', async () => {
    const other = await project.signUp()
    const http = project.client({ ...user, refreshToken: other.refreshToken })

    expect((await http.post('/auth/sessions/current/refresh')).status).toBe(200)
  })

  test('does not stop sign-in and sign-up with a password', async () => {
    const http = project.client(user)

    const signIn = await http.post('/auth/password/sign-in', { email: user.email, password: TEST_PASSWORD })
    const signUp = await http.post('/auth/password/sign-up', { email: someEmail(), password: TEST_PASSWORD })

    expect([signIn.status, signUp.status]).toEqual([200, 200])
  })

  test('does not stop sign-in with a mailed code', async () => {
    const http = project.client(user)
    const email = someEmail()
    await http.post('/auth/otp/send-sign-in-code', { email, callback_url: 'http://localhost:3000/handler/x' })

    const answer = await http.post('/auth/otp/sign-in', { code: await portico.mailbox.latestCode(email) })

    expect(answer.status).toBe(200)
  })

  test('counts as no user for a call that works without one', async () => {
    expect((await project.client(user).get('/')).text).toContain('User: None')
  })

  test('is refused if the call requires a user', async () => {
    for (const answer of [
      await project.client(user).get('/users/me'),
      await project.server(user).get('/auth/sessions?user_id=me'),
      await project.client(user).get('/auth/sessions?user_id=me'),
      await project.client(user).post('/auth/password/set', { password: TEST_PASSWORD }),
    ]) {
      expect(answer).toMatchObject({ status: 401, body: { code: 'ACCESS_TOKEN_EXPIRED' } })
    }
  })

  test('is ignored if a server names another user', async () => {
    const other = await project.signUp()

    expect((await project.server(user).get(`/auth/sessions?user_id=${other.id}`)).status).toBe(200)
  })

  test('is ignored if a server changes what another user has in teams', async () => {
    const invited = await signUpVerified(portico, project)
    const { id } = await invite(portico, project, { email: invited.email })
    for (const token of [user, await signUpAndDelete()]) {
      const server = project.server(token)
      const team = await server.post('/teams', { display_name: 'X', creator_user_id: invited.id })
      const profile = await server.patch(`/team-member-profiles/${String(team.body['id'])}/${invited.id}`, {
        display_name: 'Y',
      })

      expect([team.status, profile.status]).toEqual([201, 200])
    }
    expect((await acceptById(project.server(user), id, invited.id)).status).toBe(200)
  })

  test('does not upgrade its anonymous user', async () => {
    const anonymous = await project.signUpAnonymously()
    await project.client(anonymous).delete('/auth/sessions/current')

    const answer = await project
      .client(anonymous)
      .post('/auth/password/sign-up', { email: someEmail(), password: TEST_PASSWORD })

    expect(answer.status).toBe(200)
    expect(answer.body.user_id).not.toBe(anonymous.id)
  })
})
