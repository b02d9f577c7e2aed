import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '../tools/chromium.ts'
import { expectGoodLooks } from './looks.ts'
import { findPortPair, NpmStart } from './npm-start.ts'
import { Visitor } from './visitor.ts'
import {
  choosePassword,
  expectVisible,
  field,
  goodPassword,
  heading,
  homeOf,
  landing,
  sendSignUp,
  someone,
} from './walks.ts'

let browser: Browser
let folder: string
let port: number
let started: NpmStart

beforeAll(async () => {
  ;[browser, folder, port] = await Promise.all([
    launchChromium(),
    mkdtemp(join(tmpdir(), 'portico-npm-start-')),
    findPortPair(),
  ])
  started = await NpmStart.run(folder, port)
})

afterAll(async () => {
  await browser.close()
  await started.stop()
  await rm(folder, { recursive: true, force: true })
})

async function visitorAt(): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  return new Visitor(context, [started.serviceUrl, started.demoUrl])
}

describe('npm start', () => {
  test('given a fresh folder, when it is up, then the terminal says where to go', () => {
    expect(started.output).toMatch(new RegExp(`Service +${started.serviceUrl}\n`))
    expect(started.output).toMatch(new RegExp(`Demo app +${started.demoUrl}\n`))
    expect(started.output).toMatch(new RegExp(`Mail inbox +${started.serviceUrl}/dev/inbox\n`))
    expect(started.output).toMatch(new RegExp(`Providers +${started.serviceUrl}/dev/providers\n`))
    expect(started.output).toMatch(new RegExp(`First admin +${started.serviceUrl}/first-admin#\\S+\n`))
  })

  test('the links of the start page open their pages', async () => {
    const visitor = await visitorAt()
    const page = await visitor.open(started.serviceUrl)

    await expectGoodLooks(page, 'start page')
    for (const [name, url] of [
      ['Mail inbox', `${started.serviceUrl}/dev/inbox`],
      ['Sign-in providers', `${started.serviceUrl}/dev/providers`],
      ['Demo app', `${started.demoUrl}/`],
    ] as const) {
      await page.goto(started.serviceUrl)
      await page.getByRole('link', { name }).click()
      await page.waitForURL(url)
    }
  })

  test('given the call that the start page shows, when it is copied, then it is whole and has the key of the demo', async () => {
    const visitor = await visitorAt()
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: started.serviceUrl })
    const page = await visitor.open(started.serviceUrl)

    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()

    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain(`curl ${started.serviceUrl}/api/v1/auth/password/sign-up`)
    expect(copied).toContain('x-stack-publishable-client-key: pck_demo_react_vite_local_development_only')
  })

  test('given an open inbox, when somebody signs up in the demo, then their mail appears and its link verifies', async () => {
    const visitor = await visitorAt()
    const person = someone()
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
    await mail.getByRole('link', { name: 'Verify e-mail address' }).click()
    const verification = await opened
    await verification.getByRole('button', { name: 'Verify' }).click()

    await expectVisible(heading(verification, 'Email verified'))
    for (const view of ['Plain text', 'Headers', 'As sent']) {
      await inbox.getByRole('link', { name: view }).click()
      await expectGoodLooks(inbox, `mail ${view.toLowerCase()}`)
    }
  })

  test('given the sign-in page of the demo, when a provider is chosen, then its look-alike signs somebody in', async () => {
    const visitor = await visitorAt()
    const page = await visitor.open(`${started.demoUrl}/handler/sign-in`)
    await expectVisible(page.getByRole('button', { name: 'Google' }))

    await page.getByRole('button', { name: 'Apple' }).click()
    await heading(page, 'Choose an account').waitFor()
    await page.getByRole('button', { name: 'Ada Okafor' }).click()

    await expectVisible(homeOf(page, { email: 'ada.okafor@example.com' }))
  })

  test('the sign-in page offers four providers, and all eleven after the switch on the start page', async () => {
    const visitor = await visitorAt()
    const page = await visitor.open(`${started.demoUrl}/handler/sign-in`)
    const choices = page.locator('.portico-provider')
    await choices.first().waitFor()
    const usual = await choices.allInnerTexts()

    await page.goto(started.demoUrl)
    await page.getByRole('switch', { name: 'all eleven providers' }).check()
    await expectVisible(page.getByRole('switch', { name: 'all eleven providers', checked: true }))
    await expectGoodLooks(page, 'landing with every provider')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Bitbucket' }).click()
    await page.getByRole('button', { name: 'Ada Okafor' }).click()

    expect(usual).toEqual(['Apple', 'GitHub', 'Google', 'Microsoft', 'Sign in with a passkey'])
    await expectVisible(homeOf(page, { email: 'ada.okafor@example.com' }))
  })

  test('given mails, when the inbox is searched and emptied, then it shows what is left', async () => {
    const visitor = await visitorAt()
    const person = someone()
    const page = await visitor.open(`${started.demoUrl}/handler/sign-up`)
    await choosePassword(page)
    await sendSignUp(page, person)
    await homeOf(page, person).waitFor()

    await page.goto(`${started.serviceUrl}/dev/inbox`)
    await page.getByRole('searchbox').fill(person.email)
    await page.getByRole('link', { name: person.email }).waitFor()
    await page.getByRole('searchbox').fill('nobody@nowhere')
    await heading(page, 'No matching mail').waitFor()
    await page.getByRole('searchbox').fill('')
    await page.getByRole('button', { name: 'Delete all' }).click()

    await expectVisible(heading(page, 'No mail yet'))
  })

  test('given the first-admin link, when it is used, then there is an owner and the link is closed', async () => {
    const visitor = await visitorAt()
    visitor.expectComplaint(/the server responded with a status of 40[03]/)
    const link = /First admin +(\S+)/.exec(started.output)?.[1] ?? ''
    const page = await visitor.open(link)
    const { email } = someone()

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

  test('given somebody who has signed up, when everything is stopped and started again, then they are still there', async () => {
    const visitor = await visitorAt()
    const person = someone()
    const page = await visitor.open(started.demoUrl)
    await landing(page).waitFor()
    await page.getByRole('link', { name: 'Sign up' }).click()
    await choosePassword(page)
    await sendSignUp(page, person)
    await homeOf(page, person).waitFor()
    // While it is down, the demo's development server says so in the console.
    visitor.expectComplaint(/WebSocket|ERR_CONNECTION_REFUSED|\[vite\]/)

    expect(await started.stop()).toBe(0)
    started = await NpmStart.run(folder, port)
    await page.goto(started.demoUrl)

    await expectVisible(homeOf(page, person))
    expect(started.output).not.toContain('First admin')
  })
})
