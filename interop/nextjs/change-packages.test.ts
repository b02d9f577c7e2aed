import { someEmail } from '@portico/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openContext, recordProblems, signedInAs, signInByPassword, signUp, useService } from '../browser/steps.ts'
import { copyOfficialHost, type ExampleCopy } from './example-app.ts'
import { fillSignUp } from './example-walk.ts'
import { serveNext, serveNextHost, variablesOfOfficial, type NextHost } from './host.ts'

// The host of the official clients, and the same host with imports from @portico/nextjs/stack. A browser sends the
// cookies of one port to all ports.

const service = useService()
let copy: ExampleCopy
let moved: NextHost

beforeAll(async () => {
  copy = await copyOfficialHost()
  moved = await serveNext(copy.folder, variablesOfOfficial(service.portico, service.project))
})

afterAll(async () => {
  await moved.close()
  await copy.remove()
})

/** Whether each version reads our cookies after a rollback (`docs/migration.md`). */
const versions = [
  { version: '2.8.3', package: 'stackframe-stack-oldest', readsOurCookies: false },
  { version: '2.8.108', package: 'stackframe-stack-newest', readsOurCookies: true },
]

describe.each(versions)('a Next.js host of @stackframe/stack $version', ({ package: official, readsOurCookies }) => {
  const afterRollback = readsOurCookies ? 'and after a rollback' : 'and asks them to sign in again after a rollback'
  let before: NextHost

  beforeAll(async () => {
    before = await serveNextHost(official, service.portico, service.project)
  })

  afterAll(() => before.close())

  test(`keeps its users signed in when its import changes to our package, ${afterRollback}`, async () => {
    const context = await openContext(service.browser, before.url)
    const page = await context.newPage()
    const email = someEmail()
    await signUp(page, email)
    await signedInAs(page, email)
    const problems = recordProblems(page)

    await openMoved(page, email)
    // Our page then refreshes the session and writes its own cookies.
    await context.clearCookies({ name: /access/ })
    await page.reload()
    await openMoved(page, email)
    await page.goto(before.url)
    if (!readsOurCookies) {
      await page.getByText('Signed out', { exact: true }).waitFor()
      await signInByPassword(page, email)
    }
    await signedInAs(page, email)
    await openMoved(page, email)

    expect(problems).toEqual([])
  })

  test(`${readsOurCookies ? 'reads' : 'does not read'} the session of a user who signed up with our package`, async () => {
    const context = await openContext(service.browser, moved.url)
    const page = await context.newPage()
    const email = someEmail()
    await page.goto('/handler/sign-up')
    await page.waitForLoadState('networkidle')
    await page.getByRole('tab', { name: 'Email & Password' }).click()
    await fillSignUp(page, email)
    await signedInAs(page, email)
    const problems = recordProblems(page)

    await page.goto(before.url)
    if (readsOurCookies) await signedInAs(page, email)
    else await page.getByText('Signed out', { exact: true }).waitFor()
    await context.clearCookies({ name: /access/ })
    await page.reload()
    await openMoved(page, email)

    expect(problems).toEqual([])
  })
})

/** Opens pages of our package for a signed-in user. */
async function openMoved(page: Page, email: string): Promise<void> {
  await page.goto(moved.url)
  await signedInAs(page, email)
  await page.goto(`${moved.url}/handler/account-settings`)
  await page.getByRole('heading', { name: 'Profile', exact: true }).waitFor()
}
