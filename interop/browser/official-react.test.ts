import { someEmail } from '@portico/testkit'
import type { BrowserContext } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { serveHosts } from './hosts.ts'
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

/** Long enough to build and test the host on a machine that runs other tests at the same time. */
const TEST_TIMEOUT_MILLIS = 180_000

const service = useService()

/** The cookies of each version and whether it reads ours after a rollback, as in `docs/migration.md`. */
const versions = [
  {
    version: '2.8.12',
    package: 'stackframe-react-oldest',
    cookies: ['stack-access', 'stack-refresh-<project>'],
    readsOurCookies: false,
  },
  {
    version: '2.8.108',
    package: 'stackframe-react-newest',
    cookies: ['hexclave-access', 'hexclave-refresh-<project>--default'],
    readsOurCookies: true,
  },
] as const

test.each(versions)(
  'users of @stackframe/react $version stay signed in when the host migrates to our client',
  async ({ package: official, cookies, readsOurCookies }) => {
    const hosts = await serveHosts(official, service.portico, service.project)
    onTestFinished(() => hosts.close())
    const context = await openContext(service.browser, hosts.url)
    const page = await context.newPage()
    const email = someEmail()

    await signUp(page, email)
    await signedInAs(page, email)
    expect(await sessionCookies(context)).toEqual(cookies)
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.getByText('Signed out', { exact: true }).waitFor()
    await signInAtGoogle(page, 'reader.at.google@example.com')
    await signedInAs(page, 'reader.at.google@example.com')
    await context.clearCookies()
    await signInByCode(page, service.portico.mailbox, email)
    await signedInAs(page, email)

    // Remove the access token, so that our client refreshes on load and writes its own cookies.
    await context.clearCookies({ name: /access/ })
    hosts.serve('moved')
    const moved = await context.newPage()
    await moved.goto('/')
    await signedInAs(moved, email)
    if (readsOurCookies) await signedInAs(page, email)
    else await page.getByText('Signed out', { exact: true }).waitFor()

    // Close the tab of the official client, because the newest version writes its own cookies again.
    await page.close()
    await context.clearCookies({ name: /access/ })
    await moved.reload()
    await signedInAs(moved, email)
    await expect.poll(() => sessionCookies(context)).toEqual(['stack-access', 'stack-refresh-<project>--default'])

    hosts.serve('official')
    await moved.goto('/')
    if (readsOurCookies) await signedInAs(moved, email)
    else await moved.getByText('Signed out', { exact: true }).waitFor()
  },
  TEST_TIMEOUT_MILLIS,
)

/** Names of the cookies that hold the session. */
async function sessionCookies(context: BrowserContext): Promise<string[]> {
  const names = (await context.cookies()).map(({ name }) => name.replace(service.project.id, '<project>'))
  return names.filter((name) => /-(refresh|access)/.test(name)).toSorted()
}

test.each(versions)(
  'the account settings of @stackframe/react $version open and change the display name',
  async ({ package: official }) => {
    const hosts = await serveHosts(official, service.portico, service.project)
    onTestFinished(() => hosts.close())
    const context = await openContext(service.browser, hosts.url)
    const page = await context.newPage()
    const email = someEmail()
    await signUp(page, email)
    await signedInAs(page, email)
    const problems = recordProblems(page)

    await changeNameInSettings(page, 'Ada Lovelace')
    await openEverySettingsPage(page, email)

    expect(problems).toEqual([])
    const { body } = await service.project.server().get<{ items: object[] }>(`/users?query=${email}`)
    expect(body.items).toMatchObject([{ primary_email: email, display_name: 'Ada Lovelace' }])
  },
  TEST_TIMEOUT_MILLIS,
)
