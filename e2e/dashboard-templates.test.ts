import type { FrameLocator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startDashboard, type OpenProject } from './dashboard.ts'
import { expectGoodLooks } from './looks.ts'
import { createPerson } from './steps.ts'
import type { Visitor } from './visitor.ts'

const dashboard = startDashboard()

/** Opens the editor of the sign-in mail in a project with its own mail server. */
async function openEditor(type = 'magic_link', visitor?: Visitor): Promise<OpenProject> {
  const project = await dashboard.openProject('settings', visitor && { visitor })
  const server = { host: 'mail.invalid', port: 587, username: 'mailer', password: 'a password' }
  const sender = { sender_name: 'Marginalia', sender_email: 'hello@marginalia.example' }
  const email_config = { type: 'standard', ...server, ...sender }
  await project.admin.patch('/internal/projects/current', { config: { email_config, magic_link_enabled: true } })
  await project.page.goto(`/projects/${project.projectId}/emails/${type}`)
  return project
}

/** The mail in the preview. */
function previewOf(page: Page): FrameLocator {
  return page.frameLocator('iframe').frameLocator('iframe:last-child')
}

const row = (page: Page, name: RegExp) => page.getByRole('button', { name, expanded: false })

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
}

describe('the templates of a project', () => {
  test('are listed, changed beside their preview, sent with the new words, and reset', async () => {
    const { admin, page, projectId } = await openEditor()
    await page.goto(`/projects/${projectId}/emails`)
    await page.getByRole('link', { name: 'Sign-in code' }).click()
    await page.getByRole('textbox', { name: 'Subject' }).fill('Your key to ')
    await page.getByRole('textbox', { name: 'Subject' }).press('End')
    await page.keyboard.type('{{')
    await page.getByRole('menuitem', { name: 'projectDisplayName' }).click()
    await row(page, /^Text Enter this code/).click()
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Open **Marginalia** with this code.')

    await previewOf(page).getByText('Open Marginalia with this code.').waitFor()
    await page.getByText('Your key to Marginalia').first().waitFor()
    await expectGoodLooks(page, 'dashboard email editor')
    await save(page)
    await page.getByRole('button', { name: 'Reset to default' }).waitFor()
    const { email } = createPerson()
    await admin.with({ accessType: 'client' }).post('/auth/otp/send-sign-in-code', {
      email,
      callback_url: `${dashboard.url}/handler/magic-link-callback`,
    })
    const mail = await dashboard.portico.mailbox.latest(email)
    expect(mail.subject).toBe('Your key to Marginalia')
    expect(mail.html).toContain('Open <strong>Marginalia</strong> with this code.')
    await page.getByRole('link', { name: 'Templates' }).click()
    await page.getByText('Changed', { exact: true }).waitFor()
    await expectGoodLooks(page, 'dashboard email templates')
    await page.getByRole('link', { name: 'Sign-in code' }).click()
    await page.getByRole('button', { name: 'Reset to default' }).click()
    // Another owner saves meanwhile.
    await admin.patch('/email-templates/magic_link', { subject: 'Theirs' })
    const question = page.getByRole('dialog')
    await question.getByRole('button', { name: 'Reset to default' }).click()
    await question.getByRole('alert').waitFor()
    await previewOf(page).getByText('Open Marginalia with this code.').waitFor()
    expect(await page.getByRole('textbox', { name: 'Subject', includeHidden: true }).inputValue()).toBe('Theirs')
    await question.getByRole('button', { name: 'Reset to default' }).click()
    await row(page, /^Text Enter this code/).waitFor()
    expect(await page.getByRole('textbox', { name: 'Subject' }).inputValue()).toContain('Your code to sign in')

    await page.getByRole('button', { name: 'History' }).click()
    const history = page.getByRole('dialog', { name: 'History' })
    await history.getByText('Your key to {{ projectDisplayName }}').waitFor()
    await expectGoodLooks(page, 'dashboard email history')
    await history.getByRole('listitem').nth(2).getByRole('button', { name: 'Restore' }).click()
    await previewOf(page).getByText('Open Marginalia with this code.').waitFor()
    await save(page)
    await page.getByRole('button', { name: 'Reset to default' }).waitFor()
    expect((await admin.get('/email-templates/magic_link')).body).toMatchObject({
      subject: 'Your key to {{ projectDisplayName }}',
      version: 4,
    })
  })

  test('have blocks that are added, moved by the keyboard, duplicated and removed', async () => {
    const { page } = await openEditor()
    const kinds = async (): Promise<string[]> =>
      page
        .getByRole('list', { name: 'Blocks in their order' })
        .locator('li > div > button > span:first-child')
        .allTextContents()
    await page.getByRole('button', { name: 'Add block' }).click()
    await page.getByRole('menuitem', { name: 'Image' }).click()
    await page.getByRole('button', { name: /^Move Image/ }).focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowDown')
    expect((await kinds()).slice(-3)).toEqual(['Text', 'Image', 'Text'])
    await page.getByRole('button', { name: /^Actions for Image/ }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    expect((await kinds()).slice(-3)).toEqual(['Image', 'Image', 'Text'])
    await page
      .getByRole('button', { name: /^Move Image/ })
      .first()
      .dragTo(page.getByRole('button', { name: /^Move Heading/ }), {
        targetPosition: { x: 4, y: 2 },
      })
    expect((await kinds()).slice(0, 3)).toEqual(['Whole email', 'Image', 'Heading'])
    await page
      .getByRole('button', { name: /^Actions for Image/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    expect((await kinds()).slice(0, 2)).toEqual(['Whole email', 'Heading'])
    expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toMatch(/^Move Heading/)
    await row(page, /^Image/).click()
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill('javascript:alert(1)')
    await page.getByText('Address: an address must begin with https:').waitFor()
    await page.getByText('Appearance').click()
    await expectGoodLooks(page, 'dashboard email blocks')
  })

  test('say what is wrong, and need a second confirmation to be saved without their code', async () => {
    const { admin, page } = await openEditor()
    await page.getByRole('button', { name: 'Edit as JSON' }).click()
    const json = page.getByRole('textbox', { name: 'Blocks by their ids' })
    await json.fill('{ "a": { "type": "Video", "data": {} } }')
    await page.getByRole('button', { name: 'Use this content' }).click()
    await page.getByText('The block “a” has a wrong value: type').waitFor()
    await json.fill(
      JSON.stringify({
        root: { type: 'EmailLayout', data: { childrenIds: ['words'] } },
        words: { type: 'Text', data: { props: { text: 'Hello {{ person }}' } } },
      }),
    )
    await expectGoodLooks(page, 'dashboard email JSON')
    await page.getByRole('button', { name: 'Use this content' }).click()
    await page.getByText('Text: {{ person }} is unknown and stays empty.').waitFor()
    await save(page)
    await page.getByRole('dialog').getByText('The email needs otp, magicLink.').waitFor()
    expect((await readTemplate(admin)).is_default).toBe(true)
    await page.getByRole('button', { name: 'Save anyway' }).click()

    await expect.poll(async () => (await readTemplate(admin)).content).toHaveProperty('words')
  })

  test('keep what is typed if a save fails, another owner has saved or the session has ended', async () => {
    const visitor = await dashboard.openVisitor()
    visitor.expectProblem(/ERR_FAILED|status of 40/)
    const { account, admin, owner, page } = await openEditor('magic_link', visitor)
    const { id } = (await account.get<{ id: string }>('/users/me')).body
    const subject = page.getByRole('textbox', { name: 'Subject' })
    await subject.fill('Mine')
    await page.route('**/api/**', (route) => route.abort())
    await save(page)
    await page.getByText('The service did not answer. Check your connection.').waitFor()
    await page.unroute('**/api/**')
    expect(await subject.inputValue()).toBe('Mine')

    await admin.patch('/email-templates/magic_link', { subject: 'Theirs' })
    await save(page)
    await page.getByRole('alert').getByText('Theirs').waitFor()
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await dashboard.endSessions(id)
    await save(page)
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.getByLabel('Your password').fill(owner.password)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await subject.inputValue()).toBe('Mine')
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
    await save(page)
    await saved

    await page.reload()
    await expect.poll(() => subject.inputValue()).toBe('Mine')
  })

  test('have a version for each language, whose changes are not lost when another one is chosen', async () => {
    const { admin, page, projectId } = await openEditor()
    const language = page.getByRole('combobox', { name: 'Language' })
    const subject = page.getByRole('textbox', { name: 'Subject' })
    await language.selectOption('Deutsch')
    await page.waitForURL(/locale=de/)
    await expect.poll(() => subject.inputValue()).toContain('Ihr Code')
    expect(await previewOf(page).locator('html').getAttribute('lang')).toBe('de')
    await subject.fill('Anmelden')
    await language.selectOption('English (default)')
    const question = page.getByRole('dialog')
    await question.getByText('You have changes on this page that are not saved.').waitFor()
    await page.keyboard.press('Escape')
    expect([await subject.inputValue(), await language.inputValue()]).toEqual(['Anmelden', 'de'])
    await save(page)
    await page.getByRole('button', { name: 'Reset to default' }).waitFor()
    await language.selectOption('English (default)')
    await expect.poll(() => subject.inputValue()).toContain('Your code')

    const { body } = await admin.get('/email-templates/magic_link?locale=de')
    expect(body).toMatchObject({ subject: 'Anmelden', is_default: false })
    await page.goto(`/projects/${projectId}/emails`)
    await page.getByText('Deutsch', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Password changed' }).click()
    await page.getByText('{{ changedAt }}').first().waitFor()
  })

  test('say that mails do not have them, if they cannot be rendered', async () => {
    const { admin, page, projectId } = await openEditor()
    await admin.patch('/email-templates/magic_link', { content: {} })
    const { email } = createPerson()
    const callback_url = `${dashboard.url}/handler/magic-link-callback`
    await admin.with({ accessType: 'client' }).post('/auth/otp/send-sign-in-code', { email, callback_url })
    expect((await dashboard.portico.mailbox.latest(email)).subject).toMatch(/^Your code/)

    await page.goto(`/projects/${projectId}/emails`)
    await page.getByText('Not used: English').waitFor()
    await expectGoodLooks(page, 'dashboard email templates with a failure')
    await page.getByRole('link', { name: 'Sign-in code' }).click()
    await page.getByText('emails have had the template of the service since').waitFor()
  })

  test('are sent to the owner as they are in the editor, and show the name of a user', async () => {
    const { account, admin, owner, page } = await openEditor('email_verification')
    const { body } = await account.get<{ id: string }>('/users/me')
    await dashboard.portico
      .internal({ accessType: 'server' })
      .patch(`/users/${body.id}`, { primary_email_verified: true })
    await admin
      .with({ accessType: 'server' })
      .post('/users', { primary_email: createPerson().email, display_name: 'Grace.evil' })
    await page.reload()
    await page.getByRole('textbox', { name: 'Subject' }).fill('Hello {{ userDisplayName }}')
    await page.getByText('Hello Ada Okafor').waitFor()
    await page.getByRole('combobox', { name: 'Values of a user' }).fill('Grace')
    await page.getByRole('option', { name: /Grace/ }).click()
    await page.getByText('Hello Grace·evil').waitFor()

    await page.getByRole('button', { name: 'Send to me' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(owner.email).waitFor()
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByText('not reached').first().waitFor()
    await expectGoodLooks(page, 'dashboard email sent to its owner')

    const { body: sent } = await admin.get('/internal/emails?type=test')
    expect(sent).toMatchObject({ items: [{ subject: 'Hello Ada Okafor', to: [owner.email], state: 'failed' }] })
  })

  test('are previewed dark, as text, and with the names of an attacker', async () => {
    const { page } = await openEditor('team_invitation')
    await page.getByRole('button', { name: 'Dark', exact: true }).click()
    await expect
      .poll(() =>
        previewOf(page)
          .locator('.canvas')
          .evaluate((canvas) => getComputedStyle(canvas).backgroundColor),
      )
      .toBe('rgb(28, 27, 25)')
    await page.getByRole('checkbox', { name: /hostile names/ }).check()
    const text = previewOf(page).locator('.canvas')
    await text.getByText('[Verify now](https://evil.example)').first().waitFor()
    expect(await previewOf(page).locator('a[href*=evil]').count()).toBe(0)
    const frame = page.frameLocator('iframe').locator('iframe')
    expect(await frame.last().getAttribute('sandbox')).toBe('')
    expect(await previewOf(page).locator('meta[http-equiv]').getAttribute('content')).toMatch(/^default-src 'none'; /)
    await page.getByRole('button', { name: 'Text', exact: true }).click()
    await page.getByRole('region', { name: 'The email as recipients see it' }).getByText('View invitation:').waitFor()
  })

  test('cannot be changed while the project sends through the shared server', async () => {
    const { page } = await dashboard.openProject('emails/magic_link')
    await previewOf(page).getByText('Enter this code').waitFor()
    expect(await page.getByRole('textbox', { name: 'Subject' }).isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: /^(Save|Add block|Move|Actions)/ }).count()).toBe(0)
    await page.getByRole('link', { name: 'set up your own mail server' }).click()

    await page.getByRole('radio', { name: /Shared server/ }).waitFor()
  })
})

async function readTemplate(
  admin: OpenProject['admin'],
): Promise<{ is_default: boolean; subject: string; content: object }> {
  return (await admin.get<{ is_default: boolean; subject: string; content: object }>('/email-templates/magic_link'))
    .body
}
