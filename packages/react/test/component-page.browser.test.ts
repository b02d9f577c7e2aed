import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { componentPages } from './component-page.ts'

const LATER_MILLIS = 200

const pages = componentPages()

interface State {
  readonly cookies: string
  readonly local: number
  readonly session: number
  readonly name: string
  readonly width: number
  readonly hovered: number
  readonly address: string
  /** The markup without white space and without generated ids of React. */
  readonly markup: string
}

function stateOf(page: Page): Promise<State> {
  return page.evaluate(() => ({
    cookies: document.cookie,
    local: localStorage.length,
    session: sessionStorage.length,
    name: window.name,
    width: window.innerWidth,
    hovered: document.querySelectorAll('main:hover, .portico-card:hover').length,
    address: window.location.href,
    markup: document.documentElement.outerHTML.replaceAll(/_r_\w+_|\s+/g, ''),
  }))
}

/** Changes everything that a page keeps when it changes its scenario. */
async function soil(page: Page): Promise<void> {
  await page.evaluate((later) => {
    document.cookie = 'left=over; max-age=1000'
    localStorage.setItem('left', 'over')
    sessionStorage.setItem('left', 'over')
    window.name = 'left'
    window.location.hash = 'left'
    document.documentElement.style.color = 'red'
    document.body.append('left')
    document.head.append(document.createElement('meta'))
    setTimeout(() => localStorage.setItem('left', 'later'), later)
  }, LATER_MILLIS)
  await page.setViewportSize({ width: 400, height: 640 })
  await page.locator('.portico-card').hover()
  await page.route('**', (route) => route.abort())
  await page.context().route('**', (route) => route.abort())
}

describe('a page that another test had before', () => {
  let fresh: State
  let page: Page
  let devTools: CDPSession

  test('starts with this state', async () => {
    page = await pages.open('sign-in')
    fresh = await stateOf(page)
    devTools = await page.context().newCDPSession(page)
    await soil(page)

    expect(await stateOf(page)).toEqual({
      cookies: 'left=over',
      local: fresh.local + 1,
      session: fresh.session + 1,
      name: 'left',
      width: 400,
      hovered: fresh.hovered + 1,
      address: `${fresh.address}#left`,
      markup: expect.stringContaining('color:red'),
    })
  })

  test('has its first state again', async () => {
    const again = await pages.open('sign-in')

    expect(again).toBe(page)
    // The timers of a page fire in the order of their times.
    await again.evaluate((millis) => new Promise((resolve) => setTimeout(resolve, millis)), LATER_MILLIS)
    expect(await stateOf(again)).toEqual(fresh)
    await expect(devTools.send('Page.enable')).rejects.toThrow('closed')
  })

  test('is not shared with another page of the same test', async () => {
    const [one, other] = [await pages.open('sign-in'), await pages.open('sign-in')]
    await one.evaluate(() => (document.cookie = 'mine=1'))

    expect([one, other]).toContain(page)
    expect(one.context()).not.toBe(other.context())
    expect(await other.evaluate(() => document.cookie)).toBe('')
  })

  test('loses its other tabs', async () => {
    const first = await pages.open('sign-in')
    const popup = first.waitForEvent('popup')
    await first.evaluate(() => void window.open('/empty.html'))

    expect((await popup).context().pages()).toHaveLength(2)
  })

  test('refuses what cannot be undone', async () => {
    const shared = await pages.open('sign-in')
    const context: BrowserContext = shared.context()

    expect(context.pages()).toEqual([shared])
    expect(() => shared.clock.install()).toThrow('own: true')
    expect(() => shared.addInitScript('')).toThrow('own: true')
    expect(() => shared.emulateMedia({ colorScheme: 'dark' })).toThrow('own: true')
    expect(() => context.grantPermissions(['clipboard-read'])).toThrow('own: true')
  })

  test('is not given to tests with other context options or to tests that require their own page', async () => {
    const other = await pages.open('sign-in', { context: { colorScheme: 'dark' } })

    const own = await pages.open('sign-in', { own: true })
    await own.clock.install()

    expect([other.context(), own.context()]).not.toContain(page.context())
  })
})
