import { TEST_PASSWORD, totpCode } from '@portico/testkit'
import { beforeAll, describe, expect, test } from 'vitest'
import { Demo, everyMethod } from './demo.ts'
import { allErrors, requestCode, expectVisible, heading, homeOf, signInByPassword, totpField } from './steps.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start(everyMethod)
})

interface Reader {
  readonly email: string
  readonly password: string
  /** Returns the current code of the authenticator app. */
  readonly totp: () => Promise<string>
}

/** Creates a user with an authenticator app. Each call of `totp` advances the clock to the next time step. */
async function createReaderWithApp(): Promise<Reader> {
  const user = await demo.project.signUp()
  // Verify the address first, because its first proof removes factors that were set up before.
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

describe('the second factor', () => {
  test('completes a password sign-in, also after ten minutes with a new start and after a wrong code, and has a page that leads to the sign-in', async () => {
    const reader = await createReaderWithApp()
    const page = await (await demo.visitor()).open('/handler/mfa')
    await heading(page, 'There is no sign-in to finish').waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await signInByPassword(page, reader)
    await totpField(page).waitFor()
    demo.portico.clock.advance(10 * 60_000)
    await page.keyboard.type(await reader.totp())
    await page.getByText('The sign-in took too long. Please start again.').waitFor()
    const kept = await page.getByRole('textbox', { name: 'Email' }).inputValue()
    await signInByPassword(page, reader)
    await totpField(page).waitFor()
    const right = await reader.totp()

    await page.keyboard.type(right === '000000' ? '000001' : '000000')
    await page.getByRole('alert').waitFor()
    const errors = await allErrors(page)
    await page.keyboard.type(right)

    expect(kept).toBe(reader.email)
    expect(errors).toEqual(['The TOTP code is invalid. Please try again.'])
    await expectVisible(homeOf(page, reader))
  })

  test('is not asked for again in a remembered browser, until the user forgets it', async () => {
    const reader = await createReaderWithApp()
    const config = { remember_device_days: 30 }
    expect((await demo.project.admin().patch('/internal/projects/current', { config })).status).toBe(200)
    const page = await (await demo.visitor()).open('/handler/sign-in')
    const signInAgain = async (): Promise<void> => {
      await page.goto('/handler/sign-out')
      await page.waitForURL((url) => !url.pathname.endsWith('sign-out'))
      await page.goto('/handler/sign-in')
      await signInByPassword(page, reader)
    }
    await signInByPassword(page, reader)
    await page.getByRole('checkbox', { name: /^Remember this device until/ }).check()
    await totpField(page).focus()
    await page.keyboard.type(await reader.totp())
    await expectVisible(homeOf(page, reader))

    await signInAgain()
    await expectVisible(homeOf(page, reader))
    await page.goto('/handler/account-settings#sessions')
    const device = page.getByRole('list', { name: 'Remembered devices' }).getByRole('listitem')
    await device.getByText('This device').waitFor()
    await device.getByRole('button', { name: 'Remove…' }).click()
    await device.getByRole('button', { name: 'Forget' }).click()
    await page.getByText('That device asks for your second factor again.').waitFor()

    await signInAgain()
    await totpField(page).waitFor()
  })

  test('completes a sign-in with a mailed link', async () => {
    const reader = await createReaderWithApp()
    const page = await (await demo.visitor()).open('/handler/sign-in')
    await requestCode(page, reader.email)
    await page.goto((await demo.portico.mailbox.latestLink(reader.email)).href)

    await page.getByRole('button', { name: 'Sign in' }).click()
    await totpField(page).waitFor()
    await page.keyboard.type(await reader.totp())

    await expectVisible(homeOf(page, reader))
  })

  test('completes a sign-in at a provider', async () => {
    const { body } = await (await demo.project.signInAt('github', { email: 'dora@example.com' })).exchange()
    const secret = await demo.project.enrolTotp({
      accessToken: String(body['access_token']),
      refreshToken: String(body['refresh_token']),
    })
    const visitor = await demo.visitor()
    // The token endpoint answers with status 400, as RFC 6749 requires. Chromium logs that to the console.
    visitor.expectProblem(/the server responded with a status of 400/)
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
})
