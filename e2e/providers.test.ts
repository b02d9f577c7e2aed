import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Demo, everyMethod } from './demo.ts'
import { expectVisible, heading, homeOf, landing, userIdOf } from './steps.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start(everyMethod)
})

afterAll(() => demo.close())

/** One provider for each behaviour that differs in a browser. `every-provider.test.ts` of the service signs in with all eleven. */
const providers = [
  ['google', 'Google', 'redirects back with a GET request'],
  ['apple', 'Apple', 'posts a form back'],
  ['x', 'X', 'returns no address'],
] as const

function providerButton(page: Page, name: string) {
  return page.getByRole('button', { name: `Sign in with ${name}`, exact: true })
}

/** Signs in on the look-alike's page as a custom person. Some providers return no address, so their form has no field. */
async function signInAtLookAlike(page: Page, email: string): Promise<void> {
  const field = page.getByLabel('E-mail')
  await page.getByRole('button', { name: 'Continue' }).waitFor()
  if ((await field.count()) > 0) await field.fill(email)
  else await page.getByLabel('Name', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
}

function signOut(page: Page) {
  return page.getByRole('button', { name: 'Sign out', exact: true })
}

describe('sign-in with a provider', () => {
  test.each(providers)('signs up, and later signs in to the same account: %s (%s %s)', async (id, name) => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-in?after_auth_return_to=%2F%3Fchapter%3D3')

    await providerButton(page, name).click()
    await signInAtLookAlike(page, `reader-at-${id}@example.com`)
    await signOut(page).waitFor()
    const returnUrl = new URL(page.url())
    const user = await userIdOf(page)
    await signOut(page).click()
    await landing(page).waitFor()
    await page.goto('/handler/sign-in')
    const first = await page.locator('.portico-provider').first().innerText()
    await providerButton(page, name).click()
    await signInAtLookAlike(page, `reader-at-${id}@example.com`)
    await signOut(page).waitFor()

    expect(returnUrl.pathname + returnUrl.search).toBe('/?chapter=3')
    expect(first).toBe(name)
    expect(await userIdOf(page)).toBe(user)
  })

  test('reports a refusal at the provider and offers to sign in again', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-in')

    await providerButton(page, 'Google').click()
    await page.getByRole('button', { name: 'Refuse' }).click()
    await heading(page, 'You refused access').waitFor()
    await page.getByRole('button', { name: 'Sign in again' }).click()

    await expectVisible(heading(page, 'Sign in to your account'))
  })

  test('explains that the address of the provider belongs to an existing account', async () => {
    const reader = await demo.project.signUp()
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-in')

    await providerButton(page, 'GitLab').click()
    await signInAtLookAlike(page, reader.email)

    await expectVisible(heading(page, 'This email address belongs to an account'))
  })

  test('refuses a callback that another browser started, and links to the sign-in page', async () => {
    const visitor = await demo.visitor()
    visitor.expectProblem(/The OAuth callback page was opened/)
    const page = await visitor.open('/handler/oauth-callback?code=stolen&state=unknown')

    await heading(page, 'This sign-in cannot be completed here').waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()

    await expectVisible(heading(page, 'Sign in to your account'))
  })

  test('works again after the user goes back from the provider’s page', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-in')

    await providerButton(page, 'Discord').click()
    await page.getByRole('button', { name: 'Refuse' }).waitFor()
    await page.goBack()
    await providerButton(page, 'GitHub').click()
    await signInAtLookAlike(page, 'back-and-forth@example.com')

    await expectVisible(homeOf(page, { email: 'back-and-forth@example.com' }))
  })
})
