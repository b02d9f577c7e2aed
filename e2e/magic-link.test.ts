import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Demo, everyMethod } from './demo.ts'
import type { Visitor } from './visitor.ts'
import {
  allErrors,
  requestCode,
  expectVisible,
  goodPassword,
  heading,
  homeOf,
  landing,
  mailedCode,
  shownEmail,
  signUpByPassword,
  createPerson,
} from './steps.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start(everyMethod)
})

afterAll(() => demo.close())

const HOUR_MILLIS = 60 * 60_000

/** Requests a sign-in mail in a new browser profile. */
async function openAndRequestCode(email: string): Promise<{ visitor: Visitor; page: Page }> {
  const visitor = await demo.visitor()
  const page = await visitor.open('/handler/sign-in')
  await requestCode(page, email)
  return { visitor, page }
}

describe('the code of a sign-in mail', () => {
  test('signs up a new user', async () => {
    const person = createPerson()
    const { page } = await openAndRequestCode(person.email)

    await page.keyboard.type((await demo.portico.mailbox.latestSignInCode(person.email)).toLowerCase())

    await expectVisible(homeOf(page, person))
  })

  test('lists the sign-in methods that the first code removed, and then returns to the return URL', async () => {
    const reader = await demo.project.signUp()
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-in?after_auth_return_to=%2F%3Fchapter%3D2')
    await requestCode(page, reader.email)

    await page.keyboard.type(await demo.portico.mailbox.latestSignInCode(reader.email))
    await heading(page, 'Sign-in methods removed').waitFor()
    const removed = await page.getByRole('listitem').allInnerTexts()
    await page.getByRole('button', { name: 'Continue' }).click()
    await homeOf(page, reader).waitFor()

    expect(removed).toEqual(['Password'])
    expect(new URL(page.url()).search).toBe('?chapter=2')
  })

  test('still works after a wrong code', async () => {
    const person = createPerson()
    const { page } = await openAndRequestCode(person.email)

    await page.keyboard.type('000000')
    await page.getByRole('alert').waitFor()
    const errors = await allErrors(page)
    await page.keyboard.type(await demo.portico.mailbox.latestSignInCode(person.email))

    expect(errors).toEqual(['Invalid code'])
    await expectVisible(homeOf(page, person))
  })

  test('is invalid after two hours', async () => {
    const person = createPerson()
    const { page } = await openAndRequestCode(person.email)
    const code = await demo.portico.mailbox.latestSignInCode(person.email)
    demo.portico.clock.advance(2 * HOUR_MILLIS)

    await page.keyboard.type(code)
    await page.getByRole('alert').waitFor()

    expect(await allErrors(page)).toEqual(['Invalid code'])
    expect(await mailedCode(page).inputValue()).toBe('')
  })

  test('is not sent to an unknown address while sign-up is off, and the page looks the same', async () => {
    await demo.project.admin().patch('/internal/projects/current', { config: { sign_up_enabled: false } })
    const person = createPerson()
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-in')

    await requestCode(page, person.email)
    const { text } = await demo.portico.mailbox.latest(person.email)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await demo.project.admin().patch('/internal/projects/current', { config: { sign_up_enabled: true } })

    expect(text).not.toMatch(/^[0-9A-Z]{6}$/m)
    expect(await shownEmail(page).inputValue()).toBe(person.email)
  })
})

describe('the link of a sign-in mail', () => {
  test('signs in in another browser after a confirmation', async () => {
    const person = createPerson()
    await openAndRequestCode(person.email)
    const link = await demo.portico.mailbox.latestLink(person.email)

    const phone = await demo.visitor()
    const page = await phone.open(link.href)
    await page.getByText(`The link signs you in as ${person.email[0]}***@`).waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()

    await expectVisible(homeOf(page, person))
  })

  test('shows an error with a link to the sign-in page after its use', async () => {
    const person = createPerson()
    const { visitor } = await openAndRequestCode(person.email)
    const link = await demo.portico.mailbox.latestLink(person.email)
    const first = await visitor.open(link.href)
    await first.getByRole('button', { name: 'Sign in' }).click()
    await homeOf(first, person).waitFor()

    const stranger = await demo.visitor()
    const page = await stranger.open(link.href)
    await heading(page, 'Used link').waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()

    await expectVisible(heading(page, 'Sign in to your account'))
  })

  test('is not used by a signed-in user who opens it', async () => {
    const person = createPerson()
    const { visitor, page } = await openAndRequestCode(person.email)
    const link = await demo.portico.mailbox.latestLink(person.email)
    await page.keyboard.type(await demo.portico.mailbox.latestSignInCode(person.email))
    await homeOf(page, person).waitFor()

    const other = await visitor.open(link.href)

    await expectVisible(heading(other, 'You are already signed in'))
  })
})

/** The mails with a link: `request` sends one, `use` follows its link. */
const mails = {
  verification: {
    request: (page: Page) => page.getByText('not confirmed yet').waitFor(),
    use: async (page: Page) => {
      await page.getByRole('button', { name: 'This is my account' }).click()
      return heading(page, 'Email verified')
    },
  },
  'magic link': {
    request: async (page: Page, email: string) => {
      await signOutOf(page)
      await page.goto('/handler/sign-in')
      await requestCode(page, email)
    },
    use: async (page: Page, email: string) => {
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('button', { name: 'Continue' }).click()
      return homeOf(page, { email })
    },
  },
  'password reset': {
    request: async (page: Page, email: string) => {
      await signOutOf(page)
      await page.goto('/handler/forgot-password')
      await shownEmail(page).fill(email)
      await page.getByRole('button', { name: 'Send link' }).click()
      await heading(page, 'Email sent!').waitFor()
    },
    use: async (page: Page) => {
      await page.getByRole('textbox', { name: 'New password', exact: true }).fill(goodPassword)
      await page.getByRole('textbox', { name: 'Repeat new password' }).fill(goodPassword)
      await page.getByRole('button', { name: 'Reset password' }).click()
      return heading(page, 'Password reset successfully!')
    },
  },
}

async function signOutOf(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await landing(page).waitFor()
}

describe('mail scanners', () => {
  test.each(Object.entries(mails))('do not use up the link of a mail: %s', async (_, { request, use }) => {
    const person = createPerson()
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-up')
    await signUpByPassword(page, person)
    await homeOf(page, person).waitFor()
    await request(page, person.email)
    const link = await demo.portico.mailbox.latestLink(person.email)

    await scan(link)

    const phone = await demo.visitor()
    await expectVisible(await use(await phone.open(link.href), person.email))
  })
})

/** Requests a link as mail scanners do: with HEAD, with GET, and in a browser that runs scripts. */
async function scan(link: URL): Promise<void> {
  await fetch(link, { method: 'HEAD' })
  await fetch(link)
  const scanner = await demo.visitor()
  const page = await scanner.open(link.href)
  await page.getByRole('heading').waitFor()
  await page.waitForLoadState('networkidle')
}
