import { statement } from '@portico/server'
import type { Locator, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { changeRoom, hostileName, startDashboard, type OpenProject } from './dashboard.ts'
import { expectGoodLooks } from './looks.ts'
import type { Visitor } from './visitor.ts'

const dashboard = startDashboard()

describe('users in the dashboard', () => {
  test('creates a user, after the form has named what is missing', async () => {
    const { page } = await dashboard.openProject('users')
    await page.getByRole('heading', { name: 'No users yet' }).waitFor()
    await expectGoodLooks(page, 'users empty')

    await page.keyboard.press('c')
    await page.getByRole('dialog', { name: 'Create user' }).getByRole('button', { name: 'Create user' }).click()
    await page.getByText('email must not be empty').waitFor()
    expect(
      await page.getByRole('textbox', { name: 'Email' }).evaluate((field) => field === document.activeElement),
    ).toBe(true)
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
    await drawer.getByRole('button', { name: 'Actions for Ada Okafor' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await expectGoodLooks(page, 'user drawer')
  })

  test('approves one user of the waiting list and refuses the others', async () => {
    const { admin, page, projectId } = await dashboard.openProject('users')
    const emails = ['ada', 'grace', 'mary'].map((name) => `${name}@example.com`)
    for (const primary_email of emails) await admin.post('/users', { primary_email })
    await dashboard.portico.database.db.run(statement`
      update users set held_at = signed_up_at where project_id = ${projectId}`)
    const [approved = ''] = emails
    await page.goto(`/projects/${projectId}/users?status=waiting`)
    const row = page.getByRole('row').filter({ hasText: approved })
    await row.getByText('Waiting').waitFor()
    await expectGoodLooks(page, 'users waiting')

    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByText('Approve', { exact: true }).click()
    await row.waitFor({ state: 'detached' })
    await page.getByRole('checkbox').first().check()
    await page.getByRole('button', { name: 'Refuse' }).click()
    const dialog = page.getByRole('dialog', { name: 'Refuse 2 users' })
    await expectGoodLooks(page, 'refusal of waiting users')
    await dialog.getByRole('button', { name: 'Refuse 2 users' }).click()

    await page.getByText('2 users refused').waitFor()
    const { items } = (await admin.get<{ items: object[] }>('/users?include_restricted=true')).body
    expect(items).toMatchObject([{ primary_email: approved, is_restricted: false }])
  })

  test('invites an address to sign up, finds the invitation, sends it again and revokes it', async () => {
    const { admin, page } = await dashboard.openProject('users')
    await admin.patch('/internal/projects/current', {
      config: { domains: [{ domain: 'https://app.example', handler_path: '/handler' }] },
    })
    await page.getByRole('link', { name: 'Invitations' }).click()
    await page.getByRole('heading', { name: 'No open invitations' }).waitFor()
    await expectGoodLooks(page, 'no invitations to sign up')

    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog', { name: 'Invite to sign up' })
    await dialog.getByRole('textbox', { name: 'Email' }).fill('Ada@example.com')
    await expectGoodLooks(page, 'invitation to sign up')
    await page.keyboard.press('Enter')
    await page.getByText('Invitation sent to ada@example.com').first().waitFor()
    const first = await dashboard.portico.mailbox.latestCode('ada@example.com')
    const search = page.getByRole('searchbox', { name: 'Email' })
    await search.fill('ADA')
    await search.press('Enter')
    await page.waitForURL(/q=ADA/)
    const row = page.getByRole('row').filter({ hasText: 'ada@example.com' })
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Send again' }).click()
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expectGoodLooks(page, 'invitations to sign up')
    const second = await dashboard.portico.mailbox.latestCode('ada@example.com')
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Revoke invitation' }).click()
    await page.getByRole('dialog', { name: 'Revoke invitation' }).getByRole('button', { name: 'Revoke' }).click()

    await row.waitFor({ state: 'detached' })
    expect(second).not.toBe(first)
    expect(await admin.get('/user-invitations')).toMatchObject({ body: { items: [] } })
  })

  test('shows that a mail server has refused the mailbox of an address', async () => {
    const { page, drawer, projectId } = await openUser('profile')
    await drawer.getByText('ada@example.com').last().waitFor()
    await dashboard.portico.database.db.run(statement`
      insert into contact_channel_bounces (project_id, channel_id, bounced_at, reason)
      select project_id, id, now(), '550 5.1.1 No such user' from contact_channels where project_id = ${projectId}`)

    await page.reload()

    await drawer.getByText('Mailbox missing').waitFor()
    await drawer.getByText('550 5.1.1 No such user').waitFor()
    await expectGoodLooks(page, 'user with a missing mailbox')
  })

  test('shows a new name from the answer of its change, and deletes the user by the address', async () => {
    const { page, drawer } = await openUser('profile')
    await drawer.getByText('ada@example.com').last().waitFor()
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/users')) calls.push(request.method())
    })

    await drawer.getByRole('button', { name: 'Edit: Name' }).click()
    await drawer.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
    await page.locator('main').getByRole('link', { name: 'Ada Lovelace' }).waitFor()
    // Before it overwrites the name, the page compares the latest one.
    expect(calls).toEqual(['GET', 'PATCH'])
    await page.getByRole('button', { name: 'Delete user' }).click()
    const deletion = page.getByRole('dialog', { name: 'Delete user' })
    await deletion.getByRole('textbox').fill('ada@example.co')
    expect(await deletion.getByRole('button', { name: 'Delete user' }).isDisabled()).toBe(true)
    await deletion.getByRole('textbox').fill('ada@example.com')
    await deletion.getByRole('button', { name: 'Delete user' }).click()

    await page.getByRole('heading', { name: 'No users yet' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('impersonates a user for a reason, which the events keep after the session has ended', async () => {
    const { admin, page, openTab } = await openUser('profile')

    await page.getByRole('button', { name: 'Impersonate' }).click()
    const reason = page.getByRole('textbox', { name: 'Reason' })
    await reason.press('Enter')
    await page.getByText('Reason must not be empty').waitFor()
    await reason.fill('Support ticket 4182')
    await page.getByRole('textbox', { name: 'Page of the link' }).fill('http://localhost:3000/handler/impersonation')
    await page.keyboard.press('Enter')
    const link = await page.getByRole('link', { name: 'Open the app' }).getAttribute('href')
    expect(link).toMatch(/^http:\/\/localhost:3000\/handler\/impersonation#code=\w+$/)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Open the app')
    await expectGoodLooks(page, 'impersonation link')
    await page.keyboard.press('Escape')
    // The test of the host opens the link itself.
    const [, userId] = /\/users\/([\da-f-]{36})/.exec(page.url()) ?? []
    const session = { user_id: userId, is_impersonation: true, reason: 'Another ticket' }
    expect((await admin.post('/auth/sessions', session)).status).toBe(200)
    await page.reload()
    await openTab('Sign-in')
    await page.getByRole('button', { name: 'End the session: Impersonation' }).click()
    await page.getByText('No active session.').waitFor()
    await page.evaluate(answerOneEvent)
    await openTab('Events')

    const older = page.getByRole('button', { name: 'Older events' })
    await older.click()
    await page.getByText('The log is being moved.').waitFor()
    await older.click()
    await page.getByText('Support ticket 4182').waitFor()
    await older.click()
    await page.getByText('created the user').waitFor()
    await expectGoodLooks(page, 'user events')
  })

  test('counts the users whom a setting would concern, and announces and cancels the removal of a second factor', async () => {
    const { page, drawer, projectId } = await openUser('sign-in')
    const user = new URL(page.url()).pathname

    await changeRoom(page, `/projects/${projectId}/sign-in/sessions`)
    const note = page.getByText('Users without a second factor at present:')
    expect(await note.textContent()).toContain('at present: 1.')
    await changeRoom(page, `/projects/${projectId}/sign-in`)
    await page.getByText('Users without a verified address at present: 1.').waitFor()
    await dashboard.portico.database.db.run(statement`
      update users set totp_secret_sealed = 'lost' where project_id = ${projectId}`)
    await page.goto(user)

    await drawer.getByRole('button', { name: 'Announce removal' }).click()
    const form = drawer.getByRole('form', { name: 'Announce removal' })
    await form.getByRole('textbox', { name: 'Page of the link' }).fill('https://elsewhere.example/factor-reset')
    await form.getByRole('button', { name: 'Announce removal' }).click()
    await form.getByText('not on the list of trusted domains').waitFor()
    await expectGoodLooks(page, 'announcement of a removal')
    await form.getByRole('textbox', { name: 'Page of the link' }).fill('http://localhost:3000/handler/factor-reset')
    await form.getByRole('button', { name: 'Announce removal' }).click()

    await drawer.getByText(/^Will be removed on /).waitFor()
    await drawer.getByRole('button', { name: 'Cancel removal' }).click()
    await drawer.getByRole('button', { name: 'Announce removal' }).waitFor()
    expect(await drawer.getByText(/^Will be removed on /).count()).toBe(0)
  })

  test('says which parts of a user are empty, and saves metadata only as JSON', async () => {
    const { admin, page, openTab, userId } = await openUser('teams')
    // Clients may store any JSON value.
    await admin.patch(`/users/${userId}`, { client_metadata: ['beta'] })

    await page.getByText('This user is in no team.').waitFor()
    await openTab('Permissions')
    await page.getByText('This project defines no project permission.').waitFor()
    await openTab('API keys')
    await page.getByText('User API keys are switched off').waitFor()
    await openTab('Metadata')
    await page.getByRole('textbox', { name: 'Server metadata' }).fill('{ "plan": "scholar", }')
    await page.getByText('Line 1: Remove the comma before the end of the object or list.').waitFor()
    await page.getByRole('textbox', { name: 'Server metadata' }).fill('{ "plan": "scholar" }')
    await page.keyboard.press('Control+s')

    await expect
      .poll(async () => (await admin.get(`/users/${userId}`)).body)
      .toMatchObject({ server_metadata: { plan: 'scholar' }, client_metadata: ['beta'] })
    await page.getByRole('button', { name: 'Save', disabled: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Use their change' }).count()).toBe(0)
  })

  test('grants a permission in a team of the user, and says that the teams cannot be read', async () => {
    const visitor = await dashboard.openVisitor()
    const { page, admin, drawer, openTab } = await openUser('teams', visitor)
    visitor.expectProblem(/ERR_FAILED|status of 400/)
    await page.getByText('This user is in no team.').waitFor()
    await admin.post('/teams', { display_name: 'Readers' })

    await drawer.getByRole('button', { name: 'Add to team' }).click()
    await drawer.getByRole('button', { name: 'Readers' }).click()
    await drawer.getByText('team_member').waitFor()
    await drawer.getByRole('button', { name: 'Actions for Readers' }).click()
    const permission = page.getByRole('menuitemcheckbox', { name: '$read_members' })
    await permission.click()
    await permission.and(page.locator('[aria-checked=true]')).waitFor()
    // An id is not a sentence: in a right-to-left page, its sign would move to the wrong end.
    expect(await permission.locator('[dir=ltr]').count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.route(/\/api\/v1\/teams\?/, (route) => route.abort())
    await page.reload()
    await openTab('Profile')
    await drawer.getByRole('button', { name: 'Edit: Selected team' }).click()

    await drawer.getByRole('button', { name: 'Try again' }).waitFor()
  })

  test('offers recent and found users, and their acts, in the palette', async () => {
    const { page, drawer } = await openUser('profile')
    await drawer.getByText('ada@example.com').last().waitFor()
    await page.keyboard.press('Escape')

    await page.keyboard.press('Control+k')
    const palette = page.getByRole('combobox', { name: 'Search users, teams, pages and actions' })
    const selected = page.getByRole('option', { selected: true })
    await page.getByRole('group', { name: 'Recent' }).getByText('Ada Okafor').waitFor()
    expect(await selected.textContent()).toContain('Ada Okafor')
    // The page Teams matches immediately, the addresses of users later.
    await palette.fill('am')
    await page.getByRole('group', { name: 'Users' }).waitFor()
    expect(await selected.textContent()).toContain('@')
    await palette.fill('okafor')
    await page.getByRole('group', { name: 'Actions for Ada Okafor' }).getByText('Suspend').click()

    await page.getByRole('dialog', { name: 'Suspend Ada Okafor' }).waitFor()
  })

  test('says that a search failed, and tries again', async () => {
    const visitor = await dashboard.openVisitor()
    const { page, projectId, drawer } = await openUser('profile', visitor)
    visitor.expectProblem(/ERR_FAILED|status of 400/)
    await drawer.getByText('ada@example.com').last().waitFor()
    await page.keyboard.press('Escape')
    const searches = /\/api\/v1\/users\?.*query=/
    await page.route(searches, (route) => route.abort())

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search users, teams, pages and actions' }).fill('missing')
    await page.getByRole('alert').getByText('The service did not answer').waitFor()
    expect(await page.getByText('No result for').count()).toBe(0)
    await expectGoodLooks(page, 'palette with a failed search')
    await page.unroute(searches)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No result for').waitFor()
    await page.keyboard.press('Escape')

    await changeRoom(page, `/projects/${projectId}/audit`)
    await page.route(searches, (route) => route.abort())
    await page.getByRole('search').getByRole('combobox').fill('ada@')
    const retry = page.getByRole('option', { name: 'Try again' })
    await retry.waitFor()
    await expectGoodLooks(page, 'field for a record with a failed search')
    await page.unroute(searches)
    await retry.click()
    await page.getByRole('option', { name: 'Ada Okafor' }).waitFor()
  })

  test('suspends the selected users, and filters by status and much else', async () => {
    const { page, admin, projectId } = await openUser()
    for (const [display_name, primary_email] of [
      [hostileName, 'hostile@example.com'],
      ['Kim Nguyễn-Laurent', 'kim.with.a.very.long.mailbox.name.that.does.not.fit@mail.example.com'],
    ]) {
      const user = { display_name, primary_email, password: 'correct horse battery' }
      expect(await admin.post('/users', user)).toMatchObject({ status: 201 })
    }

    await changeRoom(page, `/projects/${projectId}/users?q=okafor`)
    await page.getByText('1 user', { exact: true }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByRole('button', { name: 'Suspend' }).click()
    await page.getByRole('textbox', { name: 'Reason' }).fill('Spam')
    const held: Route[] = []
    let holds = true
    await page.route(/\/jobs\/[\w-]+$/, async (route) => void (holds ? held.push(route) : await route.continue()))
    await page.keyboard.press('Enter')
    await expect.poll(() => held.length).toBeGreaterThan(0)
    await page.getByRole('dialog', { name: 'Suspend users' }).press('Escape')
    holds = false
    for (const route of held) await route.continue()
    // The list shows the changes of the job, even after its dialog was closed.
    await page.getByText('Suspended').waitFor()
    await page.goto(`/projects/${projectId}/users?status=active`)
    await page.getByRole('link', { name: hostileName }).waitFor()
    await expectGoodLooks(page, 'users')
    expect(await page.getByText('Ada Okafor').count()).toBe(0)
    const filters = 'status=suspended&methods=password,google,github&verified=false&from=2026-11-01&until=2026-11-20'
    await changeRoom(page, `/projects/${projectId}/users?q=no-such-user&${filters}`)
    await page.getByText('No results').waitFor()
    await expectGoodLooks(page, 'no user with many filters')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    await page.getByRole('button', { name: 'Remove the filter Status' }).press('Enter')
    await page.locator('[data-add] > :focus').waitFor()
    await page.getByRole('button', { name: 'Clear search and filters' }).click()

    await page.getByText('3 users', { exact: true }).waitFor()
  })

  test('offers the anonymous users of a project without others', async () => {
    const { page, admin, projectId } = await dashboard.openProject('settings')
    await admin.patch('/internal/projects/current', { config: { anonymous_enabled: true } })
    await admin.post('/auth/anonymous/sign-up', {})

    await changeRoom(page, `/projects/${projectId}/users`)
    await page.getByText('Anonymous users are hidden.').waitFor()
    await expectGoodLooks(page, 'dashboard with anonymous users only')
    await page.getByRole('button', { name: 'Status: Anonymous' }).click()

    await page.getByRole('row', { name: 'Anonymous user' }).waitFor()
  })

  test('selects no users in the rows of the search before', async () => {
    const { page, admin } = await dashboard.openProject('users')
    await page.getByRole('heading', { name: 'No users yet' }).waitFor()
    for (const display_name of ['Ada Okafor', 'Kim Laurent']) await admin.post('/users', { display_name })
    await admin.patch('/internal/projects/current', { config: { anonymous_enabled: true } })
    await admin.post('/auth/anonymous/sign-up', {})
    await page.reload()
    await page.getByRole('checkbox', { name: 'Select Kim Laurent' }).waitFor()
    const held: Route[] = []
    await page.route(/\/api\/v1\/users\?.*query=ada/, (route) => void held.push(route))

    await page.getByRole('searchbox').fill('ada')
    await page.keyboard.press('Enter')
    await expect.poll(() => held.length).toBeGreaterThan(0)
    await page.getByRole('checkbox', { name: 'Select Kim Laurent' }).click()
    expect(await page.getByRole('toolbar').count()).toBe(0)
    for (const route of held) await route.continue()
    await page.getByText('1 user. Anonymous users are hidden.', { exact: true }).waitFor()
    expect(await page.getByRole('toolbar').count()).toBe(0)
    await page.getByRole('checkbox', { name: 'Select Ada Okafor' }).click()

    await page.getByRole('toolbar', { name: '1 selected' }).waitFor()
    // The list shows a new user whom the search does not match.
    await page.unrouteAll()
    await page.keyboard.press('c')
    await page.getByRole('textbox', { name: 'Email' }).fill('zoe@example.com')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'zoe@example.com' }).waitFor()
    await page.getByRole('row', { name: /zoe@example/ }).waitFor()
  })

  test('names the number, the filters and the consequence of an act on all users, and moves no act under the pointer', async () => {
    const { page, admin } = await dashboard.openProject('users?q=reader')
    const emails = Array.from({ length: 51 }, (_, index) => `reader${index}@example.com`)
    await Promise.all(emails.map((primary_email) => admin.post('/users', { primary_email })))
    await page.reload()
    const leftOfSuspend = async (): Promise<number | undefined> =>
      (await page.getByRole('button', { name: 'Suspend' }).boundingBox())?.x

    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
    const before = await leftOfSuspend()
    await page.getByRole('button', { name: 'Select all 51' }).click()
    await page.getByText('51 selected').first().waitFor()
    expect(await leftOfSuspend()).toBe(before)
    await page.getByRole('button', { name: 'Suspend' }).click()
    await page.getByRole('dialog', { name: 'Suspend 51 users' }).getByText('All users with “reader”.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete 51 users' })
    await dialog.getByText('All users with “reader”. Removes the accounts').waitFor()
    await expectGoodLooks(page, 'deletion of many users')
    await dialog.getByRole('textbox').fill('delete')
    await dialog.getByRole('button', { name: 'Delete 51 users' }).click()

    await page.getByText('Done: 51 users.').waitFor()
  })

  test('keeps the place in the list while a drawer opens, changes the user and closes', async () => {
    const { page, admin } = await dashboard.openProject('users')
    await page.getByRole('heading', { name: 'No users yet' }).waitFor()
    await Promise.all(Array.from({ length: 12 }, (_, at) => admin.post('/users', { display_name: `User ${at}` })))
    await page.setViewportSize({ width: 1280, height: 400 })
    await page.reload()
    await page.getByRole('row', { name: 'User' }).nth(12).press('Enter')
    const drawer = page.getByRole('dialog')
    await drawer.getByText('12 of 12').waitFor()
    const before = await page.evaluate(() => scrollY)
    expect(before).toBeGreaterThan(0)
    await page.getByRole('navigation', { name: 'About this user' }).getByRole('link', { name: 'Teams' }).click()
    await page.getByText('This user is in no team.').waitFor()
    await page.keyboard.press('k')
    await drawer.getByText('11 of 12').waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })

    const { top, bottom, y } = await page.evaluate(() => {
      const focused = (document.activeElement as Element).getBoundingClientRect()
      return { top: focused.top, bottom: focused.bottom, y: scrollY }
    })
    expect({ isVisible: top > 36 && bottom < 400 - 52, y }).toEqual({ isVisible: true, y: before })
  })

  test('selects rows with keys and with Shift, and searches 500 ms after the last key', async () => {
    const { page, admin } = await dashboard.openProject('users')
    await page.getByRole('heading', { name: 'No users yet' }).waitFor()
    const emails = ['ada', 'ben', 'eve.with.a.very.long.mailbox.name.that.does.not.fit', 'joe', 'kim']
    for (const name of emails) await admin.post('/users', { primary_email: `${name}@philologia.example` })
    await page.reload()

    await page.getByRole('row', { name: 'joe' }).focus()
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+X')
    await page.getByText('3 selected').first().waitFor()
    await page.getByRole('checkbox', { name: /^Select kim/ }).click({ modifiers: ['Shift'] })
    await page.getByText('4 selected').first().waitFor()
    // The drawer is above the list, so Esc closes it before it clears the selection.
    await page.getByRole('row', { name: /eve\.with/ }).press('Enter')
    const drawer = page.getByRole('dialog')
    await page.setViewportSize({ width: 360, height: 640 })
    const shown = drawer.getByText(/…@philologia\.example$/).first()
    await expect.poll(() => shown.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    expect(await page.getByText('4 selected').first().isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByText('4 selected').first().waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    await page.keyboard.type('nothing like this')
    expect(await page.getByText('No results').count()).toBe(0)
    await page.getByText('“nothing like this”').waitFor()
    await page.getByRole('status').getByRole('button', { name: 'Clear search' }).click()

    await page.getByText('5 users', { exact: true }).waitFor()
  })
})

/** Opens Ada Okafor at this tab, or the list without a tab. */
async function openUser(
  tab?: string,
  visitor?: Visitor,
): Promise<
  OpenProject & {
    readonly drawer: Locator
    readonly openTab: (name: string) => Promise<void>
    readonly userId: string
  }
> {
  const project = await dashboard.openProject('keys', visitor && { visitor })
  const { page, admin, projectId } = project
  const user = { display_name: 'Ada Okafor', primary_email: 'ada@example.com' }
  const { id } = (await admin.post<{ id: string }>('/users', user)).body
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
  await changeRoom(page, `/projects/${projectId}/users${tab === undefined ? '' : `/${id}/${tab}`}`)
  return {
    ...project,
    userId: id,
    drawer: page.getByRole('dialog', { name: 'Ada Okafor' }),
    openTab: (name) => page.getByRole('navigation', { name: 'About this user' }).getByRole('link', { name }).click(),
  }
}

/** Runs in the page: makes the audit log return one event at a time, and refuses the first request for more. */
function answerOneEvent(): void {
  const send = window.fetch
  let isRefused = false
  window.fetch = async (input, init) => {
    const { url } = new Request(input, init)
    if (!url.includes('/audit-events?')) return send(input, init)
    if (isRefused || !url.includes('cursor=')) return send(url.replace('limit=50', 'limit=1'), init)
    isRefused = true
    return new Response('The log is being moved.', { status: 400, headers: { 'content-type': 'text/plain' } })
  }
}
