import { beforeAll, describe, test } from 'vitest'
import { addVirtualAuthenticator, disableAutofill } from '../tools/chromium.ts'
import { Demo, everyMethod } from './demo.ts'
import { addPasskey, expectVisible, homeOf, signInByPassword } from './steps.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start(everyMethod)
})

describe('a passkey', () => {
  test('signs in through the autofill of the e-mail field', async () => {
    const reader = await demo.project.signUp()
    const visitor = await demo.visitor({ baseURL: demo.localUrl })
    const page = await visitor.open('/')
    await addVirtualAuthenticator(page)
    await addPasskey(page, demo.project.client(reader))

    // The authenticator selects the only suggestion by itself.
    await page.goto('/handler/sign-in')

    await expectVisible(homeOf(page, reader))
  })

  test('shows an error after its removal, and the password still works', async () => {
    const reader = await demo.project.signUp()
    const visitor = await demo.visitor({ baseURL: demo.localUrl })
    const page = await visitor.open('/')
    await addVirtualAuthenticator(page)
    await addPasskey(page, demo.project.client(reader))
    await demo.project.client(reader).patch('/users/me', { passkey_auth_enabled: false })
    await disableAutofill(page)
    await page.goto('/handler/sign-in')

    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('The passkey was not accepted.').waitFor()
    await signInByPassword(page, reader)

    await expectVisible(homeOf(page, reader))
  })
})
