/**
 * The cards of a project with every sign-in method, as a visitor sees them. `looks.test.ts` checks the pages of a
 * project that only allows passwords. The accessibility test of the component page covers the states that need a
 * prepared service.
 */
import { TEST_PASSWORD } from '@portico/testkit'
import { beforeAll, test } from 'vitest'
import { Demo, everyMethod } from './demo.ts'
import { expectGoodLooks } from './looks.ts'
import { requestCode, heading, homeOf, signInByPassword, createPerson, totpField } from './steps.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start(everyMethod)
})

test('the cards of every sign-in method are accessible', async () => {
  const reader = await demo.project.signUp()
  await demo.project.enrolTotp(reader)
  const visitor = await demo.visitor()
  const page = await visitor.open(`${demo.localUrl}/handler/sign-in`)

  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  await expectGoodLooks(page, 'every method')
  await requestCode(page, createPerson().email)
  await expectGoodLooks(page, 'mailed code', { isCard: true })
  await page.keyboard.type('000000')
  await page.getByRole('alert').waitFor()
  await expectGoodLooks(page, 'mailed code refused', { isCard: true })
  await page.getByRole('button', { name: 'Cancel' }).click()
  await signInByPassword(page, { email: reader.email, password: TEST_PASSWORD })
  await totpField(page).waitFor()
  await expectGoodLooks(page, 'second factor', { isCard: true })
})

test('the cards that mails, providers and CLI logins open are accessible', async () => {
  const reader = await demo.project.signUp()
  const { body } = await demo.project.client().post<{ login_code: string }>('/auth/cli', {})
  const visitor = await demo.visitor()
  visitor.expectProblem(/The OAuth callback page was opened/)
  const owner = await demo.project.signUp()
  const { email } = owner
  const link = { type: 'link', token: owner.accessToken }
  for (const provider of ['github', 'google'] as const) {
    await (await demo.project.signInAt(provider, {}, link)).exchange()
  }
  const callback_url = `${demo.url}/handler/magic-link-callback`
  await demo.project.client().post('/auth/otp/send-sign-in-code', { email, callback_url })
  const page = await visitor.open((await demo.portico.mailbox.latestLink(email)).href)

  await heading(page, 'Sign in with this link?').waitFor()
  await expectGoodLooks(page, 'magic link', { isCard: true })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await heading(page, 'Sign-in methods removed').waitFor()
  await expectGoodLooks(page, 'sign-in methods removed', { isCard: true })
  await page.getByRole('button', { name: 'Continue' }).click()
  await homeOf(page, { email }).waitFor()
  await visitor.context.clearCookies()
  await page.goto('/handler/oauth-callback')
  await heading(page, 'This sign-in cannot be completed here').waitFor()
  await expectGoodLooks(page, 'lost callback', { isCard: true })
  await page.goto(`/handler/cli-auth-confirm?login_code=${body.login_code}`)
  await signInByPassword(page, { email: reader.email, password: TEST_PASSWORD })
  await heading(page, 'Allow the command line to sign in as you?').waitFor()
  await expectGoodLooks(page, 'CLI login', { isCard: true })
})
