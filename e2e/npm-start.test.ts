import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectGoodLooks } from './looks.ts'
import { Profiles } from './profiles.ts'
import { findPortPair, NpmStart } from './npm-start.ts'
import { Visitor } from './visitor.ts'
import {
  choosePassword,
  expectVisible,
  field,
  goodPassword,
  heading,
  homeOf,
  sendSignUp,
  createPerson,
  type Person,
} from './steps.ts'

/** The demo project of development mode, whose publishable key is public. */
const DEMO_PROJECT = '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063'
const DEMO_KEY = 'pck_demo_react_vite_local_development_only'

let profiles: Profiles
let folder: string
let port: number
let started: NpmStart

beforeAll(async () => {
  ;[profiles, folder, port] = await Promise.all([
    Profiles.start(),
    mkdtemp(join(tmpdir(), 'portico-npm-start-')),
    findPortPair(),
  ])
  started = await NpmStart.run(folder, port)
})

afterAll(async () => {
  await profiles.close()
  await started.stop()
  await rm(folder, { recursive: true, force: true })
})

async function openProfile(): Promise<Visitor> {
  const { demoUrl, serviceUrl } = started
  return new Visitor(await profiles.open(demoUrl, `${demoUrl}/icon.svg`), [serviceUrl, demoUrl])
}

describe('npm start', () => {
  test('prints the URLs of the service, the demo, the inbox, the providers and the first admin', () => {
    expect(started.output).toMatch(new RegExp(`Service +${started.serviceUrl}\n`))
    expect(started.output).toMatch(new RegExp(`Demo app +${started.demoUrl}\n`))
    expect(started.output).toMatch(new RegExp(`Mail inbox +${started.serviceUrl}/dev/inbox\n`))
    expect(started.output).toMatch(new RegExp(`Providers +${started.serviceUrl}/dev/providers\n`))
    expect(started.output).toMatch(new RegExp(`First admin +${started.serviceUrl}/first-admin#\\S+\n`))
  })

  test('has a start page with a complete example call and links to the inbox, the providers and the demo', async () => {
    const visitor = await openProfile()
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: started.serviceUrl })
    const page = await visitor.open(`${started.serviceUrl}/dev`)

    await expectGoodLooks(page, 'start page')
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain(`curl ${started.serviceUrl}/api/v1/auth/password/sign-up`)
    expect(copied).toContain(`x-stack-publishable-client-key: ${DEMO_KEY}`)
    for (const [name, url] of [
      ['Mail inbox', `${started.serviceUrl}/dev/inbox`],
      ['Sign-in providers', `${started.serviceUrl}/dev/providers`],
      ['Demo app', `${started.demoUrl}/`],
    ] as const) {
      await page.goto(`${started.serviceUrl}/dev`)
      await page.getByRole('link', { name }).click()
      await page.waitForURL(url)
    }
  })

  test('shows the mail of a sign-up in the open inbox, and its link verifies the address', async () => {
    const visitor = await openProfile()
    const person = createPerson()
    const inbox = await visitor.open(`${started.serviceUrl}/dev/inbox`)
    await expectGoodLooks(inbox, 'inbox without mails')
    const page = await visitor.open(`${started.demoUrl}/handler/sign-up`)

    await choosePassword(page)
    await sendSignUp(page, person)
    await homeOf(page, person).waitFor()
    await inbox.getByRole('link', { name: person.email }).waitFor()
    await expectGoodLooks(inbox, 'inbox')
    await inbox.getByRole('link', { name: person.email }).click()
    const mail = inbox.frameLocator('iframe')
    const opened = visitor.context.waitForEvent('page')
    await mail.getByRole('link', { name: 'Verify email address' }).click()
    const verification = await opened
    await verification.getByRole('button', { name: 'Verify' }).click()

    await expectVisible(heading(verification, 'Email verified'))
    for (const view of ['Plain text', 'Headers', 'As sent']) {
      await inbox.getByRole('link', { name: view }).click()
      await expectGoodLooks(inbox, `mail ${view.toLowerCase()}`)
    }
  })

  test('offers four providers on the sign-in page, and all eleven after the switch on the landing page', async () => {
    const visitor = await openProfile()
    const page = await visitor.open(`${started.demoUrl}/handler/sign-in`)
    const choices = page.locator('.portico-provider')
    await choices.first().waitFor()
    const offeredByDefault = await choices.allInnerTexts()

    await page.goto(started.demoUrl)
    await page.getByRole('switch', { name: 'all eleven providers' }).check()
    await expectVisible(page.getByRole('switch', { name: 'all eleven providers', checked: true }))
    await expectGoodLooks(page, 'landing with every provider')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Bitbucket' }).click()
    await page.getByRole('button', { name: 'Ada Okafor' }).click()

    expect(offeredByDefault).toEqual(['Apple', 'GitHub', 'Google', 'Microsoft', 'Sign in with a passkey'])
    await expectVisible(homeOf(page, { email: 'ada.okafor@example.com' }))
  })

  test('searches and empties the inbox', async () => {
    const visitor = await openProfile()
    const { email } = await signUpAtService()
    const page = await visitor.open(`${started.serviceUrl}/dev/inbox`)

    await page.getByRole('searchbox').fill(email)
    await page.getByRole('link', { name: email }).waitFor()
    await page.getByRole('searchbox').fill('unknown@nowhere')
    await heading(page, 'No matching mail').waitFor()
    await page.getByRole('searchbox').fill('')
    await page.getByRole('button', { name: 'Delete all' }).click()

    await expectVisible(heading(page, 'No mail yet'))
  })

  test('creates the first admin and closes the first-admin link', async () => {
    const visitor = await openProfile()
    visitor.expectProblem(/the server responded with a status of 40[03]/)
    const link = /First admin +(\S+)/.exec(started.output)?.[1] ?? ''
    const page = await visitor.open(link)
    const { email } = createPerson()

    await expectGoodLooks(page, 'first admin', { isCard: true })
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Please enter your email').waitFor()
    await field(page, 'E-mail').fill(email)
    await field(page, 'Password').fill('password123')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('This password is too easy to guess. Please choose another one.').waitFor()
    await expectGoodLooks(page, 'first admin with an error', { isCard: true })
    await field(page, 'Password').fill(goodPassword)
    await page.getByRole('button', { name: 'Create account' }).click()
    await heading(page, 'You are the first admin').waitFor()
    await expectGoodLooks(page, 'first admin done', { isCard: true })
    await page.goto('about:blank')
    await page.goto(link)

    await expectVisible(heading(page, 'This link is closed'))
    await expectGoodLooks(page, 'first admin closed', { isCard: true })
  })

  test('keeps users and sessions after a restart', async () => {
    const visitor = await openProfile()
    const page = await visitor.open(`${started.demoUrl}/handler/sign-in`)
    await page.getByRole('button', { name: 'Apple' }).click()
    await page.getByRole('button', { name: 'Ada Okafor' }).click()
    const home = homeOf(page, { email: 'ada.okafor@example.com' })
    await home.waitFor()
    // Vite's client logs to the console while the development server is down.
    visitor.expectProblem(/WebSocket|ERR_CONNECTION_RE(FUSED|SET)|\[vite\]/)

    expect(await started.stop()).toBe(0)
    started = await NpmStart.run(folder, port)
    await page.goto(started.demoUrl)

    await expectVisible(home)
    expect(started.output).not.toContain('First admin')
  })
})

/** Signs a new user up with the published key of the demo, as the example call of the start page does. */
async function signUpAtService(): Promise<Person> {
  const person = createPerson()
  const answer = await fetch(`${started.serviceUrl}/api/v1/auth/password/sign-up`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-stack-access-type': 'client',
      'x-stack-project-id': DEMO_PROJECT,
      'x-stack-publishable-client-key': DEMO_KEY,
    },
    body: JSON.stringify({ ...person, verification_callback_url: `${started.demoUrl}/handler/email-verification` }),
  })
  expect(answer.status).toBe(200)
  return person
}
