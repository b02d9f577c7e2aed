import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { Demo } from './demo.ts'
import { expectGoodLooks } from './looks.ts'
import { createPerson, expectVisible, field, goodPassword, heading } from './steps.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start()
})

describe('the pages of development mode', () => {
  test('start with a complete example call to copy, and links to the inbox, the providers and the dashboard', async () => {
    const visitor = await demo.visitor()
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: demo.serviceUrl })
    const page = await visitor.open(`${demo.serviceUrl}/dev`)

    await expectGoodLooks(page, 'start page')
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()

    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain(`curl ${demo.serviceUrl}/api/v1/auth/password/sign-up`)
    expect(copied).toContain('x-stack-publishable-client-key: pck_demo_react_vite_local_development_only')
    const targets = ['Mail inbox', 'Sign-in providers', 'Dashboard'].map((name) =>
      page.getByRole('link', { name }).evaluate((link: HTMLAnchorElement) => link.href),
    )
    expect(await Promise.all(targets)).toEqual([
      `${demo.serviceUrl}/dev/inbox`,
      `${demo.serviceUrl}/dev/providers`,
      `${demo.serviceUrl}/`,
    ])
  })

  test('show a mail in the open inbox, whose link verifies the address; search and empty the inbox', async () => {
    const person = await demo.project.signUp()
    const visitor = await demo.visitorAs(person)
    const inbox = await visitor.open(`${demo.serviceUrl}/dev/inbox`)
    // Waits for the sign-up mail, whose link would have the same name.
    await demo.portico.mailbox.latestCode(person.email)
    await deleteAll(inbox)
    await expectGoodLooks(inbox, 'inbox without mails')

    await demo.project.client(person).post('/contact-channels/send-verification-code', {
      email: person.email,
      callback_url: `${demo.url}/handler/email-verification`,
    })
    await inbox.getByRole('link', { name: person.email }).waitFor()
    await expectGoodLooks(inbox, 'inbox')
    await inbox.getByRole('link', { name: person.email }).click()
    const mail = inbox.frameLocator('iframe')
    // Playwright measures with a script, which the frame of the mail blocks.
    visitor.expectProblem(/Blocked script execution in .*\/html/)
    for (const width of [1280, 360]) {
      await inbox.setViewportSize({ width, height: 800 })
      const heightOf = async (part: Locator): Promise<number> => (await part.boundingBox())?.height ?? NaN
      const frame = await heightOf(inbox.locator('iframe'))
      expect(await heightOf(mail.locator('body > table'))).toBeLessThanOrEqual(frame)
    }
    await inbox.setViewportSize({ width: 1280, height: 800 })
    const opened = visitor.context.waitForEvent('page')
    await mail.getByRole('link', { name: 'Verify email address' }).click()
    const verification = await opened
    await verification.getByRole('button', { name: 'Verify' }).click()
    await heading(verification, 'Email verified').waitFor()
    for (const view of ['Plain text', 'Headers', 'As sent']) {
      await inbox.getByRole('link', { name: view }).click()
      await expectGoodLooks(inbox, `mail ${view.toLowerCase()}`)
    }

    await inbox.goto(`${demo.serviceUrl}/dev/inbox`)
    await inbox.getByRole('searchbox').fill('unknown@nowhere')
    await heading(inbox, 'No matching mail').waitFor()
    await inbox.getByRole('searchbox').fill(person.email)
    await inbox.getByRole('link', { name: person.email }).waitFor()
    await inbox.getByRole('searchbox').fill('')
    await deleteAll(inbox)
  })
})

test('the page of the first admin creates the account and signs in to the dashboard, and its link is closed afterwards', async () => {
  const visitor = await demo.visitor()
  visitor.expectProblem(/the server responded with a status of 40[03]/)
  const link = await demo.portico.service.firstAdminLink()
  expect.assert(link !== null, 'The link of the first admin is open.')
  const page = await visitor.open(`${demo.serviceUrl}/handler/sign-in`)
  const places = [await placesOfCard(page)]
  await page.goto(link)
  places.push(await placesOfCard(page))

  // People go from this page to the sign-in page.
  expect(places[1]).toEqual(places[0])
  await expectGoodLooks(page, 'first admin', { isCard: true })
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Please enter your email').waitFor()
  await expectVisible(field(page, 'Email').and(page.locator(':focus')))
  await field(page, 'Email').fill(createPerson().email)
  await field(page, 'Password').fill('password123')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('This password is too easy to guess. Please choose another one.').waitFor()
  await expectGoodLooks(page, 'first admin with an error', { isCard: true })
  await field(page, 'Password').fill(goodPassword)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`${demo.serviceUrl}/projects`)
  await heading(page, 'Projects').waitFor()
  await page.goto('about:blank')
  await page.goto(link)

  await expectVisible(heading(page, 'This link is closed'))
  await expectGoodLooks(page, 'first admin closed', { isCard: true })
})

/** Where the content of the card begins, in windows of a desktop, a tablet and a phone. */
async function placesOfCard(page: Page): Promise<unknown[]> {
  const card = page.locator('.card, .portico-card:not(.portico-skeleton *)')
  await card.getByRole('heading').waitFor()
  const places: unknown[] = []
  for (const size of [
    { width: 1280, height: 800 },
    { width: 560, height: 800 },
    { width: 375, height: 667 },
  ]) {
    await page.setViewportSize(size)
    places.push(
      await card.evaluate((element) => {
        const { left, right, top } = element.getBoundingClientRect()
        const { paddingLeft, paddingRight, paddingTop } = getComputedStyle(element)
        return [left + parseFloat(paddingLeft), right - parseFloat(paddingRight), top + parseFloat(paddingTop)]
      }),
    )
  }
  return places
}

async function deleteAll(inbox: Page): Promise<void> {
  await inbox.getByRole('button', { name: 'Delete all' }).click()
  await heading(inbox, 'No mail yet').waitFor()
}
