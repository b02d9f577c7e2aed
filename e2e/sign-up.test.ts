import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { Demo, demoConfig } from './demo.ts'
import {
  allErrors,
  errorsUnder,
  expectVisible,
  field,
  goodPassword,
  heading,
  homeOf,
  landing,
  sendSignUp,
  someone,
  submitButton,
} from './walks.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start()
})

afterAll(() => demo.close())

/** Changes the project by the admin API and puts it back at the end of the test. */
async function configureProject(config: Record<string, unknown>): Promise<void> {
  const admin = demo.project.admin()
  onTestFinished(async () => {
    await admin.patch('/internal/projects/current', { config: demoConfig })
  })
  await admin.patch('/internal/projects/current', { config })
}

describe('sign-up', () => {
  test('given a visitor, when they sign up from the landing page, then they see who they are and get a mail', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/')
    const person = someone()

    await page.getByRole('link', { name: 'Sign up' }).click()
    await heading(page, 'Create a new account').waitFor()
    await sendSignUp(page, person)
    await homeOf(page, person).waitFor()

    expect(new URL(page.url()).pathname).toBe('/')
    await page.getByText('not confirmed yet').waitFor()
    await page.getByText('this device only').waitFor()
    const mail = await demo.portico.mailbox.latest(person.email)
    expect(mail.subject).toBe('Verify your e-mail address for Marginalia')
    expect((await demo.portico.mailbox.latestLink(person.email)).origin).toBe(demo.url)
  })

  test('given only a keyboard, when somebody signs up from the landing page, then no mouse is missed', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/')
    const person = someone()
    await landing(page).waitFor()
    const tabTo = async (name: string): Promise<void> => {
      for (let presses = 0; presses < 10; presses += 1) {
        await page.keyboard.press('Tab')
        const focused = page.locator(':focus')
        const label = await focused.evaluate((element) => {
          const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
          return labels[0]?.textContent ?? element.getAttribute('aria-label') ?? element.textContent
        })
        if (label === name) return
      }
      throw new Error(`"${name}" cannot be reached by Tab.`)
    }

    await tabTo('Sign up')
    await page.keyboard.press('Enter')
    await heading(page, 'Create a new account').waitFor()
    await tabTo('Email')
    await page.keyboard.type(person.email)
    await tabTo('Password')
    await page.keyboard.type(person.password)
    await tabTo('Show password')
    await page.keyboard.press('Space')
    expect(await field(page, 'Password').getAttribute('type')).toBe('text')
    await tabTo('Repeat password')
    await page.keyboard.type(person.password)
    await page.keyboard.press('Enter')

    await homeOf(page, person).waitFor()
  })

  test('given a double click on the button, when somebody signs up, then they sign up once', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-up')
    const person = someone()
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/auth/password/sign-up')) calls.push(request.url())
    })
    await field(page, 'Email').fill(person.email)
    await field(page, 'Password').fill(person.password)
    await field(page, 'Repeat password').fill(person.password)

    await submitButton(page).dblclick()
    await homeOf(page, person).waitFor()

    expect(calls).toHaveLength(1)
  })
})

describe('what sign-up refuses', () => {
  test('given entries that break a rule, when sent, then each rule says its sentence, and another try is free', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-up')
    // Literal texts of the specification, section 5.
    const refusals = [
      ['', '', '', ['Please enter your email', 'Please enter your password', 'Please repeat your password']],
      ['ada', goodPassword, goodPassword, ['Please enter a valid email']],
      ['ada@example.com', 'seven77', 'seven77', ['Password too short. Minimum length is 8.']],
      ['ada@example.com', 'x'.repeat(71), 'x'.repeat(71), ['Password too long. Maximum length is 70.']],
      ['ada@example.com', goodPassword, '', ['Please repeat your password']],
      ['ada@example.com', goodPassword, 'a quiet place to write', ['Passwords do not match']],
    ] as const

    for (const [email, password, repeated, messages] of refusals) {
      await sendSignUp(page, { email, password }, repeated)
      await expect.poll(() => allErrors(page)).toEqual(messages)
    }
    const person = someone()
    await sendSignUp(page, person)

    await expectVisible(homeOf(page, person))
  })

  test('given a common password, when sent, then says so under the e-mail field, and another one is taken', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-up')
    const person = someone()

    await sendSignUp(page, { ...person, password: 'Password123' })
    await expect
      .poll(() => errorsUnder(page, 'Email'))
      .toEqual(['This password is too easy to guess. Please choose another one.'])
    await field(page, 'Password').fill(person.password)
    const afterTyping = await allErrors(page)
    await field(page, 'Repeat password').fill(person.password)
    await submitButton(page).click()

    await homeOf(page, person).waitFor()
    expect(afterTyping).toEqual([])
  })

  test('given an address that is taken, when sent, then says so under the e-mail field', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-up')
    const { email } = await demo.project.signUp()

    await sendSignUp(page, { ...someone(), email: email.toUpperCase() })

    await expect.poll(() => errorsUnder(page, 'Email')).toEqual(['A user with this e-mail address already exists.'])
    expect(await allErrors(page)).toHaveLength(1)
  })

  test('given a project whose owner has switched sign-up off, when the pages open, then the card says so and no link leads there', async () => {
    await configureProject({ sign_up_enabled: false })
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-up')

    await heading(page, 'Sign up for new users is not enabled at the moment.').waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await heading(page, 'Sign in to your account').waitFor()

    expect(await page.getByRole('link', { name: 'Sign up' }).count()).toBe(0)
  })

  test('given a form that was open when sign-up was switched off, when sent, then the service refuses in words', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-up')
    await submitButton(page).waitFor()
    await configureProject({ sign_up_enabled: false })

    await sendSignUp(page, someone())

    await expect.poll(() => errorsUnder(page, 'Email')).toHaveLength(1)
    expect((await errorsUnder(page, 'Email'))[0]).toMatch(/sign.?up/i)
  })

  test('given a project without any method, when the sign-in page opens, then says that there is none', async () => {
    await configureProject({ credential_enabled: false })
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-in')

    await page.getByText('No authentication method enabled', { exact: true }).waitFor()

    expect(await page.locator('form').count()).toBe(0)
  })
})
