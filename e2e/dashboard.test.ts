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
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await page.getByRole('img', { name: /Active users, Sign-ups/ }).press('ArrowRight')
    await expectGoodLooks(page, 'dashboard overview')
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

  test('defines a permission, lights what it grants, and gives it to new members', async () => {
    const page = await openAsOwner(await openVisitor())
    const projectId = await createProject(page, 'Marginalia')
    await page.getByRole('link', { name: 'Permissions' }).click()
    await page.getByRole('heading', { name: 'Permissions' }).waitFor()

    await page.getByRole('button', { name: 'Create permission' }).first().click()
    await page.getByRole('textbox', { name: 'ID' }).fill('Approve Notes')
    await page.keyboard.press('Enter')
    await page
      .getByText('Only lowercase letters, numbers, ":", "_" and optional "$" at the beginning are allowed')
      .waitFor()
    await page.getByRole('textbox', { name: 'ID' }).fill('approve_notes')
    await page.getByRole('combobox', { name: 'Contains' }).fill('read_mem')
    await page.keyboard.press('Enter')
    await expectGoodLooks(page, 'dashboard permission dialog')
    await page.getByRole('dialog').getByRole('button', { name: 'Create permission' }).click()
    await page.getByRole('row', { name: /approve_notes/ }).click()

    await page.getByText('approve_notes also grants 1 permission: $read_members').waitFor()
    expect(await page.locator('[data-lit][data-id]').count()).toBe(2)
    await expectGoodLooks(page, 'dashboard permissions')
    await page.goto(`/projects/${projectId}/permissions/defaults`)
    await page.getByRole('combobox', { name: 'Add to Team members' }).fill('approve')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Save', disabled: true }).waitFor()
    await page.getByRole('link', { name: /^Team\d/ }).click()
    await page.getByRole('row', { name: /approve_notes .*Team members/ }).waitFor()
  })

  test('creates a team, invites into it, and deletes it by its name', async () => {
    const page = await openAsOwner(await openVisitor())
    await createProject(page, 'Marginalia')
    await page.getByRole('link', { name: 'Teams' }).click()
    await page.getByRole('heading', { name: 'No teams yet' }).waitFor()

    await page.keyboard.press('c')
    await page.getByRole('textbox', { name: 'Name' }).fill(hostileName)
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: hostileName })
    await drawer.getByText('The team has no members.').waitFor()
    await drawer.getByRole('link', { name: 'Invite' }).click()
    await drawer.getByRole('textbox', { name: 'Email' }).fill('ngozi@')
    await page.keyboard.press('Enter')
    await drawer.getByText('Please enter a valid email').waitFor()
    await drawer.getByRole('textbox', { name: 'Email' }).fill('li.wei@mail.example')
    await page.keyboard.press('Enter')
    await drawer.getByRole('button', { name: 'Revoke: li.wei@mail.example' }).waitFor()
    await expectGoodLooks(page, 'dashboard team invitations')
    await drawer.getByRole('link', { name: 'Profile' }).click()
    await drawer.getByRole('button', { name: 'Delete team' }).click()
    await page.getByRole('dialog', { name: 'Delete team' }).getByRole('textbox').fill(hostileName)
    await page.keyboard.press('Enter')

    await page.getByRole('heading', { name: 'No teams yet' }).waitFor()
    await expectGoodLooks(page, 'dashboard without teams')
  })

  test('shows a hostile name as text', async () => {
    const page = await openAsOwner(await openVisitor())
    await createProject(page, hostileName)

    await page.getByRole('button', { name: /Development/ }).click()
    await page.getByRole('menuitem', { name: 'All projects' }).click()
    await page.getByRole('link', { name: hostileName }).waitFor()

    await expectGoodLooks(page, 'dashboard with a hostile name')
  })

  test('finds, opens, changes, suspends and deletes users', async () => {
    const page = await openAsOwner(await openVisitor())
    const projectId = await createProject(page, 'Marginalia')
    await page.getByRole('tab', { name: 'Node.js' }).click()
    await page.getByText(/PORTICO_SECRET_SERVER_KEY/).waitFor()
    const env = await page.getByRole('region', { name: '.env' }).textContent()
    const secretServerKey = /SECRET_SERVER_KEY=(ssk_\w{10,})/.exec(env ?? '')?.[1] ?? ''
    await page.keyboard.press('g')
    await page.keyboard.press('u')
    await page.getByRole('heading', { name: 'No users yet' }).waitFor()
    await expectGoodLooks(page, 'users empty')
    for (const [displayName, email] of [
      [hostileName, 'hostile@example.com'],
      ['Kim Nguyễn-Laurent', 'kim.with.a.very.long.mailbox.name.that.does.not.fit@mail.example.com'],
    ]) {
      await fetch(`${url}/api/v1/users`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-stack-access-type': 'server',
          'x-stack-project-id': projectId,
          'x-stack-secret-server-key': secretServerKey,
        },
        body: JSON.stringify({ display_name: displayName, primary_email: email, password: 'correct horse battery' }),
      })
    }

    await page.keyboard.press('c')
    await page.getByRole('button', { name: 'Create user' }).last().click()
    await page.getByText('Please enter your email').waitFor()
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada Okafor')
    await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
    await page.getByLabel(/^Password/).fill('short')
    await page.keyboard.press('Enter')
    await page.getByText('Password too short. Minimum length is 8.').waitFor()
    await expectGoodLooks(page, 'user creation')
    await page.getByLabel(/^Password/).fill('correct horse battery')
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Ada Okafor' })
    await drawer.getByText('ada@example.com').last().waitFor()
    await expectGoodLooks(page, 'user drawer')

    await drawer.getByRole('button', { name: 'Edit: Name' }).click()
    await drawer.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
    for (const tab of ['Sign-in', 'Teams', 'Permissions', 'Events']) {
      await page.getByRole('link', { name: tab, exact: true }).click()
      await page.locator(`.drawer [aria-current="page"]`, { hasText: tab }).waitFor()
    }
    await page.getByText('user.created').waitFor()
    await expectGoodLooks(page, 'user events')
    await page.keyboard.press('Escape')

    await page.goto(`/projects/${projectId}/users?q=lovelace`)
    await page.getByText('1 user', { exact: true }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByRole('button', { name: 'Suspend' }).click()
    await page.getByRole('textbox', { name: 'Reason' }).fill('Spam')
    await page.keyboard.press('Enter')
    await page.getByText('Done: 1 user.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Suspended').waitFor()
    await page.goto(`/projects/${projectId}/users?status=active`)
    await page.getByRole('link', { name: hostileName }).waitFor()
    await expectGoodLooks(page, 'users')
    expect(await page.getByText('Ada Lovelace').count()).toBe(0)
    await page.goto(`/projects/${projectId}/users?q=nobody&status=suspended`)
    await page.getByRole('button', { name: 'Clear filters' }).click()

    await page.getByRole('link', { name: 'Ada Lovelace' }).click()
    await page.getByRole('button', { name: 'Delete user' }).click()
    await page.getByRole('textbox').last().fill('Ada Lovelace')
    await page.getByRole('dialog', { name: 'Delete user' }).getByRole('button', { name: 'Delete user' }).click()
    await page.getByText('2 users', { exact: true }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
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
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')

    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('creates keys that are shown once, revokes them, and lists both in the audit log', async () => {
    const page = await openAsOwner(await openVisitor())
    const projectId = await createProject(page, 'Marginalia')
    await page.goto(`/projects/${projectId}/keys?create=true`)

    await page.getByRole('textbox', { name: 'Description' }).fill(hostileName)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Store these keys now' }).waitFor()
    expect(await page.getByRole('dialog').textContent()).toMatch(/ssk_\w{10,}/)
    await page.keyboard.press('Escape')
    await page.getByLabel('I have stored it').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: `Actions for ${hostileName}` }).click()
    await page.getByRole('menuitem', { name: 'Revoke key set' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key set' }).click()
    await page.getByText(/^Revoked/).waitFor()
    await expectGoodLooks(page, 'dashboard keys')
    await page.goto(`/projects/${projectId}/audit`)
    await page.getByText(/revoked the key set/).waitFor()
    await expectGoodLooks(page, 'dashboard audit log')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')

    await page.getByRole('dialog').getByText('Request', { exact: true }).waitFor()
    await expectGoodLooks(page, 'dashboard event')
  })

  test('asks for the password again before it creates keys, and keeps what was typed', async () => {
    const visitor = await openVisitor()
    visitor.expectProblem(/status of 40[13]/)
    const page = await visitor.open('/')
    const person = createPerson()
    await page.getByRole('link', { name: 'Sign up' }).click()
    await sendSignUp(page, person)
    await page.getByRole('heading', { name: 'Create your first project' }).waitFor()
    const projectId = await createProject(page, 'Marginalia')
    portico.clock.advance(20 * 60_000)

    await page.goto(`/projects/${projectId}/keys?create=true`)
    await page.getByRole('textbox', { name: 'Description' }).fill('Nightly import')
    await page.keyboard.press('Enter')
    await page.getByLabel('Your password').fill(person.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Store these keys now' }).waitFor()
    await page.getByLabel('I have stored it').check()
    await page.getByRole('button', { name: 'Done' }).click()

    await page.getByText('Nightly import').waitFor()
  })

  test('changes settings, invites an owner, and deletes the project by its name', async () => {
    const page = await openAsOwner(await openVisitor())
    const projectId = await createProject(page, 'Marginalia')
    await page.goto(`/projects/${projectId}/settings`)

    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Margins')
    await page.keyboard.press('Control+s')
    await page.getByText('Delete Margins').waitFor()
    await page.getByRole('button', { name: 'Invite owner' }).click()
    await page.getByRole('textbox', { name: 'Email' }).fill('samuel@example.com')
    await page.keyboard.press('Enter')
    await page.getByText(/^Invited, valid until/).waitFor()
    await expectGoodLooks(page, 'dashboard settings')
    await page.getByRole('button', { name: 'Delete project' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('Margins')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'The project is deleted' }).waitFor()
    await page.getByRole('button', { name: 'Go to your projects' }).click()

    await page.getByRole('heading', { name: 'Create your first project' }).waitFor()
  })

  test('tells the step at which a mail server fails', async () => {
    const page = await openAsOwner(await openVisitor())
    const projectId = await createProject(page, 'Marginalia')
    await page.goto(`/projects/${projectId}/emails/server`)

    await page.getByRole('radio', { name: /Own server/ }).check()
    for (const [label, value] of [
      ['Host', 'mail.invalid'],
      ['User name', 'noreply'],
      ['Password', 'secret'],
      ['Sender name', 'Marginalia'],
      ['Sender email', 'noreply@example.com'],
    ] as const) {
      await page.getByLabel(label, { exact: true }).fill(value)
    }
    await page.getByRole('button', { name: 'Send test' }).click()

    await page.getByText('not reached').first().waitFor()
    await expectGoodLooks(page, 'dashboard mail server')
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
