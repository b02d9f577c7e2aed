import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { PASSWORD } from '../dev/scene-builder.ts'
import { componentPages } from './component-page.ts'
import { heading } from './steps.ts'

const pages = componentPages()

async function expectReason(page: Page): Promise<void> {
  await heading(page, 'Your account is suspended').waitFor()
  const facts = await page.locator('dl.portico-facts').innerText()
  expect(facts).toContain('Your last invoice is <b>unpaid</b>.\nPay it, then write to billing@fernweh.example.')
  expect(facts).toContain('January 31, 2099')
  expect(await page.locator('dl.portico-facts b').count()).toBe(0)
  expect(await page.getByText('Wrong e-mail').count()).toBe(0)
  // The message is focused, so that a screen reader reads it.
  expect(await page.locator('.portico-message:focus').count()).toBe(1)
}

/** Submits the password of the scene's user. Returns the address. */
async function submitPassword(page: Page): Promise<string> {
  const { email } = await pages.sceneOf(page)
  const tab = page.getByRole('tab', { name: 'Email & Password' })
  if ((await tab.count()) > 0) await tab.click()
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  return email
}

describe('suspended account', () => {
  test('replaces the card after the correct password, and leads back to the form', async () => {
    const page = await pages.open('sign-in-suspended')

    const email = await submitPassword(page)

    await expectReason(page)
    await page.getByRole('button', { name: 'Back to sign-in' }).click()
    await heading(page, 'Sign in to your account').waitFor()
    expect(await page.getByRole('textbox', { name: 'Email', exact: true }).inputValue()).toBe(email)
  })

  test('follows the second factor', async () => {
    const page = await pages.open('sign-in-suspended-factor')
    await submitPassword(page)

    await page.getByRole('textbox', { name: 'Six-digit code' }).fill(await (await pages.sceneOf(page)).totpCode())

    await expectReason(page)
    await page.getByRole('button', { name: 'Back to sign-in' }).click()
    await heading(page, 'Sign in to your account').waitFor()
  })

  test('follows a mailed link', async () => {
    const page = await pages.open('magic-link-callback-suspended')
    await page.getByRole('button', { name: 'Sign in' }).click()

    await expectReason(page)
  })

  test('shows neither reason nor end if there is none, and is in German if the page is', async () => {
    const page = await pages.open('sign-in-suspended-open', { query: { lang: 'de-DE' } })
    await page.getByLabel('E-Mail', { exact: true }).fill((await pages.sceneOf(page)).email)
    await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()

    await heading(page, 'Ihr Konto ist gesperrt').waitFor()
    expect(await page.locator('dl.portico-facts').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Zurück zur Anmeldung' }).count()).toBe(1)
  })
})
