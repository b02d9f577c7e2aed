import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ComponentPages } from './component-page.ts'

let pages: ComponentPages

beforeAll(async () => {
  pages = await ComponentPages.start()
})

afterAll(() => pages.close())

const navigatedTo = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.documentElement.dataset['navigatedTo'])

describe('handler', () => {
  test('given somebody who is signed in, when the sign-in page opens, then leads on at once', async () => {
    const page = await pages.open('signed-in-redirect')

    await expect.poll(() => navigatedTo(page)).toBe('/')
  })

  test('given an alias, when opened, then shows the page under its canonical address with the query', async () => {
    const page = await pages.open('alias')

    await page.getByRole('heading', { name: 'Sign in to your account' }).waitFor()

    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(
      '/handler/sign-in?after_auth_return_to=%2Fplans',
    )
  })

  test('given somebody who is signed in, when the sign-out page opens, then signs out and leads on', async () => {
    const page = await pages.open('sign-out-signed-in')

    await expect.poll(() => navigatedTo(page)).toBe('/')
  })
})

describe('useUser', () => {
  test.each([
    ['greeting', 'Hello stranger'],
    ['greeting-signed-in', 'Hello Ada Lovelace'],
    [
      'no-provider',
      '`usePorticoApp` was called outside `<PorticoProvider>`, so there is no app to ask. Wrap your root component in it.',
    ],
    ['greeting-throw', "User is not signed in but useUser was called with { or: 'throw' }"],
  ])('given %s, when rendered, then the host says "%s"', async (scenario, text) => {
    const page = await pages.open(scenario)

    await expect.poll(() => page.locator('.greeting').innerText()).toBe(text)
  })

  test('its hooks give the tokens of the session and of a connected account', async () => {
    const page = await pages.open('tokens')

    await expect.poll(() => page.locator('.greeting').innerText()).toBe('gho_token')
    expect(await page.locator('.own-tokens').innerText()).toBe('3 true')
  })

  test('given nobody signed in, when the host redirects, then waits for ever and leads to the sign-in page', async () => {
    const page = await pages.open('greeting-redirect')

    await expect.poll(() => navigatedTo(page)).toContain('/handler/sign-in')
    expect(await page.locator('.greeting').innerText()).toBe('Wait')
  })

  test('given a router that led away once, when the host shows again what needs a user, then leads away again', async () => {
    const page = await pages.open('greeting-redirect')
    await expect.poll(() => navigatedTo(page)).toContain('/handler/sign-in')

    await page.evaluate(() => delete document.documentElement.dataset['navigatedTo'])

    await expect.poll(() => navigatedTo(page), { timeout: 5_000 }).toContain('/handler/sign-in')
  })

  test('given an anonymous sign-up that fails, when the host wants one, then its boundary has it after a single call', async () => {
    const page = await pages.open('greeting-anonymous-down')

    await expect.poll(() => page.locator('.greeting').innerText()).toContain('status 503')
    await page.waitForTimeout(300)

    const calls = await page.evaluate(() => document.documentElement.dataset['calls'] ?? '')
    expect(calls.match(/anonymous/g)).toHaveLength(1)
  })
})

describe('tabs of the sign-in card', () => {
  test('given several ways to sign in, when the card is shown, then they stand in the order of the specification', async () => {
    const page = await pages.open('auth-card')

    expect(await page.locator('.portico-methods').innerText()).toMatch(
      /^One click\s+Or continue with\s+Email\s+Email & Password\s+A form of another kind/,
    )
  })

  test('given tabs, when walked by arrow keys, then each shows its form, and one Tab leads on from them', async () => {
    const page = await pages.open('auth-card')
    const chosen = (): Promise<string> => page.getByRole('tab', { selected: true }).innerText()
    const focused = (): Promise<string | null | undefined> =>
      page.evaluate(() => document.activeElement?.getAttribute('name'))

    await page.getByRole('tab', { name: 'Email', exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    const second = await chosen()
    await page.keyboard.press('ArrowRight')
    const wrapped = await chosen()
    await page.keyboard.press('End')
    await page.keyboard.press('Tab')

    expect([second, wrapped]).toEqual(['Email & Password', 'Email'])
    expect(await focused()).toBe('email')
    expect(await page.getByRole('tabpanel').count()).toBe(1)
  })

  test('given a page that runs from right to left, when the left arrow is pressed, then goes forward', async () => {
    const page = await pages.open('auth-card', { query: { dir: 'rtl' } })

    await page.getByRole('tab', { name: 'Email', exact: true }).focus()
    await page.keyboard.press('ArrowLeft')

    expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Email & Password')
  })
})

describe('the one-time-code input in a form of the host', () => {
  test('takes digits up to its length, offers codes from messages and reports the full code', async () => {
    const page = await pages.open('codes')
    const field = page.getByLabel('Digits')

    await field.pressSequentially('1a2-345')

    expect(await field.inputValue()).toBe('1234')
    expect(await page.locator('output').innerText()).toBe('1234')
    expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
    expect(await field.getAttribute('inputmode')).toBe('numeric')
  })

  test('rejects what its pattern does not match', async () => {
    const page = await pages.open('codes')
    const field = page.getByLabel('Letters')

    await field.pressSequentially('ABxC1')
    expect(await field.inputValue()).toBe('ABC')
    await field.pressSequentially('DEFAB')

    expect(await page.locator('output').innerText()).toBe('ABCDEFAB')
    await field.press('Backspace')
    expect(await field.inputValue()).toBe('ABCDEFA')
  })
})

describe('a full page', () => {
  test.each(['ltr', 'rtl'])('covers the default margin of the body, and nothing scrolls, %s', async (dir) => {
    const page = await pages.open('sign-in', { query: { 'default-margin': '', dir } })

    const place = await page.evaluate(() => {
      const { left, right, top, bottom } =
        document.getElementsByClassName('portico-page')[0]?.getBoundingClientRect() ?? {}
      const { scrollWidth, scrollHeight } = document.documentElement
      return { left, right, top, bottom, scrollWidth, scrollHeight }
    })

    expect(place).toEqual({ left: 0, right: 1280, top: 0, bottom: 800, scrollWidth: 1280, scrollHeight: 800 })
  })

  test('keeps its distance from what the host shows above and from a margin that the host chose', async () => {
    const page = await pages.open('sign-in', { query: { 'default-margin': '' } })

    await page.evaluate(() => {
      document.body.style.marginLeft = '24px'
      const header = document.createElement('header')
      header.style.blockSize = '50px'
      document.body.prepend(header)
      dispatchEvent(new Event('resize'))
    })

    await expect
      .poll(() =>
        page.evaluate(() => {
          const { left, right, top, bottom } =
            document.getElementsByClassName('portico-page')[0]?.getBoundingClientRect() ?? {}
          return { left, right, top, bottom, scrollHeight: document.documentElement.scrollHeight }
        }),
      )
      .toEqual({ left: 24, right: 1280, top: 58, bottom: 800, scrollHeight: 800 })
  })
})

describe('theme', () => {
  test('given a mode and colours of the host, when shown under a strict policy, then they apply to the card alone', async () => {
    const page = await pages.open('sign-in', { query: { themed: '' } })
    const button = page.locator('button[type=submit]')

    const style = await button.evaluate((element) => {
      const { backgroundColor, borderRadius } = getComputedStyle(element)
      return { backgroundColor, borderRadius }
    })

    expect(style).toEqual({ backgroundColor: 'rgb(1, 2, 3)', borderRadius: '3px' })
    expect(await page.locator('.portico-root').getAttribute('data-mode')).toBe('dark')
    expect(await page.evaluate(() => document.querySelectorAll('style').length)).toBe(0)
  })

  test('given a page whose mode changes, when it does, then the card follows', async () => {
    const page = await pages.open('sign-in')
    const mode = (): Promise<string | null> => page.locator('.portico-root').getAttribute('data-mode')
    const before = await mode()

    await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'))

    expect(before).toBe('light')
    await expect.poll(mode).toBe('dark')
  })
})
