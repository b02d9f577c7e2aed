import type { Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { changeRoom, hostileName, startDashboard } from './dashboard.ts'
import { expectGoodLooks } from './looks.ts'

const dashboard = startDashboard()

describe('users in the dashboard', () => {
  test('finds, opens, changes, suspends and deletes users', async () => {
    const { page, projectId, admin } = await dashboard.openProject('users')
    await page.getByRole('heading', { name: 'No users yet' }).waitFor()
    await expectGoodLooks(page, 'users empty')
    for (const [displayName, email] of [
      [hostileName, 'hostile@example.com'],
      ['Kim Nguyễn-Laurent', 'kim.with.a.very.long.mailbox.name.that.does.not.fit@mail.example.com'],
    ]) {
      const user = { display_name: displayName, primary_email: email, password: 'correct horse battery' }
      expect(await admin.post('/users', user)).toMatchObject({ status: 201 })
    }

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

    await drawer.getByRole('button', { name: 'Edit: Name' }).click()
    await drawer.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
    await page.getByRole('button', { name: 'Impersonate' }).click()
    const reason = page.getByRole('textbox', { name: 'Reason' })
    await reason.press('Enter')
    await page.getByText('Reason must not be empty').waitFor()
    await reason.fill('Support ticket 4182')
    await page.keyboard.press('Enter')
    await page.getByText(/stack-refresh-/).waitFor()
    await page.keyboard.press('Escape')
    const tabs = page.getByRole('navigation', { name: 'About this user' })
    await tabs.getByRole('link', { name: 'Sign-in' }).click()
    await page.getByRole('button', { name: 'End the session: Impersonation' }).click()
    await page.getByText('No active session.').waitFor()
    await tabs.getByRole('link', { name: 'Teams' }).click()
    await page.getByText('This user is in no team.').waitFor()
    await tabs.getByRole('link', { name: 'Permissions' }).click()
    await page.getByText('This project defines no project permission.').waitFor()
    await tabs.getByRole('link', { name: 'API keys' }).click()
    await page.getByText('User API keys are switched off').waitFor()
    await tabs.getByRole('link', { name: 'Metadata' }).click()
    await page.getByRole('textbox', { name: 'Server metadata' }).fill('{ "plan": "scholar", }')
    await page.getByText('Line 1: Remove the comma before the end of the object or list.').waitFor()
    await page.getByRole('textbox', { name: 'Server metadata' }).fill('{ "plan": "scholar" }')
    await page.keyboard.press('Control+s')
    await page.getByRole('button', { name: 'Save', disabled: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Use their change' }).count()).toBe(0)
    await tabs.getByRole('link', { name: 'Events' }).click()
    await page.getByText('Support ticket 4182').waitFor()
    await page.getByText('created the user').waitFor()
    await expectGoodLooks(page, 'user events')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('combobox', { name: 'Search users, teams, pages and actions' })
    const selected = page.getByRole('option', { selected: true })
    await page.getByRole('group', { name: 'Recent' }).getByText('Ada Lovelace').waitFor()
    expect(await selected.textContent()).toContain('Ada Lovelace')
    // Teams matches at once, the addresses of the users later.
    await palette.fill('am')
    await page.getByRole('group', { name: 'Users' }).waitFor()
    expect(await selected.textContent()).toContain('@')
    await palette.fill('lovelace')
    await page.getByRole('group', { name: 'Actions for Ada Lovelace' }).getByText('Suspend').click()
    await page.getByRole('dialog', { name: 'Suspend Ada Lovelace' }).waitFor()
    await page.keyboard.press('Escape')

    await changeRoom(page, `/projects/${projectId}/users?q=lovelace`)
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
    const filters = 'status=suspended&methods=password,google,github&verified=false&from=2026-11-01&until=2026-11-20'
    await changeRoom(page, `/projects/${projectId}/users?q=no-such-user&${filters}`)
    await page.getByText('No results').waitFor()
    await expectGoodLooks(page, 'no user with many filters')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    await page.getByRole('button', { name: 'Clear search and filters' }).click()

    await page.getByRole('link', { name: 'Ada Lovelace' }).click()
    await page.getByRole('button', { name: 'Delete user' }).click()
    await page.getByRole('dialog', { name: 'Delete user' }).getByRole('textbox').fill('ada@example.com')
    await page.getByRole('dialog', { name: 'Delete user' }).getByRole('button', { name: 'Delete user' }).click()
    await page.getByText('2 users', { exact: true }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
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
})
