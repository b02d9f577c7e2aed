/**
 * The pages of the demo as a visitor sees them: accessible in light and dark and in both writing directions, and not
 * too wide for a phone. `sign-in.test.ts`, `sign-up.test.ts` and `mail-links.test.ts` also check other cards, and
 * `method-looks.test.ts` checks the cards of the other sign-in methods. The accessibility test of the component page
 * (packages/react/test) covers the states that need a prepared service.
 */
import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'
import type { TestSession } from '@portico/testkit'
import { Demo, demoConfig } from './demo.ts'
import { expectGoodCard, expectGoodLooks } from './looks.ts'
import type { Visitor } from './visitor.ts'
import { field, heading, homeOf, landing, longEmail } from './steps.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start()
})

/** A name of the maximum length, with a link and a right-to-left override character. */
const longName = `https://example.com/\u202E ${'Augusta Ada King-Noel, Countess of Lovelace '.repeat(6)}`.slice(0, 250)

interface Tab {
  readonly visitor: Visitor
  readonly page: Page
  /** Opens a page and waits for its heading. */
  readonly open: (path: string, title: string) => Promise<void>
}

async function openTab(user?: TestSession): Promise<Tab> {
  const visitor = await (user ? demo.visitorAs(user) : demo.visitor())
  const page = await visitor.newTab()
  const open = async (path: string, title: string): Promise<void> => {
    await page.goto(path)
    await heading(page, title).waitFor()
  }
  return { visitor, page, open }
}

async function requestVerification(displayName = 'Ada'): Promise<string> {
  const person = await demo.project.signUp()
  await demo.project.client(person).patch('/users/me', { display_name: displayName })
  const { search } = await demo.portico.mailbox.latestLink(person.email)
  return `/handler/email-verification${search}`
}

async function configure(config: Readonly<Record<string, boolean>>): Promise<void> {
  await demo.project.admin().patch('/internal/projects/current', { config })
}

test('the landing page looks good', async () => {
  const { page, open } = await openTab()

  await page.goto('/')
  await landing(page).waitFor()
  await expectGoodLooks(page, 'landing')
  await page.getByRole('button', { name: 'Open user menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign up' }).waitFor()
  await expectGoodLooks(page, 'landing with the menu')
  await open('/nowhere', 'Page not found')
  await expectGoodLooks(page, 'not found')
})

test('the pages of a signed-in user look good', async () => {
  const person = await demo.project.signUp(longEmail)
  const { page, open } = await openTab(person)
  await page.goto('/')
  await homeOf(page, person).waitFor()

  await page.getByText('this device only').or(page.getByText('2 devices')).waitFor()
  await expectGoodLooks(page, 'home')
  await page.getByRole('button', { name: 'Add' }).click()
  await field(page, 'Name').fill('Augusta Ada King, Countess of Lovelace')
  await expectGoodLooks(page, 'home with a name being written')
  await page.getByRole('button', { name: 'Open user menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  await expectGoodLooks(page, 'home with the menu')
  await open('/handler/forgot-password', 'You are already signed in')
  await expectGoodCard(page, 'signed in already')
})

test('the card looks good while it loads, and after it failed to load', async () => {
  const { visitor, page } = await openTab()
  visitor.expectProblem(/status(?: of)? 503/)
  const { promise: isChecked, resolve: fail } = Promise.withResolvers<void>()
  await page.route(`${demo.serviceUrl}/**`, async (route) => {
    await isChecked
    await route.fulfill({ status: 503 })
  })

  await page.goto('/handler/sign-in')
  await page.getByRole('region', { name: 'Loading…' }).waitFor()
  await expectGoodLooks(page, 'sign-in while loading', { isCard: true, isLoading: true })
  fail()
  await heading(page, 'The service did not answer').waitFor()
  await expectGoodCard(page, 'sign-in while the service is down')
})

test('the cards for what the project switched off look good', async () => {
  const { page, open } = await openTab()

  await configure({ credential_enabled: false })
  await page.goto('/handler/sign-in')
  await page.getByText('No authentication method enabled').waitFor()
  await expectGoodCard(page, 'sign-in without a method')
  await configure({ ...demoConfig, sign_up_enabled: false })
  await open('/handler/sign-up', 'Sign up for new users is not enabled at the moment.')
  await expectGoodCard(page, 'sign-up switched off')
  await configure(demoConfig)
})

test('the cards of a verification link look good without a session', async () => {
  const { page, open } = await openTab()

  await open(await requestVerification(longName), 'Is this your account?')
  await expectGoodCard(page, 'e-mail verification elsewhere')
  await page.getByRole('button', { name: 'This wasn’t me' }).click()
  await heading(page, 'Remove your email address from this account?').waitFor()
  await expectGoodCard(page, 'e-mail verification refused')
  await open(await requestVerification(), 'Is this your account?')
  await page.getByRole('button', { name: 'This is my account' }).click()
  await heading(page, 'Email verified').waitFor()
  await expectGoodCard(page, 'e-mail verified')
  const link = await requestVerification()
  // Longer than the lifetime of the code, but shorter than its retention.
  demo.portico.clock.advance(25 * 60 * 60_000)
  await open(link, 'Expired link')
  await expectGoodCard(page, 'e-mail verification with an expired link')
})

test('the cards with a message look good', async () => {
  const { page, open } = await openTab()
  const messages = {
    'signed out already': ['/handler/sign-out', 'You are not currently signed in.'],
    'password reset with an invalid link': ['/handler/password-reset', 'Invalid link'],
    'unknown error': ['/handler/error', 'An unknown error occurred.'],
    'refused access': ['/handler/error?errorCode=OAUTH_PROVIDER_ACCESS_DENIED', 'You refused access'],
    'unknown page': ['/handler/nowhere', 'This page does not exist'],
  } as const

  for (const [name, [path, title]] of Object.entries(messages)) {
    await open(path, title)
    await expectGoodCard(page, name)
  }
})
