import { describe, expect, test } from 'vitest'
import { componentPages } from './component-page.ts'
import { calls, navigatedTo } from './steps.ts'

const pages = componentPages()

describe('handler', () => {
  test('redirects a signed-in user from the sign-in page immediately', async () => {
    const page = await pages.open('signed-in-redirect')

    await expect.poll(() => navigatedTo(page)).toBe('/')
  })

  test('replaces an alias with the canonical path and keeps the query', async () => {
    const page = await pages.open('alias')

    await page.getByRole('heading', { name: 'Sign in to your account' }).waitFor()

    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(
      '/handler/sign-in?after_auth_return_to=%2Fplans',
    )
  })

  test('without props takes the app of the provider, follows the path of the window, and keeps its page while a router leaves it', async () => {
    const page = await pages.open('handler-of-window')
    await page.getByRole('button', { name: 'Go home' }).waitFor()

    await page.evaluate(() => window.history.pushState(null, '', '/handler/forgot-password'))

    const title = page.getByRole('heading')
    await expect.poll(() => title.innerText()).toBe('Reset your password')
    await page.evaluate(() => window.history.pushState(null, '', '/notes'))
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    expect(await title.innerText()).toBe('Reset your password')
  })

  test('signs out and redirects when the sign-out page opens', async () => {
    const page = await pages.open('sign-out-signed-in')

    await expect.poll(() => navigatedTo(page)).toBe('/')
  })
})

describe('useUser', () => {
  test.each([
    ['greeting', 'Hello stranger'],
    ['greeting-signed-in', 'Hello Ada Lovelace'],
    ['no-provider', '`usePorticoApp` was called outside `<PorticoProvider>`. Wrap your root component in it.'],
    ['greeting-throw', "User is not signed in but useUser was called with { or: 'throw' }"],
  ])('%s renders "%s"', async (scenario, text) => {
    const page = await pages.open(scenario)

    await expect.poll(() => page.locator('.greeting').innerText()).toBe(text)
  })

  test('returns the tokens of the session and of a connected account', async () => {
    const page = await pages.open('tokens')

    await expect.poll(() => page.locator('.greeting').innerText()).toMatch(/^\w{32}$/)
    expect(await page.locator('.own-tokens').innerText()).toBe('3 true 3')
    expect(await page.locator('.own-reads').innerText()).toBe('true 1 null')
  })

  test('stays suspended and redirects a signed-out user to the sign-in page, again if it renders again', async () => {
    const page = await pages.open('greeting-redirect')

    await expect.poll(() => navigatedTo(page)).toContain('/handler/sign-in')
    expect(await page.locator('.greeting').innerText()).toBe('Wait')
    await page.evaluate(() => delete document.documentElement.dataset['navigatedTo'])
    await expect.poll(() => navigatedTo(page), { timeout: 30_000 }).toContain('/handler/sign-in')
  })

  test('throws a failed anonymous sign-up to the error boundary after one call', async () => {
    const page = await pages.open('greeting-anonymous-down')

    await expect.poll(() => page.locator('.greeting').innerText()).toContain('status 503')
    await page.waitForTimeout(300)

    expect((await calls(page)).match(/anonymous/g)).toHaveLength(1)
  })
})

describe('sign-in card tabs', () => {
  test('shows the sign-in methods in the fixed order', async () => {
    const page = await pages.open('auth-card')

    expect(await page.locator('.portico-methods').innerText()).toMatch(
      /^One click\s+Or continue with\s+Email\s+Email & Password\s+A form of another kind/,
    )
  })

  test('arrow keys switch the form, and Tab moves into the form', async () => {
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

  test('the left arrow key selects the next tab in a right-to-left page', async () => {
    const page = await pages.open('auth-card', { query: { dir: 'rtl' } })

    await page.getByRole('tab', { name: 'Email', exact: true }).focus()
    await page.keyboard.press('ArrowLeft')

    expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Email & Password')
  })
})

test('the fields of the pages work in a form of the host', async () => {
  const page = await pages.open('fields', { own: true })
  const output = page.locator('output')
  const search = page.getByLabel('Search')
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1_000)

  await page.getByLabel('Password', { exact: true }).fill('secret')
  await page.getByRole('button', { name: 'Show password' }).click()
  await search.pressSequentially('ad')
  await page.clock.runFor(499)
  await search.pressSequentially('a')
  await page.clock.runFor(499)
  const before = await output.innerText()
  await page.clock.runFor(1)
  const paused = await output.innerText()
  await search.pressSequentially(' o')
  // The first Enter ends the composition of a character.
  await search.dispatchEvent('keydown', { key: 'Enter', isComposing: true })
  await search.press('Enter')

  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('secret')
  expect([before, paused, await output.innerText()]).toEqual(['secret', 'secret ada', 'secret ada ada o'])
  await page.getByRole('button', { name: 'Clear' }).click()
  expect(await search.inputValue()).toBe('')
})

describe('the one-time-code input in a form of the host', () => {
  test('accepts digits up to its length, requests autofill and reports the complete code', async () => {
    const page = await pages.open('codes')
    const field = page.getByLabel('Digits')

    await field.pressSequentially('1a2-345')

    expect(await field.inputValue()).toBe('1234')
    expect(await page.locator('output').innerText()).toBe('1234')
    expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
    expect(await field.getAttribute('inputmode')).toBe('numeric')
  })

  test('leaves the text of an input method alone until it is complete', async () => {
    const page = await pages.open('codes')
    const field = page.getByLabel('Digits')
    const devTools = await page.context().newCDPSession(page)
    await field.focus()

    for (const text of ['１', '１２']) {
      await devTools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    }
    const composed = await field.inputValue()
    await devTools.send('Input.insertText', { text: '１２' })

    expect([composed, await field.inputValue()]).toEqual(['１２', '12'])
  })

  test('rejects input that its pattern does not match', async () => {
    const page = await pages.open('codes')
    const field = page.getByLabel('Letters')

    await field.pressSequentially('ABxC1')
    expect(await field.inputValue()).toBe('ABC')
    await field.pressSequentially('DEFAB')

    expect(await page.locator('output').innerText()).toBe('ABCDEFAB')
    await field.press('Backspace')
    expect(await field.inputValue()).toBe('ABCDEFA')
  })

  test('keeps the caret where a character is rejected', async () => {
    const page = await pages.open('codes')
    const field = page.getByLabel('Letters')

    await field.pressSequentially('ABC')
    await field.press('ArrowLeft')
    await field.press('ArrowLeft')
    await field.pressSequentially('xD')

    expect(await field.inputValue()).toBe('ADBC')
  })
})

describe('a full page', () => {
  test.each(['ltr', 'rtl'])('covers the default margin of the body without scrolling, %s', async (dir) => {
    const page = await pages.open('sign-in', { query: { 'default-margin': '', dir } })

    const place = await page.evaluate(() => {
      const { left, right, top, bottom } =
        document.getElementsByClassName('portico-page')[0]?.getBoundingClientRect() ?? {}
      const { scrollWidth, scrollHeight } = document.documentElement
      return { left, right, top, bottom, scrollWidth, scrollHeight }
    })

    expect(place).toEqual({ left: 0, right: 1280, top: 0, bottom: 800, scrollWidth: 1280, scrollHeight: 800 })
  })

  test('keeps clear of a header and a margin of the host', async () => {
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
  test('applies the mode and colours of the host under a strict content security policy', async () => {
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

  test('follows the mode of the page when it changes', async () => {
    const page = await pages.open('sign-in')
    const mode = (): Promise<string | null> => page.locator('.portico-root').getAttribute('data-mode')
    const before = await mode()

    await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'))

    expect(before).toBe('light')
    await expect.poll(mode).toBe('dark')
    const card = page.locator('.portico-card')
    expect(await card.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(28, 27, 25)')
  })
})
