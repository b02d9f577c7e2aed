import type { HttpClient } from '@portico/testkit'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Visitor } from './visitor.ts'

export interface Person {
  readonly email: string
  readonly password: string
}

export const goodPassword = 'a quiet place to read'

/** Wider than a card on a phone. */
export const longEmail = 'augusta.ada.king-noel.countess-of-lovelace@correspondence.analytical-engine.example'

/** Returns a new address with a valid password. Does not sign up. */
export function createPerson(): Person {
  return { email: `reader-${crypto.randomUUID().slice(0, 8)}@example.com`, password: goodPassword }
}

/** The visible field with this label. The tabs of a sign-in card contain fields with the same label. */
export function field(page: Page, label: string): Locator {
  return page.locator('input:visible').and(page.getByLabel(label, { exact: true }))
}

export function heading(page: Page, name: string): Locator {
  return page.getByRole('heading', { name, exact: true })
}

export function submitButton(page: Page): Locator {
  return page.locator('form button[type=submit]:visible')
}

/** Selects the password tab of a card with several sign-in methods. */
async function choosePassword(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Email & Password' }).click()
}

/** Fills in and submits the sign-up form, which may still be loading. */
export async function sendSignUp(page: Page, { email, password }: Person, repeated = password): Promise<void> {
  // Starts with the field that the sign-in page lacks, because a link from there may still be opening the form.
  await field(page, 'Repeat password').fill(repeated)
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await submitButton(page).click()
}

/** Fills in and submits the sign-in form of the open page. */
export async function sendSignIn(page: Page, { email, password }: Person): Promise<void> {
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await submitButton(page).click()
}

/** The sign-out button on the home page of this user. */
export function homeOf(page: Page, { email }: Pick<Person, 'email'>): Locator {
  return page.locator('main', { hasText: email }).getByRole('button', { name: 'Sign out' })
}

/** The heading of the landing page, which signed-out visitors see. */
export function landing(page: Page): Locator {
  return heading(page, 'Notes that stay with the book')
}

/** Returns all error messages under a field. */
export function errorsUnder(page: Page, label: string): Promise<string[]> {
  return page
    .locator('.portico-field', { has: field(page, label) })
    .locator('.portico-error')
    .allInnerTexts()
}

/** Returns the error messages under all fields, in page order. */
export function allErrors(page: Page): Promise<string[]> {
  return page.locator('.portico-error').allInnerTexts()
}

export async function expectVisible(locator: Locator): Promise<void> {
  await locator.waitFor()
}

/** The visible e-mail field on a card with several forms. */
function shownEmail(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Email', exact: true })
}

/** The field for the six characters of a sign-in mail. */
function mailedCode(page: Page): Locator {
  return page.getByLabel('Code from the email')
}

/** The field for the six digits of an authenticator app. */
export function totpField(page: Page): Locator {
  return page.getByLabel('Six-digit code')
}

/** Requests a sign-in mail on the open page. */
export async function requestCode(page: Page, email: string): Promise<void> {
  await shownEmail(page).fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await mailedCode(page).waitFor()
}

/** Signs in with a password on a card with several forms. */
export async function signInByPassword(page: Page, { email, password }: Person): Promise<void> {
  await choosePassword(page)
  await shownEmail(page).fill(email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs up with a password on a card with several forms. */
export async function signUpByPassword(page: Page, { email, password }: Person): Promise<void> {
  await choosePassword(page)
  await shownEmail(page).fill(email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('textbox', { name: 'Repeat password' }).fill(password)
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
}

/** Returns the user id in the access token of the page. */
export async function userIdOf(page: Page): Promise<string> {
  const cookies = await page.context().cookies()
  const access = cookies.find(({ name }) => name.includes('access'))
  const token = decodeURIComponent(access?.value ?? '').match(/[\w-]+\.([\w-]+)\.[\w-]+/)?.[1] ?? ''
  const { sub } = JSON.parse(Buffer.from(token, 'base64url').toString()) as { sub: string }
  return sub
}

/**
 * Registers a passkey as an app does: with the service's API and the browser's ceremony.
 *
 * @param http calls the API as the user
 */
export async function addPasskey(page: Page, http: HttpClient): Promise<void> {
  const started = await http.post<{ options_json: { rp: object }; code: string }>(
    '/auth/passkey/initiate-passkey-registration',
    {},
  )
  const { options_json: options, code } = started.body
  const credential = await page.evaluate(
    async (json) => {
      const { rp, ...rest } = json as unknown as PublicKeyCredentialCreationOptionsJSON
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON({ ...rest, rp: { ...rp, id: 'localhost' } })
      const created = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
      return created.toJSON() as unknown
    },
    options as unknown as Record<string, never>,
  )
  const registered = await http.post('/auth/passkey/register', { credential, code })
  expect(registered.status).toBe(200)
}

/** Requests a mailed link as mail scanners do: with HEAD, with GET, and in a browser with scripts. */
export async function scanLink(scanner: Visitor, link: string): Promise<void> {
  await fetch(link, { method: 'HEAD' })
  await fetch(link)
  const page = await scanner.open(link)
  await page.getByRole('heading').waitFor()
  await page.waitForLoadState('networkidle')
}
