import type { TestSession } from '@portico/testkit'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { Demo } from './demo.ts'
import { expectGoodLooks } from './looks.ts'
import { applyDemoSeed, createTeam } from './teams.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start()
  await applyDemoSeed(demo.project)
})

async function openSettings(user: TestSession, section: string): Promise<Page> {
  const visitor = await demo.visitorAs(user)
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  return visitor.open(`/handler/account-settings#${section}`)
}

function button(within: Locator | Page, name: string): Locator {
  return within.getByRole('button', { name, exact: true })
}

/** Creates a key in the open section and waits for its value. Returns what the copy button writes to the clipboard. */
async function createKey(page: Page, description: string): Promise<string> {
  await button(page, 'Create key…').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Description').fill(description)
  await button(dialog, 'Create key').click()
  await button(dialog, 'Copy key').click()
  return page.evaluate(() => navigator.clipboard.readText())
}

async function confirmStored(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('I have stored it').check()
  await button(dialog, 'Done').click()
  await dialog.waitFor({ state: 'detached' })
}

async function revokeKey(page: Page, description: string): Promise<void> {
  await button(page, `Options for ${description}`).click()
  await page.getByRole('menuitem', { name: 'Revoke…' }).click()
  await button(page, 'Revoke key').click()
  await page.getByText('Key revoked.').waitFor()
}

/** Checks a key as the host's backend does. */
async function check(type: 'user' | 'team', value: string): Promise<unknown> {
  const { body } = await demo.project.server().post(`/${type}-api-keys/check`, { api_key: value })
  return body
}

describe('the API keys of a user', () => {
  test('authenticate with the copied value until they are revoked', async () => {
    const user = await demo.project.signUp()
    const page = await openSettings(user, 'api-keys')
    await page.getByText('No keys yet').waitFor()
    await expectGoodLooks(page, 'API keys empty')
    const value = await createKey(page, 'Nightly import')
    await expectGoodLooks(page, 'API key shown once')
    await confirmStored(page)
    const accepted = await check('user', value)

    await page.reload()
    await page
      .getByRole('row')
      .filter({ hasText: 'Nightly import' })
      .getByText(`sk_…${value.slice(-4)}`)
      .waitFor()
    await expectGoodLooks(page, 'API keys')
    await revokeKey(page, 'Nightly import')

    expect(accepted).toMatchObject({ user_id: user.id, description: 'Nightly import' })
    expect(await check('user', value)).toMatchObject({ code: 'API_KEY_REVOKED' })
  })
})

describe('the API keys of a team', () => {
  test('are created and revoked by its administrator', async () => {
    const team = await createTeam(demo, 'Subcommittee on Tables')
    const page = await openSettings(team.owner, `team-${team.id}`)
    const value = await createKey(page, 'Tide tables')
    await confirmStored(page)
    const accepted = await check('team', value)

    await revokeKey(page, 'Tide tables')

    expect(accepted).toMatchObject({ team_id: team.id, description: 'Tide tables' })
    expect(await check('team', value)).toMatchObject({ code: 'API_KEY_REVOKED' })
  })
})
