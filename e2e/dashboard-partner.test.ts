import { createHash, randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hostileName, startDashboard } from './dashboard.ts'
import { expectGoodLooks } from './looks.ts'
import { createPerson, sendSignIn } from './steps.ts'
import type { Visitor } from './visitor.ts'

const dashboard = startDashboard()

/** Opens a visitor whose pages may send requests to the partner. */
function openVisitor(): Promise<Visitor> {
  return dashboard.openVisitor({}, [new URL(dashboard.partner.callback).origin])
}

/** The address at which the partner starts. */
function authorizePath(externalName: string): string {
  const state = Buffer.from(JSON.stringify({ details: { neon_project_name: externalName } })).toString('base64')
  const query = new URLSearchParams({
    client_id: dashboard.partner.clientId,
    redirect_uri: dashboard.partner.callback,
    state,
    code_challenge: createHash('sha256').update(randomBytes(32)).digest('base64url'),
    code_challenge_method: 'S256',
    response_type: 'code',
  })
  return `/api/v1/integrations/neon/oauth/authorize?${query.toString()}`
}

function heading(page: Page): ReturnType<Page['getByRole']> {
  return page.getByRole('heading', { name: `Give ${new URL(dashboard.partner.callback).host} access to a project?` })
}

/** Presses a button that leads to the partner. Returns the parameters that the partner receives. */
async function leave(page: Page, button: string): Promise<URLSearchParams> {
  await page.getByRole('button', { name: button }).click()
  await page.waitForURL(`${dashboard.partner.callback}**`)
  return new URL(page.url()).searchParams
}

test('an owner gives a partner access to the chosen project, or refuses', async () => {
  const visitor = await openVisitor()
  const { account, page } = await dashboard.openProject('keys', { visitor })
  await account.post('/internal/projects', { display_name: hostileName })

  await page.goto(authorizePath(hostileName))
  await heading(page).waitFor()
  await page.getByText(hostileName, { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Give access' }).click()
  await page.getByText('Choose a project.').waitFor()
  await expectGoodLooks(page, 'dashboard access of a partner')
  const answered = page.url()
  await page.getByRole('combobox', { name: 'Project' }).selectOption('Marginalia')
  const given = await leave(page, 'Give access')

  expect(given.get('code')).toMatch(/^[\w-]{43}$/)
  await page.goto(answered)
  await page.getByRole('heading', { name: 'This request is already answered' }).waitFor()
  await expectGoodLooks(page, 'dashboard answered request of a partner')
  await page.goto(authorizePath('Shop'))
  await heading(page).waitFor()
  expect((await leave(page, 'Refuse')).get('error')).toBe('access_denied')
})

test('an owner signs in for a partner, and creates a project for it', async () => {
  const visitor = await openVisitor()
  const person = createPerson()
  const { body } = await dashboard.portico.internal().post<{ access_token: string }>('/auth/password/sign-up', {
    ...person,
    verification_callback_url: 'http://localhost/handler/email-verification',
  })

  const page = await visitor.open(authorizePath('Shop'))
  await sendSignIn(page, person)
  await heading(page).waitFor()
  await page.getByRole('textbox', { name: 'Name of the new project' }).waitFor()
  await expectGoodLooks(page, 'dashboard new project for a partner')
  const given = await leave(page, 'Give access')

  expect(given.has('code')).toBe(true)
  const account = dashboard.portico.internal({ accessToken: body.access_token })
  expect((await account.get('/internal/projects')).body).toMatchObject({ items: [{ display_name: 'Shop' }] })
})
