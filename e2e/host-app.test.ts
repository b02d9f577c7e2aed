import { beforeAll, describe, expect, test } from 'vitest'
import { impersonationSnippet } from '../apps/dashboard/src/rooms/users/impersonation-snippet.ts'
import { Demo } from './demo.ts'
import { expectGoodLooks } from './looks.ts'
import { heading, homeOf, landing, sendSignIn } from './steps.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start()
})

describe('the demo as a host', () => {
  test('shows the top of the home page after sign-in in a small window, and skips the sign-in page when the user goes back', async () => {
    const reader = await demo.project.signUp()
    const visitor = await demo.visitor()
    const page = await visitor.open('/')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await heading(page, 'Sign in to your account').waitFor()
    await page.setViewportSize({ width: 360, height: 480 })
    await sendSignIn(page, reader)
    await homeOf(page, reader).waitFor()
    expect(await page.evaluate(() => scrollY)).toBe(0)

    await page.goBack()

    await homeOf(page, reader).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
  })

  test('shows an error while the service is down, and recovers on retry', async () => {
    const reader = await demo.project.signUp()
    const visitor = await demo.visitorAs(reader)
    visitor.expectProblem(/503|answered with status/)
    const page = await visitor.open('/')
    await homeOf(page, reader).waitFor()

    await page.route(`${demo.serviceUrl}/**`, (route) => route.fulfill({ status: 503 }))
    await page.reload()
    await heading(page, 'We cannot reach your account').waitFor()
    const header = page.getByRole('button', { name: 'Try again: The service did not answer' })
    await header.waitFor()
    await page.unroute(`${demo.serviceUrl}/**`)
    await page.getByRole('button', { name: 'Try again', exact: true }).click()

    await homeOf(page, reader).waitFor()
    await header.click()
    await page.getByRole('button', { name: 'Open user menu' }).waitFor()
    expect(await header.count()).toBe(0)
  })

  test('sets the title and moves the focus on each page of the handler', async () => {
    const visitor = await demo.visitor()
    const page = await visitor.open('/')
    await landing(page).waitFor()
    const titles = [await page.title()]

    await page.getByRole('link', { name: 'Sign in' }).click()
    await heading(page, 'Sign in to your account').waitFor()
    titles.push(await page.title())
    await page.locator('.portico-card').getByRole('link', { name: 'Sign up' }).click()
    await heading(page, 'Create a new account').waitFor()
    titles.push(await page.title())

    expect(titles).toEqual(['Marginalia', 'Sign in · Marginalia', 'Sign up · Marginalia'])
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
  })

  test('shows that the address is verified when the user requests a link after verifying elsewhere', async () => {
    const reader = await demo.project.signUp()
    const page = await (await demo.visitorAs(reader)).open('/')
    const again = page.getByRole('button', { name: 'Send the link again' })
    await again.waitFor()
    const code = await demo.portico.mailbox.latestCode(reader.email)
    await demo.project.client().post('/contact-channels/verify', { code, account: 'mine' })

    await again.click()

    await page.getByText('confirmed', { exact: true }).waitFor()
    expect(await again.count()).toBe(0)
  })

  test('says that an administrator started the session, and ends it', async () => {
    const reader = await demo.project.signUp()
    const wanted = { user_id: reader.id, is_impersonation: true }
    const { body } = await demo.project.server().post<{ refresh_token: string }>('/auth/sessions', wanted)
    const session = { projectId: demo.project.id, refreshToken: body.refresh_token, lifetimeMillis: 900_000 }
    const visitor = await demo.visitor()
    const page = await visitor.open('/')
    await landing(page).waitFor()

    await page.evaluate(impersonationSnippet(session))
    const bar = page.getByRole('region', { name: 'Started by an administrator' })
    await bar.getByText(`You are signed in as ${reader.email}.`).waitFor()
    await expectGoodLooks(page, 'impersonation')
    await bar.getByRole('button', { name: 'End impersonation' }).click()

    await landing(page).waitFor()
    expect(await bar.count()).toBe(0)
  })
})
