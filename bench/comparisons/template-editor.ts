import type { Browser, Page } from 'playwright-core'

import { buildDashboard } from '../../tools/build-dashboard.mjs'
import { launchChromium } from '../../tools/chromium.ts'
import { median, SHORT_ROUNDS, type Comparison } from '../comparison.ts'
import { createProject, send, signInUsers, signUpUsers, startPortico, type SignedIn } from '../portico.ts'
import { openDashboard } from './dashboard.ts'

const OWNER = 'owner@example.com'
const PROJECT = 'Marginalia'
const KEYS = 20
/** An owner can change templates once the project has its own mail server. */
const mailServer = {
  ...{ type: 'standard', host: 'mail.invalid', port: 587, username: 'mailer', password: 'a password' },
  ...{ sender_name: PROJECT, sender_email: 'hello@marginalia.example' },
}

interface Opened {
  /** Scripts and styles that the first room has not loaded. */
  readonly bytes: number
  /** The median of all keys. */
  readonly previewMillis: number
}

/** Measures how an owner opens the mail editor and types in it. */
export const templateEditor: Comparison = {
  name: 'template-editor',
  async run({ postgres, progress }) {
    if ((await buildDashboard()) !== 0) throw new Error('The build of the dashboard has failed.')
    const portico = await startPortico({ DATABASE_URL: await postgres.createDatabase() })
    const [owner] = (await signUpUsers(portico, [OWNER])) as [SignedIn]
    const project = createProject(owner, PROJECT, { email_config: mailServer })
    const { id } = await send<{ id: string }>(portico.origin, project)

    const browser = await launchChromium()
    const rounds: Opened[] = []
    try {
      // The first round warms up the service and is not counted.
      for (let round = 0; round <= SHORT_ROUNDS; round += 1) {
        const [session] = (await signInUsers(portico, [OWNER])) as [SignedIn]
        const opened = await openEditor(browser, portico.origin, session, `/projects/${id}/emails/magic_link`)
        const text = `${(opened.bytes / 1_000).toFixed(0)} kB, preview after ${opened.previewMillis.toFixed(0)} ms`
        progress(round === 0 ? `warm-up: ${text}` : `round ${round}: ${text}`)
        if (round > 0) rounds.push(opened)
      }
    } finally {
      await browser.close()
      await portico.stop()
    }
    const kilobytes = rounds.map(({ bytes }) => bytes / 1_000)
    const millis = rounds.map(({ previewMillis }) => previewMillis)
    return [
      {
        title: 'Editor of mails',
        conditions: `Chromium opens the list of projects, and then the template of the sign-in mail by its address. The transferred scripts and styles are those that the list has not loaded. ${KEYS} keys are typed into the subject per round; the time runs from the event of a key to the loaded mail in the preview, and is the median of the round.`,
        series: [
          { name: 'transferred on top of the first room', unit: 'kB', values: kilobytes },
          { name: 'preview after a key', unit: 'ms', values: millis },
        ],
        checks: [
          { what: 'size of the editor of mails', values: kilobytes, unit: 'kB', target: { atMost: 80 } },
          { what: 'preview of a mail after a key', values: millis, unit: 'ms', target: { atMost: 100 } },
        ],
      },
    ]
  },
}

async function openEditor(browser: Browser, origin: string, session: SignedIn, path: string): Promise<Opened> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 800 } })
  try {
    const page = await openDashboard(context, origin, session)
    await page.goto('/')
    await page.getByRole('link', { name: PROJECT }).first().waitFor()
    const transferred = await countBytes(page)
    await page.goto(path)
    const subject = page.getByRole('textbox', { name: 'Subject' })
    await page.frameLocator('iframe').locator('iframe').waitFor()
    const bytes = transferred()
    await subject.press('End')
    return { bytes, previewMillis: await typeKeys(page) }
  } finally {
    await context.close()
  }
}

/** @returns the transferred bytes of scripts and styles so far; those from the browser's cache count nothing */
async function countBytes(page: Page): Promise<() => number> {
  const devTools = await page.context().newCDPSession(page)
  const code = new Set<string>()
  let bytes = 0
  devTools.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script' || type === 'Stylesheet') code.add(requestId)
  })
  devTools.on('Network.loadingFinished', ({ encodedDataLength, requestId }) => {
    if (code.has(requestId)) bytes += encodedDataLength
  })
  await devTools.send('Network.enable')
  return () => bytes
}

/** Both frames use the browser's clock, so their times can be compared. */
async function typeKeys(page: Page): Promise<number> {
  const frame = page.frames().find((one) => one.url().endsWith('/mail-preview'))
  if (!frame) throw new Error('The editor has no preview.')
  await page.evaluate(() => {
    addEventListener('keydown', ({ timeStamp }) => {
      ;(globalThis as unknown as Typed).typedAt = performance.timeOrigin + timeStamp
    })
  })
  const millis: number[] = []
  for (let key = 0; key < KEYS; key += 1) {
    const shownAt = frame.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const options = { capture: true, once: true }
          document.addEventListener('load', () => resolve(performance.timeOrigin + performance.now()), options)
        }),
    )
    await page.keyboard.press('a')
    const typedAt = await page.evaluate(() => (globalThis as unknown as Typed).typedAt)
    millis.push((await shownAt) - typedAt)
  }
  return median(millis)
}

interface Typed {
  typedAt: number
}
