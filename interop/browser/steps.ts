import {
  createTestPortico,
  type Mailbox,
  type TestPortico,
  type TestProject,
  type TestProjectOptions,
} from '@portico/testkit'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { shareChromium, type BrowserShare } from '../../tools/chromium.ts'

/** The sign-in methods that the tests use on the pages of the official clients. */
const projectConfig = {
  allow_localhost: true,
  credential_enabled: true,
  magic_link_enabled: true,
  passkey_enabled: true,
  allow_user_api_keys: true,
  allow_team_api_keys: true,
  client_team_creation_enabled: true,
  oauth_providers: [{ id: 'google', type: 'shared' }],
} satisfies TestProjectOptions['config']

const password = 'a quiet place to read'

interface Setting {
  browser: BrowserShare
  portico: TestPortico
  project: TestProject
}

/** Starts Chromium and a service with a project before the tests of a file, and stops both afterwards. */
export function useService(): Readonly<Setting> {
  // Tests run after `beforeAll`, which fills in the members.
  const setting = {} as Setting
  beforeAll(async () => {
    setting.portico = await createTestPortico()
    setting.browser = await shareChromium()
    setting.project = await setting.portico.createProject({ config: projectConfig })
  })
  afterAll(async () => {
    await setting.browser.close()
    await setting.portico.close()
  })
  return setting
}

/** Opens a browser profile until the end of the test. */
export async function openContext(browser: BrowserShare, baseURL: string): Promise<BrowserContext> {
  // The newest client also contacts its vendor's hosts. Unlike a route, a proxy that refuses them keeps the browser's
  // cache.
  const proxy = { server: 'http://127.0.0.1:1', bypass: '127.0.0.1,localhost' }
  const context = await browser.newContext({ baseURL, proxy })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(60_000)
  return context
}

export async function signedInAs(page: Page, email: string): Promise<void> {
  await page.getByText(`Signed in as ${email}`, { exact: true }).waitFor()
}

export async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/handler/sign-up')
  await page.getByRole('tab', { name: 'Email & Password' }).click()
  await field(page, 'email').fill(email)
  await field(page, 'password').fill(password)
  await field(page, 'passwordRepeat').fill(password)
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
}

export async function signInByPassword(page: Page, email: string): Promise<void> {
  await page.goto('/handler/sign-in')
  await submitPassword(page, email)
}

/** Signs in on the open sign-in page. */
export async function submitPassword(page: Page, email: string): Promise<void> {
  await page.getByRole('tab', { name: 'Email & Password' }).click()
  await field(page, 'email').fill(email)
  await field(page, 'password').fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

export async function signInAtGoogle(page: Page, email: string): Promise<void> {
  await page.goto('/handler/sign-in')
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
}

export async function signInByCode(page: Page, mailbox: Mailbox, email: string): Promise<void> {
  await requestSignInMail(page, email)
  await page.locator('input[autocomplete="one-time-code"]').pressSequentially(await mailbox.latestSignInCode(email))
}

export async function signInByLink(page: Page, mailbox: Mailbox, email: string): Promise<void> {
  await requestSignInMail(page, email)
  const link = await mailbox.latestLink(email)
  await page.goto(link.href)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Records uncaught errors of a page and calls that the service refuses. */
export function recordProblems(page: Page): readonly string[] {
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('response', (response) => {
    const status = Number(response.headers()['x-stack-actual-status'] ?? response.status())
    if (status >= 400) problems.push(`${status} ${response.request().method()} ${response.url()}`)
  })
  return problems
}

/** Changes the display name on the first page of an official client's account settings. */
export async function changeNameInSettings(page: Page, name: string): Promise<void> {
  await page.goto('/handler/account-settings')
  await page.locator('button:has(svg[class*="pen"]):visible').first().click()
  await page.locator('input:not([type=file]):visible').first().fill(name)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(name, { exact: true }).first().waitFor()
}

/** Opens each page that an official client lists in its account settings. */
export async function openEverySettingsPage(page: Page, email: string): Promise<void> {
  const contents: Readonly<Record<string, string>> = {
    'Emails & Auth': email,
    Notifications: 'Choose which emails you want to receive',
    'API Keys': 'API Keys',
    'Active Sessions': 'Current Session',
    Settings: 'End your current session',
  }
  for (const [title, content] of Object.entries(contents)) {
    const entry = page.getByText(title, { exact: true }).locator('visible=true').first()
    // The oldest clients have no notifications.
    if ((await entry.count()) === 0) continue
    await entry.click()
    await page.getByText(content).locator('visible=true').last().waitFor()
  }
}

async function requestSignInMail(page: Page, email: string): Promise<void> {
  await page.goto('/handler/sign-in')
  await field(page, 'email').fill(email)
  await page.getByRole('button', { name: 'Send email' }).click()
  await page.getByText('Enter the code from your email').waitFor()
}

function field(page: Page, name: string): Locator {
  return page.locator(`input[name="${name}"]:visible`)
}
