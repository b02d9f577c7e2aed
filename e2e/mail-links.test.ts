import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Demo } from './demo.ts'
import {
  allErrors,
  errorsUnder,
  expectVisible,
  field,
  goodPassword,
  heading,
  homeOf,
  landing,
  sendSignIn,
  sendSignUp,
  createPerson,
  submitButton,
  type Person,
} from './steps.ts'
import { refusedRefresh, type Visitor } from './visitor.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start()
})

afterAll(() => demo.close())

const DAY_MILLIS = 24 * 60 * 60_000

async function signedUp(): Promise<{ visitor: Visitor; page: Page; person: Person }> {
  const visitor = await demo.visitor()
  const page = await visitor.open('/handler/sign-up')
  const person = createPerson()
  await sendSignUp(page, person)
  await homeOf(page, person).waitFor()
  return { visitor, page, person }
}

describe('e-mail verification', () => {
  test('verifies the address in every tab after the user confirms', async () => {
    const { visitor, page, person } = await signedUp()
    const link = await demo.portico.mailbox.latestLink(person.email)

    const other = await visitor.open(link.href)
    await heading(other, 'Verify your email').waitFor()
    await other.getByRole('button', { name: 'Verify' }).click()
    await heading(other, 'Email verified').waitFor()
    await other.getByRole('button', { name: 'Go home' }).click()

    await homeOf(other, person).waitFor()
    await other.getByText('confirmed', { exact: true }).waitFor()
    await page.reload()
    await expectVisible(page.getByText('confirmed', { exact: true }))
  })

  test('still works after a mail scanner has fetched and rendered the link', async () => {
    const { person } = await signedUp()
    const link = await demo.portico.mailbox.latestLink(person.email)

    await fetch(link, { method: 'HEAD' })
    await fetch(link)
    const scanner = await demo.visitor()
    const scanned = await scanner.open(link.href)
    await scanned.getByRole('button', { name: 'This is my account' }).waitFor()
    const phone = await demo.visitor()
    const page = await phone.open(link.href)
    await page.getByRole('button', { name: 'This is my account' }).click()

    await expectVisible(heading(page, 'Email verified'))
  })

  test('shows that the address is verified when a used link is opened again', async () => {
    const { visitor, person } = await signedUp()
    const link = await demo.portico.mailbox.latestLink(person.email)

    const page = await visitor.open(link.href)
    await page.getByRole('button', { name: 'Verify' }).click()
    await heading(page, 'Email verified').waitFor()
    const again = await visitor.open(link.href)
    await heading(again, 'Email verified').waitFor()

    expect(await demo.portico.mailbox.to(person.email)).toHaveLength(1)
  })

  test('keeps the password when the user confirms on another device', async () => {
    const { person } = await signedUp()
    const phone = await demo.visitor()
    const page = await phone.open((await demo.portico.mailbox.latestLink(person.email)).href)

    await heading(page, 'Is this your account?').waitFor()
    await page.getByRole('button', { name: 'This is my account' }).click()
    await heading(page, 'Email verified').waitFor()
    await page.goto('/handler/sign-in')
    await sendSignIn(page, person)

    await expectVisible(homeOf(page, person))
    await expectVisible(page.getByText('confirmed', { exact: true }))
  })

  test('removes a disowned address from the account and ends its sessions', async () => {
    const { visitor, page: planted, person } = await signedUp()
    visitor.expectProblem(refusedRefresh)
    const owner = await demo.visitor()
    const page = await owner.open((await demo.portico.mailbox.latestLink(person.email)).href)

    await page.getByRole('button', { name: 'This wasn’t me' }).click()
    await page.getByRole('button', { name: 'Remove my address' }).click()
    await heading(page, 'Email address removed').waitFor()
    await planted.reload()
    await landing(planted).waitFor()
    await page.goto('/handler/sign-up')
    await sendSignUp(page, person)

    await expectVisible(homeOf(page, person))
  })

  test('verifies nothing when the user cancels', async () => {
    const { page, person } = await signedUp()
    const link = await demo.portico.mailbox.latestLink(person.email)

    await page.goto(link.href)
    await page.getByRole('button', { name: 'Cancel' }).click()

    await homeOf(page, person).waitFor()
    await expectVisible(page.getByText('not confirmed yet'))
  })

  test('verifies the address with a link that was requested again', async () => {
    const { page, person } = await signedUp()

    await page.getByRole('button', { name: 'Send the link again' }).click()
    await page.getByText('A new link is on its way.').waitFor()
    const mails = await demo.portico.mailbox.to(person.email)
    await page.goto((await demo.portico.mailbox.latestLink(person.email)).href)
    await page.getByRole('button', { name: 'Verify' }).click()

    await heading(page, 'Email verified').waitFor()
    expect(mails).toHaveLength(2)
  })

  test('reports an expired link', async () => {
    const { page, person } = await signedUp()
    const link = await demo.portico.mailbox.latestLink(person.email)

    demo.portico.clock.advance(8 * DAY_MILLIS)
    await page.goto(link.href)

    await expectVisible(heading(page, 'Expired link'))
  })

  test('reports a link without a code or with an unknown code as invalid', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/email-verification')
    await heading(page, 'Invalid link').waitFor()
    await page.goto('/handler/email-verification?code=')
    await heading(page, 'Invalid link').waitFor()

    for (const code of ['0'.repeat(45), '0'.repeat(44), '<script>']) {
      await page.goto(`/handler/email-verification?code=${encodeURIComponent(code)}`)
      await expectVisible(heading(page, 'Invalid link'))
    }
  })
})

describe('a password reset', () => {
  test('replaces the password and ends all sessions', async () => {
    const { visitor: other, page: elsewhere, person } = await signedUp()
    other.expectProblem(refusedRefresh)
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-in')
    const newPassword = 'an even quieter place'

    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await heading(page, 'Reset your password').waitFor()
    await field(page, 'Email').fill(person.email)
    await submitButton(page).click()
    await heading(page, 'Email sent!').waitFor()
    await page.goto((await demo.portico.mailbox.latestLink(person.email)).href)
    await field(page, 'New password').fill(newPassword)
    await field(page, 'Repeat new password').fill(newPassword)
    await submitButton(page).click()
    await heading(page, 'Password reset successfully!').waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await sendSignIn(page, person)
    await expect.poll(() => errorsUnder(page, 'Email')).toEqual(['Wrong e-mail or password.'])
    await sendSignIn(page, { ...person, password: newPassword })

    await homeOf(page, person).waitFor()
    await elsewhere.reload()
    await landing(elsewhere).waitFor()
  })

  test('shows the same card for an unknown address and sends no mail', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/forgot-password')
    const { email } = createPerson()

    await field(page, 'Email').fill(email)
    await submitButton(page).click()

    await heading(page, 'Email sent!').waitFor()
    // Literal text of the specification, section 2.
    expect(await page.locator('.portico-message').innerText()).toBe(
      'If the user with this e-mail address exists, an e-mail was sent to your inbox. Make sure to check your spam folder.',
    )
    expect(await demo.portico.mailbox.to(email)).toEqual([])
  })

  test('explains why a new password is refused, and the link still works', async () => {
    const { person, link, page } = await requestReset()

    await page.goto(link.href)
    for (const [password, repeated, messages] of [
      ['', '', ['Please enter your password', 'Please repeat your password']],
      ['seven77', 'seven77', ['Password too short. Minimum length is 8.']],
      [goodPassword, 'something else', ['Passwords do not match']],
      ['password123', 'password123', ['This password is too easy to guess. Please choose another one.']],
    ] as const) {
      await field(page, 'New password').fill(password)
      await field(page, 'Repeat new password').fill(repeated)
      await submitButton(page).click()
      await expect.poll(() => allErrors(page)).toEqual(messages)
    }
    await field(page, 'New password').fill(goodPassword)
    await field(page, 'Repeat new password').fill(goodPassword)
    await submitButton(page).click()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await sendSignIn(page, { ...person, password: goodPassword })

    await homeOf(page, person).waitFor()
  })

  test('reports a used link and offers a new one', async () => {
    const { link, page } = await requestReset()
    await page.goto(link.href)
    await field(page, 'New password').fill(goodPassword)
    await field(page, 'Repeat new password').fill(goodPassword)
    await submitButton(page).click()
    await heading(page, 'Password reset successfully!').waitFor()

    await page.goto(link.href)
    await heading(page, 'Used link').waitFor()
    await page.getByRole('button', { name: 'Request a new link' }).click()

    await expectVisible(heading(page, 'Reset your password'))
  })

  test('reports an expired, missing or unknown code on opening', async () => {
    const { link, page } = await requestReset()

    demo.portico.clock.advance(8 * DAY_MILLIS)
    await page.goto(link.href)
    await heading(page, 'Expired link').waitFor()

    // Use another tab, because this one still has the code of the expired link.
    const other = await page.context().newPage()
    for (const query of ['', '?code=', `?code=${'0'.repeat(45)}`, '?code=cut-short']) {
      await other.goto(`/handler/password-reset${query}`)
      await expectVisible(heading(other, 'Invalid link'))
    }
  })
})

/** Requests a password reset for a new user, in a signed-out browser. */
async function requestReset(): Promise<{ person: Person; link: URL; page: Page }> {
  const person = await demo.project.signUp()
  const visitor = await demo.visitor()
  const page = await visitor.open('/handler/forgot-password')
  await field(page, 'Email').fill(person.email)
  await submitButton(page).click()
  await heading(page, 'Email sent!').waitFor()
  return { person, link: await demo.portico.mailbox.latestLink(person.email), page }
}
