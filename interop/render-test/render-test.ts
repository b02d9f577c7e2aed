import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Exchange } from './counting-proxy.ts'

export interface RenderTestOptions {
  /** The URL of the app. */
  readonly app: string
  /** At least two pages that only signed-in users see and that are rendered for each request. */
  readonly paths: readonly string[]
  /** The `Cookie` header of a signed-in visitor whose access token has expired. */
  readonly cookies: string
  /** A text that each page shows to this visitor. */
  readonly signedInText: string
  /** The number of renders by servers. The browser opens a tenth as many pages. */
  readonly renders: number
  readonly browser: Pick<Browser, 'newContext'>
  /** The exchanges that the service received (`startCountingProxy`). */
  readonly exchanges: readonly Exchange[]
  /** The number of processes that serve the app. Default: 1. */
  readonly processes?: number
}

export interface RenderTestReport {
  readonly renders: number
  readonly exchanges: number
  readonly seconds: number
  /** Empty if the adapter passes. */
  readonly faults: readonly string[]
}

const TABS = 2
const PARALLEL_REQUESTS = 5
/** A second, minus the amount by which the interval between two requests can change on the way. */
const WINDOW_MILLIS = 950

/** Renders pages for a visitor with an expired access token, as two tabs do. Reports faults of the renders. */
export async function runRenderTest(options: RenderTestOptions): Promise<RenderTestReport> {
  const { renders, processes = 1 } = options
  const countBefore = options.exchanges.length
  const faults = new Set<string>()
  const startedAt = Date.now()
  const inBrowser = Math.floor(renders / 10)
  const share = Math.ceil((renders - inBrowser) / TABS)
  let done = 0

  const fromTabs = await Promise.all(Array.from({ length: TABS }, () => sendRequests(share, options, faults)))
  done += fromTabs.reduce((sum, count) => sum + count, 0)
  done += await walk(Math.max(inBrowser, 1), options, faults)

  // A change of the user before the test may have exchanged the token too.
  const exchanges = options.exchanges.slice(countBefore)
  const most = countMostInAWindow(exchanges)
  if (exchanges.length === 0) faults.add('No render exchanged the token, so the access token had not expired.')
  if (most > processes) faults.add(`${most} token exchanges of one session in a second, by ${processes} process(es).`)
  return {
    renders: done,
    exchanges: exchanges.length,
    seconds: (Date.now() - startedAt) / 1_000,
    faults: [...faults],
  }
}

/** Requests pages with the same cookies, several at a time. */
async function sendRequests(count: number, options: RenderTestOptions, faults: Set<string>): Promise<number> {
  const { app, paths, cookies, signedInText } = options
  const visit = async (path: string): Promise<void> => {
    const response = await fetch(new URL(path, app), { headers: { cookie: cookies }, redirect: 'manual' })
    const html = await response.text()
    if (response.status !== 200) faults.add(`${path} answered ${response.status} instead of a page.`)
    else if (!html.includes(signedInText)) faults.add(`${path} was rendered for a signed-out visitor.`)
    if (response.headers.has('set-cookie')) faults.add(`The render of ${path} wrote a cookie.`)
  }
  for (let sent = 0; sent < count; sent += PARALLEL_REQUESTS) {
    const batch = Array.from({ length: Math.min(PARALLEL_REQUESTS, count - sent) }, (_, at) => sent + at)
    await Promise.all(batch.map((index) => visit(paths[index % paths.length] ?? '/')))
  }
  return count
}

/** Opens pages in two tabs of a browser, and goes back and forward. The access token is missing at each step. */
async function walk(count: number, options: RenderTestOptions, faults: Set<string>): Promise<number> {
  const { app, paths, cookies, browser } = options
  const [first = '/', second = first] = paths
  const context = await browser.newContext({ baseURL: app })
  await context.addCookies(parseCookies(cookies).map((cookie) => ({ ...cookie, url: app })))
  const tabs = await Promise.all(Array.from({ length: TABS }, () => context.newPage()))
  let renders = 0
  for (const tab of tabs) {
    tab.on('response', (response) => {
      if (response.request().resourceType() !== 'document') return
      renders += 1
      void response.headerValue('set-cookie').then(
        (written) =>
          written !== null && faults.add(`The render of ${new URL(response.url()).pathname} wrote a cookie.`),
        () => {},
      )
    })
  }
  const steps: readonly ((tab: Page) => Promise<unknown>)[] = [
    (tab) => tab.goto(first),
    (tab) => tab.goto(second),
    (tab) => tab.goBack(),
    (tab) => tab.goForward(),
  ]
  while (renders < count && faults.size === 0) {
    for (const step of steps) {
      await forgetAccessToken(context)
      await Promise.all(tabs.map((tab) => runStep(tab, step, options, faults)))
    }
  }
  await context.close()
  return renders
}

async function runStep(
  tab: Page,
  step: (tab: Page) => Promise<unknown>,
  { paths, signedInText }: RenderTestOptions,
  faults: Set<string>,
): Promise<void> {
  await step(tab)
  const { pathname } = new URL(tab.url())
  if (!paths.includes(pathname)) return void faults.add(`A tab was sent to ${pathname}.`)
  const isShown = await tab
    .getByText(signedInText)
    .first()
    .waitFor({ timeout: 30_000 })
    .then(
      () => true,
      () => false,
    )
  if (!isShown) faults.add(`A tab showed ${pathname} to a signed-out visitor.`)
}

/** Removes the cookie of the access token, as its expiry does. */
async function forgetAccessToken(context: BrowserContext): Promise<void> {
  await context.clearCookies({ name: /(stack|hexclave)-access$/ })
}

function parseCookies(header: string): { name: string; value: string }[] {
  return header.split(/;\s*/).map((pair) => {
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1) }
  })
}

/** Returns the largest number of exchanges that one session made in a second. */
function countMostInAWindow(exchanges: readonly Exchange[]): number {
  const counts = exchanges.map(
    ({ refreshToken, atMillis }) =>
      exchanges.filter(
        (other) =>
          other.refreshToken === refreshToken &&
          other.atMillis >= atMillis &&
          other.atMillis < atMillis + WINDOW_MILLIS,
      ).length,
  )
  return Math.max(0, ...counts)
}
