import type { TestUser } from '@portico/testkit'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { Demo } from './demo.ts'
import { expectGoodCard } from './looks.ts'
import {
  allErrors,
  errorsUnder,
  expectVisible,
  field,
  goodPassword,
  heading,
  homeOf,
  landing,
  scanLink,
  sendSignIn,
  sendSignUp,
  submitButton,
} from './steps.ts'
import { refusedRefresh, type Visitor } from './visitor.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start()
})

interface SignedUp {
  readonly visitor: Visitor
  readonly page: Page
  readonly person: TestUser
  readonly link: string
}

/** Opens the home page of a new user. The link is the one in the verification mail. */
async function signedUp(): Promise<SignedUp> {
  const person = await demo.project.signUp()
  const visitor = await demo.visitorAs(person)
  const page = await visitor.open('/')
  await page.getByText('not confirmed yet').waitFor()
  const { pathname, search } = await demo.portico.mailbox.latestLink(person.email)
  return { visitor, page, person, link: demo.url + pathname + search }
}

describe('e-mail verification', () => {
  test('verifies the address in every tab after the user confirms, also when the link is opened again', async () => {
    const { visitor, page, person, link } = await signedUp()

    const other = await visitor.open(link)
    await heading(other, 'Verify your email').waitFor()
    await expectGoodCard(other, 'e-mail verification')
    await other.getByRole('button', { name: 'Verify' }).click()
    await heading(other, 'Email verified').waitFor()
    await other.getByRole('button', { name: 'Go home' }).click()
    await homeOf(other, person).waitFor()
    await other.getByText('confirmed', { exact: true }).waitFor()
    await heading(await visitor.open(link), 'Email verified').waitFor()
    await page.reload()

    await expectVisible(page.getByText('confirmed', { exact: true }))
    expect(await demo.portico.mailbox.to(person.email)).toHaveLength(1)
  })

  test('verifies nothing when the user cancels, and then accepts a link that was requested again', async () => {
    const { page, person, link } = await signedUp()

    await page.goto(link)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await homeOf(page, person).waitFor()
    await page.getByText('not confirmed yet').waitFor()
    await page.getByRole('button', { name: 'Send the link again' }).click()
    await page.getByText('A new link is on its way.').waitFor()
    const mails = await demo.portico.mailbox.to(person.email)
    await page.goto((await demo.portico.mailbox.latestLink(person.email)).href)
    await page.getByRole('button', { name: 'Verify' }).click()

    await heading(page, 'Email verified').waitFor()
    expect(mails).toHaveLength(2)
  })

  test('keeps the password when the user confirms on another device, after a mail scanner has opened the link', async () => {
    const person = await demo.project.signUp()
    const { pathname, search } = await demo.portico.mailbox.latestLink(person.email)
    const link = demo.url + pathname + search
    await scanLink(await demo.visitor(), link)
    const page = await (await demo.visitor()).open(link)

    await heading(page, 'Is this your account?').waitFor()
    await page.getByRole('button', { name: 'This is my account' }).click()
    await heading(page, 'Email verified').waitFor()
    await page.goto('/handler/sign-in')
    await sendSignIn(page, person)

    await expectVisible(homeOf(page, person))
    await expectVisible(page.getByText('confirmed', { exact: true }))
  })

  test('removes a disowned address from the account and ends its sessions', async () => {
    const { visitor, page: planted, person, link } = await signedUp()
    visitor.expectProblem(refusedRefresh)
    const page = await (await demo.visitor()).open(link)

    await page.getByRole('button', { name: 'This wasn’t me' }).click()
    await page.getByRole('button', { name: 'Remove my address' }).click()
    await heading(page, 'Email address removed').waitFor()
    await planted.reload()
    await landing(planted).waitFor()
    await page.goto('/handler/sign-up')
    await sendSignUp(page, person)

    await expectVisible(homeOf(page, person))
  })
})

describe('a password reset', () => {
  test('replaces the password and ends all sessions, after it has explained why other passwords are refused', async () => {
    const { visitor: other, page: elsewhere, person } = await signedUp()
    other.expectProblem(refusedRefresh)
    const page = await (await demo.visitor()).open('/handler/sign-in')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await heading(page, 'Reset your password').waitFor()
    await expectGoodCard(page, 'forgot password')
    await field(page, 'Email').fill(person.email)
    await submitButton(page).click()
    await heading(page, 'Email sent!').waitFor()
    await expectGoodCard(page, 'reset mail sent')
    const { href } = await demo.portico.mailbox.latestLink(person.email)
    await scanLink(await demo.visitor(), href)

    await page.goto(href)
    for (const [password, repeated, messages] of [
      ['', '', ['Please enter your password', 'Please repeat your password']],
      ['seven77', 'seven77', ['Password too short. Minimum length is 8.']],
      [goodPassword, 'something else', ['Passwords do not match']],
      ['password123', 'password123', ['This password is too easy to guess. Please choose another one.']],
    ] as const) {
      await sendNewPassword(page, password, repeated)
      await expect.poll(() => allErrors(page)).toEqual(messages)
      if (messages.length > 1) await expectGoodCard(page, 'password reset')
    }
    await sendNewPassword(page, goodPassword)
    await heading(page, 'Password reset successfully!').waitFor()
    await expectGoodCard(page, 'password reset done')
    await page.goto(href)
    await heading(page, 'Used link').waitFor()
    await expectGoodCard(page, 'password reset with a used link')
    await page.goto('/handler/sign-in')
    await sendSignIn(page, person)
    await expect.poll(() => errorsUnder(page, 'Email')).toEqual(['Wrong e-mail or password.'])
    await sendSignIn(page, { ...person, password: goodPassword })

    await homeOf(page, person).waitFor()
    await elsewhere.reload()
    await landing(elsewhere).waitFor()
  })
})

async function sendNewPassword(page: Page, password: string, repeated = password): Promise<void> {
  await field(page, 'New password').fill(password)
  await field(page, 'Repeat new password').fill(repeated)
  await submitButton(page).click()
}

test('a link without a code or with an unknown code is invalid', async () => {
  const page = await (await demo.visitor()).open('/handler/email-verification')
  await heading(page, 'Invalid link').waitFor()

  for (const code of ['0'.repeat(45), '<script>']) {
    await page.goto(`/handler/password-reset?code=${encodeURIComponent(code)}`)
    await expectVisible(heading(page, 'Invalid link'))
  }
})
