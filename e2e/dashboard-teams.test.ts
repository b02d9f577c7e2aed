import { readFile } from 'node:fs/promises'
import type { Locator, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { changeRoom, hostileName, startDashboard, type OpenProject } from './dashboard.ts'
import { startIssuer } from './issuer.ts'
import { expectGoodLooks } from './looks.ts'
import type { Visitor } from './visitor.ts'

const dashboard = startDashboard()

describe('the room of teams', () => {
  test('creates a team, and adds the user who was found last', async () => {
    const { page, admin } = await dashboard.openProject('teams')
    await page.getByRole('heading', { name: 'No teams yet' }).waitFor()
    await expectGoodLooks(page, 'dashboard without teams')
    await admin.post('/users', { display_name: 'Ada Okafor', primary_email: 'ada@example.com' })
    await admin.post('/users', { display_name: 'Zoe Adler' })

    await page.keyboard.press('c')
    await page.getByRole('textbox', { name: 'Name' }).fill(hostileName)
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: hostileName })
    await drawer.getByText('The team has no members.').waitFor()
    await drawer.getByRole('button', { name: 'Add user' }).click()
    await page.getByRole('combobox', { name: 'User' }).click()
    await page.getByRole('option', { name: /Zoe Adler/ }).waitFor()
    const held: Route[] = []
    await page.route(/query=okafor/, (route) => void held.push(route), { times: 1 })
    await page.getByRole('combobox', { name: 'User' }).fill('okafor')
    await expect.poll(() => held.length).toBe(1)
    await page.keyboard.press('Enter')
    await held[0]?.continue()
    await page
      .locator('[role=listbox]:not([aria-busy])')
      .getByRole('option', { name: /Ada Okafor/ })
      .waitFor()
    await page.keyboard.press('Enter')
    await page.locator(':focus[aria-label="Choose another user"]').waitFor()
    await page.getByRole('dialog', { name: 'Add user' }).getByRole('button', { name: 'Add user' }).click()

    await drawer.getByText('1 of 1 members').waitFor()
    await drawer.getByRole('link', { name: 'Ada Okafor' }).waitFor()
  })

  test('changes the permissions and the name of a member, and removes the member', async () => {
    const { page, drawer, ask } = await openTeam('members')
    const act = async (name: string): Promise<Locator> => {
      await drawer.getByRole('button', { name: 'Actions for Ada Okafor' }).click()
      await page.getByRole('menuitem', { name }).click()
      return page.getByRole('dialog', { name })
    }

    await act('Change permissions')
    await page.getByRole('combobox', { name: 'Permissions' }).fill('invite')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save' }).click()
    await drawer.getByText('$invite_members, team_admin').last().waitFor()
    await expectGoodLooks(page, 'dashboard team members')
    const name = (await act('Change member profile')).getByRole('textbox', { name: 'Name in this team' })
    await name.fill('Ada of the library')
    await page.keyboard.press('Enter')
    await name.waitFor({ state: 'detached' })
    expect(await ask('team-member-profiles?team_id=')).toMatchObject({
      items: [{ display_name: 'Ada of the library' }],
    })
    await (await act('Remove from team')).getByRole('button', { name: 'Remove from team' }).click()

    await drawer.getByText('The team has no members.').waitFor()
  })

  test('refuses an incomplete invitation at its fields, and sends a complete one', async () => {
    const { page, drawer } = await openTeam('invitations')

    await drawer.getByRole('textbox', { name: 'Email' }).fill('ngozi@')
    await page.keyboard.press('Enter')
    await drawer.getByText('Please enter a valid email').waitFor()
    await drawer.getByText('Invitation page must not be empty').waitFor()
    await drawer.getByRole('textbox', { name: 'Invitation page' }).fill('localhost:5173/handler/team-invitation')
    await drawer.getByRole('textbox', { name: 'Email' }).fill('li.wei@mail.example')
    await page.keyboard.press('Enter')
    await drawer.getByRole('button', { name: 'Revoke: li.wei@mail.example' }).waitFor()
    await expectGoodLooks(page, 'dashboard team invitations')
    await drawer.getByRole('link', { name: 'Events' }).click()

    await drawer.getByText(`created the team ${hostileName}`).waitFor()
  })

  test('adds a connection, proves a domain with its DNS record, and deletes the connection', async () => {
    const issuer = await startIssuer()
    const { page, admin, drawer, ask } = await openTeam('connections')

    await drawer.getByRole('button', { name: 'Add connection' }).click()
    const added = page.getByRole('dialog', { name: 'Add connection' })
    await added.getByRole('textbox', { name: 'Display name' }).fill('Acme')
    await added.getByRole('textbox', { name: 'Issuer URL' }).fill(issuer.url)
    await added.getByRole('textbox', { name: 'Client ID' }).fill('portico')
    await added.getByLabel('Client secret', { exact: true }).fill('a client secret')
    await added.getByRole('button', { name: 'Add connection' }).click()
    await drawer.getByRole('button', { name: 'Add domain: Acme' }).click()
    const claimed = page.getByRole('dialog', { name: 'Add domain' })
    await claimed.getByRole('textbox', { name: 'Domain' }).fill('acme.example')
    await claimed.getByRole('button', { name: 'Add domain' }).click()
    await drawer.getByRole('button', { name: 'Check now: acme.example' }).click()
    await drawer.getByText('The record was not found.').waitFor()
    await expectGoodLooks(page, 'dashboard team connections')
    const record = await drawer.getByText(/^portico-connection=/).innerText()
    dashboard.dns.names.set('_portico-connection.acme.example', { txt: [record] })
    await drawer.getByRole('button', { name: 'Check now: acme.example' }).click()
    await drawer.getByText('Proved', { exact: true }).waitFor()
    await drawer.getByRole('button', { name: 'Edit: Acme' }).click()
    const edited = page.getByRole('dialog', { name: 'Edit connection' })
    await edited.getByRole('textbox', { name: 'Display name' }).fill('Acme Ltd')
    await edited.getByRole('radio', { name: 'Private key' }).check()
    await edited.getByRole('combobox', { name: 'Audience of the assertion' }).selectOption('Token endpoint')
    await edited.getByRole('textbox', { name: 'Address of the icon' }).fill('https://acme.example/icon.png')
    await expectGoodLooks(page, 'dashboard team connection form')
    // Another owner changes another setting meanwhile.
    const { items } = (await ask('team-connections?team_id=')) as { items: readonly { id: string }[] }
    await admin.patch(`/team-connections/${items[0]?.id}`, { scopes: ['profile', 'groups'] })
    await edited.getByRole('button', { name: 'Save' }).click()
    await drawer.getByText('Acme Ltd').waitFor()
    expect(await ask('team-connections?team_id=')).toMatchObject({
      items: [
        {
          display_name: 'Acme Ltd',
          icon_url: 'https://acme.example/icon.png',
          scopes: ['profile', 'groups'],
          authentication: { method: 'private_key_jwt', audience: 'token_endpoint' },
          domains: [{ domain: 'acme.example', is_proved: true }],
        },
      ],
    })
    await drawer.getByRole('button', { name: 'Delete connection: Acme Ltd' }).click()
    await page
      .getByRole('dialog', { name: 'Delete connection' })
      .getByRole('button', { name: 'Delete connection' })
      .click()

    await drawer.getByText('The team has no connection').waitFor()
  })

  test('shows a new name from the answer of its change, and deletes the team by that name', async () => {
    const { page, drawer, ask } = await openTeam('profile')
    await page.getByText('1 team', { exact: true }).waitFor()
    const reads: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/teams')) reads.push(request.method())
    })

    await drawer.getByRole('button', { name: 'Edit' }).click()
    await drawer.getByRole('textbox', { name: 'Name' }).fill('Night readers')
    await page.keyboard.press('Enter')
    const renamed = page.getByRole('dialog', { name: 'Night readers' })
    await renamed.getByText('1 member').waitFor()
    await page.locator('main').getByRole('link', { name: 'Night readers' }).waitFor()
    // Before it overwrites the name, the page compares the latest one.
    expect(reads).toEqual(['GET', 'PATCH'])
    const required = renamed.getByRole('switch', { name: 'Second factor required' })
    await required.click()
    await renamed.getByText('Saved').waitFor()
    expect(await ask('teams?query=')).toMatchObject({ items: [{ second_factor_required: true }] })
    expect(await required.isChecked()).toBe(true)
    await renamed.getByRole('button', { name: 'Delete team' }).click()
    await page.getByRole('dialog', { name: 'Delete team' }).getByRole('textbox').fill('Night readers')
    await page.keyboard.press('Enter')

    await page.getByRole('heading', { name: 'No teams yet' }).waitFor()
  })

  test('exports what is shown, and reads the list again after a failure', async () => {
    const visitor = await dashboard.openVisitor()
    visitor.expectProblem(/status of 400/)
    const { page } = await openTeam('', visitor)

    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV, visible columns' }).click(),
    ])
    const [, line] = (await readFile(await file.path(), 'utf8')).split('\r\n')
    expect(line).toContain(`,"${hostileName.replaceAll('"', '""')}",1,0,`)
    await page.route('**/api/v1/teams?*', (route) =>
      route.fulfill({ status: 400, body: 'The proxy refused the call.' }),
    )
    await page.getByRole('searchbox', { name: 'Name or ID' }).fill('nothing')
    await page.getByText('The teams cannot be loaded').waitFor()
    await page.unroute('**/api/v1/teams?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('status').getByRole('button', { name: 'Clear search' }).click()

    await page.getByRole('row', { name: hostileName }).waitFor()
  })
})

/** Opens one of Ada Okafor's teams at one of its tabs, or the list if the name is empty. */
async function openTeam(
  tab: string,
  visitor?: Visitor,
): Promise<OpenProject & { readonly drawer: Locator; readonly ask: (path: string) => Promise<unknown> }> {
  const project = await dashboard.openProject('keys', visitor && { visitor })
  const { page, admin, projectId } = project
  const { body: user } = await admin.post<{ id: string }>('/users', { display_name: 'Ada Okafor' })
  const { body: team } = await admin.post<{ id: string }>('/teams', {
    display_name: hostileName,
    creator_user_id: user.id,
  })
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
  await changeRoom(page, `/projects/${projectId}/teams${tab && `/${team.id}/${tab}`}`)
  return {
    ...project,
    drawer: page.getByRole('dialog', { name: hostileName }),
    ask: async (path) => (await admin.get(`/${path}${team.id}`)).body,
  }
}
