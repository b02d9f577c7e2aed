import type { Browser, BrowserContext, Page } from 'playwright-core'

import { buildDashboard } from '../../tools/build-dashboard.mjs'
import { launchChromium } from '../../tools/chromium.ts'
import { SHORT_ROUNDS, type Comparison } from '../comparison.ts'
import {
  createProject,
  dashboardSession,
  send,
  signInUsers,
  signUpUsers,
  startPortico,
  type SignedIn,
} from '../portico.ts'

const OWNER = 'owner@example.com'
const PROJECTS = 10
const LAST_PROJECT = 'Marginalia'
const CPU_SLOW_DOWN = 4
/** The room is interactive if no long task begins for this time. */
const QUIET_MILLIS = 2_000

/** Counted from the navigation. */
interface FirstRoom {
  readonly bytes: number
  readonly shownMillis: number
  readonly interactiveMillis: number
}

/** Measures how an owner with projects opens the dashboard for the first time in a browser. */
export const dashboard: Comparison = {
  name: 'dashboard',
  async run({ postgres, progress }) {
    if ((await buildDashboard()) !== 0) throw new Error('The build of the dashboard has failed.')
    const portico = await startPortico({ DATABASE_URL: await postgres.createDatabase() })
    const [owner] = (await signUpUsers(portico, [OWNER])) as [SignedIn]
    for (let count = 1; count < PROJECTS; count += 1) await send(portico.origin, createProject(owner, `App ${count}`))
    await send(portico.origin, createProject(owner, LAST_PROJECT))

    const browser = await launchChromium()
    const rooms: FirstRoom[] = []
    try {
      // The first load warms up the service and is not counted.
      for (let round = 0; round <= SHORT_ROUNDS; round += 1) {
        const [session] = (await signInUsers(portico, [OWNER])) as [SignedIn]
        const room = await openFirstRoom(browser, portico.origin, session)
        const text = `${(room.bytes / 1_000).toFixed(0)} kB, interactive after ${room.interactiveMillis.toFixed(0)} ms`
        progress(round === 0 ? `warm-up: ${text}` : `round ${round}: ${text}`)
        if (round > 0) rooms.push(room)
      }
    } finally {
      await browser.close()
      await portico.stop()
    }
    return [
      {
        title: 'First room of the dashboard',
        conditions: `Chromium without a cache opens the list of ${PROJECTS} projects with a slow-down of the processor of ${CPU_SLOW_DOWN} ×, over loopback without a slow-down of the network. It is interactive when it is shown and the last long task has ended, after which none begins for ${QUIET_MILLIS / 1_000} s. The transferred bytes contain headers and the answers of the service.`,
        series: [
          { name: 'transferred', unit: 'kB', values: rooms.map(({ bytes }) => bytes / 1_000) },
          { name: 'projects are shown', unit: 'ms', values: rooms.map(({ shownMillis }) => shownMillis) },
          { name: 'interactive', unit: 'ms', values: rooms.map(({ interactiveMillis }) => interactiveMillis) },
        ],
        checks: [],
      },
    ]
  },
}

async function openFirstRoom(browser: Browser, origin: string, session: SignedIn): Promise<FirstRoom> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 800 } })
  try {
    const page = await openDashboard(context, origin, session)
    const devTools = await context.newCDPSession(page)
    let bytes = 0
    devTools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
    await devTools.send('Network.enable')
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOW_DOWN })
    await page.addInitScript(watch, { name: LAST_PROJECT, quietMillis: QUIET_MILLIS })
    await page.goto('/')
    const measured = await page.waitForFunction(() => (globalThis as unknown as Watched).firstRoom, null, {
      polling: 500,
    })
    const room = (await measured.jsonValue()) as Required<Watched>['firstRoom']
    return { ...room, bytes }
  } finally {
    await context.close()
  }
}

/** Returns a page in which an owner is signed in to the dashboard, which it has not opened yet. */
export async function openDashboard(context: BrowserContext, origin: string, session: SignedIn): Promise<Page> {
  const { path, headers, body } = dashboardSession(session, origin)
  const signedIn = await context.request.post(path, { headers, data: body ?? '' })
  if (!signedIn.ok()) throw new Error(`The dashboard refused the session: ${await signedIn.text()}`)
  return context.newPage()
}

interface Watched {
  firstRoom?: Omit<FirstRoom, 'bytes'>
}

/** Runs in the page. */
function watch({ name, quietMillis }: { readonly name: string; readonly quietMillis: number }): void {
  let shownMillis: number | null = null
  let lastTaskMillis = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (shownMillis === null) return
      const interactiveMillis = Math.max(shownMillis, lastTaskMillis)
      ;(globalThis as unknown as Watched).firstRoom = { shownMillis, interactiveMillis }
    }, quietMillis)
  }
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) lastTaskMillis = startTime + duration
    wait()
  }).observe({ type: 'longtask', buffered: true })
  const look = (): void => {
    const isShown = [...document.links].some(({ textContent }) => textContent?.includes(name))
    if (!isShown) return void requestAnimationFrame(look)
    // The frame that contains the links is painted after this callback.
    requestAnimationFrame(() => {
      shownMillis = performance.now()
      wait()
    })
  }
  requestAnimationFrame(look)
}
