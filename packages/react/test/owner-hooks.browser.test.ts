import { afterAll, beforeAll, expect, test } from 'vitest'
import { ComponentPages } from './component-page.ts'

let pages: ComponentPages

beforeAll(async () => {
  pages = await ComponentPages.start()
})

afterAll(() => pages.close())

test('the hooks for owned projects show the projects and what their apps read, and follow changes', async () => {
  const page = await pages.open('owner-hooks', { loading: true })
  const textsOf = async (...names: string[]): Promise<string[]> =>
    Promise.all(names.map((name) => page.locator(`.${name}`).innerText()))
  await page.locator('.definitions').waitFor()
  const before = await textsOf('owner', 'projects', 'name', 'errors', 'keys', 'definitions')
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.body.innerText.includes('Wait')) document.documentElement.dataset['waited'] = ''
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })

  await page.getByRole('button', { name: 'Create project' }).click()
  await page.locator('.projects', { hasText: 'First,Second' }).waitFor()
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.locator('.projects', { hasText: 'Renamed,Second' }).waitFor()
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.locator('.keys', { hasText: 'Backend,Initial' }).waitFor()

  expect(before).toEqual(['Ada Lovelace', 'First', 'First', 'allow-localhost', 'Initial', '1'])
  expect(await textsOf('name', 'errors')).toEqual(['Renamed', ''])
  expect(await page.locator('html[data-waited]').count()).toBe(0)
})
