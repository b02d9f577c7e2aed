import type { Locator, Page } from 'playwright-core'

/** Steps that many walks share, in the words of the page. */

export interface Person {
  readonly email: string
  readonly password: string
}

export const goodPassword = 'a quiet place to read'

/** An address nobody else in this run uses. */
export function someone(): Person {
  return { email: `reader-${crypto.randomUUID().slice(0, 8)}@example.com`, password: goodPassword }
}

/** The field of that name which is on the screen; the tabs of a sign-in card have fields of the same name. */
export function field(page: Page, label: string): Locator {
  return page.locator('input:visible').and(page.getByLabel(label, { exact: true }))
}

export function heading(page: Page, name: string): Locator {
  return page.getByRole('heading', { name, exact: true })
}

export function submitButton(page: Page): Locator {
  return page.locator('form button[type=submit]:visible')
}

/** Where there are several ways to sign in with an address, shows the fields for a password. */
export async function choosePassword(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Email & Password' }).click()
}

/** Fills in the sign-up form of the open page and sends it. */
export async function sendSignUp(page: Page, { email, password }: Person, repeated = password): Promise<void> {
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await field(page, 'Repeat password').fill(repeated)
  await submitButton(page).click()
}

/** Fills in the sign-in form of the open page and sends it. */
export async function sendSignIn(page: Page, { email, password }: Person): Promise<void> {
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await submitButton(page).click()
}

/** The home page of somebody who is signed in. */
export function homeOf(page: Page, { email }: Pick<Person, 'email'>): Locator {
  return page.locator('main', { hasText: email }).getByRole('button', { name: 'Sign out' })
}

/** The landing page of somebody who is not. */
export function landing(page: Page): Locator {
  return heading(page, 'Notes that stay with the book')
}

/** The messages under a field; an array, so that none and two are told apart. */
export function errorsUnder(page: Page, label: string): Promise<string[]> {
  return page
    .locator('.portico-field', { has: field(page, label) })
    .locator('.portico-error')
    .allInnerTexts()
}

/** Every message under a field of the page, in order. */
export function allErrors(page: Page): Promise<string[]> {
  return page.locator('.portico-error').allInnerTexts()
}

/** Waits until it is on the screen. */
export async function expectVisible(locator: Locator): Promise<void> {
  await locator.waitFor()
}

/** The address on a card that has several forms, of which one is seen. */
export function shownEmail(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Email', exact: true })
}

/** The entry of the six signs of a mail. */
export function mailedCode(page: Page): Locator {
  return page.getByLabel('Code from the email')
}

/** The entry of the six digits of an authenticator app. */
export function totpField(page: Page): Locator {
  return page.getByLabel('Six-digit code')
}

/** Asks for a sign-in mail on the open page. */
export async function askForCode(page: Page, email: string): Promise<void> {
  await shownEmail(page).fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await mailedCode(page).waitFor()
}

/** Signs in by password on a card with several forms. */
export async function signInByPassword(page: Page, { email, password }: Person): Promise<void> {
  await page.getByRole('tab', { name: 'Email & Password' }).click()
  await shownEmail(page).fill(email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** The id of whoever is here, as the access token says. */
export async function userIdOf(page: Page): Promise<string> {
  const cookies = await page.context().cookies()
  const access = cookies.find(({ name }) => name.includes('access'))
  const token = decodeURIComponent(access?.value ?? '').match(/[\w-]+\.([\w-]+)\.[\w-]+/)?.[1] ?? ''
  const { sub } = JSON.parse(Buffer.from(token, 'base64url').toString()) as { sub: string }
  return sub
}

/** A platform authenticator that confirms everything. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
