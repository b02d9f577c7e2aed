import { createTestPortico, type TestPortico } from '@portico/testkit'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchChromium } from '../tools/chromium.ts'
import { createPerson, sendSignUp } from './steps.ts'
import { Visitor } from './visitor.ts'

export const hostileName = '"><img src=x onerror=alert(1)> \u202Eelbon'

interface RunningDashboard {
  readonly portico: TestPortico
  readonly url: string
  openVisitor(options?: BrowserContextOptions): Promise<Visitor>
}

/** Starts a service with the dashboard, and a browser, for the tests of a file. */
export function startDashboard(): RunningDashboard {
  let portico: TestPortico
  let browser: Browser
  let url: string
  beforeAll(async () => {
    portico = await createTestPortico({ isListening: true, hasDashboard: true })
    url = (await portico.listen()).url
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser.close()
    await portico.close()
  })
  return {
    get portico() {
      return portico
    },
    get url() {
      return url
    },
    openVisitor: async (options) => {
      const viewport = { width: 1280, height: 800 }
      const context = await browser.newContext({ baseURL: url, viewport, reducedMotion: 'reduce', ...options })
      return new Visitor(context, [url])
    },
  }
}

/** Signs a new owner up on the pages of the dashboard. */
export async function openAsOwner(visitor: Visitor): Promise<Page> {
  const page = await visitor.open('/')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await sendSignUp(page, createPerson())
  await page.getByRole('heading', { name: 'Create your first project' }).waitFor()
  return page
}

/** Creates a project with the keyboard, and returns its id. The page is then at its first steps. */
export async function createProject(page: Page, name: string): Promise<string> {
  await page.keyboard.press('c')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/start$/)
  await page.getByRole('heading', { name: 'Waiting for the first sign-in' }).waitFor()
  return /projects\/([^/]+)\//.exec(page.url())?.[1] ?? ''
}
