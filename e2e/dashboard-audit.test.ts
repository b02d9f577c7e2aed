import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'
import { changeRoom, hostileName, startDashboard, type OpenProject } from './dashboard.ts'
import { expectGoodLooks } from './looks.ts'

const dashboard = startDashboard()

/** Opens a new project after this number of changes of its settings. */
async function openChangedProject(changes: number): Promise<OpenProject> {
  const project = await dashboard.openProject('settings')
  const describeAs = (description: string): Promise<unknown> =>
    project.admin.patch('/internal/projects/current', { description })
  await describeAs('First draft')
  await Promise.all(Array.from({ length: changes - 1 }, (_, draft) => describeAs(`Draft ${draft}`)))
  return project
}

describe('the audit log', () => {
  test('has pages, also with a filter, and shows what an event of another page changed', async () => {
    const { page, projectId } = await openChangedProject(51)
    await changeRoom(page, `/projects/${projectId}/audit?days=7`)

    await page.getByText('50 events', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('created the project').waitFor()
    await page.getByRole('button', { name: 'Previous' }).click()
    await page.getByText('50 events', { exact: true }).waitFor()
    await changeRoom(page, `/projects/${projectId}/audit?action=project.updated`)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('1 event', { exact: true }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('+ "First draft"').waitFor()
    await expectGoodLooks(page, 'dashboard event')
    await page.getByRole('dialog').getByRole('link', { name: 'Show all its events' }).click()

    await page.waitForURL(/audit\?about=[0-9a-f-]+$/)
    await page.getByText('50 events', { exact: true }).waitFor()
  })

  test('is filtered by kind, period and outcome, of which each has its chip', async () => {
    const { page, projectId } = await openChangedProject(1)
    await changeRoom(page, `/projects/${projectId}/audit`)
    await page.getByText('2 events', { exact: true }).waitFor()

    await page.keyboard.press('f')
    await page.getByRole('menuitem', { name: 'Type' }).click()
    await page.getByRole('textbox', { name: 'Search types' }).fill('settings')
    await page.keyboard.press('Enter')
    await page.waitForURL(/action=project.updated/)
    await page.keyboard.press('f')
    await page.getByRole('menuitem', { name: 'Time' }).click()
    await page.getByRole('radio', { name: 'Last 7 days' }).click()
    await page.waitForURL(/days=7$/)
    await page.getByText('1 event', { exact: true }).waitFor()
    await page.keyboard.press('f')
    await page.getByRole('menuitem', { name: 'Outcome' }).click()
    await page.getByRole('radio', { name: 'Refused' }).click()

    await page.getByText('No results with Time: Last 7 days, Type: project.updated, Outcome: Refused').waitFor()
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      action: 'project.updated',
      days: '7',
      outcome: 'refused',
    })
  })

  test('is exported with all events that fit the filters, and gives the focus back', async () => {
    const { page, projectId } = await openChangedProject(51)
    await changeRoom(page, `/projects/${projectId}/audit?action=project.updated`)
    await page.getByText('50 events', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'JSON lines, all fields' }).click(),
    ])

    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { action: string }).action)).toEqual(
      Array.from({ length: 51 }, () => 'project.updated'),
    )
    expect(file.suggestedFilename()).toMatch(/^audit-[0-9a-f-]+-\d{4}-\d\d-\d\d\.jsonl$/)
    await expect
      .poll(() => page.getByRole('button', { name: 'Export' }).evaluate((button) => button === document.activeElement))
      .toBe(true)
  })

  test('shows hostile values of events as text', async () => {
    const { page, projectId, admin } = await dashboard.openProject('settings')
    const user = await admin.post<{ id: string }>('/users', { display_name: hostileName })
    await page.route(/\/internal\/audit-events/, async (route) => {
      const response = await route.fetch()
      const text = (await response.text()).replaceAll(
        /"(reason|client_address|request_id)": ?(null|"[^"]*")/g,
        (_all, name: string) => `"${name}": ${JSON.stringify(hostileName)}`,
      )
      await route.fulfill({ response, body: text })
    })
    await changeRoom(page, `/projects/${projectId}/audit?target=${user.body.id}`)

    const row = page.getByRole('row').filter({ hasText: 'created the user' })
    await row.getByText(hostileName).first().waitFor()
    await expectGoodLooks(page, 'dashboard audit log')
    await row.click()
    await page.getByRole('dialog').getByRole('link', { name: hostileName }).waitFor()
    await expect.poll(() => page.title()).toBe(`Created the user ${hostileName} · Audit log · Marginalia · Portico`)

    expect(await page.getByText(hostileName).count()).toBeGreaterThan(5)
    expect(await page.locator('img[src=x]').count()).toBe(0)
    await expectGoodLooks(page, 'dashboard hostile event')
    await page.getByRole('dialog').getByRole('link', { name: hostileName }).click()
    await page.waitForURL(/\/users\//)
  })
})
