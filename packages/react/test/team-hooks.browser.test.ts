import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { componentPages } from './component-page.ts'

const pages = componentPages()

async function openBoard(): Promise<Page> {
  const page = await pages.open('team-hooks', { loading: true })
  await page.locator('.in-team').waitFor()
  return page
}

const textOf = (page: Page, name: string): Promise<string> => page.locator(`.${name}`).innerText()

describe('the hooks for teams, permissions and API keys', () => {
  test('return what the user reads', async () => {
    const page = await openBoard()

    expect(await textOf(page, 'teams')).toBe('Readers')
    expect(await textOf(page, 'missing')).toBe('null')
    expect(await textOf(page, 'received')).toBe('Staff')
    expect(await textOf(page, 'selected')).toBe('Ada Lovelace,Grace')
    expect(await textOf(page, 'own-name')).toBe('Ada Lovelace')
    expect(await textOf(page, 'in-project')).toBe('beta true')
    expect(await textOf(page, 'in-team')).toBe('editor true')
    expect(await textOf(page, 'invited')).toBe('luigi@example.com')
    expect(await textOf(page, 'roles')).toMatch(/,\$update_team,editor$/)
    expect(await textOf(page, 'keys')).toBe('Own,Of the team')
  })

  test('show changes that the page makes, without a loading state', async () => {
    const page = await openBoard()
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (document.body.innerText.includes('Wait')) document.documentElement.dataset['waited'] = ''
      }).observe(document.body, { childList: true, subtree: true, characterData: true })
    })

    await page.getByRole('button', { name: 'Rename' }).click()
    await page.locator('.teams', { hasText: 'Writers' }).waitFor()
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.locator('.invited', { hasText: 'luigi@example.com,grace@example.com' }).waitFor()
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.locator('.keys', { hasText: 'Own,New,Of the team' }).waitFor()
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.locator('.in-team').waitFor({ state: 'detached' })

    expect(await textOf(page, 'teams')).toBe('')
    expect(await page.locator('html[data-waited]').count()).toBe(0)
  })
})
