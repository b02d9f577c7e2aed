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
  createPerson,
  submitButton,
} from './steps.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start()
})

afterAll(() => demo.close())

/** Changes the project through the admin API and restores it at the end of the test. */
async function configureProject(config: Record<string, unknown>): Promise<void> {
  const admin = demo.project.admin()
  onTestFinished(async () => {
    await admin.patch('/internal/projects/current', { config: demoConfig })
  })
  await admin.patch('/internal/projects/current', { config })
}

describe('sign-up', () => {
  test('starts on the landing page, ends on the home page and sends a verification mail', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/')
    const person = createPerson()

    await page.getByRole('link', { name: 'Sign up' }).click()
    await heading(page, 'Create a new account').waitFor()
    await sendSignUp(page, person)
    await homeOf(page, person).waitFor()

    expect(new URL(page.url()).pathname).toBe('/')
    await page.getByText('not confirmed yet').waitFor()
    await page.getByText('this device only').waitFor()
    const mail = await demo.portico.mailbox.latest(person.email)
    expect(mail.subject).toBe('Verify your email address for Marginalia')
    expect((await demo.portico.mailbox.latestLink(person.email)).origin).toBe(demo.url)
  })

  test('works with the keyboard only', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/')
    const person = createPerson()
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
      throw new Error(`"${name}" is not reachable with the Tab key.`)
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

  test('happens once after a double click on the button', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-up')
    const person = createPerson()
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

describe('the sign-up form', () => {
  test('shows the message of each violated rule and can be submitted again', async () => {
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
    const person = createPerson()
    await sendSignUp(page, person)

    await expectVisible(homeOf(page, person))
  })

  test('reports a common password under the e-mail field and accepts another one', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-up')
    const person = createPerson()

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

  test('reports a taken address under the e-mail field', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-up')
    const { email } = await demo.project.signUp()

    await sendSignUp(page, { ...createPerson(), email: email.toUpperCase() })

    await expect.poll(() => errorsUnder(page, 'Email')).toEqual(['A user with this e-mail address already exists.'])
    expect(await allErrors(page)).toHaveLength(1)
  })

  test('is replaced by a message while sign-up is off, and no page links to it', async () => {
    await configureProject({ sign_up_enabled: false })
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-up')

    await heading(page, 'Sign up for new users is not enabled at the moment.').waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await heading(page, 'Sign in to your account').waitFor()

    expect(await page.getByRole('link', { name: 'Sign up' }).count()).toBe(0)
  })

  test('shows the refusal of the service if sign-up is turned off while the form is open', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-up')
    await submitButton(page).waitFor()
    await configureProject({ sign_up_enabled: false })

    await sendSignUp(page, createPerson())

    await expect.poll(() => errorsUnder(page, 'Email')).toHaveLength(1)
    expect((await errorsUnder(page, 'Email'))[0]).toMatch(/sign.?up/i)
  })

  test('is replaced by a message on a project without sign-in methods', async () => {
    await configureProject({ credential_enabled: false })
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-in')

    await page.getByText('No authentication method enabled', { exact: true }).waitFor()

    expect(await page.locator('form').count()).toBe(0)
  })
})
