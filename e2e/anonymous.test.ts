import { beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { Demo, everyMethod } from './demo.ts'
import { expectGoodLooks } from './looks.ts'
import { refusedRefresh } from './visitor.ts'
import { heading, homeOf, landing, createPerson, signUpByPassword, userIdOf } from './steps.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start(everyMethod)
})

/** Opens the home page of a new anonymous user. */
async function openAsGuest(): Promise<Page> {
  const visitor = await demo.visitor()
  // After an upgrade at a provider, the browser still has the tokens of the ended anonymous session.
  visitor.expectProblem(refusedRefresh)
  const page = await visitor.open('/')
  await becomeGuest(page)
  return page
}

async function becomeGuest(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try it without an account' }).click()
  await heading(page, 'You are reading as a guest').waitFor()
}

describe('an anonymous user', () => {
  test('has an accessible home page, stays signed in after a reload, is signed out after leaving, and keeps the user id after a sign-up with a password', async () => {
    const page = await openAsGuest()
    await expectGoodLooks(page, 'guest')

    await page.reload()
    await heading(page, 'You are reading as a guest').waitFor()
    await page.getByRole('button', { name: 'Leave without keeping anything' }).click()

    await landing(page).waitFor()
    await becomeGuest(page)
    const before = await userIdOf(page)
    const person = createPerson()

    await page.getByRole('link', { name: 'Keep my notes' }).click()
    await signUpByPassword(page, person)
    await homeOf(page, person).waitFor()

    expect(await userIdOf(page)).toBe(before)
  })

  test('does not merge with the account of a magic link that another person requested', async () => {
    const page = await openAsGuest()
    const before = await userIdOf(page)
    const stranger = createPerson()
    const callback_url = `${demo.url}/handler/magic-link-callback`
    await demo.project.client().post('/auth/otp/send-sign-in-code', { email: stranger.email, callback_url })

    await page.goto((await demo.portico.mailbox.latestLink(stranger.email)).href)
    await page.getByText(`The link signs you in as ${stranger.email[0]}***@`).waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await homeOf(page, stranger).waitFor()

    expect(await userIdOf(page)).not.toBe(before)
  })

  test('keeps the user id after a sign-up with a provider', async () => {
    const page = await openAsGuest()
    const before = await userIdOf(page)

    await page.getByRole('link', { name: 'Keep my notes' }).click()
    await page.getByRole('button', { name: 'Sign up with GitHub' }).click()
    await page.getByLabel('E-mail').fill('guest-no-more@example.com')
    await page.getByRole('button', { name: 'Continue' }).click()
    await homeOf(page, { email: 'guest-no-more@example.com' }).waitFor()

    expect(await userIdOf(page)).toBe(before)
  })
})
