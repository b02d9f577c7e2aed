import type { TestUser } from '@portico/testkit'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { Demo } from './demo.ts'
import { expectGoodCard } from './looks.ts'
import {
  allErrors,
  errorsUnder,
  expectVisible,
  longEmail,
  field,
  heading,
  homeOf,
  landing,
  sendSignIn,
  submitButton,
} from './steps.ts'

let demo: Demo
/** An existing user. */
let reader: TestUser

beforeAll(async () => {
  demo = await Demo.start()
  reader = await demo.project.signUp()
})

describe('sign-in', () => {
  test('starts from a link and from the user menu, also after a sign-out, in any case of the address', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/')
    const menu = page.getByRole('button', { name: 'Open user menu' })

    await page.getByRole('link', { name: 'Sign in' }).click()
    await heading(page, 'Sign in to your account').waitFor()
    await sendSignIn(page, reader)
    await homeOf(page, reader).click()
    await landing(page).waitFor()
    await menu.click()
    await page.getByRole('menuitem', { name: 'Sign in' }).click()
    await sendSignIn(page, { ...reader, email: `  ${reader.email.toUpperCase()} ` })
    await homeOf(page, reader).waitFor()
    await menu.click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()

    await expectVisible(landing(page))
  })

  test('has a form that shows each violated rule, a refusal and a lost connection, and works afterwards', async () => {
    const visitor = await demo.visitor()
    visitor.expectProblem(/net::ERR_INTERNET_DISCONNECTED/)
    const page = await visitor.open('/handler/sign-in')
    // The texts are literal, because hosts override them by their English originals.
    const refusals = [
      ['', '', ['Please enter your email', 'Please enter your password']],
      ['ada@', 'anything', ['Please enter a valid email']],
      ['ada@example.com', '', ['Please enter your password']],
    ] as const

    await heading(page, 'Sign in to your account').waitFor()
    await expectGoodCard(page, 'sign-in')
    for (const [email, password, messages] of refusals) {
      await sendSignIn(page, { email, password })
      await expect.poll(() => allErrors(page)).toEqual(messages)
      if (messages.length > 1) await expectGoodCard(page, 'sign-in with errors')
    }
    await sendSignIn(page, { ...reader, password: 'not my password' })
    await expect.poll(() => errorsUnder(page, 'Email')).toEqual(['Wrong e-mail or password.'])
    await field(page, 'Email').fill(longEmail)
    await submitButton(page).click()
    await expect.poll(() => errorsUnder(page, 'Email')).toEqual(['Wrong e-mail or password.'])
    await expectGoodCard(page, 'sign-in with a wrong password')
    await visitor.context.setOffline(true)
    await sendSignIn(page, reader)
    await page.getByRole('alert').getByText('You seem to be offline').waitFor()
    await expectGoodCard(page, 'sign-in without a connection')
    await visitor.context.setOffline(false)
    const { promise: isChecked, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/auth/password/sign-in', (route) => isChecked.then(() => route.continue()))
    await submitButton(page).click()
    await page.getByRole('button', { name: 'Signing in…' }).waitFor()
    await expectGoodCard(page, 'sign-in on its way')
    answer()

    await expectVisible(homeOf(page, reader))
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
    // The sign-up page has the same fields, so wait for the heading.
    await heading(page, 'Sign in to your account').waitFor()
    await sendSignIn(page, reader)
    await page.waitForURL(`${demo.url}${origin}`)

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

  test('is the home page if the given URL is not trusted, also for a signed-in user', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-in?after_auth_return_to=https%3A%2F%2Fevil.example%2F')

    await sendSignIn(page, reader)
    await homeOf(page, reader).waitFor()
    const urls = [page.url()]
    // `redirects.test.ts` of the client tests more of them.
    for (const target of ['//evil.example', 'javascript:document.title="taken"']) {
      await page.goto(`/handler/sign-in?after_auth_return_to=${encodeURIComponent(target)}`)
      await homeOf(page, reader).waitFor()
      urls.push(page.url())
    }

    expect(urls).toEqual(Array.from({ length: 3 }, () => `${demo.url}/`))
    expect(await page.title()).toBe('Marginalia')
  })

  test('causes an error page if it redirects signed-in users back to the sign-in page', async () => {
    const visitor = await demo.visitorAs(await demo.project.signUp())
    visitor.expectProblem(/Redirect loop: the visitor is signed in/)
    const page = await visitor.newTab()
    await page.route(`${demo.url}/notes`, (route) =>
      route.fulfill({ status: 307, headers: { location: '/handler/sign-in?after_auth_return_to=%2Fnotes' } }),
    )

    const cause = heading(page, 'Sign-in could not be completed')
    const notes = heading(page, 'Page not found')

    await expect
      .poll(async () => {
        // The demo's router shows the page without loading it. A load reaches the redirecting server.
        await page.goto('/notes')
        await cause.or(notes).waitFor()
        return cause.isVisible()
      })
      .toBe(true)

    await expectGoodCard(page, 'redirect loop')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expectVisible(landing(page))
  })
})

describe('a signed-in user', () => {
  test('is led from the pages for signed-out visitors to the home page, or told so', async () => {
    const user = await demo.project.signUp()
    const page = await (await demo.visitorAs(user)).open('/handler/sign-up')

    await homeOf(page, user).waitFor()
    await page.goto('/handler/forgot-password')
    await heading(page, 'You are already signed in').waitFor()
    await page.getByRole('button', { name: 'Go home' }).click()
    await homeOf(page, user).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Sign out' }).click()

    await expectVisible(landing(page))
  })
})
