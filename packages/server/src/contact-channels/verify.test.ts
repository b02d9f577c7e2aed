import { createTestPortico, type TestPortico, type TestProject } from '@portico/testkit'
import { describeSingleUseCode } from '@portico/testkit/suites'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
})

afterAll(() => portico.close())

const callback_url = 'http://localhost:3000/handler/email-verification?after_auth_return_to=%2Finbox&code=old#top'

describeSingleUseCode('e-mail verification', {
  lifetimeMillis: 24 * 60 * 60_000,
  start: async () => ({
    portico,
    email: (await project.signUp()).email,
    use: (code) => project.client().post('/contact-channels/verify', { code }),
    check: (code) => project.client().post('/contact-channels/verify/check-code', { code }),
  }),
})

describe('e-mail verification', () => {
  test('given the code of the sign-up mail, when it is used by nobody in particular, then the address is verified', async () => {
    const user = await project.signUp()

    await project.client().post('/contact-channels/verify', { code: await portico.mailbox.latestCode(user.email) })

    expect((await project.client(user).get('/users/me')).body).toMatchObject({ primary_email_verified: true })
  })

  test('given a code, when it is checked, then the answer says whether the caller is the user whose address it is', async () => {
    const user = await project.signUp()
    const code = await portico.mailbox.latestCode(user.email)
    const session = await project.server().post('/auth/sessions', { user_id: user.id, is_impersonation: true })
    const impersonator = { accessToken: String(session.body.access_token), refreshToken: '' }

    for (const [client, isOwn] of [
      [project.client(), false],
      [project.client(await project.signUp()), false],
      [project.client(impersonator), false],
      [project.client(user), true],
    ] as const) {
      expect(await client.post('/contact-channels/verify/check-code', { code })).toMatchObject({
        status: 200,
        body: { is_code_valid: true, is_own_account: isOwn },
      })
    }
  })

  test('given a code in capitals, when it is used, then it is the same code', async () => {
    const user = await project.signUp()
    const code = await portico.mailbox.latestCode(user.email)

    expect((await project.client().post('/contact-channels/verify', { code: code.toUpperCase() })).status).toBe(200)
  })

  test('given an address that was changed, when its old code is used, then the new address stays unverified', async () => {
    const user = await project.signUp()
    const code = await portico.mailbox.latestCode(user.email)
    await project.server(user).patch('/users/me', { primary_email: `new-${user.email}` })

    const answer = await project.client().post('/contact-channels/verify', { code })

    expect(answer.status).toBe(400)
    expect((await project.client(user).get('/users/me')).body).toMatchObject({
      primary_email: `new-${user.email}`,
      primary_email_verified: false,
    })
  })

  test('given a signed-in user, when asking for another mail, then its link keeps the callback and replaces the code', async () => {
    const user = await project.signUp()

    const answer = await project
      .client(user)
      .post('/contact-channels/send-verification-code', { email: user.email, callback_url })

    expect(answer).toMatchObject({ status: 200, body: { success: true } })
    const link = await portico.mailbox.latestLink(user.email)
    expect(link.searchParams.get('after_auth_return_to')).toBe('/inbox')
    expect(link.searchParams.getAll('code')).toHaveLength(1)
    expect(link.searchParams.get('code')).not.toBe('old')
  })

  test('given another address, a verified one or an untrusted callback, when asking for a mail, then each is told', async () => {
    const user = await project.signUp()
    const send = (body: object): Promise<unknown> =>
      project
        .client(user)
        .post('/contact-channels/send-verification-code', { email: user.email, callback_url, ...body })

    expect(await send({ email: 'someone@example.com' })).toMatchObject({
      status: 400,
      body: {
        code: 'EMAIL_IS_NOT_PRIMARY_EMAIL',
        details: { email: 'someone@example.com', primary_email: user.email },
      },
    })
    expect(await send({ callback_url: 'https://evil.example/' })).toMatchObject({
      body: { code: 'REDIRECT_URL_NOT_WHITELISTED' },
    })
    await project.client().post('/contact-channels/verify', { code: await portico.mailbox.latestCode(user.email) })
    expect(await send({})).toMatchObject({ status: 409, body: { code: 'EMAIL_ALREADY_VERIFIED' } })
  })

  test('given an address that was changed or removed, when its old mailbox is opened, then it says so', async () => {
    for (const primary_email of [`next-${crypto.randomUUID()}@example.com`, null]) {
      const user = await project.signUp()
      await project.server(user).patch('/users/me', { primary_email_verified: true })

      await project.server(user).patch('/users/me', { primary_email })

      expect((await portico.mailbox.latest(user.email)).subject).toBe(
        'Your e-mail address for Test project was changed',
      )
    }
  })
})
