import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Demo, everyMethod } from './demo.ts'
import type { Visitor } from './visitor.ts'
import {
  allErrors,
  askForCode,
  expectVisible,
  goodPassword,
  heading,
  homeOf,
  landing,
  mailedCode,
  shownEmail,
  someone,
} from './walks.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start(everyMethod)
})

afterAll(() => demo.close())

const HOUR_MILLIS = 60 * 60_000

/** Somebody who has asked for a mail, and has not read it yet. */
async function asked(email: string): Promise<{ visitor: Visitor; page: Awaited<ReturnType<Visitor['open']>> }> {
  const visitor = await demo.visitor()
  const page = await visitor.open('/handler/sign-in')
  await askForCode(page, email)
  return { visitor, page }
}

describe('the code of a sign-in mail', () => {
  test('given somebody new, when the code is typed, then they have an account and arrive', async () => {
    const person = someone()
    const { page } = await asked(person.email)

    await page.keyboard.type((await demo.portico.mailbox.latestSignInCode(person.email)).toLowerCase())

    await expectVisible(homeOf(page, person))
  })

  test('tells a reader which sign-in methods are removed by the first code, then leads back to the return location', async () => {
    const reader = await demo.project.signUp()
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-in?after_auth_return_to=%2F%3Fchapter%3D2')
    await askForCode(page, reader.email)

    await page.keyboard.type(await demo.portico.mailbox.latestSignInCode(reader.email))
    await heading(page, 'Sign-in methods removed').waitFor()
    const removed = await page.getByRole('listitem').allInnerTexts()
    await page.getByRole('button', { name: 'Continue' }).click()
    await homeOf(page, reader).waitFor()

    expect(removed).toEqual(['Password'])
    expect(new URL(page.url()).search).toBe('?chapter=2')
  })

  test('given a wrong code, when the right one follows, then it still works', async () => {
    const person = someone()
    const { page } = await asked(person.email)

    await page.keyboard.type('000000')
    await page.getByRole('alert').waitFor()
    const said = await allErrors(page)
    await page.keyboard.type(await demo.portico.mailbox.latestSignInCode(person.email))

    expect(said).toEqual(['Invalid code'])
    await expectVisible(homeOf(page, person))
  })

  test('given a code of two hours ago, when it is typed, then it is invalid', async () => {
    const person = someone()
    const { page } = await asked(person.email)
    const code = await demo.portico.mailbox.latestSignInCode(person.email)
    demo.portico.clock.advance(2 * HOUR_MILLIS)

    await page.keyboard.type(code)
    await page.getByRole('alert').waitFor()

    expect(await allErrors(page)).toEqual(['Invalid code'])
    expect(await mailedCode(page).inputValue()).toBe('')
  })

  test('given a project that takes nobody new, when a stranger asks for a code, then the page looks as for everybody', async () => {
    await demo.project.admin().patch('/internal/projects/current', { config: { sign_up_enabled: false } })
    const person = someone()
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-in')

    await askForCode(page, person.email)
    const { text } = await demo.portico.mailbox.latest(person.email)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await demo.project.admin().patch('/internal/projects/current', { config: { sign_up_enabled: true } })

    expect(text).not.toMatch(/^[0-9A-Z]{6}$/m)
    expect(await shownEmail(page).inputValue()).toBe(person.email)
  })
})

describe('the link of a sign-in mail', () => {
  test('given the link, when it is opened in another browser and confirmed, then signs in there', async () => {
    const person = someone()
    await asked(person.email)
    const link = await demo.portico.mailbox.latestLink(person.email)

    const phone = await demo.visitor()
    const page = await phone.open(link.href)
    await page.getByText(`The link signs you in as ${person.email[0]}***@`).waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()

    await expectVisible(homeOf(page, person))
  })

  test('given a link that was used, when it is opened again, then says so and leads to a new one', async () => {
    const person = someone()
    const { visitor } = await asked(person.email)
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

  test('given somebody who is signed in, when they open a link, then nothing is used up', async () => {
    const person = someone()
    const { visitor, page } = await asked(person.email)
    const link = await demo.portico.mailbox.latestLink(person.email)
    await page.keyboard.type(await demo.portico.mailbox.latestSignInCode(person.email))
    await homeOf(page, person).waitFor()

    const other = await visitor.open(link.href)

    await expectVisible(heading(other, 'You are already signed in'))
  })
})

/** Every mail with a link: how it comes, and what its link does when the person clicks. */
const mails = {
  verification: {
    ask: (page: Page) => page.getByText('not confirmed yet').waitFor(),
    use: async (page: Page) => {
      await page.getByRole('button', { name: 'This is my account' }).click()
      return heading(page, 'Email verified')
    },
  },
  'magic link': {
    ask: async (page: Page, email: string) => {
      await signOutOf(page)
      await page.goto('/handler/sign-in')
      await askForCode(page, email)
    },
    use: async (page: Page, email: string) => {
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('button', { name: 'Continue' }).click()
      return homeOf(page, { email })
    },
  },
  'password reset': {
    ask: async (page: Page, email: string) => {
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

describe('programs that look at mails', () => {
  test.each(Object.entries(mails))(
    'given the mail for a %s, when its link is fetched and opened with scripts, then it still does its work',
    async (_, { ask, use }) => {
      const person = someone()
      const visitor = await demo.visitor()
      const page = await visitor.open('/handler/sign-up')
      await page.getByRole('tab', { name: 'Email & Password' }).click()
      await shownEmail(page).fill(person.email)
      await page.getByRole('textbox', { name: 'Password', exact: true }).fill(person.password)
      await page.getByRole('textbox', { name: 'Repeat password' }).fill(person.password)
      await page.getByRole('button', { name: 'Sign up', exact: true }).click()
      await homeOf(page, person).waitFor()
      await ask(page, person.email)
      const link = await demo.portico.mailbox.latestLink(person.email)

      await scan(link)

      const phone = await demo.visitor()
      await expectVisible(await use(await phone.open(link.href), person.email))
    },
  )
})

/** Does what the filters of mail services do: asks, fetches, and opens in a browser that runs scripts. */
async function scan(link: URL): Promise<void> {
  await fetch(link, { method: 'HEAD' })
  await fetch(link)
  const scanner = await demo.visitor()
  const page = await scanner.open(link.href)
  await page.getByRole('heading').waitFor()
  await page.waitForLoadState('networkidle')
}
