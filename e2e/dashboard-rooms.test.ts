import { rightsOfRole, type StaffRight, type StaffRole } from '@portico/client/admin'
import { someEmail, TEST_PASSWORD, type HttpClient } from '@portico/testkit'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { controlAnswers, placesOf, type ControlledAnswers } from './dashboard-loading.ts'
import { changeRoom, hostileName, startDashboard, type OpenProject } from './dashboard.ts'
import { expectGoodLooks } from './looks.ts'
import { createPerson, goodPassword } from './steps.ts'

/** What every room must do. Parts that a room lacks are absent. */
interface Room {
  /** The path below a project, or an absolute one. */
  readonly path: string
  /** The sentence in place of records that cannot be read. */
  readonly failed?: string
  /** The heading of the room in a project without records. */
  readonly empty?: string
  /** A search parameter that no record matches. */
  readonly noMatch?: string
  /** The dialog of the primary button, which the letter C presses. */
  readonly primary?: string
  /** The rail reads its records too, so they are known before it opens. */
  readonly isReadByRail?: boolean
  /** Its outline while it loads differs from that of other rooms. */
  readonly hasOwnOutline?: boolean
  /** The right that staff need to open it. Absent: every role can open it. */
  readonly right?: StaffRight
}

const rooms: readonly Room[] = [
  { path: '/projects', failed: 'Your projects cannot be loaded', primary: 'Create project', hasOwnOutline: true },
  { path: 'start', right: 'read_keys' },
  { path: '', failed: 'The figures cannot be loaded' },
  {
    path: 'users',
    failed: 'The users cannot be loaded',
    empty: 'No users yet',
    noMatch: 'q=nothing',
    primary: 'Create user',
    hasOwnOutline: true,
  },
  {
    path: 'users/invitations',
    failed: 'The invitations cannot be loaded',
    empty: 'No open invitations',
    noMatch: 'q=nothing',
    primary: 'Invite',
  },
  {
    path: 'teams',
    failed: 'The teams cannot be loaded',
    empty: 'No teams yet',
    noMatch: 'q=nothing',
    primary: 'Create team',
  },
  {
    path: 'permissions/project',
    failed: 'The permissions cannot be loaded',
    primary: 'Create permission',
  },
  { path: 'permissions/defaults', failed: 'The permissions cannot be loaded' },
  {
    path: 'keys',
    failed: 'The key sets cannot be loaded',
    empty: 'No keys yet',
    primary: 'Create key set',
    right: 'read_keys',
  },
  { path: 'emails', failed: 'The templates cannot be loaded' },
  { path: 'emails/magic_link' },
  {
    path: 'emails/sent',
    right: 'read_log',
    failed: 'The sent emails cannot be loaded',
    empty: 'No emails yet',
    noMatch: 'q=nothing',
  },
  { path: 'emails/server' },
  {
    path: 'webhooks',
    right: 'read_log',
    failed: 'The endpoints cannot be loaded',
    empty: 'No endpoints yet',
    primary: 'Add endpoint',
    isReadByRail: true,
  },
  {
    path: 'webhooks/deliveries',
    right: 'read_log',
    failed: 'The deliveries cannot be loaded',
    empty: 'No deliveries yet',
    noMatch: 'state=erased',
  },
  { path: 'audit', right: 'read_log', failed: 'The audit log cannot be loaded', noMatch: 'action=nothing' },
  { path: 'sign-in', hasOwnOutline: true },
  { path: 'domains', empty: 'No domains yet', primary: 'Add domain' },
  { path: 'branding' },
  { path: 'settings', hasOwnOutline: true },
]

/** What is shown while a page loads. */
const skeleton = 'main :is(.bone, [aria-busy=true])'

const dashboard = startDashboard()

describe('a room of the dashboard', () => {
  test('keeps its layout while it loads, says what failed, and reads it again', async () => {
    const project = await openFullProject()
    const { page } = project
    const answers = await controlAnswers(page)
    await expectInEach(rooms, async (room) => {
      // The page has the settings of the project, which some rooms only show.
      const isKnown = room.failed === undefined || room.path === '/projects' || room.isReadByRail
      const open = isKnown ? load : changeRoom
      const path = pathOf(project, room)
      const before = await openHeld(page, answers, path, open)
      if (room.hasOwnOutline) await expectGoodLooks(page, `loading ${room.path}`)
      if (room.failed !== undefined) {
        await answers.set('refused')
        await page.getByText(room.failed).first().waitFor()
        // All rooms share the message of a failure.
        if (room.path === 'users') await expectGoodLooks(page, 'failed users')
        await answers.set('open')
        await page.getByRole('button', { name: 'Try again' }).click()
      }
      await answers.set('open')
      await expectPlaces(page, path, before)
    })
  })

  test('keeps the layout of a record while it loads', async () => {
    const project = await openFullProject()
    const { page, userId, teamId } = project
    const answers = await controlAnswers(page)
    for (const record of [`users/${userId}/profile`, `users/${userId}/sign-in`, `teams/${teamId}/members`]) {
      const path = pathOf(project, { path: record })
      // After the profile, the page knows the user.
      const before = await openHeld(page, answers, path, record.endsWith('sign-in') ? load : changeRoom)
      if (record.endsWith('profile')) await expectGoodLooks(page, 'loading profile')
      await answers.set('open')
      await expectPlaces(page, path, before)
    }
  })

  test('says that nothing matches, clears search and filters, and opens the dialog of its primary button with C', async () => {
    const project = await openFullProject()
    const { page } = project
    await expectInEach(rooms, async (room) => {
      const { noMatch, primary } = room
      if (noMatch !== undefined) {
        await changeRoom(page, `${pathOf(project, room)}?${noMatch}`)
        await page
          .getByRole('status')
          .getByRole('button', { name: /^Clear/ })
          .click()
        await page.locator('main tbody tr[tabindex]').first().waitFor()
        expect(new URL(page.url()).search).toBe('')
      }
      if (primary === undefined) return
      await changeRoom(page, pathOf(project, room))
      await page.getByRole('button', { name: primary, exact: true }).first().waitFor()
      await page.keyboard.press('c')
      const dialog = page.locator('dialog.dialog[open]')
      await dialog.waitFor()
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    })
  })

  test('names the next step in a project without records', async () => {
    const project = await dashboard.openProject('settings')
    await expectInEach(rooms, async ({ path, empty }) => {
      if (empty === undefined) return
      await changeRoom(project.page, pathOf(project, { path }))
      await project.page.getByRole('heading', { name: empty }).waitFor()
    })
  })

  // One page for all roles. A project and a page for each role would take as long as the rooms.
  test('offers each role only what it may do', async () => {
    const project = await openFullProject()
    const { page, projectId, userId, teamId } = project
    const changeRole = await addOtherOwner(project)
    const records = [
      `users/${userId}/profile`,
      `users/${userId}/sign-in`,
      `teams/${teamId}/members`,
      `teams/${teamId}/invitations`,
    ]
    const inProject = [...rooms.filter(({ path }) => !path.startsWith('/')), ...records.map((path): Room => ({ path }))]
    const unexpected: string[] = []
    for (const role of limitedRoles) {
      const rights = rightsOfRole(role, projectId)
      await changeRole(role)
      // The rights of the previous role would allow calls that the service refuses.
      await page.evaluate(() => localStorage.clear())
      await page.goto(`/projects/${projectId}/users`)
      // An admin lacks only acts of owners in the settings and the keys.
      const all = role === 'admin' ? inProject.filter(({ path }) => /^(?:settings|keys)/.test(path)) : inProject
      await expectInEach(
        all,
        async (room) => {
          await leaveFor(page, pathOf(project, room), changeRoom)
          const closed = page.getByRole('heading', { name: 'Your role cannot open this page' })
          if (room.right !== undefined && !rights.includes(room.right)) {
            await closed.waitFor()
            return
          }
          await headingOf(page).waitFor()
          await page.locator(skeleton).first().waitFor({ state: 'detached' })
          const offered = await page
            .locator(':is(main, dialog[open]) button:enabled:not(thead *)')
            .evaluateAll((buttons) => buttons.map((button) => button.ariaLabel ?? button.textContent ?? ''))
          const refused = offered.filter((name) => !mayBeOffered(name, role, room.path))
          unexpected.push(...refused.map((name) => `${role}, ${room.path}: ${name}`))
        },
        role,
      )
      // The palette offers no act or page of another role either.
      await page.keyboard.press('Control+k')
      await page.getByPlaceholder('Search users, teams').fill('>')
      const actions = await page.getByRole('listbox').getByRole('option').allTextContents()
      expect(actions.filter((name) => /Invite|Delete|Import users/.test(name))).toEqual([])
      await page.keyboard.press('Escape')
      // The keyboard shortcuts list no room that the role cannot open.
      await changeRoom(page, `/projects/${projectId}/settings`)
      await page.keyboard.press('?')
      const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByRole('listitem')
      await keys.first().waitFor()
      expect(await keys.filter({ hasText: 'Go to Audit log' }).count()).toBe(rights.includes('read_log') ? 1 : 0)
      await page.keyboard.press('Escape')
    }
    // The last role can only read and has the fewest buttons.
    await expectGoodLooks(page, 'dashboard of a viewer')
    expect(unexpected).toEqual([])
    // The audit log must not say of a person who only looks around that access was refused.
    await changeRole('owner')
    expect((await project.admin.get('/internal/audit-events?action=access.refused')).body).toMatchObject({ items: [] })
  })

  test('lets a role try what it cannot change, and links to no dialog of another role', async () => {
    const project = await openFullProject()
    const { admin, page, projectId, userId } = project
    await admin.patch('/internal/projects/current', {
      config: {
        email_config: {
          type: 'standard',
          host: 'mail.invalid',
          port: 587,
          username: 'noreply',
          password: 'secret',
          sender_name: 'Marginalia',
          sender_email: 'noreply@example.com',
        },
        old_system: {
          type: 'firebase',
          api_key: 'key',
          ends_at_millis: dashboard.portico.clock.now().getTime() + 86_400_000,
        },
      },
    })
    const changeRole = await addOtherOwner(project)
    const [disabled, opened]: [string[], string[]] = [[], []]

    await changeRole('developer')
    await page.goto(`/projects/${projectId}/settings`)
    await page.getByRole('textbox', { name: 'Name', exact: true, disabled: true }).waitFor()
    for (const [path, role, name] of [
      ['emails/server', 'button', 'Send test'],
      ['sign-in', 'button', 'Dark'],
      ['sign-in/access-tokens', 'combobox', 'User'],
      ['sign-in/previous-system', 'button', '90 days'],
      ['branding', 'button', 'Dark'],
    ] as const) {
      await changeRoom(page, `/projects/${projectId}/${path}`)
      if (await page.getByRole(role, { name }).isDisabled()) disabled.push(path)
    }
    await changeRole('support')
    for (const path of [`users?job=${userId}`, 'webhooks/deliveries?replay=true', 'domains?edit=https://app.example']) {
      await page.goto(`/projects/${projectId}/${path}`)
      await headingOf(page).waitFor()
      await page.locator(skeleton).first().waitFor({ state: 'detached' })
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
      if ((await page.getByRole('dialog').count()) > 0) opened.push(path)
    }
    await page.getByText('https://app.example').waitFor()

    expect([disabled, opened]).toEqual([[], []])
    expect(await page.getByRole('link', { name: 'https://app.example' }).count()).toBe(0)
  })

  test('is in the table of this file', async () => {
    const project = await dashboard.openProject('settings')
    await project.page.getByRole('link', { name: 'Settings' }).waitFor()
    const links = await project.page
      .locator(`nav a[href^="/projects/${project.projectId}"]`)
      .evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
    const known = rooms.map((room) => pathOf(project, room).replace(/\/$/, ''))
    expect(links.length).toBeGreaterThan(9)
    expect(links.filter((link) => !known.some((path) => path === link || path.startsWith(`${link}/`)))).toEqual([])
  })
})

describe('a form of the dashboard', () => {
  test('keeps what is typed while it is saved', async () => {
    const { page, admin } = await dashboard.openProject('settings')
    const answers = await controlAnswers(page)
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await name.fill('Marginalia, second edition')
    await answers.set('held')
    await save.click()
    await name.fill('Marginalia, third edition')
    await answers.set('open')
    await expect.poll(async () => (await readProject(admin)).display_name).toBe('Marginalia, second edition')

    await expect.poll(() => save.getAttribute('data-phase')).toBe('idle')
    expect(await name.inputValue()).toBe('Marginalia, third edition')
    expect(await page.getByRole('alert').count()).toBe(0)
    await save.click()
    await expect.poll(async () => (await readProject(admin)).display_name).toBe('Marginalia, third edition')
  })

  test('saves the last of several choices, without a conflict with the earlier ones', async () => {
    const { page, admin } = await dashboard.openProject('sign-in')
    const answers = await controlAnswers(page)
    const choice = page.getByRole('group', { name: 'When the email address already has an account' }).getByRole('radio')
    await choice.first().check()
    await answers.set('held')
    await choice.first().press('ArrowDown')
    await choice.nth(1).press('ArrowDown')
    await answers.set('open')

    await expect
      .poll(async () => (await readProject(admin)).config.oauth_account_merge_strategy)
      .toBe('allow_duplicates')
    await expect.poll(() => choice.nth(2).isChecked()).toBe(true)
    expect(await page.getByText('has changed').count()).toBe(0)
  })

  test('says why an act could not be undone', async () => {
    const { page, admin, projectId } = await dashboard.openProject('settings')
    const domains = [{ domain: 'https://app.example', handler_path: '/handler' }]
    await admin.patch('/internal/projects/current', { config: { domains } })
    await changeRoom(page, `/projects/${projectId}/domains?remove=https://app.example`)
    await page.getByRole('dialog').getByRole('button', { name: 'Remove domain' }).click()
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.waitFor()
    await page.evaluate(() => {
      window.fetch = async () => new Response('The service is being moved.', { status: 400 })
    })
    await undo.click()

    await expect.poll(() => page.getByRole('status').getByText('The service is being moved.').count()).toBe(1)
  })

  test('opens no dialog of a page that was left, when an act of its menu ends', async () => {
    const { page, admin, projectId } = await dashboard.openProject('settings')
    await admin.post('/users', { display_name: 'Ada Okafor' })
    const answers = await controlAnswers(page)
    await changeRoom(page, `/projects/${projectId}/users`)
    // The list must have its answer before the answers are held.
    await page.getByRole('row', { name: 'Ada Okafor' }).waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    await answers.set('held')
    await page.getByRole('menuitem', { name: 'JSON' }).click()
    await changeRoom(page, `/projects/${projectId}/domains`)
    await page.getByRole('heading', { name: 'Domains', exact: true }).waitFor()
    const started = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await answers.set('open')
    await (await started).finished()
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))

    expect(new URL(page.url()).pathname).toBe(`/projects/${projectId}/domains`)
  })

  test('leads nowhere if its dialog was closed while it was sent, and is sent once by a double click', async () => {
    const { page, admin, projectId } = await dashboard.openProject('teams?create=true')
    const answers = await controlAnswers(page)
    const dialog = page.getByRole('dialog', { name: 'Create team' })
    const create = dialog.getByRole('button', { name: 'Create team' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Closed')
    await answers.set('held')
    await create.click()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await changeRoom(page, `/projects/${projectId}/domains`)
    const created = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/teams'),
    )
    await answers.set('open')
    await (await created).finished()
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    expect(new URL(page.url()).pathname).toBe(`/projects/${projectId}/domains`)

    await changeRoom(page, `/projects/${projectId}/teams`)
    await page.getByRole('row', { name: 'Closed' }).waitFor()
    await page.keyboard.press('c')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Once')
    await create.evaluate((button) => {
      new MutationObserver(() => (button as HTMLButtonElement).click()).observe(button, {
        attributeFilter: ['data-phase'],
      })
    })
    await create.click()
    await page.getByRole('dialog', { name: 'Once' }).waitFor()
    const { items } = (await admin.get<{ items: { display_name: string }[] }>('/teams')).body
    expect(items.map((team) => team.display_name).toSorted()).toEqual(['Closed', 'Once'])
  })
})

/** The roles without all rights. */
const limitedRoles: readonly StaffRole[] = ['admin', 'developer', 'support', 'viewer']

/** Buttons that change nothing: they search, filter, sort, copy, export shown records, or open readable ones. */
const readingButtons =
  /^(?:Copy|Export|Clear|Sign in|Sign up|Signed up|Active|Last active|Columns|Sort|Filter|Search|Show|Hide|Actions for|Open|Close|Next|Previous|Newer|Older|Newest|Preview|Desktop|Phone|Whole email|Heading|Button|Line|Light|Dark|Text|HTML|Leave|Try again|Check again|Status|Kind|Type|Method|Verified|Period|Actor|About|Outcome|Select|More)/

function mayBeOffered(name: string, role: StaffRole, path: string): boolean {
  if (readingButtons.test(name)) return true
  if (role === 'admin') return !/staff|owner|Delete project|Transfer/i.test(name)
  if (role === 'developer') return /^(?:start|emails|webhooks|permissions)/.test(path)
  return role === 'support' && /^(?:End|Suspend|Retry|Lift)/.test(name)
}

/** Adds another owner. Returns a function with which the other owner changes the role of the page's owner. */
async function addOtherOwner({ account, admin, projectId }: OpenProject): Promise<(role: StaffRole) => Promise<void>> {
  const { portico } = dashboard
  const email = someEmail()
  await admin.post('/internal/projects/current/owner-invitations', { email })
  const code = await portico.mailbox.latestCode(email)
  const signedUp = await portico.internal().post<{ access_token: string }>('/auth/password/sign-up', {
    email,
    password: TEST_PASSWORD,
    verification_callback_url: 'http://localhost/handler/email-verification',
  })
  const accessToken = signedUp.body.access_token
  const other: HttpClient = portico.internal({ accessToken })
  await other.post('/contact-channels/verify', { code: await portico.mailbox.latestCode(email) })
  await other.post('/internal/owner-invitations/accept', { code })
  const { id } = (await account.get<{ id: string }>('/users/me')).body
  const asOwner = portico.internal({ projectId, accessType: 'admin', key: '', adminAccessToken: accessToken })
  return async (role) => {
    const changed = await asOwner.patch(`/internal/projects/current/owners/${id}`, { role })
    expect(changed.status).toBe(200)
  }
}

async function readProject(
  admin: OpenProject['admin'],
): Promise<{ display_name: string; config: { oauth_account_merge_strategy: string } }> {
  return (
    await admin.get<{ display_name: string; config: { oauth_account_merge_strategy: string } }>(
      '/internal/projects/current',
    )
  ).body
}

/** Checks each room. A failure names the room and the role. */
async function expectInEach(
  all: readonly Room[],
  check: (room: Room) => Promise<void>,
  role: StaffRole = 'owner',
): Promise<void> {
  for (const room of all) {
    await check(room).catch((cause: unknown) => {
      throw new Error(`The room "${room.path}" does not conform for the role "${role}".`, { cause })
    })
  }
}

function pathOf({ projectId }: OpenProject, { path }: Pick<Room, 'path'>): string {
  return path.startsWith('/') ? path : `/projects/${projectId}/${path}`
}

async function load(page: Page, path: string): Promise<void> {
  await page.goto(path)
}

/** Opens a room and waits until the previous one is gone. */
async function leaveFor(page: Page, path: string, open: typeof load): Promise<void> {
  const roomOf = (pathname: string): string => pathname.split('/').slice(0, 4).join('/')
  const isOtherRoom = roomOf(new URL(page.url()).pathname) !== roomOf(path)
  // The previous room may also load: it reads its list again while a mail is on its way. Only its heading is not
  // redrawn.
  await headingOf(page).evaluateAll((headings) => headings.forEach((heading) => (heading.dataset['left'] = '')))
  await open(page, path)
  if (isOtherRoom) await page.locator('main [data-left]').waitFor({ state: 'detached' })
}

/** The heading of a room that is open to the role. */
function headingOf(page: Page): Locator {
  return page.locator('main h1').filter({ hasNotText: 'Your role' })
}

/** Opens a room while its answers are held. Returns the places of its parts. */
async function openHeld(
  page: Page,
  answers: ControlledAnswers,
  path: string,
  open: typeof load,
): Promise<Record<string, number>> {
  await answers.set('held')
  await leaveFor(page, path, open)
  await page.locator(skeleton).first().waitFor()
  return placesOf(page)
}

/** Waits until the page has loaded, and expects that nothing has moved. */
async function expectPlaces(page: Page, path: string, before: Record<string, number>): Promise<void> {
  await page.locator(skeleton).first().waitFor({ state: 'detached' })
  const after = await placesOf(page)
  const common = Object.entries(before).filter(([part]) => part in after)
  expect({ path, ...after }).toMatchObject({ path, ...Object.fromEntries(common) })
}

/** Opens a new project with records in every room. */
async function openFullProject(): Promise<OpenProject & { userId: string; teamId: string }> {
  const project = await dashboard.openProject('settings')
  const { admin } = project
  await admin.post('/internal/webhook-endpoints', { url: 'http://127.0.0.1:9/hooks', description: hostileName })
  const email = createPerson().email
  const user = await admin.post<{ id: string }>('/users', {
    display_name: 'Ada Okafor',
    primary_email: email,
    primary_email_auth_enabled: true,
    password: goodPassword,
  })
  const team = await admin.post<{ id: string }>('/teams', {
    display_name: hostileName,
    creator_user_id: user.body.id,
  })
  await admin.post('/project-permission-definitions', { id: 'beta' })
  await admin.post('/internal/api-keys', {
    description: hostileName,
    expires_at_millis: dashboard.portico.clock.now().getTime() + 86_400_000,
    has_publishable_client_key: true,
  })
  const domains = [{ domain: 'https://app.example', handler_path: '/handler' }]
  await admin.patch('/internal/projects/current', { config: { domains } })
  const callback_url = 'https://app.example/handler/user-invitation'
  await admin.post('/user-invitations', { email: someEmail(), callback_url })
  await admin
    .with({ accessType: 'client' })
    .post('/auth/password/send-reset-code', { email, callback_url: 'https://app.example/handler/password-reset' })
  // The next load of the page must find the rights of the owner in its storage.
  await project.page.getByRole('navigation').getByRole('link', { name: 'Settings' }).waitFor()
  return { ...project, userId: user.body.id, teamId: team.body.id }
}
