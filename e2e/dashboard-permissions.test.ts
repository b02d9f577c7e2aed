import { describe, expect, test } from 'vitest'
import { changeRoom, hostileName, startDashboard } from './dashboard.ts'
import { expectGoodLooks } from './looks.ts'

const dashboard = startDashboard()

describe('the room of permissions', () => {
  test('defines a permission, and highlights what it grants', async () => {
    const { page } = await dashboard.openProject('permissions')
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
    expect(
      await page
        .locator('[data-id]')
        .evaluateAll((nodes) => nodes.filter((node) => node.scrollWidth > node.clientWidth).map(({ id }) => id)),
    ).toEqual([])
    await expectGoodLooks(page, 'dashboard permissions')
  })

  test('gives a permission to new members, and keeps an edit whose permission was deleted meanwhile', async () => {
    const { page, projectId, admin } = await dashboard.openProject('permissions/defaults')
    await admin.post('/team-permission-definitions', { id: 'approve_notes', contained_permission_ids: [] })
    await page.reload()

    await page.getByRole('combobox', { name: 'Add to Team members' }).fill('approve')
    await page.keyboard.press('Enter')
    await expectGoodLooks(page, 'dashboard default sets')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Save', disabled: true }).waitFor()
    await page.getByRole('link', { name: /^Team\d/ }).click()
    await page.getByRole('row', { name: /approve_notes .*Team members/ }).waitFor()
    await changeRoom(page, `/projects/${projectId}/permissions/team?edit=approve_notes`)
    await page.getByRole('textbox', { name: 'Description' }).fill('Approves notes')
    await admin.delete('/team-permission-definitions/approve_notes')
    await page.getByRole('button', { name: 'Save' }).click()

    await page.getByText('The permission was deleted in the meantime.').waitFor()
    expect(await page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Approves notes')
  })

  test('searches many permissions, shows them as a graph, and deletes one', async () => {
    const { page, projectId, admin } = await dashboard.openProject('permissions/defaults')
    let contained: string[] = []
    for (const id of [
      'loans:read',
      'loans:write',
      'loans:delete',
      'loans:manage',
      'clerk',
      'librarian',
      'director',
      'x',
    ]) {
      await admin.post('/team-permission-definitions', {
        id,
        description: hostileName,
        contained_permission_ids: contained,
      })
      contained = id === 'director' ? [] : [id]
    }

    await page.goto(`/projects/${projectId}/permissions/team?q=lib`)
    await page
      .getByRole('row', { name: /librarian/ })
      .getByText(hostileName)
      .waitFor()
    await page.getByRole('row', { name: /librarian/ }).press('Enter')
    await page.getByText('1 permission grants librarian: director').waitFor()
    await page.getByRole('button', { name: 'librarian', pressed: true }).press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByText(/^clerk also grants 4 permissions/).waitFor()
    await expectGoodLooks(page, 'dashboard graph of many permissions')
    await page.getByRole('button', { name: 'Delete permission' }).click()
    await page.getByText(/directly or through director and librarian, loses it/).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permission' }).click()

    await page.getByText('clerk deleted').waitFor()
    await page.getByRole('button', { name: 'director', exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'clerk' }).count()).toBe(0)
  })
})
