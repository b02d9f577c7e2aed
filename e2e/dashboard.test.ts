import { createTestPortico, type TestPortico } from '@portico/testkit'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '../tools/chromium.ts'
import { expectGoodLooks } from './looks.ts'
import { createPerson, sendSignUp } from './steps.ts'
import { Visitor } from './visitor.ts'

const hostileName = '"><img src=x onerror=alert(1)> \u202Eelbon'

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

async function openVisitor(options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  })
  return new Visitor(context, [url])
}

/** Signs a new owner up on the pages of the dashboard. */
async function openAsOwner(visitor: Visitor): Promise<Page> {
  const page = await visitor.open('/')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await sendSignUp(page, createPerson())
  await page.getByRole('heading', { name: 'Create your first project' }).waitFor()
  return page
}

async function createProject(page: Page, name: string): Promise<string> {
  await page.keyboard.press('c')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/start$/)
  await page.getByRole('heading', { name: 'Waiting for the first sign-in' }).waitFor()
  return /projects\/([^/]+)\//.exec(page.url())?.[1] ?? ''
}

describe('the dashboard', () => {
  test('leads a new owner from the sign-up to the first sign-in of their app', async () => {
    const page = await openAsOwner(await openVisitor())
    await expectGoodLooks(page, 'dashboard without projects')
    const projectId = await createProject(page, 'Marginalia')

    const env = await page.getByRole('region', { name: '.env' }).textContent()
    const key = /PUBLISHABLE_CLIENT_KEY=(pck_\w{10,})/.exec(env ?? '')?.[1] ?? ''
    expect(env).toContain(`VITE_PORTICO_PROJECT_ID=${projectId}`)
    const answer = await fetch(`${url}/api/v1/auth/password/sign-up`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-stack-access-type': 'client',
        'x-stack-project-id': projectId,
        'x-stack-publishable-client-key': key,
      },
      body: JSON.stringify({
        email: 'ada@example.com',
        password: 'correct horse battery staple',
        verification_callback_url: 'http://localhost:5173/handler/email-verification',
      }),
    })

    expect(answer.status).toBe(200)
    await page.getByRole('heading', { name: 'First sign-in received' }).waitFor()
    await page.getByText('ada').first().waitFor()
    await expectGoodLooks(page, 'dashboard after the first sign-in')
  })

  test('forgets new keys when the page is left', async () => {
    const page = await openAsOwner(await openVisitor())
    await createProject(page, 'Marginalia')
    await page.getByRole('tab', { name: 'Node.js' }).click()
    await page.getByText(/PORTICO_SECRET_SERVER_KEY/).waitFor()
    expect(await page.getByRole('region', { name: '.env' }).textContent()).toMatch(/ssk_\w{10,}/)

    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await page.getByRole('menuitem', { name: 'All projects' }).click()
    await page.getByRole('link', { name: 'Marginalia' }).waitFor()
    await page.goBack()

    await page.getByText('Keys are shown only when they are created.').waitFor()
    expect(await page.getByRole('region', { name: '.env' }).textContent()).toMatch(/SECRET_SERVER_KEY=ssk_…$/)
  })

  test('shows why requests of an app fail', async () => {
    const page = await openAsOwner(await openVisitor())
    const projectId = await createProject(page, 'Marginalia')

    await fetch(`${url}/api/v1/projects/current`, {
      headers: {
        origin: 'https://app.example',
        'x-stack-access-type': 'client',
        'x-stack-project-id': projectId,
        'x-stack-publishable-client-key': 'pck_wrong',
      },
    })
    await page.getByRole('button', { name: 'See failed requests' }).click()

    await page.getByText('https://app.example').waitFor()
    await expectGoodLooks(page, 'dashboard with failed requests')
  })

  test('lists what prevents production mode, each with its fix', async () => {
    const page = await openAsOwner(await openVisitor())
    const projectId = await createProject(page, 'Marginalia')
    const add = async (domain: string): Promise<void> => {
      await page.keyboard.press('c')
      await page.getByLabel('Domain', { exact: true }).fill(domain)
      await page.keyboard.press('Enter')
    }

    await page.goto(`/projects/${projectId}/domains`)
    await page.getByRole('heading', { name: 'No domains yet' }).waitFor()
    await add('https://reading room.example')
    await page.getByText('domain contains spaces').waitFor()
    await page.getByLabel('Domain', { exact: true }).fill('http://app.example')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '2 findings prevent production mode' }).waitFor()
    await expectGoodLooks(page, 'dashboard domains with findings')
    await page.getByRole('button', { name: 'Change to https' }).click()
    await page.getByRole('heading', { name: '1 finding prevents production mode' }).waitFor()
    await page.getByRole('button', { name: 'Switch off' }).click()

    await page.getByText('The domains are ready for production mode.').waitFor()
    await page.getByRole('link', { name: 'https://app.example', exact: true }).waitFor()
  })

  test('sets up sign-in methods, with the sign-in card beside them', async () => {
    const page = await openAsOwner(await openVisitor())
    const projectId = await createProject(page, 'Marginalia')
    const card = page.getByRole('region', { name: 'Preview of the sign-in card' })
    await page.goto(`/projects/${projectId}/sign-in`)
    await page.getByRole('switch', { name: 'Passkey' }).click()
    await card.getByText('Sign in with a passkey').waitFor()
    await expectGoodLooks(page, 'dashboard sign-in methods')

    await page.getByRole('switch', { name: 'Discord' }).click()
    await page.waitForURL(/\/sign-in\/discord$/)
    const drawer = page.getByRole('dialog', { name: 'Discord' })
    await drawer.getByText(`${url}/api/v1/auth/oauth/callback/discord`).waitFor()
    await drawer.getByLabel('Client ID').fill('client')
    await page.keyboard.press('Control+s')
    await drawer.getByText('client_secret must not be empty').waitFor()
    await expectGoodLooks(page, 'dashboard provider')
    await drawer.getByLabel('Client secret').fill('secret')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await drawer.getByText('On with own keys').waitFor()
    await page.keyboard.press('Escape')

    await page.waitForURL(/\/sign-in$/)
    await card.getByText('Discord').waitFor()
    expect(await page.getByRole('switch', { name: 'Discord' }).isChecked()).toBe(true)
  })

  test('keeps the changes of two owners of the same domain apart', async () => {
    const visitor = await openVisitor()
    visitor.expectProblem(/status of 409/)
    const mine = await openAsOwner(visitor)
    const projectId = await createProject(mine, 'Marginalia')
    await mine.goto(`/projects/${projectId}/domains?add`)
    await mine.getByLabel('Domain', { exact: true }).fill('https://app.example')
    await mine.keyboard.press('Enter')
    await mine.getByRole('link', { name: 'https://app.example', exact: true }).click()
    await mine.getByLabel('Handler path').fill('/mine')

    const theirs = await visitor.open(`/projects/${projectId}/domains?edit=https://app.example`)
    await theirs.getByLabel('Handler path').fill('/theirs')
    await theirs.keyboard.press('Enter')
    await theirs.getByText('/theirs').waitFor()
    await mine.getByRole('button', { name: 'Save' }).click()
    await mine.getByText('“/theirs”').waitFor()
    expect(await mine.getByLabel('Handler path').inputValue()).toBe('/mine')
    await mine.getByRole('button', { name: 'Keep mine' }).click()
    await mine.getByRole('button', { name: 'Save' }).click()

    await mine.getByText('/mine').waitFor()
  })

  test('shows a hostile name as text', async () => {
    const page = await openAsOwner(await openVisitor())
    await createProject(page, hostileName)

    await page.getByRole('button', { name: /Development/ }).click()
    await page.getByRole('menuitem', { name: 'All projects' }).click()
    await page.getByRole('link', { name: hostileName }).waitFor()

    await expectGoodLooks(page, 'dashboard with a hostile name')
  })

  test('does everything with keys', async () => {
    const page = await openAsOwner(await openVisitor())
    await createProject(page, 'Marginalia')

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('marg')
    expect(await page.getByRole('option').count()).toBe(0)
    await page.getByRole('combobox').fill('all proj')
    await expectGoodLooks(page, 'palette')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/projects$/)
    await page.getByRole('link', { name: 'Marginalia' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/start$/)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')

    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('keeps the session across a reload, out of the reach of scripts, and ends it', async () => {
    const page = await openAsOwner(await openVisitor())

    await page.reload()
    await page.getByRole('heading', { name: 'Create your first project' }).waitFor()
    expect(await page.evaluate(() => document.cookie)).not.toMatch(/refresh|portico/)
    await page.getByTitle('Account and preferences').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()

    await page.waitForURL(/\/handler\/sign-in/)
  })

  test('hides the project of another owner like one that does not exist', async () => {
    const owner = await openAsOwner(await openVisitor())
    const projectId = await createProject(owner, 'Private')
    const visitor = await openVisitor()
    visitor.expectProblem(/status of 40/)
    const other = await openAsOwner(visitor)

    for (const id of [projectId, crypto.randomUUID()]) {
      await other.goto(`/projects/${id}/start`)
      await other.getByRole('heading', { name: 'You have no access to this project' }).waitFor()
      expect(await other.getByText('Private').count()).toBe(0)
    }
    await expectGoodLooks(other, 'dashboard without permission')
  })

  test('says that a page does not exist, and that the service does not answer', async () => {
    const visitor = await openVisitor()
    visitor.expectProblem(/ERR_FAILED|ConnectionError|Error in route match/)
    const page = await openAsOwner(visitor)
    await createProject(page, 'Marginalia')

    await page.route('**/api/**', (route) => route.abort())
    await page.goto('/projects')
    await page.getByRole('heading', { name: 'The service does not answer' }).waitFor()
    await expectGoodLooks(page, 'dashboard offline')
    await page.unroute('**/api/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'Marginalia' }).waitFor()
    await page.goto('/nothing/here')

    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await expectGoodLooks(page, 'dashboard page not found')
  })

  test('speaks German and dark where chosen, from the first paint on', async () => {
    const page = await openAsOwner(await openVisitor())

    await page.getByTitle('Account and preferences').click()
    await page.getByRole('menuitem', { name: 'Language' }).click()
    await page.getByRole('heading', { name: 'Erstelle dein erstes Projekt' }).waitFor()
    await page.evaluate(() => localStorage.setItem('portico-dashboard-theme', 'dark'))
    await page.reload()

    await page.getByRole('heading', { name: 'Erstelle dein erstes Projekt' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
  })
})
