import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { Demo, demoConfig } from './demo.ts'
import { expectGoodCard } from './looks.ts'
import {
  allErrors,
  createPerson,
  errorsUnder,
  field,
  goodPassword,
  heading,
  homeOf,
  landing,
  sendSignUp,
  submitButton,
} from './steps.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start()
})

describe('sign-up', () => {
  test('starts on the landing page, needs only the keyboard, and sends a verification mail', async () => {
    const page = await (await demo.visitor()).open('/')
    const person = createPerson()
    await landing(page).waitFor()

    await tabTo(page, 'Sign up')
    await page.keyboard.press('Enter')
    await heading(page, 'Create a new account').waitFor()
    await tabTo(page, 'Email')
    await page.keyboard.type(person.email)
    await tabTo(page, 'Password')
    await page.keyboard.type(person.password)
    await tabTo(page, 'Show password')
    await page.keyboard.press('Space')
    expect(await field(page, 'Password').getAttribute('type')).toBe('text')
    await tabTo(page, 'Repeat password')
    await page.keyboard.type(person.password)
    await page.keyboard.press('Enter')
    await homeOf(page, person).waitFor()

    expect(new URL(page.url()).pathname).toBe('/')
    await page.getByText('not confirmed yet').waitFor()
    await page.getByText('this device only').waitFor()
    const mail = await demo.portico.mailbox.latest(person.email)
    expect(mail.subject).toBe('Verify your email address for Marginalia')
    expect((await demo.portico.mailbox.latestLink(person.email)).origin).toBe(demo.url)
  })

  test('has a form that shows each refusal, and signs up once after a double click', async () => {
    const page = await (await demo.visitor()).open('/handler/sign-up')
    const taken = (await demo.project.signUp()).email.toUpperCase()
    const person = createPerson()
    const calls: string[] = []
    // The texts are literal, because hosts override them by their English originals.
    const refusals = [
      ['', '', '', ['Please enter your email', 'Please enter your password', 'Please repeat your password']],
      ['ada', goodPassword, goodPassword, ['Please enter a valid email']],
      ['ada@example.com', 'seven77', 'seven77', ['Password too short. Minimum length is 8.']],
      ['ada@example.com', 'x'.repeat(71), 'x'.repeat(71), ['Password too long. Maximum length is 70.']],
      ['ada@example.com', goodPassword, '', ['Please repeat your password']],
      ['ada@example.com', goodPassword, 'a quiet place to write', ['Passwords do not match']],
    ] as const
    await heading(page, 'Create a new account').waitFor()
    await expectGoodCard(page, 'sign-up')
    for (const [email, password, repeated, messages] of refusals) {
      await sendSignUp(page, { email, password }, repeated)
      await expect.poll(() => allErrors(page)).toEqual(messages)
      if (messages.length > 1) await expectGoodCard(page, 'sign-up with errors')
    }

    await sendSignUp(page, { ...person, email: taken })
    await expect.poll(() => errorsUnder(page, 'Email')).toEqual(['A user with this e-mail address already exists.'])
    expect(await allErrors(page)).toHaveLength(1)
    await expectGoodCard(page, 'sign-up with a taken address')
    await sendSignUp(page, { ...person, password: 'Password123' })
    await expect
      .poll(() => errorsUnder(page, 'Password'))
      .toEqual(['This password is too easy to guess. Please choose another one.'])
    await field(page, 'Password').fill(person.password)
    expect(await allErrors(page)).toEqual([])
    await switchSignUp(false)
    await sendSignUp(page, person)
    await expect.poll(() => errorsUnder(page, 'Email')).toEqual([expect.stringMatching(/sign.?up/i)])
    await switchSignUp(true)
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/auth/password/sign-up')) calls.push(request.url())
    })
    await submitButton(page).dblclick()
    await homeOf(page, person).waitFor()

    expect(calls).toHaveLength(1)
  })
})

describe('a required verified address', () => {
  test('is proved on the page of a restricted user, which returns to the page that the visitor wanted', async () => {
    await configure({ require_verified_email: true })
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-up?after_auth_return_to=%2Fgroups')
    const person = createPerson()

    await sendSignUp(page, person)
    await heading(page, 'Verify your email').waitFor()
    const restrictedAt = new URL(page.url()).pathname
    const mailed = await visitor.open((await demo.portico.mailbox.latestLink(person.email)).href)
    await mailed.getByRole('button', { name: 'Verify' }).click()
    await heading(mailed, 'Email verified').waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    await heading(page, 'Reading groups').waitFor()

    expect(restrictedAt).toBe('/handler/onboarding')
    expect(new URL(page.url()).pathname).toBe('/groups')
  })
})

describe('a bot check', () => {
  test('lets the browser solve a puzzle, and the visitor does nothing', async () => {
    await configure({ bot_check: { type: 'proof_of_work' } })
    const page = await (await demo.visitor()).open('/handler/sign-up')
    const person = createPerson()
    const puzzles: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/auth/challenge')) puzzles.push(new URL(request.url()).search)
    })

    await sendSignUp(page, person)
    await homeOf(page, person).waitFor()

    expect(puzzles).toEqual(['?for=sign_up'])
  })

  test('with Turnstile sends the token of its script, and a token that cannot be checked is refused', async () => {
    await configure({ bot_check: { type: 'turnstile', site_key: 'site key', secret_key: 'secret key' } })
    // The policy of the demo does not allow the host of Turnstile. Apps that use it must allow it.
    const visitor = await demo.visitor({ bypassCSP: true }, [turnstile])
    await visitor.context.route(`${turnstile}/**`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: turnstileScript }),
    )
    const page = await visitor.open('/handler/sign-up')
    const tokens: unknown[] = []
    page.on('request', (request) => {
      if (!request.url().endsWith('/auth/password/sign-up') || request.method() !== 'POST') return
      tokens.push((request.postDataJSON() as Record<string, unknown>)['bot_challenge_token'])
    })

    await sendSignUp(page, createPerson())
    await page.getByText('could not check that you are not a robot').waitFor()

    expect(tokens).toEqual([undefined, 'site key sign_up'])
    expect(await page.locator('[popover]').count()).toBe(0)
  })

  test('with Turnstile that gives no token is refused, and leaves the form ready', async () => {
    await configure({ bot_check: { type: 'turnstile', site_key: 'site key', secret_key: 'secret key' } })
    const visitor = await demo.visitor({ bypassCSP: true }, [turnstile])
    await visitor.context.route(`${turnstile}/**`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: failingTurnstileScript }),
    )
    const page = await visitor.open('/handler/sign-up')
    await page.clock.install()

    for (const [failure, script] of Object.entries(turnstileFailures)) {
      await page.evaluate(script)
      const answered = page.waitForResponse((response) =>
        Boolean(response.request().postData()?.includes('bot_challenge_unavailable')),
      )
      await sendSignUp(page, createPerson())
      if (failure === 'it never answers') {
        await page.locator('[popover]').waitFor({ state: 'attached' })
        await page.clock.fastForward(120_000)
      }
      await answered
      await page.getByText('could not solve the challenge').waitFor()
      expect(await page.locator('[popover]').count()).toBe(0)
    }
  })
})

const turnstile = 'https://challenges.cloudflare.com'
/** Returns its options instead of a token. */
const turnstileScript = `window.turnstile = {
  render: (_container, { action, callback, sitekey }) => {
    setTimeout(() => callback(sitekey + ' ' + action))
    return 'widget'
  },
  remove: () => {},
}`
/** Calls the function that the test has set. */
const failingTurnstileScript = `window.turnstile = {
  render: (_container, options) => window.renderWidget(options),
  remove: () => {},
}`
/** The reasons why the script returns no token. */
const turnstileFailures = {
  'it throws': "window.renderWidget = () => { throw new Error('refused') }",
  'it makes no widget': 'window.renderWidget = () => undefined',
  'it does not support the browser': `window.renderWidget = (options) => {
    options['unsupported-callback']()
    return 'widget'
  }`,
  'it never answers': "window.renderWidget = () => 'widget'",
  'the browser has no popovers': 'HTMLElement.prototype.showPopover = undefined',
}

/** Restores the configuration at the end of the test. */
async function switchSignUp(isEnabled: boolean): Promise<void> {
  await configure({ sign_up_enabled: isEnabled })
}

/** Restores the configuration at the end of the test. */
async function configure(config: object): Promise<void> {
  const change = (next: object) => demo.project.admin().patch('/internal/projects/current', { config: next })
  onTestFinished(
    async () => void (await change({ ...demoConfig, bot_check: { type: 'none' }, require_verified_email: false })),
  )
  expect((await change(config)).status).toBe(200)
}

/** Presses Tab until the control with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
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
