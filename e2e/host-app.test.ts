import { beforeAll, describe, expect, test } from 'vitest'
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

  test('signs an owner in as a user by a link, and restores the session of the owner at the end', async () => {
    const [own, reader] = [await demo.project.signUp(), await demo.project.signUp()]
    const page = await (await demo.visitorAs(own)).open('/')
    await homeOf(page, own).waitFor()
    // The page ignores the untrusted return location.
    const path = `/handler/impersonation?after_auth_return_to=${encodeURIComponent('https://other.example')}`
    const url = new URL(path, page.url()).href
    const owner = demo.portico.internal({
      projectId: demo.project.id,
      accessType: 'admin',
      key: '',
      adminAccessToken: demo.project.ownerAccessToken,
    })
    const { body: link } = await owner.post<{ url: string }>('/internal/impersonation-links', {
      ...{ user_id: reader.id, reason: 'Support ticket 4182' },
      url,
    })

    const confirm = page.getByRole('button', { name: 'Sign in' })
    await page.goto(link.url)
    await confirm.click()
    const bar = page.getByRole('region', { name: 'Started by an administrator' })
    await bar.getByText(`You are signed in as ${reader.email}.`).waitFor()
    await expect.poll(() => page.url()).toBe(new URL('/', url).href)
    await expectGoodLooks(page, 'impersonation')
    await page.reload()
    await bar.getByText(`You are signed in as ${reader.email}.`).waitFor()
    await bar.getByRole('button', { name: 'End impersonation' }).press('Enter')

    await homeOf(page, own).waitFor()
    expect(await bar.count()).toBe(0)
    await page.goto(link.url)
    await confirm.click()
    await heading(page, 'Used link').waitFor()
  })
})
