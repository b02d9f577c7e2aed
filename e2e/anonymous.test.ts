import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { Demo, everyMethod } from './demo.ts'
import { expectGoodLooks } from './looks.ts'
import { refusedRefresh } from './visitor.ts'
import { askForCode, expectVisible, heading, homeOf, landing, shownEmail, someone, userIdOf } from './walks.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start(everyMethod)
})

afterAll(() => demo.close())

async function guest(): Promise<Page> {
  const visitor = await demo.visitor()
  // Whoever becomes a full user at a provider comes back with the tokens of the guest, which have ended by then.
  visitor.expectComplaint(refusedRefresh)
  const page = await visitor.open('/')
  await page.getByRole('button', { name: 'Try it without an account' }).click()
  await heading(page, 'You are reading as a guest').waitFor()
  return page
}

describe('a guest', () => {
  test('given a guest, when the page is loaded again, then they are still there; after leaving they are not', async () => {
    const page = await guest()

    await page.reload()
    await heading(page, 'You are reading as a guest').waitFor()
    await page.getByRole('button', { name: 'Leave without keeping anything' }).click()

    await expectVisible(landing(page))
  })

  test('given a guest, when they sign up with a password, then it is the same user', async () => {
    const page = await guest()
    const before = await userIdOf(page)
    const person = someone()

    await page.getByRole('link', { name: 'Keep my notes' }).click()
    await page.getByRole('tab', { name: 'Email & Password' }).click()
    await shownEmail(page).fill(person.email)
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(person.password)
    await page.getByRole('textbox', { name: 'Repeat password' }).fill(person.password)
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
    await homeOf(page, person).waitFor()

    expect(await userIdOf(page)).toBe(before)
  })

  test("given a guest, when a stranger makes them sign in with the stranger's link, then they do not become the stranger", async () => {
    const page = await guest()
    const before = await userIdOf(page)
    const stranger = someone()
    const callback_url = `${demo.url}/handler/magic-link-callback`
    await demo.project.client().post('/auth/otp/send-sign-in-code', { email: stranger.email, callback_url })

    await page.goto((await demo.portico.mailbox.latestLink(stranger.email)).href)
    await page.getByText(`The link signs you in as ${stranger.email[0]}***@`).waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await homeOf(page, stranger).waitFor()

    expect(await userIdOf(page)).not.toBe(before)
  })

  test('given a guest, when they sign up by a mailed code, then it is the same user', async () => {
    const page = await guest()
    const before = await userIdOf(page)
    const person = someone()

    await page.getByRole('link', { name: 'Keep my notes' }).click()
    await askForCode(page, person.email)
    await page.keyboard.type(await demo.portico.mailbox.latestSignInCode(person.email))
    await homeOf(page, person).waitFor()

    expect(await userIdOf(page)).toBe(before)
  })

  test('given a guest, when they sign up with a provider, then it is the same user', async () => {
    const page = await guest()
    const before = await userIdOf(page)

    await page.getByRole('link', { name: 'Keep my notes' }).click()
    await page.getByRole('button', { name: 'Sign up with GitHub' }).click()
    await page.getByLabel('E-mail').fill('guest-no-more@example.com')
    await page.getByRole('button', { name: 'Continue' }).click()
    await homeOf(page, { email: 'guest-no-more@example.com' }).waitFor()

    expect(await userIdOf(page)).toBe(before)
  })

  test('given a guest, when their page is looked at, then it looks right', async () => {
    await expectGoodLooks(await guest(), 'guest')
  })
})
