import type { TestUser } from '@portico/testkit'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { Demo } from './demo.ts'
import { createPerson, heading } from './steps.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start()
})

/** Opens the e-mail addresses of a new user. */
async function openAddresses(): Promise<{ page: Page; reader: TestUser }> {
  const reader = await demo.project.signUp()
  const page = await (await demo.visitorAs(reader)).open('/handler/account-settings#auth')
  await page.getByRole('list', { name: 'Email addresses' }).waitFor()
  return { page, reader }
}

async function choose(page: Page, email: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Options for ${email}` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Presses Tab until the control with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const target = page.getByRole('button', { name, exact: true })
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${name}.`)
}

describe('e-mail addresses in the account settings', () => {
  test('are added and removed with the keyboard only, and are added, verified by mail, made primary, used for sign-in and removed', async () => {
    const { page, reader } = await openAddresses()
    const [{ email: typed }, { email }] = [createPerson(), createPerson()]
    await tabTo(page, 'Add email address')
    await page.keyboard.press('Enter')
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await page.getByText('Address added.').waitFor()

    await tabTo(page, `Options for ${typed}`)
    await page.keyboard.press('Enter')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: `Remove ${typed}?` }).waitFor()
    await tabTo(page, 'Remove address')
    await page.keyboard.press('Enter')

    await page.getByText('Address removed.').waitFor()
    expect(await page.getByRole('listitem').filter({ hasText: typed }).count()).toBe(0)

    await page.getByRole('button', { name: 'Add email address' }).click()
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Address added. Open the link in the email to verify it.').waitFor()

    await page.goto((await demo.portico.mailbox.latestLink(email)).href)
    await page.getByRole('button', { name: 'This is my account' }).click()
    await heading(page, 'Email verified').waitFor()
    await page.goto('/handler/account-settings#auth')
    await choose(page, email, 'Make primary')
    await page.getByText('Primary address changed.').waitFor()
    await choose(page, email, 'Use for sign-in')
    await page.getByText('You can now sign in with this address.').waitFor()
    await choose(page, reader.email, 'Remove…')
    await page.getByRole('button', { name: 'Remove address' }).click()
    await page.getByText('Address removed.').waitFor()

    const signIn = (address: string): Promise<{ status: number }> =>
      demo.project.client().post('/auth/password/sign-in', { email: address, password: reader.password })
    expect((await signIn(email)).status).toBe(200)
    expect((await signIn(reader.email)).status).toBe(400)
    const { body } = await demo.project.client(reader).get('/users/me')
    expect(body).toMatchObject({ primary_email: email, primary_email_verified: true })
  })
})
