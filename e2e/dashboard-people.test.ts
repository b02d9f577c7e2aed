import { describe, expect, test } from 'vitest'
import { hostileName, startDashboard } from './dashboard.ts'
import { expectGoodLooks } from './looks.ts'

const dashboard = startDashboard()

describe('users, teams and permissions in the dashboard', () => {
  test('finds, opens, changes, suspends and deletes users', async () => {
    const { page, projectId, admin } = await dashboard.openProject('users')
    await page.getByRole('heading', { name: 'No users yet' }).waitFor()
    await expectGoodLooks(page, 'users empty')
    for (const [displayName, email] of [
      [hostileName, 'hostile@example.com'],
      ['Kim Nguyễn-Laurent', 'kim.with.a.very.long.mailbox.name.that.does.not.fit@mail.example.com'],
    ]) {
      await admin.post('/users', { display_name: displayName, primary_email: email, password: 'correct horse battery' })
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
    await page.getByText('created the user').waitFor()
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

  test('creates a team, invites into it, and deletes it by its name', async () => {
    const { page } = await dashboard.openProject('teams')
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

  test('defines a permission, lights what it grants, and gives it to new members', async () => {
    const { page, projectId } = await dashboard.openProject('permissions')
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
})
