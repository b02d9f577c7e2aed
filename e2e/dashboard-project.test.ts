import { describe, test } from 'vitest'
import { startDashboard } from './dashboard.ts'
import { expectGoodLooks } from './looks.ts'

const dashboard = startDashboard()

describe('settings and e-mails in the dashboard', () => {
  test('changes settings, invites an owner, and deletes the project by its name', async () => {
    const { page } = await dashboard.openProject('settings')

    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Margins')
    await page.keyboard.press('Control+s')
    await page.getByText('Delete Margins').waitFor()
    await page.getByRole('button', { name: 'Invite owner' }).click()
    await page.getByRole('textbox', { name: 'Email' }).fill('samuel@example.com')
    await page.keyboard.press('Enter')
    await page.getByText(/^Invited, valid until/).waitFor()
    await expectGoodLooks(page, 'dashboard settings')
    await page.getByRole('button', { name: 'Delete project' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('Margins')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'The project is deleted' }).waitFor()
    await page.getByRole('button', { name: 'Go to your projects' }).click()

    await page.getByRole('heading', { name: 'Create your first project' }).waitFor()
  })

  test('tells the step at which a mail server fails', async () => {
    const { page } = await dashboard.openProject('emails/server')

    await page.getByRole('radio', { name: /Own server/ }).check()
    for (const [label, value] of [
      ['Host', 'mail.invalid'],
      ['User name', 'noreply'],
      ['Password', 'secret'],
      ['Sender name', 'Marginalia'],
      ['Sender email', 'noreply@example.com'],
    ] as const) {
      await page.getByLabel(label, { exact: true }).fill(value)
    }
    await page.getByRole('button', { name: 'Send test' }).click()

    await page.getByText('not reached').first().waitFor()
    await expectGoodLooks(page, 'dashboard mail server')
  })
})
