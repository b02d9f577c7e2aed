import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ComponentPages } from './component-page.ts'

let pages: ComponentPages

beforeAll(async () => {
  pages = await ComponentPages.start()
})

afterAll(() => pages.close())

const email = (page: Page) => page.getByLabel('Email')
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const repeated = (page: Page) => page.getByLabel('Repeat password')
const submit = (page: Page) => page.locator('button[type=submit]')
const errors = (page: Page): Promise<string[]> => page.locator('.portico-error').allInnerTexts()
const focusedName = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? null)
const navigatedTo = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.documentElement.dataset['navigatedTo'])

describe('sign-in form', () => {
  test('given an empty form, when submitted, then each field says what it needs and the first one has the focus', async () => {
    const page = await pages.open('sign-in')

    await submit(page).click()

    expect(await errors(page)).toEqual(['Please enter your email', 'Please enter your password'])
    expect(await focusedName(page)).toBe('email')
    expect(await email(page).getAttribute('aria-invalid')).toBe('true')
  })

  test('given a malformed address, when submitted, then only its field complains, and stops when corrected', async () => {
    const page = await pages.open('sign-in')
    await email(page).fill('ada@example')
    await password(page).fill('secret-password')

    await submit(page).click()
    const before = await errors(page)
    await email(page).press('End')
    await page.keyboard.type('.com')

    expect(before).toEqual(['Please enter a valid email'])
    expect(await errors(page)).toEqual([])
    expect(await email(page).getAttribute('aria-invalid')).toBeNull()
  })

  test('given a password longer than any can be, when submitted, then its field says so without asking the service', async () => {
    const page = await pages.open('sign-in')
    await email(page).fill('ada@example.com')
    await password(page).fill('x'.repeat(71))

    await submit(page).click()

    expect(await errors(page)).toEqual(['Password too long. Maximum length is 70.'])
    expect(await focusedName(page)).toBe('password')
  })

  test('given a link whose redirect fails, when followed, then the card says so', async () => {
    const page = await pages.open('sign-in-router-broken')

    await page.getByRole('link', { name: 'Sign up' }).click()

    await expect.poll(() => page.getByRole('alert').innerText()).toContain('An unknown error occurred.')
  })

  test('given an app without redirects, when a link is followed, then it is a link like any other', async () => {
    const page = await pages.open('sign-in-no-redirects')

    await page.getByRole('link', { name: 'Sign up' }).click()

    await expect.poll(() => new URL(page.url()).pathname).toBe('/handler/sign-up')
  })

  test('given a wrong password, when submitted, then the sentence of the service stands under the e-mail field', async () => {
    const page = await pages.open('sign-in')
    await email(page).fill('wrong@example.com')
    await password(page).fill('secret-password')

    await submit(page).click()
    await page.locator('.portico-error').waitFor()

    expect(await errors(page)).toEqual(['Wrong e-mail or password.'])
    expect(await email(page).getAttribute('aria-describedby')).toBe(
      await page.locator('.portico-error').getAttribute('id'),
    )
    expect(await focusedName(page)).toBe('email')
  })

  test('given the sentence of the service, when the password is corrected, then the sentence goes away', async () => {
    const page = await pages.open('sign-in')
    await email(page).fill('wrong@example.com')
    await password(page).fill('secret-password')
    await submit(page).click()
    await page.locator('.portico-error').waitFor()

    await password(page).fill('another-password')

    expect(await errors(page)).toEqual([])
  })

  test('given only a keyboard, when walked through, then reaches every part in order and submits', async () => {
    const page = await pages.open('sign-in')
    const visited: string[] = []
    const stop = (): Promise<string> =>
      page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
      )

    await page.getByRole('link', { name: 'Sign up' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.type('ada@example.com')
    await page.keyboard.press('Tab')
    visited.push(await stop())
    await page.keyboard.press('Tab')
    await page.keyboard.type('secret-password')
    await page.keyboard.press('Tab')
    visited.push(await stop())
    await page.keyboard.press('Enter')
    const shown = await password(page).getAttribute('type')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.documentElement.dataset['navigatedTo'] !== undefined)

    expect(visited).toEqual(['Forgot password?', 'Show password'])
    expect(shown).toBe('text')
    expect(await navigatedTo(page)).toBe('/')
  })

  test('given the password toggle, when pressed twice, then shows, says what it does next, and hides again', async () => {
    const page = await pages.open('sign-in')
    await password(page).fill('secret-password')

    await page.getByRole('button', { name: 'Show password' }).click()
    const shown = await password(page).getAttribute('type')
    await page.getByRole('button', { name: 'Hide password' }).click()

    expect(shown).toBe('text')
    expect(await password(page).getAttribute('type')).toBe('password')
    expect(await password(page).inputValue()).toBe('secret-password')
  })

  test('given a slow service, when submitted, then the button keeps its size, says what it does, and does it once', async () => {
    const page = await pages.open('sign-in-slow')
    await email(page).fill('ada@example.com')
    await password(page).fill('secret-password')
    const before = await submit(page).boundingBox()

    await submit(page).click()
    await submit(page).dispatchEvent('click')
    const during = await submit(page).boundingBox()

    expect(during).toEqual(before)
    expect(await submit(page).getAttribute('data-phase')).toBe('pending')
    expect(await submit(page).getAttribute('aria-disabled')).toBe('true')
    expect(await page.getByRole('button', { name: 'Signing in…' }).count()).toBe(1)
    expect(await page.getByRole('status').innerText()).toBe('Signing in…')
  })

  test('given a success, when the page is being left, then the button shows it and screen readers hear it', async () => {
    const page = await pages.open('sign-in')
    await email(page).fill('ada@example.com')
    await password(page).fill('secret-password')

    await submit(page).click()
    await page.locator('button[data-phase=done]').waitFor()

    expect(await page.getByRole('status').innerText()).toBe('Signed in')
    expect(await page.getByRole('heading').innerText()).toBe('Sign in to your account')
  })

  test('given an error in the field that has the focus, when it appears, then it is announced; elsewhere it is not', async () => {
    const page = await pages.open('sign-in')

    await email(page).press('Enter')

    expect(await page.getByRole('alert').allInnerTexts()).toEqual(['Please enter your email'])
  })

  test('given a return location, when the link to the other page is used, then it is carried along', async () => {
    const page = await pages.open('sign-in', { query: { after_auth_return_to: '/plans' } })

    await page.getByRole('link', { name: 'Sign up' }).click()
    await page.waitForFunction(() => document.documentElement.dataset['navigatedTo'] !== undefined)

    expect(await navigatedTo(page)).toContain('after_auth_return_to=%2Fplans')
    expect(await page.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/handler/sign-up')
  })
})

describe('sign-up form', () => {
  test('given passwords that differ, when one of both is typed in, then the errors of both go away', async () => {
    const page = await pages.open('sign-up')
    await email(page).fill('ada@example.com')
    await password(page).fill('short')
    await repeated(page).fill('other')
    await submit(page).click()
    const before = await errors(page)

    await repeated(page).fill('short')

    expect(before).toEqual(['Password too short. Minimum length is 8.', 'Passwords do not match'])
    expect(await errors(page)).toEqual([])
  })

  test('given three errors, when one field is corrected, then the focus stays there and the others keep theirs', async () => {
    const page = await pages.open('sign-up')
    await submit(page).click()

    await email(page).fill('a')

    expect(await errors(page)).toEqual(['Please enter your password', 'Please repeat your password'])
    expect(await focusedName(page)).toBe('email')
  })

  test('given a taken address, when submitted, then the sentence of the service stands under the e-mail field', async () => {
    const page = await pages.open('sign-up')
    await email(page).fill('taken@example.com')
    await password(page).fill('secret-password')
    await repeated(page).fill('secret-password')

    await submit(page).click()
    await page.locator('.portico-error').waitFor()

    expect(await errors(page)).toEqual(['A user with this e-mail address already exists.'])
  })

  test('given a password of eight signs, when typed, then the rule is ticked off', async () => {
    const page = await pages.open('sign-up')
    const met = (): Promise<number> => page.locator('.portico-rule[data-met]').count()

    await password(page).fill('1234567')
    const before = await met()
    await password(page).fill('12345678')

    expect(before).toBe(0)
    expect(await met()).toBe(1)
  })

  test('given autofill, when the fields are looked at, then they say what belongs in them', async () => {
    const page = await pages.open('sign-up')

    expect(
      await page.locator('input').evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete'))),
    ).toEqual(['email', 'new-password', 'new-password'])
  })
})
