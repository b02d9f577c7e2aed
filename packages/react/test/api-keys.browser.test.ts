import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { componentPages } from './component-page.ts'
import { button, choose, expectFits, expectVisible, focused, phone, pressTwice, writes } from './steps.ts'

const pages = componentPages()

const withClipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

function keyRow(page: Page, description: string): Locator {
  return page.getByRole('row').filter({ has: page.getByText(description, { exact: true }) })
}

describe('API keys of a user', () => {
  test('lists valid keys first, with their use and origin', async () => {
    const page = await pages.open('settings-keys')
    const rows = page.getByRole('table', { name: 'Your keys' }).getByRole('row')
    await rows.nth(1).waitFor()

    const texts = (await rows.allInnerTexts()).slice(1)

    expect(texts.map((text) => text.split('\n')[0])).toEqual([
      'Laptop',
      'Nightly import of the library of the Society for the Diffusion of Useful Knowledge',
      'Reading statistics',
      'Widget of the home page',
      'Old laptop',
      'First try',
    ])
    expect(texts[1]).toMatch(/sk_…\w{4}\nValid\nExpires in 9 days\n3 hours ago\n.+\nUnited Kingdom\n2001:db8:/)
    expect(texts[3]).toMatch(/pk_…\w{4}\nPublic\nValid\nUntil /)
    expect(texts[2]).toContain('Does not expire')
    expect(texts[4]).toContain('Revoked')
    expect(texts[5]).toContain('Expired')
  })

  test('creates one key for a double click, and shows its value until the user has stored it', async () => {
    const page = await pages.open('settings-keys', { context: withClipboard })
    await button(page, 'Create key…').press('Enter')
    const dialog = page.getByRole('dialog')
    await page.keyboard.press('Enter')
    await dialog.getByText('Please enter a description').waitFor()
    await page.keyboard.type('Tide-predicting engine')
    await dialog.getByLabel('30 days').press('ArrowRight')
    const expiry = await dialog
      .getByRole('radio', { checked: true })
      .evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent)
    await pressTwice(button(dialog, 'Create key'))

    await page.getByRole('dialog', { name: 'Store this key now' }).waitFor()
    const focusOfValue = await focused(page)
    await page.keyboard.press('Enter')
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    const value = await dialog.locator('code').innerText()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.mouse.click(4, 4)
    await button(dialog, 'Done').click()
    await dialog.getByText('Confirm that you have stored the key.').waitFor()
    const focusOfProblem = await focused(page)
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })

    expect(expiry).toBe('90 days')
    expect(focusOfValue).toBe('Copy key')
    expect(copied).toMatch(/^sk_\w{99}$/)
    expect(copied).toBe(value)
    expect(focusOfProblem).toBe('I have stored it')
    expect(await focused(page)).toBe('Create key…')
    await page.getByText('5 valid keys').waitFor()
    await keyRow(page, 'Tide-predicting engine').getByText('Not used yet').waitFor()
    expect(await page.content()).not.toContain(value)
    expect(await writes(page)).toEqual(['POST /user-api-keys'])
  })

  test('changes a key in place, and revokes one after a confirmation', async () => {
    const page = await pages.open('settings-keys')
    await choose(page, 'Reading statistics', 'Edit')
    const focusOfForm = await focused(page)
    await page.getByText('The key works until you revoke it.').waitFor()
    await page.keyboard.type(' of 2026')
    await page.getByText('7 days', { exact: true }).click()
    await button(page, 'Save').click()
    await page.getByText('Key changed.').waitFor()
    const focusAfterChange = await focused(page)
    await keyRow(page, 'Reading statistics of 2026').getByText('Expires in 7 days').waitFor()

    await choose(page, 'Laptop', 'Revoke…')
    const focusOfQuestion = await focused(page)
    await button(page, 'Revoke key').click()
    await page.getByText('Key revoked.').waitFor()

    await keyRow(page, 'Laptop').getByText('Revoked').waitFor()
    await page.getByText('3 valid keys').waitFor()
    await button(page, 'Options for Laptop').click()
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Rename'])
    expect([focusOfForm, focusAfterChange, focusOfQuestion]).toEqual([
      'Description',
      'Options for Reading statistics of 2026',
      'Cancel',
    ])
    expect((await writes(page)).map((call) => call.replace(/\/[\da-f-]{36}.*$/, ''))).toEqual([
      'PATCH /user-api-keys',
      'PATCH /user-api-keys',
    ])
  })

  test('shows many keys in pages, and finds them by status and text', async () => {
    const page = await pages.open('settings-keys-many', { context: phone })
    const rows = page.getByRole('rowheader')
    await rows.first().waitFor()
    const atFirst = await rows.count()
    await expectFits(page)
    await button(page, 'Show 10 more').press('Enter')
    await expect.poll(() => rows.count()).toBe(20)
    const focusAfterMore = await focused(page)

    await button(page, 'Revoked 6').click()
    const revoked = await rows.allInnerTexts()
    await page.getByRole('searchbox', { name: 'Search keys' }).fill('sensor-15')
    await page.getByText('1 found').waitFor()
    const found = await rows.allInnerTexts()
    await button(page, 'Expired 7').click()
    await page.getByText('No matches').waitFor()

    expect(atFirst).toBe(10)
    expect(focusAfterMore).toContain('Sensor-17')
    expect(revoked.map((text) => text.split('\n')[0])).toEqual([5, 10, 15, 20, 25, 30].map((n) => `Sensor-${n}`))
    expect(found[0]).toMatch(/^Sensor-15\n/)
  })

  test('shows how to send a key while there is none', async () => {
    const page = await pages.open('settings-keys-empty', { context: withClipboard })

    await button(page, 'Copy command').click()

    const { origin } = new URL(page.url())
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `curl ${origin} \\\n  -H "Authorization: Bearer $API_KEY"`,
    )
  })

  test('explains the limit in the dialog, which stays open', async () => {
    const page = await pages.open('settings-keys-full')
    await button(page, 'Create key…').click()
    await page.getByLabel('Description').fill('One too many')

    await button(page, 'Create key').click()

    await expectVisible(page.getByRole('dialog').getByText('There are 1,000 valid keys, the maximum.'))
  })

  test('offers a retry after a failure', async () => {
    const page = await pages.open('settings-keys-failed')

    await button(page, 'Try again').click()

    await expectVisible(keyRow(page, 'Laptop'))
  })
})

describe('API keys of a team', () => {
  test('name the member who created a key, and are hidden from members without the permission', async () => {
    const page = await pages.open('settings-team-keys')
    const row = page.getByRole('group', { name: 'API keys', exact: true })
    await keyRow(page, 'First try').waitFor()
    const creators = [
      await keyRow(page, 'Laptop').getByText('Ada Lovelace').count(),
      await keyRow(page, 'First try').getByText('Charles Babbage').count(),
    ]

    await page.getByRole('link', { name: 'Difference Engine' }).click()
    await page.getByRole('group', { name: 'Leave team', exact: true }).waitFor()

    expect(creators).toEqual([1, 1])
    expect(await row.count()).toBe(0)
  })
})
