import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

export const phone = { viewport: { width: 360, height: 640 } }

export function button(within: Page | Locator, name: string): Locator {
  return within.getByRole('button', { name, exact: true })
}

export function heading(page: Page, name: string): Locator {
  return page.getByRole('heading', { name, exact: true })
}

/** The row of a setting or a list entry. */
export function row(page: Page, label: string): Locator {
  return page.getByRole('group', { name: label, exact: true })
}

/** Chooses an item from the menu of a list entry. */
export async function choose(page: Page, item: string, entry: string): Promise<void> {
  await button(page, `Options for ${item}`).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Clicks twice, so that both clicks arrive before the page changes. */
export async function pressTwice(control: Locator): Promise<void> {
  await control.focus()
  await control.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
}

export function submit(page: Page): Locator {
  return page.locator('button[type=submit]:visible')
}

export function password(page: Page): Locator {
  return page.getByLabel('Password', { exact: true })
}

/** The error texts of the fields. */
export function errors(page: Page): Promise<string[]> {
  return page.locator('.portico-error').allInnerTexts()
}

/** The calls of the page, one per line, with method and URL. */
export function calls(page: Page): Promise<string> {
  return page.evaluate(() => document.documentElement.dataset['calls'] ?? '')
}

/** The calls that write, without the address of the service. */
export async function writes(page: Page): Promise<string[]> {
  return (await calls(page))
    .split('\n')
    .map((call) => call.replace(/http.*\/api\/v1/, ''))
    .filter((call) => call !== '' && !call.startsWith('GET'))
}

/** Holds the page's calls to an address back until the returned function is called. */
export async function holdCalls(page: Page, address: string, method = 'POST'): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    if (route.request().method() === method) await held.promise
    await route.continue()
  })
  return held.resolve
}

/** The target of a redirect; undefined before one. */
export function navigatedTo(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.documentElement.dataset['navigatedTo'])
}

/** Waits for a redirect and returns its target. */
export async function arrivedAt(page: Page): Promise<string | undefined> {
  await page.waitForFunction(() => document.documentElement.dataset['navigatedTo'] !== undefined)
  return navigatedTo(page)
}

/** The label, accessible name or text of the focused element. */
export function focused(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null
    const text = (element?.querySelector('[data-of=idle], bdi') ?? element)?.textContent?.trim()
    return label ?? element?.getAttribute('aria-label') ?? text
  })
}

/** The `name` of the focused field. */
export function focusedName(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute('name') ?? null)
}

/** Requires that the page shows the element now or soon. */
export async function expectVisible(locator: Locator): Promise<void> {
  await locator.waitFor()
}

/** Requires that the page is not wider than the screen. */
export async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
}

/** Requires a card with this title and exactly these buttons. */
export async function expectCard(page: Page, title: string, buttons: readonly string[]): Promise<void> {
  await heading(page, title).waitFor()
  const texts = await page
    .getByRole('button')
    .evaluateAll((all) => all.map((each) => each.querySelector('span')?.textContent))
  expect(texts).toEqual(buttons)
}
