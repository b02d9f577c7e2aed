import { createTestPortico, someEmail, TEST_PASSWORD, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createOfficialServer, officialVersions, type OfficialServerApp } from './official-client.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico({ isListening: true })
  project = await portico.createProject({ config: { magic_link_enabled: true } })
})

afterAll(() => portico.close())

describe.each(officialVersions)('the official server app %s, unmodified', (version) => {
  const server = (): Promise<OfficialServerApp> =>
    createOfficialServer(version, {
      baseUrl: portico.baseUrl,
      projectId: project.id,
      publishableClientKey: project.keys.publishable_client_key,
      secretServerKey: project.keys.secret_server_key,
    })

  test('creates, reads, changes and deletes a user', async () => {
    const app = await server()
    const primaryEmail = someEmail()

    const created = await app.createUser({
      primaryEmail,
      primaryEmailVerified: true,
      primaryEmailAuthEnabled: true,
      password: TEST_PASSWORD,
      displayName: 'Ada',
      serverMetadata: { plan: 'pro' },
      clientMetadata: { theme: 'dark' },
      clientReadOnlyMetadata: { seats: 3 },
    })
    await created.update({ displayName: 'Ada Lovelace', serverMetadata: { plan: 'free' } })
    await created.setClientMetadata({ theme: 'light' })
    const signIn = await project
      .client()
      .post('/auth/password/sign-in', { email: primaryEmail, password: TEST_PASSWORD })
    const read = await (await server()).getUser(created.id)
    await read?.delete()

    expect(signIn).toMatchObject({ status: 200, body: { user_id: created.id } })
    expect(read).toMatchObject({
      id: created.id,
      primaryEmail,
      primaryEmailVerified: true,
      displayName: 'Ada Lovelace',
      hasPassword: true,
      serverMetadata: { plan: 'free' },
      clientMetadata: { theme: 'light' },
      clientReadOnlyMetadata: { seats: 3 },
      signedUpAt: expect.any(Date),
      lastActiveAt: expect.any(Date),
    })
    expect(await (await server()).getUser(created.id)).toBeNull()
  })

  test('lists users page by page, newest first, and searches them', async () => {
    const app = await server()
    const name = `Person ${version}`
    for (const number of [1, 2, 3])
      await app.createUser({ displayName: `${name} no ${number}`, primaryEmail: someEmail() })

    const first = await app.listUsers({ limit: 2, orderBy: 'signedUpAt', desc: true, query: name })
    const second = await app.listUsers({ limit: 2, desc: true, query: name, cursor: first.nextCursor ?? '' })

    expect(first.map(({ displayName }) => displayName)).toEqual([`${name} no 3`, `${name} no 2`])
    expect(second.map(({ displayName }) => displayName)).toEqual([`${name} no 1`])
    expect(second.nextCursor).toBeNull()
    expect((await app.listUsers()).length).toBeGreaterThanOrEqual(3)
  })

  test('receives a taken address as a typed error', async () => {
    const app = await server()
    const { email } = await project.signUp()

    const taken = app.createUser({ primaryEmail: email, primaryEmailAuthEnabled: true })

    await expect(taken).rejects.toMatchObject({ errorCode: 'USER_EMAIL_ALREADY_EXISTS' })
  })
})
