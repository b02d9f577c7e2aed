import { TEST_PASSWORD, totpCode } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Demo, everyMethod } from './demo.ts'
import { allErrors, askForCode, expectVisible, heading, homeOf, signInByPassword, totpField } from './walks.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start(everyMethod)
})

afterAll(() => demo.close())

interface Reader {
  readonly email: string
  readonly password: string
  /** What the authenticator app shows now. */
  readonly totp: () => Promise<string>
}

/** Somebody with an authenticator app, whose clock moves on so that no code of theirs was used before. */
async function readerWithApp(): Promise<Reader> {
  const user = await demo.project.signUp()
  // An address that is being proved for the first time takes away what was set up before; this one is proved.
  const code = await demo.portico.mailbox.latestCode(user.email)
  const verified = await demo.project.client(user).post('/contact-channels/verify', { code })
  expect(verified.status).toBe(200)
  const secret = await demo.project.enrolTotp(user)
  return {
    email: user.email,
    password: TEST_PASSWORD,
    totp: () => {
      demo.portico.clock.advance(31_000)
      return totpCode(secret, demo.portico.clock)
    },
  }
}

describe('second factor', () => {
  test('given a password, when the code of the app follows, then signs in', async () => {
    const reader = await readerWithApp()
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-in')

    await signInByPassword(page, reader)
    await totpField(page).waitFor()
    await page.keyboard.type(await reader.totp())

    await expectVisible(homeOf(page, reader))
  })

  test('given a wrong code, when the right one follows, then signs in', async () => {
    const reader = await readerWithApp()
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-in')
    await signInByPassword(page, reader)
    await totpField(page).waitFor()
    const right = await reader.totp()

    await page.keyboard.type(right === '000000' ? '000001' : '000000')
    await page.getByRole('alert').waitFor()
    const said = await allErrors(page)
    await page.keyboard.type(right)

    expect(said).toEqual(['The TOTP code is invalid. Please try again.'])
    await expectVisible(homeOf(page, reader))
  })

  test('given ten minutes of searching for the phone, when the code comes, then starts again with a sentence', async () => {
    const reader = await readerWithApp()
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-in')
    await signInByPassword(page, reader)
    await totpField(page).waitFor()
    demo.portico.clock.advance(10 * 60_000)

    await page.keyboard.type(await reader.totp())

    await expectVisible(page.getByText('The sign-in took too long. Please start again.'))
    expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(reader.email)
  })

  test('given a mailed code, when the code of the app follows, then signs in', async () => {
    const reader = await readerWithApp()
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-in')
    await askForCode(page, reader.email)

    await page.keyboard.type(await demo.portico.mailbox.latestSignInCode(reader.email))
    await totpField(page).waitFor()
    await page.keyboard.type(await reader.totp())

    await expectVisible(homeOf(page, reader))
  })

  test('given the link of a mail, when the code of the app follows, then signs in', async () => {
    const reader = await readerWithApp()
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-in')
    await askForCode(page, reader.email)
    const opened = await visitor.open((await demo.portico.mailbox.latestLink(reader.email)).href)

    await opened.getByRole('button', { name: 'Sign in' }).click()
    await totpField(opened).waitFor()
    await opened.keyboard.type(await reader.totp())

    await expectVisible(homeOf(opened, reader))
  })

  test('given a provider, when the code of the app follows on its page, then signs in', async () => {
    const { body } = await (await demo.project.signInAt('github', { email: 'dora@example.com' })).exchange()
    // The token endpoint says it with a real status, as RFC 6749 wants, and Chromium tells the console.
    const secret = await demo.project.enrolTotp({
      accessToken: String(body['access_token']),
      refreshToken: String(body['refresh_token']),
    })
    const visitor = await demo.visitor()
    visitor.expectComplaint(/the server responded with a status of 400/)
    const page = await visitor.open('/handler/sign-in')

    await page.getByRole('button', { name: 'Sign in with GitHub' }).click()
    await page.getByLabel('E-mail').fill('dora@example.com')
    await page.getByRole('button', { name: 'Continue' }).click()
    await totpField(page).waitFor()
    const where = new URL(page.url()).pathname
    demo.portico.clock.advance(31_000)
    await page.keyboard.type(await totpCode(secret, demo.portico.clock))

    expect(where).toBe('/handler/mfa')
    await expectVisible(homeOf(page, { email: 'dora@example.com' }))
  })

  test('given nothing to finish, when the page is opened, then leads to the sign-in page', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/mfa')

    await heading(page, 'There is no sign-in to finish').waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()

    await expectVisible(heading(page, 'Sign in to your account'))
  })
})
