import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { PASSWORD } from '../dev/scene-builder.ts'
import { componentPages, type ComponentPageOptions } from './component-page.ts'
import { arrivedAt, calls, errors, focusedName, password, submit } from './steps.ts'

const pages = componentPages()

const email = (page: Page) => page.getByLabel('Email')
const repeated = (page: Page) => page.getByLabel('Repeat password')
/** The address of the user, whose password is `PASSWORD`. */
const emailOf = async (page: Page): Promise<string> => (await pages.sceneOf(page)).email

/** Opens a form and fills in the address and the password, which sign-up asks for twice. */
async function openFilled(
  scenario: string,
  { address = 'wrong@example.com', secret = PASSWORD }: { address?: string; secret?: string } = {},
  options: ComponentPageOptions = {},
): Promise<Page> {
  const page = await pages.open(scenario, options)
  await email(page).fill(address)
  await password(page).fill(secret)
  if (scenario === 'sign-up') await repeated(page).fill(secret)
  return page
}

describe('sign-in form', () => {
  test('reports every empty field, focuses the first one and announces only its error', async () => {
    const page = await pages.open('sign-in')

    await email(page).press('Enter')

    expect(await errors(page)).toEqual(['Please enter your email', 'Please enter your password'])
    expect(await page.getByRole('alert').allInnerTexts()).toEqual(['Please enter your email'])
    expect(await focusedName(page)).toBe('email')
    expect(await email(page).getAttribute('aria-invalid')).toBe('true')
  })

  test('reports a malformed address at its field until it is corrected', async () => {
    const page = await openFilled('sign-in', { address: 'ada@example' })

    await submit(page).click()
    const before = await errors(page)
    await email(page).press('End')
    await page.keyboard.type('.com')

    expect(before).toEqual(['Please enter a valid email'])
    expect(await errors(page)).toEqual([])
    expect(await email(page).getAttribute('aria-invalid')).toBeNull()
  })

  test('reports a password that is longer than any accepted one without calling the service', async () => {
    const page = await openFilled('sign-in', { secret: 'x'.repeat(1_001) })

    await submit(page).click()

    expect(await errors(page)).toEqual(['Password too long. Maximum length is 1000.'])
    expect(await focusedName(page)).toBe('password')
    expect(await calls(page)).not.toContain('POST')
  })

  test('shows after too many attempts when to try again, and can be sent again', async () => {
    const page = await openFilled('sign-in')
    await page.route('**/auth/password/sign-in', (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '299' } }),
    )

    await submit(page).click()
    await page.getByText('Too many attempts. Please try again in 5 minutes.').waitFor()

    expect(await submit(page).getAttribute('data-phase')).toBe('idle')
    expect(await errors(page)).toEqual([])
  })

  test('sends what a password manager fills in without an event, and keeps it', async () => {
    const page = await pages.open('sign-in')
    for (const [field, text] of [
      [email(page), 'wrong@example.com'],
      [password(page), PASSWORD],
    ] as const) {
      await field.evaluate((input, value) => {
        ;(input as HTMLInputElement).value = value
      }, text)
    }
    // Renders both fields.
    await page.getByRole('button', { name: 'Show password' }).click()

    await submit(page).click()
    await page.locator('.portico-error').waitFor()

    expect(await errors(page)).toEqual([expect.not.stringContaining('Please enter')])
    expect([await email(page).inputValue(), await password(page).inputValue()]).toEqual(['wrong@example.com', PASSWORD])
  })

  test('of a preview sends nothing', async () => {
    const page = await openFilled('sign-in-preview')

    await submit(page).click()

    expect(await calls(page)).not.toContain('POST')
    expect(await submit(page).getAttribute('data-phase')).toBe('idle')
  })

  test('shows an error when the redirect of a link fails', async () => {
    const page = await pages.open('sign-in-router-broken')

    await page.getByRole('link', { name: 'Sign up' }).click()

    await expect.poll(() => page.getByRole('alert').innerText()).toContain('An unknown error occurred.')
  })

  test('follows a link as a plain link if the app disables redirects', async () => {
    const page = await pages.open('sign-in-no-redirects')

    await page.getByRole('link', { name: 'Sign up' }).click()

    await expect.poll(() => new URL(page.url()).pathname).toBe('/handler/sign-up')
  })

  test('shows the error of a wrong password under the e-mail field until the password changes', async () => {
    const page = await openFilled('sign-in')

    await submit(page).click()
    await page.locator('.portico-error').waitFor()

    expect(await errors(page)).toEqual(['Wrong e-mail or password.'])
    expect(await email(page).getAttribute('aria-describedby')).toBe(
      await page.locator('.portico-error').getAttribute('id'),
    )
    expect(await focusedName(page)).toBe('email')
    await password(page).fill('another-password')
    expect(await errors(page)).toEqual([])
  })

  test('reaches every control in order, submits with the keyboard alone, and announces success while it redirects', async () => {
    const page = await pages.open('sign-in')
    const visited: string[] = []
    const stop = (): Promise<string> =>
      page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
      )

    await page.getByRole('link', { name: 'Sign up' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.type(await emailOf(page))
    await page.keyboard.press('Tab')
    visited.push(await stop())
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Tab')
    visited.push(await stop())
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')

    expect(visited).toEqual(['Forgot password?', 'Show password'])
    expect(await arrivedAt(page)).toBe('/')
    expect(await submit(page).getAttribute('data-phase')).toBe('done')
    expect(await page.getByRole('status').innerText()).toBe('Signed in')
    expect(await page.getByRole('heading').innerText()).toBe('Sign in to your account')
  })

  test('shows and hides the password, and updates the label of the toggle', async () => {
    const page = await openFilled('sign-in')

    await page.getByRole('button', { name: 'Show password' }).press('Enter')
    const shown = await password(page).getAttribute('type')
    await page.getByRole('button', { name: 'Hide password' }).click()

    expect(shown).toBe('text')
    expect(await password(page).getAttribute('type')).toBe('password')
    expect(await password(page).inputValue()).toBe(PASSWORD)
  })

  test('submits once, and the pending button keeps its size and announces its state', async () => {
    const page = await openFilled('sign-in-slow')
    const before = await submit(page).boundingBox()

    await submit(page).click()
    await submit(page).dispatchEvent('click')
    const during = await submit(page).boundingBox()

    expect(during).toEqual(before)
    expect(await submit(page).getAttribute('data-phase')).toBe('pending')
    expect(await submit(page).getAttribute('aria-disabled')).toBe('true')
    expect(await page.getByRole('button', { name: 'Signing in…' }).count()).toBe(1)
    expect(await page.getByRole('status').innerText()).toBe('Signing in…')
    expect((await calls(page)).match(/POST/g)).toHaveLength(1)
  })

  test('keeps the return location in the redirect of the sign-up link', async () => {
    const page = await pages.open('sign-in', { query: { after_auth_return_to: '/plans' } })

    await page.getByRole('link', { name: 'Sign up' }).click()

    expect(await arrivedAt(page)).toContain('after_auth_return_to=%2Fplans')
    expect(await page.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/handler/sign-up')
  })
})

describe('sign-up form', () => {
  test('clears the errors of both password fields when one of them changes', async () => {
    const page = await openFilled('sign-up', { secret: 'short' })
    await repeated(page).fill('other')
    await submit(page).click()
    const before = await errors(page)

    await repeated(page).fill('short')

    expect(before).toEqual(['Password too short. Minimum length is 8.', 'Passwords do not match'])
    expect(await errors(page)).toEqual([])
  })

  test('keeps the focus and the other errors when one field is corrected', async () => {
    const page = await pages.open('sign-up')
    await submit(page).click()

    await email(page).fill('a')

    expect(await errors(page)).toEqual(['Please enter your password', 'Please repeat your password'])
    expect(await focusedName(page)).toBe('email')
  })

  test('shows the error of a taken address', async () => {
    const page = await openFilled('sign-up')
    await email(page).fill(await emailOf(page))

    await submit(page).click()
    await page.locator('.portico-error').waitFor()

    expect(await errors(page)).toEqual(['A user with this e-mail address already exists.'])
  })

  test('shows a password that the service refuses at the password field, which gets the focus', async () => {
    const page = await openFilled('sign-up', { secret: 'password' })

    await submit(page).click()
    await page.locator('.portico-error').waitFor()

    expect(await errors(page)).toEqual(['This password is too easy to guess. Please choose another one.'])
    expect(await password(page).getAttribute('aria-invalid')).toBe('true')
    expect(await email(page).getAttribute('aria-invalid')).toBeNull()
    expect(await focusedName(page)).toBe('password')
  })

  test('with four providers and two tabs shows its button without scrolling', async () => {
    const page = await pages.open('sign-up-usual')

    await page.getByRole('tab', { name: 'Email & Password' }).click()
    const button = await submit(page).boundingBox()

    expect(button && button.y + button.height).toBeLessThan(800)
  })

  test('marks the length rule as met from eight characters on, and has an autocomplete value for every field', async () => {
    const page = await pages.open('sign-up')
    const met = (): Promise<number> => page.locator('.portico-rule[data-met]').count()

    await password(page).fill('1234567')
    const before = await met()
    await password(page).fill('12345678')

    expect([before, await met()]).toEqual([0, 1])
    expect(
      await page.locator('input').evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete'))),
    ).toEqual(['email', 'new-password', 'new-password'])
  })
})

describe('the branding of the project', () => {
  const colorOf = (page: Page): Promise<string> =>
    submit(page).evaluate((button) => getComputedStyle(button).backgroundColor)
  const light = 'rgb(136, 113, 0)'

  test.each([
    ['light', light],
    ['dark', 'rgb(255, 212, 0)'],
  ] as const)('is the logo and the accent for %s pages, above the links to terms and privacy', async (mode, color) => {
    const page = await pages.open('sign-up-branded', { query: { mode } })

    const logo = page.locator('.portico-project img')
    await logo.waitFor()
    await expect
      .poll(() => logo.evaluate((image: HTMLImageElement) => decodeURIComponent(image.currentSrc)))
      .toContain(`id="${mode}"`)
    expect(await logo.evaluate((image: HTMLImageElement) => image.height)).toBe(32)
    expect((await page.locator('.portico-project').innerText()).trim()).toBe('Fernweh')
    expect(await colorOf(page)).toBe(color)
    const links = page.locator('.portico-extra a')
    expect(await links.evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]))).toEqual([
      ['Terms of service', 'https://fernweh.example/terms'],
      ['Privacy policy', 'https://fernweh.example/privacy'],
    ])
    expect(await links.first().getAttribute('rel')).toBe('noreferrer')
  })

  test('is above the buttons of known providers and of issuers, with their names and icons', async () => {
    const page = await pages.open('sign-up-branded')

    const buttons = page.locator('.portico-provider')
    expect(await buttons.allInnerTexts()).toEqual(['Sign up with GitHub', 'Sign up with Acme'])
    const icon = buttons.last().locator('img')
    expect(await icon.evaluate((image: HTMLImageElement) => [image.alt, image.width, image.height])).toEqual([
      '',
      18,
      18,
    ])
  })

  test('gives way to the variables of the host', async () => {
    const page = await pages.open('sign-up-branded')
    await page.locator('.portico-project img').waitFor()

    // The policy of the page refuses style elements.
    await page.evaluate(() => document.documentElement.style.setProperty('--portico-light-accent', 'rgb(1, 2, 3)'))

    await expect.poll(() => colorOf(page)).toBe('rgb(1, 2, 3)')
  })

  test('is read with the project of the app', async () => {
    const page = await pages.open('sign-up', { loading: true })
    await page.route('**/projects/current', async (route) => {
      const response = await route.fetch()
      const read = (await response.json()) as object
      const branding = {
        accent_color_light: '#887100',
        accent_color_dark: '#ffd400',
        terms_url: 'https://fernweh.example/terms',
      }
      await route.fulfill({ response, json: { ...read, ...branding } })
    })
    await page.reload()

    await page.getByRole('link', { name: 'Terms of service' }).waitFor()

    expect(await colorOf(page)).toBe(light)
    expect(await page.locator('.portico-project img').count()).toBe(0)
  })
})
