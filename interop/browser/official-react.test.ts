import { someEmail } from '@portico/testkit'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { serveHosts, type Hosts } from './hosts.ts'
import {
  changeNameInSettings,
  openContext,
  openEverySettingsPage,
  recordProblems,
  signedInAs,
  signInAtGoogle,
  signInByCode,
  signUp,
  useService,
} from './steps.ts'
import { walkTeams, type SignedInPage } from './team-walk.ts'

const service = useService()
let hosts: Hosts

beforeAll(async () => {
  hosts = await serveHosts(service.portico, service.project)
})

afterAll(() => hosts.close())

/**
 * The cookies of each version, and whether it reads ours after a rollback (`docs/migration.md`). `npm run interop`
 * tests the team pages of an older version.
 */
const versions = [
  {
    version: '2.8.12',
    client: 'oldest',
    cookies: ['stack-access', 'stack-refresh-<project>'],
    readsOurCookies: false,
    walksTeams: false,
  },
  {
    version: '2.8.108',
    client: 'newest',
    cookies: ['hexclave-access', 'hexclave-refresh-<project>--default'],
    readsOurCookies: true,
    walksTeams: true,
  },
] as const

describe.each(versions)('a host with @stackframe/react $version', (setup) => {
  const { client, cookies, readsOurCookies, walksTeams } = setup

  test('has working pages and keeps its users signed in when it migrates to our client', async () => {
    hosts.serve(client)
    const context = await openContext(service.browser, hosts.url)
    const page = await context.newPage()
    const email = someEmail()

    await signUp(page, email)
    await signedInAs(page, email)
    expect(await sessionCookies(context)).toEqual(cookies)

    const problems = recordProblems(page)
    await changeNameInSettings(page, 'Ada Lovelace')
    await openEverySettingsPage(page, email)
    expect(problems).toEqual([])
    const { body } = await service.project.server().get<{ items: object[] }>(`/users?query=${email}`)
    expect(body.items).toMatchObject([{ primary_email: email, display_name: 'Ada Lovelace' }])

    if (walksTeams) await checkTeams({ page, email })

    await page.goto('/')
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.getByText('Signed out', { exact: true }).waitFor()
    await signInAtGoogle(page, 'reader.at.google@example.com')
    await signedInAs(page, 'reader.at.google@example.com')
    await context.clearCookies()
    await signInByCode(page, service.portico.mailbox, email)
    await signedInAs(page, email)

    // Removes the access token, so that our client refreshes on load and writes its own cookies.
    await context.clearCookies({ name: /access/ })
    hosts.serve('moved')
    const moved = await context.newPage()
    await moved.goto('/')
    await signedInAs(moved, email)
    if (readsOurCookies) await signedInAs(page, email)
    else await page.getByText('Signed out', { exact: true }).waitFor()

    // Closes the tab of the official client, because the newest version would write its own cookies again.
    await page.close()
    await context.clearCookies({ name: /access/ })
    await moved.reload()
    await signedInAs(moved, email)
    await expect.poll(() => sessionCookies(context)).toEqual(['stack-access', 'stack-refresh-<project>--default'])

    hosts.serve(client)
    await moved.goto('/')
    if (readsOurCookies) await signedInAs(moved, email)
    else await moved.getByText('Signed out', { exact: true }).waitFor()
  })

  /** Walks through the teams as this user and a guest, who signs up in another browser profile. */
  async function checkTeams(owner: SignedInPage): Promise<void> {
    const guestContext = await openContext(service.browser, hosts.url)
    const guest = { page: await guestContext.newPage(), email: someEmail() }
    await signUp(guest.page, guest.email)
    await signedInAs(guest.page, guest.email)

    const walk = await walkTeams(service, { owner, guest })

    expect(walk.problems).toEqual([])
    expect(walk.membersAfterJoining).toEqual([owner.email, guest.email])
    expect(walk.membersAfterLeaving).toEqual([owner.email])
  }
})

test('a portal with svix-react shows and changes the webhooks of the project', async () => {
  const { portico, project } = service
  const admin = project.admin()
  const path = '/internal/webhook-endpoints'
  const listEndpoints = async (): Promise<{ id: string; url: string }[]> =>
    (await admin.get<{ items: { id: string; url: string }[] }>(path)).body.items
  // Takes the URL of the endpoint at which the testkit collects the webhooks of the project.
  await portico.webhooks.collect(project)
  const [{ id, url } = expect.unreachable()] = await listEndpoints()
  await admin.delete(`${path}/${id}`)
  hosts.serve('svix')
  const context = await openContext(service.browser, hosts.url)
  const page = await context.newPage()
  const problems = recordProblems(page)
  const line = (text: string): Promise<void> => page.getByText(text, { exact: true }).waitFor()
  const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()
  const { body } = await admin.post<{ token: string }>('/webhooks/svix-token', {})

  await page.goto(`/#${body.token}`)
  await line('Events: 18')
  await page.getByLabel('URL').fill(url)
  await press('Add')
  await line(`Endpoint: ${url} `)
  await press('Rename')
  await line(`Endpoint: ${url} Renamed`)
  await press('Set headers')
  await line('Headers: X-Shop')
  await press('Add a header')
  await line('Headers: X-Shop, X-Key')
  const secret = await page.getByText(/^Secret: whsec_/).textContent()
  await press('Rotate')
  await page
    .getByText(/^Secret: whsec_/)
    .filter({ hasNotText: secret ?? '' })
    .waitFor()

  await project.signUp()
  await portico.service.idle()
  await page.reload()
  await line('Succeeded: 1')
  await line('Attempts of the endpoint: user.created 204')
  await line('Messages of the endpoint: user.created')
  await line('Message: user.created')
  await line('Attempts of the message: 1')
  await line('Endpoints of the message: success')
  await press('Resend')
  await expect.poll(() => page.title()).toBe('Sent again')
  const received = await portico.webhooks.received()
  expect(received.map(({ headers }) => headers['x-key'])).toEqual(['two', 'two'])
  await press('Recover')
  await expect.poll(() => page.title()).toBe('Recovered')
  await press('Delete')
  await expect.poll(listEndpoints).toEqual([])
  expect(problems).toEqual([])
})

/** Names of the cookies that hold the session. */
async function sessionCookies(context: BrowserContext): Promise<string[]> {
  const names = (await context.cookies()).map(({ name }) => name.replace(service.project.id, '<project>'))
  return names.filter((name) => /-(refresh|access)/.test(name)).toSorted()
}
