import type { HttpClient } from '@portico/testkit'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hostileName, startDashboard } from './dashboard.ts'
import { startIssuer } from './issuer.ts'
import { expectGoodLooks } from './looks.ts'
import { createPerson, sendSignUp } from './steps.ts'

const dashboard = startDashboard()
const PROJECT = '/internal/projects/current'

describe('the settings of a project', () => {
  test('are saved with keys; a second owner sees what changed, and chooses', async () => {
    const { admin, page } = await dashboard.openProject('settings')
    const [name, description] = [
      page.getByRole('textbox', { name: 'Name', exact: true }),
      page.getByRole('textbox', { name: 'Description' }),
    ]

    await name.fill('Margins')
    await page.keyboard.press('Control+s')
    await page.getByText('Delete Margins').waitFor()
    await description.fill('Mine')
    await page.getByRole('combobox', { name: 'Language of emails' }).selectOption('Deutsch')
    // The longest name of a project, without a place to break.
    const longName = 'W'.repeat(256)
    await admin.patch(PROJECT, { description: hostileName, display_name: longName })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'You changed Description to' })
    await notice.getByText(hostileName).waitFor()
    expect([await description.inputValue(), await name.inputValue()]).toEqual(['Mine', longName])
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
    await expectGoodLooks(page, 'dashboard settings conflict')
    await notice.getByRole('button', { name: 'Keep mine' }).click()
    await page.keyboard.press('Control+s')

    const stored = { description: 'Mine', display_name: longName, config: { default_locale: 'de' } }
    await expect.poll(async () => (await admin.get(PROJECT)).body).toMatchObject(stored)
  })

  test('show what an imported file changes, and again after another owner has changed the project', async () => {
    const { admin, page } = await dashboard.openProject('settings?dialog=import')
    const { body } = await admin.get<Record<string, unknown>>(`${PROJECT}/configuration`)
    const document = {
      ...body,
      display_name: 'Imported',
      team_permission_definitions: [{ id: 'editor', contained_permission_ids: ['$read_members'] }],
    }

    await page.locator('input[type=file]').setInputFiles(fileOf('{ "a": 1'))
    await page.getByText('This file is not valid JSON: line 1.').waitFor()
    await page.locator('input[type=file]').setInputFiles(fileOf(JSON.stringify(document)))
    await page.getByText('Delete permissions and email templates that are not in the document').click()
    await page.getByRole('button', { name: 'Show changes' }).click()
    await page.getByText('"Imported"').waitFor()
    await page.getByText('Permission team_admin is deleted').waitFor()
    await expectGoodLooks(page, 'dashboard import')
    await admin.patch(PROJECT, { display_name: 'Changed' })
    await page.getByRole('button', { name: 'Import configuration' }).last().click()
    await page.getByText('You have changed the project in another tab').waitFor()
    await page.getByText('"Changed"').waitFor()
    await page.getByRole('button', { name: 'Import configuration' }).last().click()

    await page.getByText('Configuration imported').waitFor()
    await page.getByText('Delete Imported').waitFor()
  })

  test('keep what was typed while the owner signs in again, and delete the project by its name', async () => {
    const visitor = await dashboard.openVisitor()
    visitor.expectProblem(/status of 40/)
    const { owner, page } = await dashboard.openProject('settings', { visitor })

    await page.getByRole('button', { name: 'Delete project' }).click()
    dashboard.portico.clock.advance(16 * 60_000)
    await page.getByRole('dialog').getByRole('textbox').fill('Marginalia')
    await page.keyboard.press('Enter')
    await page.getByText('Confirm that it is you.').waitFor()
    await expectGoodLooks(page, 'dashboard sign in again')
    await page.getByLabel('Your password').fill('another password')
    await page.keyboard.press('Enter')
    await page.getByText('Wrong e-mail or password.').waitFor()
    await page.getByLabel('Your password').fill(owner.password)
    await page.keyboard.press('Enter')

    await page.getByRole('heading', { name: 'The project is deleted' }).waitFor()
    await page.getByText('All records of Marginalia are removed.').waitFor()
    await expectGoodLooks(page, 'dashboard deletion of a project')
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('heading', { name: 'Create your first project' }).waitFor()
  })
})

describe('the claims of access tokens', () => {
  test('are typed one per line, shown for a user before they are saved, and refused with the line that is wrong', async () => {
    const visitor = await dashboard.openVisitor()
    visitor.expectProblem(/status of 400/)
    const { admin, page } = await dashboard.openProject('sign-in/access-tokens', { visitor })
    const metadata = { server_metadata: { plan: 'pro' }, client_metadata: { size: 'x'.repeat(1_100) } }
    await admin.post('/users', { display_name: 'Ada Lovelace', ...metadata })
    const readStored = async (): Promise<unknown> =>
      (await admin.get<{ config: { access_token_claims: unknown } }>(PROJECT)).body.config.access_token_claims

    const claims = page.getByLabel('Claims of access tokens')
    await claims.fill('role = server_metadata.role')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The service refuses a name that standards or the service itself use').waitFor()
    await claims.fill('plan = server_metadata.plan\nsize = client_metadata.size')
    await page.getByText('Users can write these claims themselves').waitFor()
    await page.getByLabel('User', { exact: true }).fill('Ada')
    await page.getByRole('option', { name: 'Ada Lovelace' }).click()
    await page.getByText(/ of 1,024 bytes/).waitFor()
    await page.getByText('Do not fit and are left out: size.').waitFor()
    await expectGoodLooks(page, 'dashboard claims of access tokens')
    expect(await readStored()).toEqual({})
    await page.getByRole('button', { name: 'Save', exact: true }).click()

    await expect.poll(readStored).toEqual({ plan: 'server_metadata.plan', size: 'client_metadata.size' })
  })
})

/** Signs in a user who is unknown here while the old system is unreachable. */
async function failToMove(admin: HttpClient, projectId: string): Promise<void> {
  const keys = { description: 'A key', expires_at_millis: Date.now() + 86_400_000, has_publishable_client_key: true }
  const created = await admin.post<{ publishable_client_key: string }>('/internal/api-keys', {
    ...keys,
    has_secret_server_key: false,
    has_super_secret_admin_key: false,
  })
  const client = admin.with({ projectId, accessType: 'client', key: created.body.publishable_client_key })
  const answer = await client.post('/auth/password/sign-in', createPerson())
  expect(answer.status).toBe(503)
  await dashboard.portico.service.idle()
}

describe('the previous system of a project', () => {
  test('is named with what its kind needs, keeps its secret for itself, and counts who has moved', async () => {
    const { admin, page, projectId } = await dashboard.openProject('sign-in/previous-system')
    const readStored = async (): Promise<unknown> =>
      (await admin.get<{ config: { old_system: unknown } }>(PROJECT)).body.config.old_system

    await page.getByRole('radio', { name: /Auth0/ }).check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Client ID must not be empty').waitFor()
    await page.getByLabel('Base URL').fill('tenant.eu.auth0.example')
    await page.getByLabel('Client ID').fill('client-of-portico')
    await page.getByLabel('Client secret').fill('secret-of-the-client')
    await page.getByLabel('Ends on').fill('2999-01-01')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Choose a day within the next 366 days').waitFor()
    const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
    await page.getByLabel('Ends on').fill(inAMonth)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Leave it empty to keep the stored secret.').waitFor()
    await page.getByText('Nothing has failed on these days.').waitFor()
    await failToMove(admin, projectId)
    await page.getByRole('button', { name: '90 days' }).click()
    await page.getByText('Not reachable').waitFor()
    await page.getByText('POST https://tenant.eu.auth0.example/oauth/token').waitFor()
    await page.getByText('The previous system has 5 seconds to answer').waitFor()
    await page.getByRole('button', { name: 'Show as table' }).click()
    await page.getByRole('columnheader', { name: 'Not moved at a sign-in' }).waitFor()
    await page.getByRole('button', { name: 'Hide table' }).click()
    await expectGoodLooks(page, 'dashboard previous system')
    expect(await readStored()).toMatchObject({
      type: 'auth0',
      base_url: 'https://tenant.eu.auth0.example',
      client_id: 'client-of-portico',
      secret: '••••••••••••',
    })

    await page.getByLabel('Base URL').fill('other.auth0.example')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Enter the secret again').waitFor()
    await page.getByRole('radio', { name: /None/ }).check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()

    await expect.poll(readStored).toBeNull()
  })
})

describe('the OpenID Connect issuers', () => {
  test('are checked, added with a secret that stays, offered on the card, edited and removed', async () => {
    const issuer = await startIssuer()
    const { admin, page } = await dashboard.openProject('sign-in')
    const readStored = async (): Promise<unknown> =>
      (await admin.get<{ config: { oidc_providers: unknown } }>(PROJECT)).body.config.oidc_providers
    const drawer = page.getByRole('dialog', { name: 'New issuer' })

    await page.getByRole('link', { name: 'Add issuer' }).click()
    await drawer.getByRole('textbox', { name: 'Display name' }).fill('Acme')
    await drawer.getByRole('textbox', { name: 'Name in the id' }).fill('Acme!')
    await drawer.getByRole('textbox', { name: 'Issuer URL' }).fill(`${issuer.url}/nowhere`)
    await drawer.getByRole('textbox', { name: 'Client ID' }).fill('portico')
    await drawer.getByRole('button', { name: 'Check issuer' }).click()
    await drawer.getByText('The issuer cannot be used.').waitFor()
    await drawer.getByRole('button', { name: 'Save' }).click()
    await drawer.getByText('Use 1 to 40 lower-case letters').waitFor()
    await drawer.getByText('Client secret must not be empty').waitFor()
    await drawer.getByRole('textbox', { name: 'Name in the id' }).fill('acme')
    await drawer.getByLabel('Client secret', { exact: true }).fill('a client secret')
    await drawer.getByRole('textbox', { name: 'Issuer URL' }).fill(issuer.url)
    await drawer.getByRole('button', { name: 'Check issuer' }).click()
    await drawer.getByText(`${issuer.url}/token`).waitFor()
    await expectGoodLooks(page, 'dashboard issuer')
    await drawer.getByRole('button', { name: 'Save' }).click()

    const stored = {
      id: 'custom:acme',
      enabled: true,
      display_name: 'Acme',
      issuer_url: issuer.url,
      authentication: { method: 'client_secret_basic', client_secret: '••••••••••••' },
    }
    await expect.poll(readStored).toMatchObject([stored])
    const edited = page.getByRole('dialog', { name: 'Acme' })
    await edited.getByRole('textbox', { name: 'Scopes' }).fill('profile email groups')
    await edited.getByRole('button', { name: 'Save' }).click()
    await expect.poll(readStored).toMatchObject([{ ...stored, scopes: ['profile', 'email', 'groups'] }])
    // While the answer is on its way, Escape asks about the changes.
    await edited.getByRole('button', { name: 'Save', disabled: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Sign in with Acme').waitFor()
    await page.getByRole('switch', { name: 'Acme' }).click()
    await expect.poll(readStored).toMatchObject([{ ...stored, enabled: false }])
    await page.getByRole('link', { name: 'Edit Acme' }).click()
    await edited.getByRole('button', { name: 'Remove issuer' }).click()
    await page.getByRole('dialog', { name: 'Remove Acme' }).getByRole('button', { name: 'Remove Acme' }).click()
    await expect.poll(readStored).toEqual([])
  })
})

describe('the bot check', () => {
  test('is chosen with the keys of Turnstile, whose secret stays, and switched off', async () => {
    const { admin, page } = await dashboard.openProject('sign-in/sessions')
    const readStored = async (): Promise<unknown> =>
      (await admin.get<{ config: { bot_check: unknown } }>(PROJECT)).body.config.bot_check
    const save = page.getByRole('button', { name: 'Save', exact: true })

    await page.getByRole('radio', { name: /Turnstile/ }).check()
    await page.getByLabel('Site key').fill('0x4AAA')
    await save.click()
    await page.getByText('Secret key must not be empty').waitFor()
    await page.getByLabel('Secret key', { exact: true }).fill('0x4BBB')
    await save.click()
    await page.getByText('Leave it empty to keep the stored key.').waitFor()
    await expectGoodLooks(page, 'dashboard bot check')
    const turnstile = { type: 'turnstile', secret_key: '••••••••••••' }
    expect(await readStored()).toEqual({ ...turnstile, site_key: '0x4AAA' })
    await page.getByLabel('Site key').fill('0x4CCC')
    await save.click()
    await expect.poll(readStored).toEqual({ ...turnstile, site_key: '0x4CCC' })
    await page.getByRole('radio', { name: /Proof of work/ }).check()
    await save.click()

    await expect.poll(readStored).toEqual({ type: 'proof_of_work' })
  })
})

describe('the rules for sign-up', () => {
  test('are written with counts of past sign-ups, moved by keyboard and saved together', async () => {
    const { admin, page } = await dashboard.openProject('sign-in/rules')
    for (const email of ['person@mailinator.com', createPerson().email]) {
      await admin.post('/auth/password/sign-up', { email, password: createPerson().password })
    }
    const dialog = page.getByRole('dialog')
    const apply = dialog.getByRole('button', { name: 'Apply to the list' })

    await page.getByText('No rules: everyone can sign up').waitFor()
    await page.getByRole('button', { name: 'Add rule' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Everybody else')
    await dialog.getByRole('textbox', { name: 'Countries' }).fill('Germany')
    await apply.click()
    await dialog.getByText('“GERMANY” is not a country code').waitFor()
    await expectGoodLooks(page, 'dashboard sign-up rule')
    await dialog.getByRole('textbox', { name: 'Countries' }).fill('')
    await apply.click()
    await page.getByText('2 sign-ups in 30 days').waitFor()
    await page.getByRole('button', { name: 'Add rule' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill(hostileName)
    await dialog.getByRole('combobox', { name: 'Disposable email addresses' }).selectOption('Only these')
    await apply.click()
    await page.getByRole('button', { name: `Move ${hostileName} up` }).press('Enter')
    await page.getByText('1 sign-up in 30 days').first().waitFor()
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await expectGoodLooks(page, 'dashboard sign-up rules')
    await page.keyboard.press('Control+s')

    expect(focused).toBe(`Move ${hostileName} down`)
    await expect
      .poll(async () => (await admin.get<{ config: { sign_up_rules: unknown } }>(PROJECT)).body.config.sign_up_rules)
      .toEqual([
        { name: hostileName, when: { disposable: true }, then: 'refuse' },
        { name: 'Everybody else', when: {}, then: 'refuse' },
      ])
  })

  test('keep what another owner adds while the dialog of a rule is open', async () => {
    const { admin, page } = await dashboard.openProject('sign-in/rules')
    const [added, edited] = [
      { name: 'Added', when: { disposable: true }, then: 'refuse' },
      { name: 'Edited', when: {}, then: 'hold' },
    ]
    const storeAndReturn = async (rules: readonly object[]): Promise<void> => {
      await admin.patch(PROJECT, { config: { sign_up_rules: rules } })
      await returnLater(page)
    }
    await page.getByText('No rules: everyone can sign up').waitFor()
    await storeAndReturn([edited])
    await page.getByRole('button', { name: 'Edit Edited' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Renamed')
    await storeAndReturn([added, edited])
    await page.getByText('1. Added').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Apply to the list' }).click()
    await page.keyboard.press('Control+s')

    await expect
      .poll(async () => (await admin.get<{ config: { sign_up_rules: unknown } }>(PROJECT)).body.config.sign_up_rules)
      .toEqual([added, { ...edited, name: 'Renamed' }])
  })
})

describe('an owner of a project', () => {
  test('cannot leave alone, and invites another one instead', async () => {
    const { admin, page } = await dashboard.openProject('settings')
    const invited = createPerson()
    await page.locator('#owners').getByRole('switch', { name: 'Support may sign in as users' }).click()
    await expect
      .poll(async () => (await admin.get(PROJECT)).body.config)
      .toMatchObject({ support_can_impersonate: true })

    await page.getByRole('button', { name: 'Leave project' }).click()
    await page.getByRole('heading', { name: 'You are the only owner' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Invite to the staff' }).click()
    await page.getByRole('textbox', { name: 'Email' }).fill(invited.email)
    await page.keyboard.press('Enter')
    await page.getByText(/^Invited, valid until/).waitFor()
    await expectGoodLooks(page, 'dashboard settings')

    await page.goto(`/owner-invitation?code=${await dashboard.portico.mailbox.latestCode(invited.email)}`)
    await page.getByRole('button', { name: 'Use another account' }).waitFor()
    await expectGoodLooks(page, 'dashboard invitation of another account')
  })

  test('leaves after an invited person has signed up, and the code of the invitation does not appear in addresses', async () => {
    const { admin, page } = await dashboard.openProject('settings')
    const invited = createPerson()
    await admin.post(`${PROJECT}/owner-invitations`, { email: invited.email })
    const code = await dashboard.portico.mailbox.latestCode(invited.email)
    const link = `/owner-invitation?code=${code}`
    const visitor = await dashboard.openVisitor()
    visitor.expectProblem(/status of 40/)
    const seen: string[] = []
    visitor.context.on('request', (request) => seen.push(request.url(), request.headers()['referer'] ?? ''))
    const other = await visitor.open(link)
    await other.getByRole('button', { name: 'Create account' }).waitFor()
    const opened = pathOf(other)
    await other.reload()
    await other.getByRole('button', { name: 'Create account' }).waitFor()
    await expectGoodLooks(other, 'dashboard invitation of a visitor')
    await other.getByRole('button', { name: 'Create account' }).click()
    await other.waitForURL(/sign-up/)
    const signUp = other.url()
    await sendSignUp(other, invited)
    await other.getByRole('button', { name: 'Send verification email' }).waitFor()
    const returned = pathOf(other)
    await other.getByRole('button', { name: 'Send verification email' }).click()
    await other.getByText(/^Sent to/).waitFor()
    const mailed = (await dashboard.portico.mailbox.latestLink(invited.email)).href
    // No address contains the code of the invitation.
    expect([opened, returned]).toEqual(['/owner-invitation', '/owner-invitation'])
    expect([signUp, mailed].filter((address) => address.includes(code))).toEqual([])
    expect(seen.filter((address) => address.includes(code) && !address.endsWith(link))).toEqual([])
    const mail = await visitor.open(mailed)
    await mail.getByRole('button', { name: 'Verify' }).click()
    await other.getByRole('button', { name: 'Accept invitation' }).click()
    await other.waitForURL(/\/projects\/[-\da-f]+/)
    await other.goto(link)
    await other.getByRole('heading', { name: 'This invitation was already accepted' }).waitFor()

    await page.reload()
    await page.getByText(invited.email).waitFor()
    await page.getByRole('button', { name: 'Leave project' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave project' }).click()
    await page.getByRole('heading', { name: 'Create your first project' }).waitFor()
  })
})

function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

function fileOf(text: string): { name: string; mimeType: string; buffer: Buffer } {
  return { name: 'marginalia.json', mimeType: 'application/json', buffer: Buffer.from(text) }
}

/** Lets the page read its records again, as after the visit of another tab. */
async function returnLater(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { now } = Date
    Date.now = () => now() + 60_000
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
}
