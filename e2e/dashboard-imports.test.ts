import { statement } from '@portico/server'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startDashboard } from './dashboard.ts'
import { expectGoodLooks } from './looks.ts'

const dashboard = startDashboard()

/** bcrypt of 'U*U' (the test vectors of John the Ripper). */
const oldHash = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'
const userLines = [
  ...Array.from({ length: 40 }, (_, index) =>
    JSON.stringify({
      user_id: `auth0|${index}`,
      email: `user${index}@mail.example`,
      email_verified: true,
      identities: [],
    }),
  ),
  'not json',
  JSON.stringify({ user_id: 'auth0|again', email: 'user7@mail.example', identities: [] }),
]
const hashLines = Array.from({ length: 38 }, (_, index) =>
  JSON.stringify({ _id: { $oid: String(index) }, passwordHash: oldHash }),
)

function file(name: string, content: string): { name: string; mimeType: string; buffer: Buffer } {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) }
}

async function chooseSource(page: Page, source: string): Promise<void> {
  await page.getByRole('button', { name: 'New import' }).first().click()
  await page.getByRole('radio', { name: source }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: `Dry run: ${source}` }).waitFor()
}

async function downloadFindings(page: Page, kind: string): Promise<string> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: 'Download findings' })
      .click()
      .then(() => page.getByRole('menuitem', { name: kind }).click()),
  ])
  return readFile(await saved.path(), 'utf8')
}

describe('the import of users', () => {
  test('goes from the list of users through a dry run to imported users, its report and the undo', async () => {
    const { admin, page } = await dashboard.openProject('users')
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await page.getByRole('heading', { name: 'No imports yet' }).waitFor()
    await expectGoodLooks(page, 'dashboard without imports')

    await chooseSource(page, 'Auth0')
    await page.getByText('Upload the required files to continue.').waitFor()
    await expectGoodLooks(page, 'dashboard import files')
    const users = page.getByLabel('Choose file: users')
    await users.setInputFiles(file('users.json', userLines.join('\n')))
    await page.getByText(/users\.json · .* uploaded/).waitFor()
    await page.getByLabel('Choose file: hashes').setInputFiles(file('hashes.ndjson', hashLines.join('\n')))
    await page.getByText(/hashes\.ndjson · .* uploaded/).waitFor()
    await page.getByRole('button', { name: 'Start dry run' }).click()
    await page.getByRole('button', { name: 'Import 40 users' }).waitFor()
    await page.getByText('2 users have to set a new password.').waitFor()
    await page.getByText('users · Line 41', { exact: true }).waitFor()
    await page.getByText('bcrypt', { exact: true }).waitFor()
    await expectGoodLooks(page, 'dashboard import dry run')
    const before = await admin.get<{ items: unknown[] }>('/users')

    await page.getByRole('button', { name: 'Import 40 users' }).click()
    const confirm = page.getByRole('dialog', { name: 'Import 40 users' })
    await confirm.getByRole('button', { name: 'Import 40 users' }).click()
    await page.getByRole('heading', { name: 'Import: Auth0' }).waitFor()
    await page.getByText('Imported users', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo import' }).waitFor()
    const csv = await downloadFindings(page, 'As CSV')
    const json = await downloadFindings(page, 'As JSON')
    const after = await admin.get<{ items: unknown[] }>('/users')
    await page.getByRole('button', { name: 'Undo import' }).click()
    const undo = page.getByRole('dialog', { name: 'Undo import' })
    await expectGoodLooks(page, 'dashboard import undo')
    await undo.getByRole('button', { name: 'Undo import' }).click()
    await page.getByText('The undo removed 40 users').waitFor()
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Import users' }).click()
    await page.getByRole('table').getByText('Undone').first().waitFor()
    await expectGoodLooks(page, 'dashboard imports')

    expect(before.body.items).toEqual([])
    expect(after.body.items).toHaveLength(40)
    const lines = csv.split('\r\n')
    expect(lines[0]).toBe('file,line,outcome,kind,source_id,message')
    expect(lines.slice(1, 3).map((line) => line.split(',').slice(0, 3))).toEqual([
      ['users', '41', 'unreadable'],
      ['users', '42', 'duplicate'],
    ])
    expect(JSON.parse(json)).toMatchObject([
      { line: 41, outcome: 'unreadable', kind: null, source_id: null },
      { line: 42, outcome: 'duplicate', kind: 'user', source_id: 'auth0|again' },
    ])
    expect((await admin.get<{ items: unknown[] }>('/users')).body.items).toEqual([])
  })

  test('says why files cannot be read, and asks for the file again after a reload', async () => {
    const { page } = await dashboard.openProject('domains')
    await page.getByRole('heading', { name: 'Domains' }).first().waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search users, teams, pages and actions' }).fill('firebase')
    await page.getByRole('option', { name: /^Import users/ }).click()
    await chooseSource(page, 'Firebase Authentication')
    await page.getByLabel('Choose file: users').setInputFiles(file('users.json', '{"users":[]}'))
    await page.getByLabel('signer_key').fill('c2VjcmV0')
    await page.getByRole('button', { name: 'Start dry run' }).click()
    await page.getByText('The files cannot be read').waitFor()
    await page.getByText(/"salt_separator" is missing/).waitFor()
    await expectGoodLooks(page, 'dashboard import that failed')

    expect(await page.getByLabel('signer_key').inputValue()).toBe('c2VjcmV0')
    await page.reload()
    await page.getByText(/are here\. Choose the file again/).waitFor()
    const user = { localId: 'u1', email: 'ada@mail.example', emailVerified: true }
    const content = JSON.stringify({ users: [user] })
    await page.getByLabel('Choose another file: users').setInputFiles(file('other.json', content))
    await page.getByText(/other\.json · .* uploaded/).waitFor()
    await page.getByRole('button', { name: 'Start dry run' }).click()

    await page.getByRole('button', { name: 'Import 1 user' }).waitFor()
    await page.getByText('No findings: every record can be read and imported whole.').waitFor()
  })

  test('waits for another job of the project, shows how much has been read, and is cancelled', async () => {
    const { page, projectId } = await dashboard.openProject('users/import')
    // Another job of the project, which is never due.
    await dashboard.portico.database.db.run(statement`
      insert into jobs (project_id, id, target_project_id, type, parameters, actor_type, created_at, due_at)
      values (${projectId}, gen_random_uuid(), ${projectId}, 'export_users', '{}', 'admin', '2020-01-01', '2100-01-01')`)
    await chooseSource(page, 'Auth0')
    await page.getByLabel('Choose file: users').setInputFiles(file('users.json', userLines.join('\n')))
    await page.getByRole('button', { name: 'Start dry run' }).click()
    await page.getByText('Waiting for another job of this project').waitFor()
    await expectGoodLooks(page, 'dashboard import that waits')
    // Simulates a worker that has read half of the file. A real one is too fast to be seen.
    await dashboard.portico.database.db.run(statement`
      update jobs set state = 'running', done = total / 2 where project_id = ${projectId} and type = 'import_users'`)
    await page.getByText(/^\d kB of \d kB read \(\d\d %\)$/).waitFor()
    await expectGoodLooks(page, 'dashboard import that runs')

    await page.getByRole('button', { name: 'Cancel dry run' }).click()
    await page.getByRole('dialog', { name: 'Cancel dry run' }).getByRole('button', { name: 'Cancel dry run' }).click()

    await page.getByText('Cancelled', { exact: true }).waitFor()
    await page.getByText('There is no user to import.').waitFor()
  })
})
