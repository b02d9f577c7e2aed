import { someEmail } from '@portico/testkit'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  changeNameInSettings,
  openContext,
  openEverySettingsPage,
  recordProblems,
  signedInAs,
  signInAtGoogle,
  signInByCode,
  signInByLink,
  signInByPassword,
  signUp,
  useService,
} from '../browser/steps.ts'
import { walkTeams, type SignedInPage } from '../browser/team-walk.ts'
import { serveNextHost, type NextHost } from './host.ts'

const service = useService()

const versions = [
  { version: '2.8.3', package: 'stackframe-stack-oldest' },
  { version: '2.8.108', package: 'stackframe-stack-newest' },
] as const

describe.each(versions)('a Next.js host with @stackframe/stack $version', ({ package: official }) => {
  let host: NextHost

  beforeAll(async () => {
    host = await serveNextHost(official, service.portico, service.project)
  })

  afterAll(() => host.close())

  test('signs up, out and in with a password, and reads the user on the server', async () => {
    const { context, page } = await openHost()
    const email = someEmail()

    await signUp(page, email)
    await signedInAs(page, email)
    expect(await homeFromServer(context)).toContain(`Signed in as ${email}`)
    await signOut(page)
    expect(await homeFromServer(context)).toContain('Signed out')
    await signInByPassword(page, email)
    await signedInAs(page, email)
  })

  test('reads the user on the server when the access token is missing', async () => {
    const { context, page } = await openHost()
    const email = someEmail()
    await signUp(page, email)
    await signedInAs(page, email)

    await context.clearCookies({ name: /access/ })

    expect(await homeFromServer(context)).toContain(`Signed in as ${email}`)
  })

  test('signs in at a provider', async () => {
    const { context, page } = await openHost()
    const email = someEmail()

    await signInAtGoogle(page, email)

    await signedInAs(page, email)
    expect(await homeFromServer(context)).toContain(`Signed in as ${email}`)
  })

  test('signs in with the code of a mail', async () => {
    const { context, page } = await openHost()
    const email = someEmail()

    await signInByCode(page, service.portico.mailbox, email)

    await signedInAs(page, email)
    expect(await homeFromServer(context)).toContain(`Signed in as ${email}`)
  })

  test('signs in with the link of a mail', async () => {
    const { context, page } = await openHost()
    const email = someEmail()

    await signInByLink(page, service.portico.mailbox, email)

    await signedInAs(page, email)
    expect(await homeFromServer(context)).toContain(`Signed in as ${email}`)
  })

  test('opens the account settings and changes the display name there', async () => {
    const { page } = await openHost()
    const email = someEmail()
    await signUp(page, email)
    await signedInAs(page, email)
    const problems = recordProblems(page)

    await changeNameInSettings(page, 'Ada Lovelace')
    await openEverySettingsPage(page, email)

    expect(problems).toEqual([])
    const { body } = await service.project.server().get<{ items: object[] }>(`/users?query=${email}`)
    expect(body.items).toMatchObject([{ primary_email: email, display_name: 'Ada Lovelace' }])
  })

  test('creates, renames, joins and leaves a team', async () => {
    const [owner, guest] = [await openSignedUp(), await openSignedUp()]

    const walk = await walkTeams(service, { owner, guest })

    expect(walk.problems).toEqual([])
    expect(walk.membersAfterJoining).toEqual([owner.email, guest.email])
    expect(walk.membersAfterLeaving).toEqual([owner.email])
  })

  test('lists, reads and updates a user on the server', async () => {
    const { context } = await openHost()
    const { email } = await service.project.signUp()

    const response = await context.request.post('/rename', { data: { email, displayName: 'Renamed' } })

    expect(await response.json()).toEqual({
      count: 1,
      primaryEmail: email,
      displayName: 'Renamed',
      serverMetadata: { shelf: 'travel' },
    })
  })

  test('sends no request to other hosts from its server', () => {
    expect([...host.refusedHosts]).toEqual([])
  })

  async function openHost(): Promise<{ context: BrowserContext; page: Page }> {
    const context = await openContext(service.browser, host.url)
    return { context, page: await context.newPage() }
  }

  async function openSignedUp(): Promise<SignedInPage> {
    const { page } = await openHost()
    const email = someEmail()
    await signUp(page, email)
    await signedInAs(page, email)
    return { page, email }
  }
})

/** Returns the home page as the server renders it, without running scripts. */
async function homeFromServer(context: BrowserContext): Promise<string> {
  const response = await context.request.get('/')
  return response.text()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Leave' }).click()
  await page.getByText('Signed out', { exact: true }).waitFor()
}
