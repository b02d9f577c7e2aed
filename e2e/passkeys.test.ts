import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Demo, everyMethod } from './demo.ts'
import { addAuthenticator, expectVisible, homeOf, signInByPassword } from './walks.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start(everyMethod)
})

afterAll(() => demo.close())

/** Like a browser without passkeys in text fields; with them, such an authenticator picks the only one by itself. */
async function withoutAutofill(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
}

/** Adds a passkey as the page of an app does, by the service's calls and the browser's ceremony. */
async function addPasskey(page: Page, user: Parameters<Demo['project']['client']>[0]): Promise<void> {
  const http = demo.project.client(user)
  const begun = await http.post<{ options_json: { rp: object }; code: string }>(
    '/auth/passkey/initiate-passkey-registration',
    {},
  )
  const { options_json: options, code } = begun.body
  const credential = await page.evaluate(
    async (json) => {
      const { rp, ...rest } = json as unknown as PublicKeyCredentialCreationOptionsJSON
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON({ ...rest, rp: { ...rp, id: 'localhost' } })
      const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
      return made.toJSON() as unknown
    },
    options as unknown as Record<string, never>,
  )
  const registered = await http.post('/auth/passkey/register', { credential, code })
  expect(registered.status).toBe(200)
}

describe('passkeys', () => {
  test('given a passkey, when its button is pressed, then signs in', async () => {
    const reader = await demo.project.signUp()
    const visitor = await demo.visitor({ baseURL: demo.localUrl })
    const page = await visitor.open('/')
    await addAuthenticator(page)
    await addPasskey(page, reader)
    await withoutAutofill(page)
    await page.goto('/handler/sign-in')

    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()

    await expectVisible(homeOf(page, reader))
  })

  test('given a passkey, when it is picked among the suggestions of the e-mail field, then signs in', async () => {
    const reader = await demo.project.signUp()
    const visitor = await demo.visitor({ baseURL: demo.localUrl })
    const page = await visitor.open('/')
    await addAuthenticator(page)
    await addPasskey(page, reader)

    // The authenticator picks the only suggestion.
    await page.goto('/handler/sign-in')

    await expectVisible(homeOf(page, reader))
  })

  test('given a passkey that its owner has removed, when it is used, then the card says so and the password still works', async () => {
    const reader = await demo.project.signUp()
    const visitor = await demo.visitor({ baseURL: demo.localUrl })
    const page = await visitor.open('/')
    await addAuthenticator(page)
    await addPasskey(page, reader)
    await demo.project.client(reader).patch('/users/me', { passkey_auth_enabled: false })
    await withoutAutofill(page)
    await page.goto('/handler/sign-in')

    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('The passkey was not accepted.').waitFor()
    await signInByPassword(page, reader)

    await expectVisible(homeOf(page, reader))
  })
})
