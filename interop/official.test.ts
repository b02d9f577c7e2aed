import {
  createTestPortico,
  someEmail,
  TEST_PASSWORD,
  type Listening,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createOfficialClient, officialVersions, type OfficialClientApp } from './official-client.ts'

let portico: TestPortico
let project: TestProject
let listening: Listening

beforeAll(async () => {
  portico = await createTestPortico({ settings: { PORTICO_PASSWORD_CHECKS: 'full' } })
  project = await portico.createProject()
  listening = await portico.listen()
})

afterAll(() => portico.close())

describe.each(officialVersions)('the official client %s, unmodified', (version) => {
  const client = (): Promise<OfficialClientApp> =>
    createOfficialClient(version, {
      baseUrl: listening.url,
      projectId: project.id,
      publishableClientKey: project.keys.publishable_client_key,
    })

  const signUp = async (app: OfficialClientApp, email: string, password = TEST_PASSWORD): Promise<unknown> =>
    app.signUpWithCredential({
      email,
      password,
      noRedirect: true,
      verificationCallbackUrl: 'http://localhost:3000/handler/email-verification',
    } as Parameters<OfficialClientApp['signUpWithCredential']>[0])

  test('signs up, updates the user and reads the user back', async () => {
    const app = await client()
    const email = someEmail()

    expect(await signUp(app, email)).toMatchObject({ status: 'ok' })
    const user = await app.getUser({ or: 'throw' })
    await user.setDisplayName('Ada Lovelace')

    expect(user).toMatchObject({ primaryEmail: email, primaryEmailVerified: false, hasPassword: true })
    expect((await app.getUser({ or: 'throw' })).displayName).toBe('Ada Lovelace')
  })

  test('reads the switches of the project', async () => {
    const app = await client()

    expect(await app.getProject()).toMatchObject({
      id: project.id,
      config: { signUpEnabled: true, credentialEnabled: true },
    })
  })

  test('has no user between sign-out and the next sign-in', async () => {
    const app = await client()
    const email = someEmail()
    await signUp(app, email)

    await (await app.getUser({ or: 'throw' })).signOut({ redirectUrl: '/' })
    const between = await app.getUser()
    const wrong = await app.signInWithCredential({ email, password: 'not the password', noRedirect: true })
    const right = await app.signInWithCredential({ email, password: TEST_PASSWORD, noRedirect: true })

    expect(between).toBeNull()
    expect(wrong).toMatchObject({ status: 'error' })
    expect(right).toMatchObject({ status: 'ok' })
    expect((await app.getUser({ or: 'throw' })).primaryEmail).toBe(email)
  })

  test('refreshes an expired access token automatically', async () => {
    const app = await client()
    const email = someEmail()
    await signUp(app, email)
    const before = await (await app.getUser({ or: 'throw' })).currentSession.getTokens()

    portico.clock.advance(11 * 60_000)
    const user = await app.getUser({ or: 'throw' })

    const after = await user.currentSession.getTokens()
    expect(user.primaryEmail).toBe(email)
    expect(after.refreshToken).toBe(before.refreshToken)
    expect(after.accessToken).not.toBe(before.accessToken)
  })

  test('returns refused sign-ups as typed errors', async () => {
    const app = await client()
    const email = someEmail()
    await signUp(app, email)

    expect(await signUp(app, email)).toMatchObject({
      status: 'error',
      error: { errorCode: 'USER_EMAIL_ALREADY_EXISTS' },
    })
    expect(await signUp(app, someEmail(), 'short')).toMatchObject({
      status: 'error',
      error: { errorCode: 'PASSWORD_TOO_SHORT' },
    })
    expect(await signUp(app, someEmail(), 'password1')).toMatchObject({
      status: 'error',
      error: { errorCode: 'PASSWORD_REQUIREMENTS_NOT_MET', message: expect.stringContaining('too easy to guess') },
    })
  })
})
