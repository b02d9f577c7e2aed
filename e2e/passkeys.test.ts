import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addVirtualAuthenticator, disableAutofill } from '../tools/chromium.ts'
import { Demo, everyMethod } from './demo.ts'
import { expectVisible, homeOf, signInByPassword } from './steps.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start(everyMethod)
})

afterAll(() => demo.close())

/** Registers a passkey as an app does, with the API of the service and the ceremony of the browser. */
async function addPasskey(page: Page, user: Parameters<Demo['project']['client']>[0]): Promise<void> {
  const http = demo.project.client(user)
  const started = await http.post<{ options_json: { rp: object }; code: string }>(
    '/auth/passkey/initiate-passkey-registration',
    {},
  )
  const { options_json: options, code } = started.body
  const credential = await page.evaluate(
    async (json) => {
      const { rp, ...rest } = json as unknown as PublicKeyCredentialCreationOptionsJSON
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON({ ...rest, rp: { ...rp, id: 'localhost' } })
      const created = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
      return created.toJSON() as unknown
    },
    options as unknown as Record<string, never>,
  )
  const registered = await http.post('/auth/passkey/register', { credential, code })
  expect(registered.status).toBe(200)
}

describe('a passkey', () => {
  test('signs in with the button', async () => {
    const reader = await demo.project.signUp()
    const visitor = await demo.visitor({ baseURL: demo.localUrl })
    const page = await visitor.open('/')
    await addVirtualAuthenticator(page)
    await addPasskey(page, reader)
    await disableAutofill(page)
    await page.goto('/handler/sign-in')

    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()

    await expectVisible(homeOf(page, reader))
  })

  test('signs in through the autofill of the e-mail field', async () => {
    const reader = await demo.project.signUp()
    const visitor = await demo.visitor({ baseURL: demo.localUrl })
    const page = await visitor.open('/')
    await addVirtualAuthenticator(page)
    await addPasskey(page, reader)

    // The authenticator selects the only suggestion.
    await page.goto('/handler/sign-in')

    await expectVisible(homeOf(page, reader))
  })

  test('shows an error after its removal, and the password still works', async () => {
    const reader = await demo.project.signUp()
    const visitor = await demo.visitor({ baseURL: demo.localUrl })
    const page = await visitor.open('/')
    await addVirtualAuthenticator(page)
    await addPasskey(page, reader)
    await demo.project.client(reader).patch('/users/me', { passkey_auth_enabled: false })
    await disableAutofill(page)
    await page.goto('/handler/sign-in')

    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('The passkey was not accepted.').waitFor()
    await signInByPassword(page, reader)

    await expectVisible(homeOf(page, reader))
  })
})
