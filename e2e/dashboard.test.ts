import type { Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { changeRoom, hostileName, startDashboard } from './dashboard.ts'
import { expectGoodLooks } from './looks.ts'
import { createPerson, sendSignIn, sendSignUp } from './steps.ts'

const dashboard = startDashboard()

describe('the dashboard', () => {
  test('leads a new owner from the sign-up to their first project', async () => {
    const page = await (await dashboard.openVisitor()).open('/')
    await page.getByRole('link', { name: 'Sign up' }).click()
    await sendSignUp(page, createPerson())
    await page.getByRole('heading', { name: 'Create your first project' }).waitFor()
    await expectGoodLooks(page, 'dashboard without projects')
    await page.keyboard.press('c')
    await page.getByRole('textbox', { name: 'Name' }).fill('Marginalia')
    await page.getByRole('checkbox', { name: 'Teams' }).check()
    await page.getByRole('checkbox', { name: 'API keys for users' }).check()
    await expectGoodLooks(page, 'dashboard with a new project')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Waiting for the first sign-in' }).waitFor()
    const projectId = /projects\/([^/]+)\//.exec(page.url())?.[1] ?? ''

    const env = await page.getByRole('region', { name: '.env' }).textContent()
    expect(env).toContain(`VITE_PORTICO_PROJECT_ID=${projectId}`)
    const key = /PUBLISHABLE_CLIENT_KEY=(pck_\w{10,})/.exec(env ?? '')?.[1] ?? ''
    const project = await fetch(`${dashboard.url}/api/v1/projects/current`, { headers: credentialsOf(projectId, key) })
    expect(await project.json()).toMatchObject({
      config: { client_team_creation_enabled: true, allow_user_api_keys: true, allow_team_api_keys: false },
    })
  })

  test('shows the first sign-in of an app as soon as it happens, then in its figures', async () => {
    const { page, projectId } = await dashboard.openProject('start')
    await page.getByRole('button', { name: 'Create keys' }).click()
    const env = page.getByRole('region', { name: '.env' })
    await env.getByText(/pck_\w{10,}/).waitFor()
    const key = /PUBLISHABLE_CLIENT_KEY=(pck_\w{10,})/.exec((await env.textContent()) ?? '')?.[1] ?? ''
    const answer = await fetch(`${dashboard.url}/api/v1/auth/password/sign-up`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Mozilla/5.0',
        'cf-ipcountry': 'NG',
        ...credentialsOf(projectId, key),
      },
      body: JSON.stringify({
        email: 'ada@example.com',
        password: 'correct horse battery staple',
        verification_callback_url: 'http://localhost:5173/handler/email-verification',
      }),
    })

    expect(answer.status).toBe(200)
    await page.getByRole('heading', { name: 'First sign-in received' }).waitFor()
    await page.getByRole('link', { name: /^ada/ }).waitFor()
    await page.getByRole('link', { name: 'Add the domain of your app' }).waitFor()
    await page.getByRole('button', { name: 'Show failed requests' }).waitFor()
    await expectGoodLooks(page, 'dashboard after the first sign-in')
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await page.getByRole('img', { name: /Active users, Sign-ups/ }).press('ArrowRight')
    await page.getByRole('button', { name: 'Show as table' }).click()
    expect(await page.getByRole('row').last().textContent()).toMatch(/\d{4}11$/)
    await page.getByRole('img', { name: /Users by country/ }).waitFor()
    await page.getByText('Nigeria').waitFor()
    await expectGoodLooks(page, 'dashboard overview')
  })

  test('forgets new keys when the page is left', async () => {
    const { page } = await dashboard.openProject('start?framework=node')
    await page.getByRole('button', { name: 'Create keys' }).click()
    await page.getByText('The secret key is shown until you leave this page.').waitFor()
    expect(await page.getByRole('region', { name: '.env' }).textContent()).toMatch(/ssk_\w{10,}/)

    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await page.getByRole('menuitem', { name: 'All projects' }).click()
    await page.getByRole('link', { name: 'Marginalia' }).waitFor()
    await page.goBack()

    await page.getByText('The secret key is shown only when it is created.').waitFor()
    expect(await page.getByRole('region', { name: '.env' }).textContent()).toMatch(/SECRET_SERVER_KEY=ssk_…$/)
  })

  test('shows why requests of an app fail, and a hostile name as text', async () => {
    const { page, projectId } = await dashboard.openProject('start', { name: hostileName })

    await fetch(`${dashboard.url}/api/v1/projects/current`, {
      headers: {
        origin: 'https://app.example',
        'x-stack-access-type': 'client',
        'x-stack-project-id': projectId,
        'x-stack-publishable-client-key': 'pck_wrong',
      },
    })
    await page.getByRole('button', { name: 'Show failed requests' }).click()

    await page.getByText('https://app.example').waitFor()
    await expectGoodLooks(page, 'dashboard with failed requests')
    await page.getByRole('link', { name: /^Domains/ }).click()
    await page.getByRole('button', { name: 'Show failed requests' }).click()
    await page.getByText('https://app.example').waitFor()
    await expectGoodLooks(page, 'domains with failed requests')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /Development/ }).click()
    await page.getByRole('menuitem', { name: 'All projects' }).click()
    await page.getByRole('link', { name: hostileName }).waitFor()
    await expectGoodLooks(page, 'dashboard with a hostile name')
  })

  test('can be used with the keyboard only', async () => {
    const { page, account } = await dashboard.openProject('start')
    await account.post('/internal/projects', { display_name: 'The newest' })
    await page.getByRole('heading', { name: 'Get started' }).waitFor()

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('marg')
    expect(await page.getByRole('option').count()).toBe(0)
    await page.getByRole('combobox').fill('all proj')
    await expectGoodLooks(page, 'palette')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/projects$/)
    await page.getByRole('link', { name: 'Marginalia' }).waitFor()
    expect(await page.getByRole('row').nth(1).textContent()).toContain('The newest')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('heading', { name: 'No users yet' }).waitFor()
    await page.getByRole('link', { name: 'Connect your app' }).press('Enter')
    await page.getByRole('heading', { name: 'Get started' }).waitFor()
    await page.getByTitle('Account and preferences').press('Enter')
    await page.getByRole('menuitem', { name: 'Account settings' }).press('Enter')
    const back = page.getByRole('link', { name: 'Back to The newest' })
    await back.waitFor()
    await page.getByRole('heading', { name: 'Account settings' }).waitFor()
    const edges = await page.evaluate(() => {
      // `expectGoodLooks` leaves the page right-to-left, but the component has the direction of its language.
      document.documentElement.dir = 'ltr'
      return ['.solo-head > .brand', 'main a', '.portico-settings-title'].map(
        (part) => document.querySelector(part)?.getBoundingClientRect().left,
      )
    })
    expect(edges).toEqual([edges[0], edges[0], edges[0]])
    await back.press('Enter')

    await page.waitForURL(/\/projects\/[0-9a-f-]+$/)
  })

  test('hides the project of the owner before on the same page like one that does not exist', async () => {
    const visitor = await dashboard.openVisitor()
    visitor.expectProblem(/status of 40/)
    const { page, projectId } = await dashboard.openProject('users', { name: 'Private', visitor })
    await page.getByRole('heading', { name: 'No users yet' }).waitFor()
    const next = createPerson()
    await dashboard.portico
      .internal()
      .post('/auth/password/sign-up', { ...next, verification_callback_url: 'http://localhost/handler/x' })
    await page.getByTitle('Account and preferences').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await sendSignIn(page, next)
    await page.getByRole('heading', { name: 'Create your first project' }).waitFor()

    // While the service does not respond, the page could show cached data.
    const held: Route[] = []
    let isHeld = true
    await page.route('**/internal/projects/current', (route) => (isHeld ? void held.push(route) : route.continue()))
    await changeRoom(page, `/projects/${projectId}/users`)
    await expect.poll(() => held.length).toBeGreaterThan(0)
    expect(await page.getByText('Private').count()).toBe(0)
    isHeld = false
    for (const route of held) await route.continue()
    const refusal = page.getByRole('heading', { name: 'You have no access to this project' })
    await refusal.waitFor()
    const refused = await page.locator('body').innerText()
    await expectGoodLooks(page, 'dashboard without permission')
    await page.goto(`/projects/${crypto.randomUUID()}/users`)
    await refusal.waitFor()

    expect(refused).not.toContain('Private')
    expect(await page.locator('body').innerText()).toBe(refused)
  })

  test('asks before a sign-out that loses changes, and leads to the sign-in page after one elsewhere', async () => {
    const visitor = await dashboard.openVisitor()
    visitor.expectProblem(/status of 40/)
    const { page, projectId } = await dashboard.openProject('settings', { visitor })
    const description = page.getByRole('textbox', { name: 'Description' })
    await description.fill('Not saved')
    await page.getByTitle('Account and preferences').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('dialog', { name: 'Sign out' }).getByRole('button', { name: 'Cancel' }).click()
    expect(await description.inputValue()).toBe('Not saved')

    const elsewhere = await visitor.open(`/projects/${projectId}/settings`)
    await elsewhere.getByRole('textbox', { name: 'Description' }).fill('Not saved')
    await elsewhere.getByTitle('Account and preferences').click()
    await elsewhere.getByRole('menuitem', { name: 'Sign out' }).click()
    await elsewhere.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()

    for (const tab of [elsewhere, page]) await tab.getByRole('heading', { name: 'Sign in to your account' }).waitFor()
  })

  test('repeats an unanswered sign-out at the next visit', async () => {
    const visitor = await dashboard.openVisitor()
    visitor.expectProblem(/ERR_FAILED/)
    const { page } = await dashboard.openProject('settings', { visitor })
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    const session = /dashboard-session|auth\/sessions/
    await page.route(session, (route) => route.abort())
    // The SDK does not repeat a request while the browser says that it is offline.
    await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: false }))

    await page.getByTitle('Account and preferences').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByText('You are signed out in this browser.').waitFor()
    await page.waitForURL(/\/handler\/sign-in$/)
    await page.unroute(session)
    await page.goto('/projects')
    await page.getByRole('heading', { name: 'Sign in to your account' }).waitFor()

    expect((await visitor.context.cookies()).map(({ name }) => name)).not.toContain('portico-dashboard')
  })

  test('says that a page does not exist, and that the service does not answer', async () => {
    const visitor = await dashboard.openVisitor()
    visitor.expectProblem(/ERR_FAILED|ConnectionError|Error in route match/)
    const { page } = await dashboard.openProject('start', { visitor })
    await page.getByRole('heading', { name: 'Get started' }).waitFor()

    await page.route('**/api/**', (route) => route.abort())
    await page.goto('/projects')
    await page.getByRole('heading', { name: 'The service is not responding' }).waitFor()
    await expectGoodLooks(page, 'dashboard offline')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'The service is not responding' }).waitFor()
    // The page retries by itself, so the button may be gone.
    await page.unroute('**/api/**')
    await page.getByRole('link', { name: 'Marginalia' }).waitFor()
    await page.goto('/nothing/here')

    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await expectGoodLooks(page, 'dashboard page not found')
  })

  test('says at once that the service does not answer, and continues by itself', async () => {
    const visitor = await dashboard.openVisitor()
    visitor.expectProblem(/ERR_FAILED/)
    const { page } = await dashboard.openProject('settings', { visitor })
    const notice = page.getByText('The service is not responding. This page continues automatically.')
    await page.getByRole('textbox', { name: 'Description' }).fill('Notes')

    await page.route('**/api/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await notice.waitFor()
    expect(await page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Notes')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByRole('heading', { name: 'API keys' }).waitFor()
    await expectGoodLooks(page, 'dashboard room while the service is silent', { isLoading: true })
    await page.unroute('**/api/**')
    await page.getByRole('heading', { name: 'No keys yet' }).waitFor()
    await notice.waitFor({ state: 'hidden' })

    // The code of a room cannot be loaded, so the previous room stays.
    await page.route(/\/(api|assets)\//, (route) => route.abort())
    await page.getByRole('link', { name: 'Domains' }).click()
    await notice.waitFor()
    await page.getByRole('heading', { name: 'API keys' }).waitFor()
    await page.unroute(/\/(api|assets)\//)

    await page.getByRole('heading', { name: 'No domains yet' }).waitFor()
  })

  test('is in German and dark, if chosen, from the first paint on', async () => {
    const page = await dashboard.openAsOwner()

    await page.getByTitle('Account and preferences').click()
    await page.getByRole('menuitem', { name: 'Language' }).click()
    await page.getByRole('heading', { name: 'Erstellen Sie Ihr erstes Projekt' }).waitFor()
    await page.evaluate(() => localStorage.setItem('portico-dashboard-theme', 'dark'))
    await page.reload()

    await page.getByRole('heading', { name: 'Erstellen Sie Ihr erstes Projekt' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
  })
})

/** The headers of an app that calls the service for its users. */
function credentialsOf(projectId: string, publishableKey: string): Record<string, string> {
  return {
    'x-stack-access-type': 'client',
    'x-stack-project-id': projectId,
    'x-stack-publishable-client-key': publishableKey,
  }
}
