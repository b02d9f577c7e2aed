import { statement } from '@portico/server'
import { describe, expect, test } from 'vitest'
import { hostileName, startDashboard, type OpenProject } from './dashboard.ts'
import { expectGoodLooks } from './looks.ts'
import { createPerson, goodPassword } from './steps.ts'

const dashboard = startDashboard()

/** Lets the mail of a password reset in a project fail. Returns its recipient. */
async function failMail({ admin, projectId }: OpenProject): Promise<string> {
  const { email } = createPerson()
  await admin
    .with({ accessType: 'server' })
    .post('/users', { primary_email: email, primary_email_auth_enabled: true, password: goodPassword })
  await admin
    .with({ accessType: 'client' })
    .post('/auth/password/send-reset-code', { email, callback_url: `${dashboard.url}/handler/password-reset` })
  await dashboard.portico.service.idle()
  const error = JSON.stringify({ errorType: 'TIMEOUT', canRetry: true, message: hostileName, rawError: null })
  const failures = JSON.stringify(
    [4, 5].map((attempt) => ({ attempt, atMillis: Date.now(), sender: null, error: JSON.parse(error) })),
  )
  await dashboard.portico.database.db.run(statement`
    update emails set state = 'failed', sent_at = null, attempts = 5, error = ${error}::jsonb, subject = ${hostileName},
      failures = ${failures}::jsonb
    where project_id = ${projectId}`)
  return email
}

describe('the mails of a project', () => {
  test('are listed with their state, and a failed one is sent again', async () => {
    const project = await dashboard.openProject('emails/sent')
    const { page } = project
    await page.getByRole('heading', { name: 'No emails yet' }).waitFor()
    await expectGoodLooks(page, 'dashboard no emails')

    const email = await failMail(project)
    await page.reload()
    await page.getByText('Server did not respond').waitFor()
    expect(await page.getByText(hostileName).count()).toBe(2)
    await page.getByRole('heading', { name: 'Delivery' }).waitFor()
    await page.getByText('Refused in 24 hours').waitFor()
    await expectGoodLooks(page, 'dashboard sent emails')
    await page.getByRole('button', { name: `Retry the email to ${email}` }).click()

    await page.getByText('In the development inbox', { exact: true }).waitFor()
  })

  test('are shown as they were rendered, with codes and links hidden', async () => {
    const project = await dashboard.openProject('settings')
    const { page } = project
    const email = await failMail(project)
    const code = await dashboard.portico.mailbox.latestCode(email)
    await page.goto(`${dashboard.url}/projects/${project.projectId}/emails/sent`)

    await page.getByText('Server did not respond').click()

    const drawer = page.getByRole('dialog')
    await drawer.getByText('Development inbox, no mail server').waitFor()
    const mail = page.frameLocator('iframe').frameLocator('iframe')
    await mail.getByText('Choose a new password for your account.').last().waitFor()
    expect(await mail.locator('[href]').count()).toBe(0)
    expect(await mail.locator('body').innerText()).toContain('••••••')
    expect(await drawer.getByRole('region', { name: 'Each attempt' }).getByRole('listitem').count()).toBe(2)
    await expectGoodLooks(page, 'dashboard sent email')
    await drawer.getByText('Text', { exact: true }).click()
    const text = (await drawer.getByRole('region', { name: 'The email as its recipient sees it' }).textContent()) ?? ''
    expect(text).toContain('••••••')
    expect(text).not.toContain(code)
    await drawer.getByRole('button', { name: `Retry the email to ${email}` }).click()

    await drawer.getByText('In the development inbox', { exact: true }).waitFor()
  })

  test('are found by search and filter, whose arrow keys only move', async () => {
    const project = await dashboard.openProject('settings')
    const { page } = project
    const email = await failMail(project)
    await page.getByRole('link', { name: 'Emails' }).click()
    await page.getByRole('link', { name: 'Sent' }).click()

    await page.getByRole('searchbox', { name: 'Address or subject' }).fill(email.slice(0, -4))
    await page.keyboard.press('Enter')
    await page.waitForURL(/q=/)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: email }).waitFor()
    await page.getByRole('heading', { name: 'Emails' }).click()
    await page.keyboard.press('f')
    await page.getByRole('menuitem', { name: 'Status' }).click()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    expect(page.url()).not.toContain('state=')
    await page.getByRole('radio', { name: 'Retrying' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('No results with Status: Retrying').waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('StatusRetrying')
    // The browser ignores Space on a checked radio button.
    await page.keyboard.press('Enter')
    await page.getByRole('radio', { name: 'Retrying' }).press('Space')
    await page.getByRole('radio').first().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Clear filters' }).click()

    await page.getByRole('link', { name: email }).waitFor()
  })
})

describe('the mail server of a project', () => {
  test('is tested step by step, and stored without showing its password', async () => {
    dashboard.dns.names.set('example.com', { txt: ['v=spf1 include:mail.example.com ?all'] })
    dashboard.dns.names.set('mail.example.com', { txt: ['v=spf1 ip4:192.0.2.1 -all'] })
    const { page } = await dashboard.openProject('emails/server')
    await page.getByText('The shared server sends from the domain of this service.').waitFor()
    await page.getByRole('radio', { name: /Own server/ }).check()
    await page.getByRole('button', { name: 'Send test' }).click()
    await page.getByText('Complete the form first.').waitFor()
    await page.getByText('Host must not be empty').waitFor()

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
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Leave it empty to keep the stored password.').waitFor()
    await page.getByText('v=spf1 include:mail.example.com ~all').waitFor()
    await page.getByText('The domain has no DMARC record.').waitFor()
    await page.getByText('The domain has no DMARC record.').scrollIntoViewIfNeeded()
    await expectGoodLooks(page, 'dashboard sender domain')
    dashboard.dns.names.set('_dmarc.example.com', { txt: ['v=DMARC1; p=reject'] })
    await page.getByRole('button', { name: 'Check again' }).click()
    await page.getByText('The policy asks mailboxes').waitFor()
    await page.getByLabel('Host', { exact: true }).fill('mail.example.com')
    await page.getByRole('button', { name: 'Save', exact: true }).click()

    await page.getByText('Enter the password again').waitFor()
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
  })

  test('signs with a key that the page creates, or is replaced by an endpoint', async () => {
    const { page, admin } = await dashboard.openProject('emails/server')
    const readConfig = async (): Promise<Record<string, unknown>> =>
      (await admin.get<{ config: { email_config: Record<string, unknown> } }>('/internal/projects/current')).body.config
        .email_config
    await page.getByRole('radio', { name: /Own server/ }).check()
    for (const [label, value] of [
      ['Host', 'mail.example.com'],
      ['User name', 'noreply'],
      ['Password', 'secret'],
      ['Sender name', 'Marginalia'],
      ['Sender email', 'noreply@example.com'],
    ] as const) {
      await page.getByLabel(label, { exact: true }).fill(value)
    }
    await page.getByText('Replies, bounces and DKIM').click()
    await page.getByLabel('DKIM selector').fill('portico')
    await page.getByRole('button', { name: 'Create a key' }).click()
    await page.getByText('portico._domainkey.example.com').waitFor()
    await expectGoodLooks(page, 'dashboard mail server dkim')
    const record = await page.getByText('v=DKIM1').innerText()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Leave it empty to keep the stored key.').waitFor()

    expect(await readConfig()).toMatchObject({ dkim: { public_key: record.replace(/^.*p=/, '') } })
    expect(await page.getByLabel('DKIM private key').inputValue()).toBe('')

    await page.getByRole('radio', { name: /Own endpoint/ }).check()
    await page.getByLabel('URL', { exact: true }).fill('mails.invalid/mails')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('button', { name: 'Send test' }).click()
    await page.getByText('not reached').first().waitFor()
    await expectGoodLooks(page, 'dashboard mail endpoint')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Leave it empty to keep the stored secret').waitFor()

    expect(await readConfig()).toMatchObject({ type: 'endpoint', url: 'https://mails.invalid/mails' })
  })
})
