import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { Demo, everyMethod } from './demo.ts'
import { expectGoodLooks } from './looks.ts'
import { allErrors, createPerson, expectVisible, heading, homeOf, requestCode, scanLink } from './steps.ts'

let demo: Demo

beforeAll(async () => {
  demo = await Demo.start(everyMethod)
})

/** Requests a sign-in mail in a new browser profile. */
async function openAndRequestCode(email: string, query = ''): Promise<Page> {
  const page = await (await demo.visitor()).open(`/handler/sign-in${query}`)
  await requestCode(page, email)
  return page
}

describe('the code of a sign-in mail', () => {
  test('signs up a new user, in lower case and after a wrong code', async () => {
    const person = createPerson()
    const page = await openAndRequestCode(person.email)

    await page.keyboard.type('000000')
    await page.getByRole('alert').waitFor()
    const errors = await allErrors(page)
    await page.keyboard.type((await demo.portico.mailbox.latestSignInCode(person.email)).toLowerCase())

    expect(errors).toEqual(['Invalid code'])
    await expectVisible(homeOf(page, person))
  })

  test('lists the sign-in methods that the first code removed, and then returns to the return URL', async () => {
    const reader = await demo.project.signUp()
    const page = await openAndRequestCode(reader.email, '?after_auth_return_to=%2F%3Fchapter%3D2')

    await page.keyboard.type(await demo.portico.mailbox.latestSignInCode(reader.email))
    await heading(page, 'Sign-in methods removed').waitFor()
    await expectGoodLooks(page, 'sign-in methods removed by a code', { isCard: true })
    const removed = await page.getByRole('listitem').allInnerTexts()
    await page.getByRole('button', { name: 'Continue' }).click()
    await homeOf(page, reader).waitFor()

    expect(removed).toEqual(['Password'])
    expect(new URL(page.url()).search).toBe('?chapter=2')
  })
})

describe('the link of a sign-in mail', () => {
  test('signs in once, in another browser, after a confirmation that a mail scanner does not give', async () => {
    const person = createPerson()
    await openAndRequestCode(person.email)
    const { href } = await demo.portico.mailbox.latestLink(person.email)
    const scanner = await demo.visitor()
    await scanLink(scanner, href)

    const phone = await demo.visitor()
    const page = await phone.open(href)
    await page.getByText(`The link signs you in as ${person.email[0]}***@`).waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await homeOf(page, person).waitFor()
    const scanned = await scanner.open(href)
    await heading(scanned, 'Used link').waitFor()
    await scanned.getByRole('button', { name: 'Sign in' }).click()

    await expectVisible(heading(scanned, 'Sign in to your account'))
    await page.goto(href)
    await expectVisible(heading(page, 'You are already signed in'))
  })
})
