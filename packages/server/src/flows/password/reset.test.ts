import { createTestPortico, someEmail, TEST_PASSWORD, type TestPortico, type TestProject } from '@portico/testkit'
import { describeSingleUseCode } from '@portico/testkit/suites'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queriesDuring } from '../../../test/queries-during.ts'
import { statement } from '../../kernel/statement.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
})

afterAll(() => portico.close())

const callbackUrl = 'http://localhost:3000/handler/password-reset'
const NEW_PASSWORD = 'a whole new passphrase'

async function sendTo(email: string): Promise<void> {
  await project.client().post('/auth/password/send-reset-code', { email, callback_url: callbackUrl })
}

describeSingleUseCode('password reset', {
  lifetimeMillis: 30 * 60_000,
  start: async () => {
    const { email } = await project.signUp()
    await sendTo(email)
    return {
      portico,
      email,
      use: (code) => project.client().post('/auth/password/reset', { code, password: NEW_PASSWORD }),
      check: (code) => project.client().post('/auth/password/reset/check-code', { code }),
    }
  },
})

describe('password reset', () => {
  test('names the address of the mail to the page that checks its code, for password managers', async () => {
    const { email } = await project.signUp()
    await sendTo(email)

    const answer = await project
      .client()
      .post('/auth/password/reset/check-code', { code: await portico.mailbox.latestCode(email) })

    expect(answer.body).toEqual({ is_code_valid: true, email })
  })

  test('answers known and unknown addresses alike and sends a mail only to a known one', async () => {
    const { email } = await project.signUp()
    const unknownEmail = someEmail()

    const known = await project.client().post('/auth/password/send-reset-code', { email, callback_url: callbackUrl })
    const unknown = await project
      .client()
      .post('/auth/password/send-reset-code', { email: unknownEmail, callback_url: callbackUrl })

    expect(known.status).toBe(200)
    expect(unknown.text).toBe(known.text)
    expect((await portico.mailbox.latest(email)).subject).not.toBe('')
    expect(await portico.mailbox.to(unknownEmail)).toHaveLength(0)
  })

  test('refuses an untrusted callback URL for known and unknown addresses alike', async () => {
    const { email } = await project.signUp()

    for (const address of [email, someEmail()]) {
      const answer = await project
        .client()
        .post('/auth/password/send-reset-code', { email: address, callback_url: 'https://evil.example/x' })
      expect(answer).toMatchObject({ status: 400, body: { code: 'REDIRECT_URL_NOT_WHITELISTED' } })
    }
  })

  test('ends every session, starts none and does not verify the address', async () => {
    const user = await project.signUp()
    await sendTo(user.email)

    const reset = await project
      .client()
      .post('/auth/password/reset', { code: await portico.mailbox.latestCode(user.email), password: NEW_PASSWORD })

    expect(reset.body).toEqual({ success: true })
    expect((await project.client(user).get('/users/me')).status).toBe(401)
    const signedIn = await project.client().post<{ access_token: string }>('/auth/password/sign-in', {
      email: user.email,
      password: NEW_PASSWORD,
    })
    const me = await project.client({ accessToken: signedIn.body.access_token, refreshToken: '' }).get('/users/me')
    expect(me.body).toMatchObject({ primary_email_verified: false })
    const old = await project.client().post('/auth/password/sign-in', { email: user.email, password: TEST_PASSWORD })
    expect(old.status).toBe(400)
  })

  test('accepts the code again after a refused password', async () => {
    const { email } = await project.signUp()
    await sendTo(email)
    const code = await portico.mailbox.latestCode(email)

    const weak = await project.client().post('/auth/password/reset', { code, password: 'short' })
    const strong = await project.client().post('/auth/password/reset', { code, password: NEW_PASSWORD })

    expect(weak).toMatchObject({ status: 400, body: { code: 'PASSWORD_TOO_SHORT' } })
    expect(strong.status).toBe(200)
  })

  test('accepts the codes of several mails, because anyone can ask for one, until one of them was used', async () => {
    const { email } = await project.signUp()
    await sendTo(email)
    const older = await portico.mailbox.latestCode(email)
    await sendTo(email)
    const newer = await portico.mailbox.latestCode(email)

    const first = await project.client().post('/auth/password/reset', { code: older, password: NEW_PASSWORD })
    const second = await project.client().post('/auth/password/reset', { code: newer, password: 'another passphrase' })

    expect(first.status).toBe(200)
    expect(second).toMatchObject({ status: 400, body: { code: 'VERIFICATION_CODE_EXPIRED' } })
  })

  test('refuses a verification code and a code of another project', async () => {
    const { email } = await project.signUp()
    const verificationCode = await portico.mailbox.latestCode(email)
    await sendTo(email)
    const resetCode = await portico.mailbox.latestCode(email)
    const other = await portico.createProject()

    const wrongKind = await project
      .client()
      .post('/auth/password/reset', { code: verificationCode, password: NEW_PASSWORD })
    const wrongProject = await other.client().post('/auth/password/reset', { code: resetCode, password: NEW_PASSWORD })

    expect(wrongKind).toMatchObject({ status: 404, body: { code: 'VERIFICATION_CODE_NOT_FOUND' } })
    expect(wrongProject).toMatchObject({ status: 404, body: { code: 'VERIFICATION_CODE_NOT_FOUND' } })
  })

  test('runs the same statements for an unknown address and keeps no mail', async () => {
    const { email } = await project.signUp()
    const { db } = portico.database
    const statementsOf = async (address: string): Promise<string[]> => {
      await portico.service.idle()
      const queries = await queriesDuring(db, () => sendTo(address))
      return queries.map(({ text }) => text).filter((text) => !text.includes('for update skip locked'))
    }
    const unknownEmail = someEmail()

    // A worker may run a statement at any moment, but a difference between the addresses would be in every pair.
    await expect
      .poll(async () => [await statementsOf(unknownEmail), await statementsOf(email)])
      .toSatisfy(([[forUnknown] = [], [forKnown] = []]) => forKnown !== undefined && forUnknown === forKnown)
    await portico.service.idle()
    const { rows } = await db.run(
      statement`select 1 from emails where project_id = ${project.id} and recipient = ${unknownEmail}`,
    )
    expect(rows).toHaveLength(0)
  })

  test('sends a notice mail without a link', async () => {
    const { email } = await project.signUp()
    await sendTo(email)
    await project
      .client()
      .post('/auth/password/reset', { code: await portico.mailbox.latestCode(email), password: NEW_PASSWORD })

    const mail = await portico.mailbox.latest(email)

    expect(mail.subject).toBe('Your password for Test project was changed')
    expect(mail.text).toMatch(/was changed on \d+ \w+ \d{4} at \d\d:\d\d UTC/)
    expect(mail.html).not.toContain('href')
  })

  test('refuses a code that was mailed to a removed address', async () => {
    for (const update of [{ primary_email: someEmail(), primary_email_verified: true }, { primary_email: null }]) {
      const user = await project.signUp()
      await sendTo(user.email)
      const code = await portico.mailbox.latestCode(user.email)
      await project.server(user).patch('/users/me', update)

      const reset = await project.client().post('/auth/password/reset', { code, password: NEW_PASSWORD })

      expect(reset).toMatchObject({ status: 400, body: { code: 'VERIFICATION_CODE_EXPIRED' } })
    }
  })

  test('ends the sessions of a claimed account too', async () => {
    const user = await project.signUp()
    await project.server(user).patch('/users/me', { primary_email_verified: true })
    await sendTo(user.email)
    const code = await portico.mailbox.latestCode(user.email)

    const reset = await project.client().post('/auth/password/reset', { code, password: NEW_PASSWORD })

    expect(reset.status).toBe(200)
    expect((await project.client(user).get('/users/me')).status).toBe(401)
  })

  test('refuses a code whose address now belongs to another user', async () => {
    const user = await project.signUp()
    await sendTo(user.email)
    const code = await portico.mailbox.latestCode(user.email)
    // The service ends the codes of a user whose address changes, so the test writes to the database.
    await portico.database.db.run(statement`
      update contact_channels set value = ${someEmail()} where project_id = ${project.id} and user_id = ${user.id}`)
    await project.signUp(user.email)

    const reset = await project.client().post('/auth/password/reset', { code, password: NEW_PASSWORD })

    expect(reset).toMatchObject({ status: 400, body: { code: 'VERIFICATION_CODE_EXPIRED' } })
  })
})
