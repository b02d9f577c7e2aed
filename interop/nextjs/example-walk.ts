import { someEmail, TEST_PASSWORD } from '@portico/testkit'
import type { BrowserContext, Locator, Page } from 'playwright-core'

/** Signs up at the protected page of the example and visits each page. Returns the user's address. */
export async function walkExample(page: Page): Promise<string> {
  const email = someEmail()
  await page.goto('/account')
  await signUpOnOpenPage(page, email)
  await page.getByText(`Welcome back, ${email}.`).waitFor()
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await page.getByText(`Signed in as ${email}`).waitFor()
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByRole('button', { name: 'Save' }).click()
  await heading(page, 'Ada Lovelace').waitFor()
  await page.getByRole('link', { name: 'Reading groups' }).click()
  await page.getByLabel('New group').fill('Ulysses')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('listitem').getByText('Ulysses').waitFor()
  await page.getByRole('link', { name: 'Marginalia' }).click()
  await page.getByText('Welcome back, Ada Lovelace.').waitFor()
  await page.goBack()
  await page.getByRole('listitem').getByText('Ulysses').waitFor()
  await page.goBack()
  await heading(page, 'Ada Lovelace').waitFor()
  await page.goForward()
  await page.reload()
  await page.getByRole('listitem').getByText('Ulysses').waitFor()
  return email
}

/** Follows the link on the sign-in page and signs up. */
async function signUpOnOpenPage(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Sign up' }).click()
  await page.waitForURL(/sign-up/)
  // Parts of the page that load later would replace the typed text.
  await page.waitForLoadState('networkidle')
  await fillSignUp(page, email)
}

/** Fills in the fields of our sign-up page and submits them. */
export async function fillSignUp(page: Page, email: string): Promise<void> {
  const field = (name: string): Locator => page.getByRole('textbox', { name, exact: true })
  await field('Repeat password').fill(TEST_PASSWORD)
  await field('Email').fill(email)
  await field('Password').fill(TEST_PASSWORD)
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
}

function heading(page: Page, name: string): Locator {
  return page.getByRole('heading', { name, exact: true })
}

/** Collects console errors, console warnings and uncaught errors from all pages of a profile. */
export function collectProblems(context: BrowserContext): readonly string[] {
  const problems: string[] = []
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  context.on('weberror', (error) => problems.push(String(error.error())))
  return problems
}
