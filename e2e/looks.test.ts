import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { TEST_PASSWORD } from '@portico/testkit'
import { Demo, demoConfig } from './demo.ts'
import { expectGoodLooks } from './looks.ts'
import type { Visitor } from './visitor.ts'
import { field, heading, homeOf, landing, sendSignIn, sendSignUp, createPerson, submitButton } from './steps.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start()
})

afterAll(() => demo.close())

const longEmail = 'augusta.ada.king-noel.countess-of-lovelace@correspondence.analytical-engine.example'

/** A name of the maximum length, with a link and a right-to-left override character. */
const longName = `https://example.com/\u202E ${'Augusta Ada King-Noel, Countess of Lovelace '.repeat(6)}`.slice(0, 250)

/** Brings a new tab into a state of a page. */
type Arrange = (page: Page, visitor: Visitor) => Promise<void>

/** Opens a page and waits for its heading. */
function openPage(path: string, title: string): Arrange {
  return async (page) => {
    await page.goto(path)
    await heading(page, title).waitFor()
  }
}

async function signIn(page: Page, email = createPerson().email): Promise<void> {
  const person = await demo.project.signUp(email)
  await page.goto('/handler/sign-in')
  await sendSignIn(page, person)
  await homeOf(page, person).waitFor()
}

async function requestLink(page: Page, kind: 'verification' | 'reset', displayName = 'Ada'): Promise<URL> {
  const person = await demo.project.signUp()
  const { email } = person
  if (kind === 'verification') {
    await demo.project.client(person).patch('/users/me', { display_name: displayName })
    const { href } = await demo.portico.mailbox.latestLink(email)
    return new URL(`${demo.url}/handler/email-verification${new URL(href).search}`)
  }
  await page.goto('/handler/forgot-password')
  await field(page, 'Email').fill(email)
  await submitButton(page).click()
  await heading(page, 'Email sent!').waitFor()
  return demo.portico.mailbox.latestLink(email)
}

async function chooseNewPassword(page: Page): Promise<void> {
  await field(page, 'New password').fill(TEST_PASSWORD)
  await field(page, 'Repeat new password').fill(TEST_PASSWORD)
  await submitButton(page).click()
  await heading(page, 'Password reset successfully!').waitFor()
}

/** The pages of the host, which may be longer than a phone screen. */
const hostPages: Readonly<Record<string, Arrange>> = {
  landing: async (page) => {
    await page.goto('/')
    await landing(page).waitFor()
  },
  'landing with the menu': async (page) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Open user menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign up' }).waitFor()
  },
  'not found': openPage('/nowhere', 'Page not found'),
  home: async (page) => {
    await signIn(page)
    await page.getByText('this device only').or(page.getByText('2 devices')).waitFor()
  },
  'home with the menu': async (page) => {
    await signIn(page, longEmail)
    await page.getByRole('button', { name: 'Open user menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  },
  'home with a name being written': async (page) => {
    await signIn(page)
    await page.getByRole('button', { name: 'Add' }).click()
    await field(page, 'Name').fill('Augusta Ada King, Countess of Lovelace')
  },
}

/** Cards. They fit on a phone screen without scrolling. */
const cards: Readonly<Record<string, Arrange>> = {
  'sign-in': openPage('/handler/sign-in', 'Sign in to your account'),
  'sign-in with errors': async (page) => {
    await page.goto('/handler/sign-in')
    await submitButton(page).click()
    await page.getByText('Please enter your password').waitFor()
  },
  'sign-in with a wrong password': async (page) => {
    await page.goto('/handler/sign-in')
    await sendSignIn(page, { email: longEmail, password: 'not my password' })
    await page.getByText('Wrong e-mail or password.').waitFor()
  },
  'sign-in on its way': async (page) => {
    await page.route('**/auth/password/sign-in', () => {})
    await page.goto('/handler/sign-in')
    await sendSignIn(page, createPerson())
    await page.getByRole('button', { name: 'Signing in…' }).waitFor()
  },
  'sign-in without a connection': async (page, visitor) => {
    visitor.expectProblem(/net::ERR_INTERNET_DISCONNECTED/)
    await page.goto('/handler/sign-in')
    await submitButton(page).waitFor()
    await visitor.context.setOffline(true)
    await sendSignIn(page, createPerson())
    await page.getByText('You seem to be offline').waitFor()
  },
  'sign-in while the service is down': async (page, visitor) => {
    visitor.expectProblem(/status(?: of)? 503/)
    await page.route(`${demo.serviceUrl}/**`, (route) => route.fulfill({ status: 503 }))
    await page.goto('/handler/sign-in')
    await heading(page, 'The service did not answer').waitFor()
  },
  'sign-in without a method': async (page) => {
    await demo.project.admin().patch('/internal/projects/current', { config: { credential_enabled: false } })
    await page.goto('/handler/sign-in')
    await page.getByText('No authentication method enabled').waitFor()
    await demo.project.admin().patch('/internal/projects/current', { config: demoConfig })
  },
  'sign-up': openPage('/handler/sign-up', 'Create a new account'),
  'sign-up with errors': async (page) => {
    await page.goto('/handler/sign-up')
    await submitButton(page).click()
    await page.getByText('Please repeat your password').waitFor()
  },
  'sign-up with a taken address': async (page) => {
    const { email } = await demo.project.signUp()
    await page.goto('/handler/sign-up')
    await sendSignUp(page, { ...createPerson(), email })
    await page.getByText('A user with this e-mail address already exists.').waitFor()
  },
  'sign-up switched off': async (page) => {
    await demo.project.admin().patch('/internal/projects/current', { config: { sign_up_enabled: false } })
    await page.goto('/handler/sign-up')
    await heading(page, 'Sign up for new users is not enabled at the moment.').waitFor()
    await demo.project.admin().patch('/internal/projects/current', { config: demoConfig })
  },
  'signed in already': async (page) => {
    await signIn(page)
    await page.goto('/handler/forgot-password')
    await heading(page, 'You are already signed in').waitFor()
  },
  'signed out already': openPage('/handler/sign-out', 'You are not currently signed in.'),
  'forgot password': openPage('/handler/forgot-password', 'Reset your password'),
  'reset mail sent': async (page) => {
    await requestLink(page, 'reset')
  },
  'password reset': async (page) => {
    const link = await requestLink(page, 'reset')
    await page.goto(link.href)
    await submitButton(page).click()
    await page.getByText('Please repeat your password').waitFor()
  },
  'password reset done': async (page) => {
    const link = await requestLink(page, 'reset')
    await page.goto(link.href)
    await chooseNewPassword(page)
  },
  'password reset with a used link': async (page) => {
    const link = await requestLink(page, 'reset')
    await page.goto(link.href)
    await chooseNewPassword(page)
    await page.goto(link.href)
    await heading(page, 'Used link').waitFor()
  },
  'password reset with an invalid link': openPage('/handler/password-reset', 'Invalid link'),
  'e-mail verification': async (page) => {
    const person = createPerson()
    await page.goto('/handler/sign-up')
    await sendSignUp(page, person)
    await homeOf(page, person).waitFor()
    await page.goto((await demo.portico.mailbox.latestLink(person.email)).href)
    await heading(page, 'Verify your email').waitFor()
  },
  'e-mail verification elsewhere': async (page) => {
    await page.goto((await requestLink(page, 'verification', longName)).href)
    await heading(page, 'Is this your account?').waitFor()
  },
  'e-mail verification refused': async (page) => {
    await page.goto((await requestLink(page, 'verification', longName)).href)
    await page.getByRole('button', { name: 'This wasn’t me' }).click()
    await heading(page, 'Remove your email address from this account?').waitFor()
  },
  'e-mail verified': async (page) => {
    await page.goto((await requestLink(page, 'verification')).href)
    await page.getByRole('button', { name: 'This is my account' }).click()
    await heading(page, 'Email verified').waitFor()
  },
  'e-mail verification with an expired link': async (page) => {
    const link = await requestLink(page, 'verification')
    // Longer than the lifetime of the code, shorter than its retention.
    demo.portico.clock.advance(25 * 60 * 60_000)
    await page.goto(link.href)
    await heading(page, 'Expired link').waitFor()
  },
  'unknown error': openPage('/handler/error', 'An unknown error occurred.'),
  'refused access': openPage('/handler/error?errorCode=OAUTH_PROVIDER_ACCESS_DENIED', 'You refused access'),
  'unknown page': openPage('/handler/nowhere', 'This page does not exist'),
}

test.each(Object.entries(hostPages))(
  'the page "%s" is accessible and not too wide in every mode',
  async (name, arrange) => {
    const visitor = await demo.visitor()
    const page = await visitor.context.newPage()
    await arrange(page, visitor)

    await expectGoodLooks(page, name)
  },
)

test.each(Object.entries(cards))(
  'the card "%s" is accessible in every mode and fits a small phone',
  async (name, arrange) => {
    const visitor = await demo.visitor()
    const page = await visitor.context.newPage()
    await arrange(page, visitor)

    await expectGoodLooks(page, name, { isCard: true })
  },
)

test('the loading card is accessible in every mode', async () => {
  const visitor = await demo.visitor()
  const page = await visitor.context.newPage()
  await page.route(`${demo.serviceUrl}/**`, () => {})
  await page.goto('/handler/sign-in')
  await page.getByRole('region', { name: 'Loading…' }).waitFor()

  await expectGoodLooks(page, 'sign-in while loading', { isCard: true, isLoading: true })
})
