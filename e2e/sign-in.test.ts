import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { TEST_PASSWORD } from '@portico/testkit'
import { Demo } from './demo.ts'
import { expectGoodLooks } from './looks.ts'
import {
  allErrors,
  errorsUnder,
  expectVisible,
  field,
  heading,
  homeOf,
  landing,
  sendSignIn,
  submitButton,
} from './steps.ts'

let demo: Demo
/** An existing user. */
let reader: { email: string; password: string }

beforeAll(async () => {
  demo = await Demo.start()
  reader = await demo.project.signUp()
})

afterAll(() => demo.close())

const hostileLocations = [
  '//evil.example',
  String.raw`/\evil.example`,
  String.raw`\\evil.example`,
  'https:evil.example',
  '/\t/evil.example',
  'https://127.0.0.1@evil.example/',
  'javascript:document.title="taken"',
  'data:text/html,<h1>taken</h1>',
]

describe('sign-in', () => {
  test('works again after a sign-out', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/')

    await page.getByRole('link', { name: 'Sign in' }).click()
    await heading(page, 'Sign in to your account').waitFor()
    await sendSignIn(page, reader)
    await homeOf(page, reader).click()
    await landing(page).waitFor()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await sendSignIn(page, reader)

    await expectVisible(homeOf(page, reader))
  })

  test('and sign-out are available in the user menu', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/')
    const menu = page.getByRole('button', { name: 'Open user menu' })

    await menu.click()
    await page.getByRole('menuitem', { name: 'Sign in' }).click()
    await sendSignIn(page, reader)
    await homeOf(page, reader).waitFor()
    await menu.click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()

    await expectVisible(landing(page))
  })

  test('ignores letter case and surrounding spaces of the address', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-in')

    await sendSignIn(page, { ...reader, email: `  ${reader.email.toUpperCase()} ` })

    await expectVisible(homeOf(page, reader))
  })

  test('does not show the form again when the user goes back', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await sendSignIn(page, reader)
    await homeOf(page, reader).waitFor()

    await page.goBack()

    await expectVisible(homeOf(page, reader))
  })

  test('has a button that shows and hides the password, named after its next action', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-in')
    const password = field(page, 'Password')
    await password.fill(TEST_PASSWORD)

    await page.getByRole('button', { name: 'Show password' }).click()
    const shown = await password.getAttribute('type')
    await page.getByRole('button', { name: 'Hide password' }).click()

    expect(shown).toBe('text')
    expect(await password.getAttribute('type')).toBe('password')
  })
})

describe('the sign-in form', () => {
  test('shows the message of each violated rule', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-in')
    // Literal texts of the specification, section 5.
    const refusals = [
      ['', '', ['Please enter your email', 'Please enter your password']],
      ['ada@', 'anything', ['Please enter a valid email']],
      ['ada@example.com', '', ['Please enter your password']],
    ] as const

    for (const [email, password, messages] of refusals) {
      await sendSignIn(page, { email, password })
      await expect.poll(() => allErrors(page)).toEqual(messages)
    }
  })

  test('shows the same message for a wrong password and an unknown address', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-in')

    await sendSignIn(page, { ...reader, password: 'not my password' })
    await expect.poll(() => errorsUnder(page, 'Email')).toEqual(['Wrong e-mail or password.'])
    await field(page, 'Email').fill('unknown@example.com')
    await submitButton(page).click()
    await expect.poll(() => errorsUnder(page, 'Email')).toEqual(['Wrong e-mail or password.'])
    await sendSignIn(page, reader)

    await homeOf(page, reader).waitFor()
  })

  test('reports a lost connection and works again afterwards', async () => {
    const visitor = await demo.visitor()
    visitor.expectProblem(/net::ERR_INTERNET_DISCONNECTED/)
    const page = await visitor.open('/handler/sign-in')
    await submitButton(page).waitFor()

    await visitor.context.setOffline(true)
    await sendSignIn(page, reader)
    await page.getByRole('alert').getByText('You seem to be offline').waitFor()
    await visitor.context.setOffline(false)
    await submitButton(page).click()

    await expectVisible(homeOf(page, reader))
  })
})

describe('pages for signed-out visitors', () => {
  test('redirect a signed-in user to the home page or state that the user is signed in', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-in')
    await sendSignIn(page, reader)
    await homeOf(page, reader).waitFor()

    for (const path of ['/handler/sign-in', '/handler/sign-up']) {
      await page.goto(path)
      await homeOf(page, reader).waitFor()
    }
    await page.goto('/handler/forgot-password')
    await heading(page, 'You are already signed in').waitFor()
    await page.getByRole('button', { name: 'Go home' }).click()
    await homeOf(page, reader).waitFor()
    await page.goto('/handler/forgot-password')
    await page.getByRole('button', { name: 'Sign out' }).click()

    await expectVisible(landing(page))
  })

  test('include the sign-out page, which links to the sign-in page', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-out')

    await heading(page, 'You are not currently signed in.').waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()

    await expectVisible(heading(page, 'Sign in to your account'))
  })
})

describe('the return URL', () => {
  test('is the page from which the user started to sign in', async () => {
    const visitor = await demo.visitor()
    const origin = '/books/notes?page=14#weaving'
    const page = await visitor.open(origin)

    await page.getByRole('button', { name: 'Open user menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Sign up' }).click()
    await page.getByRole('link', { name: 'Sign in' }).click()
    // The sign-up page has the same fields.
    await heading(page, 'Sign in to your account').waitFor()
    await sendSignIn(page, reader)
    await page.waitForURL(`${demo.url}${origin}`)

    await expectVisible(heading(page, 'Page not found'))
  })

  test('can be given in the link to the sign-in page', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open(`/handler/sign-in?after_auth_return_to=${encodeURIComponent('/books?sort=name')}`)

    await sendSignIn(page, reader)
    await page.waitForURL(`${demo.url}/books?sort=name`)

    await expectVisible(heading(page, 'Page not found'))
  })

  test('is a page of another host that a wildcard domain of the project trusts', async () => {
    const url = 'https://eu.books.example/shelf'
    const domains = [{ domain: 'https://*.books.example', handler_path: '/handler' }]
    await demo.project.admin().patch('/internal/projects/current', { config: { domains } })
    onTestFinished(async () => {
      await demo.project.admin().patch('/internal/projects/current', { config: { domains: [] } })
    })
    const visitor = await demo.visitor({}, [new URL(url).origin])
    await visitor.context.route(url, (route) => route.fulfill({ body: 'The shelf', contentType: 'text/plain' }))
    const page = await visitor.open(`/handler/sign-in?after_auth_return_to=${encodeURIComponent(url)}`)

    await sendSignIn(page, reader)

    await page.waitForURL(url)
    expect(await page.textContent('body')).toBe('The shelf')
  })

  test('is the home page if the given URL is not trusted', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-in?after_auth_return_to=https%3A%2F%2Fevil.example%2F')

    await sendSignIn(page, reader)

    await expectVisible(homeOf(page, reader))
    expect(page.url()).toBe(`${demo.url}/`)
  })

  test('is the home page for a signed-in user if the given URL is not trusted', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-in')
    await sendSignIn(page, reader)
    await homeOf(page, reader).waitFor()

    for (const target of hostileLocations) {
      await page.goto(`/handler/sign-in?after_auth_return_to=${encodeURIComponent(target)}`)
      await expectVisible(homeOf(page, reader))
      expect(page.url()).toBe(`${demo.url}/`)
    }
    expect(await page.title()).toBe('Marginalia')
  })

  test('causes an error page if it redirects signed-in users back to the sign-in page', async () => {
    const visitor = await demo.visitor()
    visitor.expectProblem(/Redirect loop: the visitor is signed in/)
    const page = await visitor.open('/handler/sign-in')
    await sendSignIn(page, reader)
    await homeOf(page, reader).waitFor()
    await page.route(`${demo.url}/notes`, (route) =>
      route.fulfill({ status: 307, headers: { location: '/handler/sign-in?after_auth_return_to=%2Fnotes' } }),
    )

    const cause = heading(page, 'Sign-in could not be completed')
    const notes = heading(page, 'Page not found')

    await expect
      .poll(async () => {
        // The demo's router shows the page without loading it, so reload it to reach the redirecting server.
        await page.goto('/notes')
        await cause.or(notes).waitFor()
        return cause.isVisible()
      })
      .toBe(true)

    await expectGoodLooks(page, 'redirect loop', { isCard: true })
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expectVisible(landing(page))
  })
})
