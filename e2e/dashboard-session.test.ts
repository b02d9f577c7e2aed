import { describe, expect, test } from 'vitest'
import { startDashboard } from './dashboard.ts'
import { expectGoodLooks } from './looks.ts'
import { createPerson, expectVisible, heading, sendSignIn, type Person } from './steps.ts'
import type { Visitor } from './visitor.ts'

// The session of project owners is in a cookie that scripts cannot read.

const dashboard = startDashboard()
const refreshTokenPattern = /[0-9a-hjkmnp-tv-z]{78}/
/** Shown to an owner without projects. */
const home = 'Create your first project'
const signIn = 'Sign in to your account'

async function signUp(): Promise<Person> {
  const owner = createPerson()
  const internal = dashboard.portico.internal()
  await internal.post('/auth/password/sign-up', { ...owner, verification_callback_url: 'http://localhost/x' })
  return owner
}

async function cookiesOf({ context }: Visitor) {
  const { cookies } = await context.storageState()
  return cookies.filter(({ name, value }) => name === 'portico-dashboard' || refreshTokenPattern.test(value))
}

describe('the session of the dashboard', () => {
  test('is shared by tabs, outlives a reload, and no script can read it; a sign-out ends it in all tabs', async () => {
    const visitor = await dashboard.openVisitor()
    visitor.expectProblem(/status of 40/)
    const waiting = await visitor.open('/')
    await heading(waiting, signIn).waitFor()
    const page = await visitor.open('/')

    await sendSignIn(page, await signUp())
    await heading(page, home).waitFor()
    await waiting.goto('/')
    await heading(waiting, home).waitFor()
    await Promise.all([page.reload(), waiting.reload()])
    for (const tab of [page, waiting]) await heading(tab, home).waitFor()
    // Everything that the page stores and its scripts can read.
    const readable = await page.evaluate(() =>
      JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]),
    )
    const cookies = await cookiesOf(visitor)
    await page.getByTitle('Account and preferences').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()

    for (const tab of [page, waiting]) await heading(tab, signIn).waitFor()
    expect(await page.getByText('Your session has ended').count()).toBe(0)
    expect(readable).not.toMatch(/eyJ/)
    expect(readable).not.toMatch(refreshTokenPattern)
    expect(cookies).toMatchObject([{ name: 'portico-dashboard', httpOnly: true, sameSite: 'Strict', path: '/' }])
    expect(await cookiesOf(visitor)).toEqual([])
  })

  test('that ends while a project is edited is replaced on the page, with what was typed and the reason', async () => {
    const visitor = await dashboard.openVisitor()
    visitor.expectProblem(/status of 40/)
    const { page, account, owner, projectId } = await dashboard.openProject('settings', { visitor })
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill('Marginalia and notes')
    const { id } = (await account.get<{ id: string }>('/users/me')).body
    await dashboard.endSessions(id)

    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.getByLabel('Your password').fill(owner.password)
    await expectGoodLooks(page, 'dashboard session ended')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await name.inputValue()).toBe('Marginalia and notes')
    await page.getByRole('button', { name: 'Save' }).click()

    await page.getByRole('button', { name: 'Save', disabled: true }).waitFor()
    expect(page.url()).toContain(projectId)
    await dashboard.endSessions(id)
    // No text is typed now, so the sign-in page says why it is shown.
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await heading(page, signIn).waitFor()
    await expectVisible(page.getByText('Your session has ended. Sign in to continue.'))
    await expectGoodLooks(page, 'dashboard sign-in after an ended session', { isCard: true })
  })

  test('cannot be used by a page of another origin', async () => {
    // The same site on another port, so that the browser sends the cookie.
    const elsewhere = 'http://127.0.0.1:1'
    const visitor = await dashboard.openVisitor({}, [elsewhere])
    visitor.expectProblem(/CORS policy|ERR_FAILED/)
    const page = await dashboard.openAsOwner(visitor)
    const other = await visitor.newTab()
    await other.route(`${elsewhere}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Other</p>' }))
    await other.goto(`${elsewhere}/`)

    const outcomes = await other.evaluate(async (target) => {
      const attempt = async (init: RequestInit): Promise<string> => {
        const url = `${target}/api/v1/internal/dashboard-session/refresh`
        return fetch(url, { method: 'POST', credentials: 'include', ...init }).then(
          async (given) => `${given.status} ${await given.text()}`,
          () => 'blocked',
        )
      }
      return [
        await attempt({ headers: { 'x-portico-own-page': '1', 'content-type': 'application/json' }, body: '{}' }),
        await attempt({ headers: { 'content-type': 'application/json' }, body: '{}' }),
        await attempt({ headers: { 'content-type': 'text/plain' }, body: '{}' }),
        await attempt({}),
      ]
    }, dashboard.url)

    expect(outcomes).toEqual(['blocked', 'blocked', 'blocked', 'blocked'])
    await page.reload()
    await expectVisible(heading(page, home))
  })
})
