import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type Axe from 'axe-core'
import type { Frame, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type SharedPage, componentPages } from './component-page.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const pages = componentPages()
/**
 * A page of another origin that contains the frame. It has the same host, because a browser may deny all storage to a
 * frame of another one.
 */
let site: Server
let siteOrigin: string
let shared: SharedPage
/** A frame of the other site that shows one scenario after the other. */
let framed: Frame

beforeAll(async () => {
  site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Another site</title><style>body{margin:0}iframe{border:0}</style>')
  })
  await new Promise<void>((resolve) => site.listen(0, 'localhost', resolve))
  siteOrigin = `http://localhost:${(site.address() as AddressInfo).port}`
  shared = await pages.share('unknown-page', 'production')
  const address = shared.page.url()
  await shared.page.goto(siteOrigin)
  framed = await addFrame(shared.page, address)
})

afterAll(() => site.close())

/** Opens a scenario in a frame that fills the page of the other site. */
async function openFramed(scenario: string, query: Readonly<Record<string, string>> = {}): Promise<Frame> {
  onTestFinished(() => {
    const { uncaughtErrors } = shared
    if (uncaughtErrors.length > 0) throw new Error(`Uncaught errors in the frame: ${uncaughtErrors.join('; ')}`)
  })
  await framed.evaluate(
    async (search) => {
      await window.componentPage.leave()
      window.componentPage.show(search)
      await window.componentPage.isShown(false)
    },
    `?${new URLSearchParams({ scenario, ...query })}`,
  )
  return framed
}

async function addFrame(within: Page | Frame, address: string): Promise<Frame> {
  const handle = await within.evaluateHandle((src) => {
    const frame = document.createElement('iframe')
    frame.src = src
    frame.style.cssText = 'display:block;inline-size:100vw;block-size:100vh;border:0'
    document.body.replaceChildren(frame)
    return frame
  }, address)
  const frame = await handle.contentFrame()
  if (!frame) throw new Error('The frame did not load.')
  await frame.locator('.portico-card').waitFor()
  return frame
}

const heading = (frame: Frame, name: string) => frame.getByRole('heading', { name })
async function expectVisible(locator: Locator): Promise<void> {
  await locator.waitFor()
  expect(await locator.isVisible()).toBe(true)
}

const refusal = 'Open this page in its own tab'

/** The URLs of the service that this page has called. */
const calls = (frame: Frame): Promise<string | undefined> =>
  frame.evaluate(() => document.documentElement.dataset['calls'])

describe('a handler page in a frame of another origin', () => {
  test.each([
    'sign-in-framed',
    'oauth-callback',
    'magic-link-callback',
    'email-verification',
    'password-reset',
    'cli-auth-confirm',
    'sign-out-signed-in',
    'settings-profile',
    'signed-in-redirect',
    'alias',
  ])('%s shows a refusal and calls no endpoint', async (scenario) => {
    const frame = await openFramed(scenario)
    const address = frame.url()

    await heading(frame, refusal).waitFor()
    await frame.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))

    expect(await calls(frame)).toBeUndefined()
    expect(frame.url()).toBe(address)
    expect(await frame.evaluate(() => document.documentElement.dataset['navigatedTo'])).toBeUndefined()
    expect(await frame.getByRole('textbox').count()).toBe(0)
  })

  test('offers to open the page in a new tab, where it works', async () => {
    const frame = await openFramed('sign-in-framed')
    const opened = frame.page().waitForEvent('popup')

    await frame.getByRole('link', { name: 'Open in a new tab' }).click()

    const tab = await opened
    await expectVisible(tab.getByRole('heading', { name: 'Sign in to your account' }))
    expect(await tab.evaluate(() => window.opener)).toBeNull()
    await tab.close()
  })

  test('is shown only if the host allows that origin', async () => {
    const allowed = await openFramed('sign-in-framed', { allowed: siteOrigin })
    await expectVisible(heading(allowed, 'Sign in to your account'))

    const refused = await openFramed('sign-in-framed', { allowed: 'https://host.example' })
    await expectVisible(heading(refused, refusal))
  })

  test('does not work inside a frame of its own origin that another origin frames', async () => {
    const outer = await openFramed('unknown-page')

    const inner = await addFrame(outer, outer.url().replace('unknown-page', 'sign-in-framed'))

    await expectVisible(heading(inner, refusal))
  })

  test.each([
    ['light', 'ltr'],
    ['dark', 'rtl'],
  ])('shows a refusal without accessibility violations in %s mode, %s', async (mode, dir) => {
    const frame = await openFramed('sign-in-framed', { mode, dir })
    await heading(frame, refusal).waitFor()
    await frame.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource)

    const findings = await frame.evaluate(async () => {
      const { axe } = window as unknown as { axe: typeof Axe }
      // The host provides the landmarks around the card.
      const rules = { region: { enabled: false }, 'landmark-one-main': { enabled: false } }
      const { violations } = await axe.run(document, { rules })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    })

    expect(findings).toEqual([])
  })
})

test('a handler page in a frame of its own origin works', async () => {
  const page = await pages.open('unknown-page')

  const frame = await addFrame(page, page.url().replace('unknown-page', 'sign-in-framed'))

  await expectVisible(heading(frame, 'Sign in to your account'))
})

test('a component that the host renders in its own page works in a frame', async () => {
  const frame = await openFramed('sign-in-embedded')

  await expectVisible(heading(frame, 'Sign in to your account'))
})
