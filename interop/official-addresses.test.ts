import { createTestPortico, someEmail, TEST_PASSWORD, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  createOfficialClient,
  createOfficialServer,
  officialVersions,
  type OfficialClientApp,
} from './official-client.ts'

let portico: TestPortico
let project: TestProject
let baseUrl: string

beforeAll(async () => {
  portico = await createTestPortico()
  // Official clients send no session with a verification link.
  project = await portico.createProject({ config: { trust_verification_links: true } })
  baseUrl = (await portico.listen()).url
})

afterAll(() => portico.close())

const verificationCallbackUrl = 'http://localhost:3000/handler/email-verification'

describe.each(officialVersions)('the official client %s, unmodified', (version) => {
  async function signedUp(): Promise<{ app: OfficialClientApp; email: string }> {
    const { publishable_client_key: publishableClientKey } = project.keys
    const app = await createOfficialClient(version, { baseUrl, projectId: project.id, publishableClientKey })
    const email = someEmail()
    const options = { email, password: TEST_PASSWORD, noRedirect: true, verificationCallbackUrl }
    await app.signUpWithCredential(options as Parameters<OfficialClientApp['signUpWithCredential']>[0])
    return { app, email }
  }

  test('adds, verifies, changes and removes the e-mail addresses of its user', async () => {
    const { app, email } = await signedUp()
    const user = await app.getUser({ or: 'throw' })
    const second = someEmail()

    const added = await user.createContactChannel({ value: second, type: 'email', usedForAuth: true })
    // The option is missing in the published type.
    const send = added.sendVerificationEmail.bind(added) as (options: { callbackUrl: string }) => Promise<void>
    await send({ callbackUrl: verificationCallbackUrl })
    expect(await app.verifyEmail(await portico.mailbox.latestCode(second))).toMatchObject({ status: 'ok' })
    const verified = (await user.listContactChannels()).find(({ value }) => value === second)
    await verified?.update({ isPrimary: true })
    const first = (await user.listContactChannels()).find(({ value }) => value === email)
    await first?.delete()

    expect(verified).toMatchObject({ isVerified: true, usedForAuth: true, isPrimary: false, type: 'email' })
    expect(await user.listContactChannels()).toMatchObject([{ value: second, isPrimary: true }])
    const signIn = await project.client().post('/auth/password/sign-in', { email: second, password: TEST_PASSWORD })
    expect(signIn.status).toBe(200)
  })

  test('throws the typed error for an address with which another user signs in', async () => {
    const { email: taken } = await signedUp()
    const { app } = await signedUp()
    const user = await app.getUser({ or: 'throw' })

    const refused = user.createContactChannel({ value: taken, type: 'email', usedForAuth: true })

    await expect(refused).rejects.toMatchObject({
      errorCode: 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
    })
  })

  test('manages the e-mail addresses of a user as a server', async () => {
    const { email } = await signedUp()
    const { publishable_client_key: publishableClientKey, secret_server_key: secretServerKey } = project.keys
    const options = { baseUrl, projectId: project.id, publishableClientKey, secretServerKey }
    const server = await createOfficialServer(version, options)
    const user = (await server.listUsers({ query: email }))[0]
    const second = someEmail()

    const fields = { value: second, type: 'email', usedForAuth: true, isVerified: true } as const
    const added = await user?.createContactChannel(fields)
    await added?.update({ isPrimary: true })

    const listed = (await user?.listContactChannels())?.find(({ value }) => value === second)
    expect(listed).toMatchObject({ value: second, isPrimary: true, isVerified: true, usedForAuth: true })
    expect((await server.getUser(user?.id ?? ''))?.primaryEmail).toBe(second)
    await listed?.delete()
    expect(await user?.listContactChannels()).toMatchObject([{ value: email }])
  })
})
