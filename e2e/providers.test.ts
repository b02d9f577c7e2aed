import type { Page } from 'playwright-core'
import type { ConnectionDomainRead, TeamConnectionRead } from '@portico/contract'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startOpenIdProvider, type OpenIdProvider } from '../tools/openid-provider.ts'
import { Demo, everyMethod } from './demo.ts'
import { useSharedService } from './service.ts'
import { expectVisible, field, heading, homeOf, landing, submitButton, userIdOf } from './steps.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start(everyMethod)
})

/**
 * One provider for each behaviour that differs in a browser. Most redirect back with a GET request, like Google.
 * `every-provider.test.ts` of the service signs in with all eleven.
 */
const providers = [
  ['apple', 'Apple', 'posts a form back'],
  ['x', 'X', 'returns no address'],
] as const

function providerButton(page: Page, name: string) {
  return page.getByRole('button', { name: `Sign in with ${name}`, exact: true })
}

/**
 * Signs in on the look-alike's page as a custom person. Some providers return no address, so their form has no field.
 */
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
  test.each(providers)('signs up and returns to the return URL: %s (%s %s)', async (id, name) => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/handler/sign-in?after_auth_return_to=%2F%3Fchapter%3D3')

    await providerButton(page, name).click()
    await signInAtLookAlike(page, `reader-at-${id}@example.com`)
    await signOut(page).waitFor()
    const returnUrl = new URL(page.url())

    expect(returnUrl.pathname + returnUrl.search).toBe('/?chapter=3')
  })

  test('signs up and returns to the return URL, and signs in to the same account again, with the button of the last provider first', async () => {
    const page = await (await demo.visitor()).open('/handler/sign-in?after_auth_return_to=%2F%3Fchapter%3D3')
    await providerButton(page, 'Google').click()
    await signInAtLookAlike(page, 'twice@example.com')
    await signOut(page).waitFor()
    const returned = page.url()
    const user = await userIdOf(page)
    await signOut(page).click()
    await landing(page).waitFor()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await providerButton(page, 'Google').waitFor()
    const first = await page.locator('.portico-provider').first().innerText()
    await providerButton(page, 'Google').click()
    await signInAtLookAlike(page, 'twice@example.com')
    await signOut(page).waitFor()

    expect(returned).toBe(`${demo.url}/?chapter=3`)
    expect(first).toBe('Google')
    expect(await userIdOf(page)).toBe(user)
  })

  test('continues after the user goes back from the provider’s page, reports a refusal there, and explains that the address of the provider belongs to an existing account', async () => {
    const page = await (await demo.visitor()).open('/handler/sign-in')

    await providerButton(page, 'Discord').click()
    await page.getByRole('button', { name: 'Refuse' }).waitFor()
    await page.goBack()
    await providerButton(page, 'Google').click()
    await page.getByRole('button', { name: 'Refuse' }).click()
    await heading(page, 'You refused access').waitFor()
    await page.getByRole('button', { name: 'Sign in again' }).click()

    await heading(page, 'Sign in to your account').waitFor()
    const reader = await demo.project.signUp()
    await providerButton(page, 'GitLab').click()
    await signInAtLookAlike(page, reader.email)

    await expectVisible(heading(page, 'This email address belongs to an account'))
  })
})

describe('sign-in at the connection of a team', () => {
  /**
   * Creates a connection to the provider with a proved domain. Other tests of the service use addresses of other
   * domains.
   */
  async function connectTeam(issuer: OpenIdProvider): Promise<void> {
    const { dns } = await useSharedService()
    const server = demo.project.server()
    const secret = { client_secret: 'a secret of some length, for a test' }
    const { body: connection } = await server.post<TeamConnectionRead>('/team-connections', {
      ...{ team_id: await demo.project.createTeam(), display_name: 'Acme', issuer_url: issuer.url },
      ...{ client_id: 'acme', scopes: ['email'], authentication: { method: 'client_secret_basic', ...secret } },
    })
    const path = `/team-connections/${connection.id}/domains`
    const { body: claimed } = await server.post<ConnectionDomainRead>(path, { domain: 'acme.example' })
    dns.names.set(claimed.record_name, { txt: [claimed.record_value] })
    expect((await server.post(`${path}/acme.example/prove`, {})).body).toMatchObject({ problem: null })
    const callback = `${demo.serviceUrl}/api/v1/auth/oauth/callback/${connection.provider_id}`
    await issuer.register({ client_id: 'acme', ...secret, redirect_uris: [callback] })
  }

  test('starts with an address of its domain, and ends with a session in the app', async () => {
    const issuer = await startOpenIdProvider()
    onTestFinished(() => issuer.close())
    await connectTeam(issuer)
    const visitor = await demo.visitor({}, [issuer.url])
    // The pages of the provider load a font.
    visitor.expectProblem(/fonts\.googleapis\.com/)
    await visitor.context.route('https://fonts.googleapis.com/**', (route) =>
      route.fulfill({ contentType: 'text/css' }),
    )
    const page = await visitor.open('/handler/sign-in')

    await field(page, 'Email').fill('joan@acme.example')
    await submitButton(page).click()
    await page.getByRole('button', { name: 'Sign in with Acme' }).click()
    await page.getByPlaceholder('Enter any login').fill('joan@acme.example')
    await page.getByPlaceholder('and password').fill('any')
    await page.getByRole('button', { name: 'Sign-in' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()

    await expectVisible(homeOf(page, { email: 'joan@acme.example' }))
  })
})
