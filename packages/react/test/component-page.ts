import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import type { BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { build, preview } from 'vite'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { shareChromium, type BrowserShare } from '../../../tools/chromium.ts'
import type {} from '../dev/main.tsx'
import type { Scene } from '../dev/scene-builder.ts'
import { SceneService } from '../dev/scene-service.ts'

export interface ComponentPageOptions {
  readonly query?: Readonly<Record<string, string>>
  readonly context?: BrowserContextOptions
  /** Host name in the URL. Passkeys need a host name, not an IP address. */
  readonly host?: 'localhost'
  /** Returns the page before its skeleton is gone. */
  readonly loading?: boolean
  /** Opens a page that no other test gets, for changes that `clear` cannot undo, such as an installed clock. */
  readonly own?: boolean
}

/**
 * The development build of React mounts each component twice and reports misuse, so it detects effects that are not
 * undone. It takes a third more processor time.
 */
export type ReactBuild = 'production' | 'development'

export interface SharedPage {
  readonly page: Page
  /** Messages of uncaught errors. */
  readonly uncaughtErrors: readonly string[]
  /** Errors in the console, where React writes its warnings. */
  readonly consoleErrors: readonly string[]
}

const VIEWPORT = { width: 1280, height: 800 }

/** Calls whose effects last until the page or its context is closed. A page that other tests get refuses them. */
const lasting = {
  page: ['addInitScript', 'emulateMedia', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders'],
  context: [
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'grantPermissions',
    'setExtraHTTPHeaders',
    'setGeolocation',
    'setOffline',
  ],
  clock: ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'],
}

const shared = {
  configFile: fileURLToPath(new URL('../dev/vite.config.ts', import.meta.url)),
  logLevel: 'error',
} as const

async function buildPages(react: ReactBuild): Promise<string> {
  const isProduction = react === 'production'
  const folder = await mkdtemp(join(tmpdir(), 'portico-components-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await build({
    ...shared,
    define: { 'process.env.NODE_ENV': JSON.stringify(react) },
    oxc: { jsx: { development: !isProduction } },
    // One script loads faster than a hundred modules.
    build: { outDir: folder, minify: isProduction, rolldownOptions: { output: { codeSplitting: false } } },
  })
  return folder
}

async function serve(react: ReactBuild): Promise<string> {
  const outDir = await buildPages(react)
  service ??= SceneService.start()
  const plugins = [(await service).plugin()]
  const server = await preview({ ...shared, plugins, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } })
  const address = server.resolvedUrls?.local[0]
  if (address === undefined) throw new Error('Vite preview did not start: it has no local URL.')
  return address
}

/** The service of the worker, which several test files share. */
let service: Promise<SceneService> | undefined
/** The server of each build, until the worker ends. */
const servers = new Map<ReactBuild, Promise<string>>()
/** Cleared pages, by the options of their contexts. */
const freePages = new Map<string, Page[]>()

/**
 * Starts the component page before the tests of a file, and closes afterwards what they opened.
 *
 * @param react default build of React for its pages
 */
export function componentPages(react: ReactBuild = 'production'): ComponentPages {
  const pages = new ComponentPages(react)
  beforeAll(() => pages.start())
  afterAll(() => pages.close())
  return pages
}

/**
 * Runs the component page in Chromium. Creating a context and loading a page cost more than most tests, so a page is
 * cleared after its test and shows the scenario of a later test of any file. Two pages of one test never share a
 * context.
 */
class ComponentPages {
  readonly #react: ReactBuild
  /** Closed with the test file. */
  #browser!: BrowserShare
  /** Not closed: later files use its pages. */
  #lastingBrowser!: BrowserShare

  constructor(react: ReactBuild) {
    this.#react = react
  }

  async start(): Promise<void> {
    this.#browser = await shareChromium()
    this.#lastingBrowser = await shareChromium()
    await this.#addressOf(this.#react)
  }

  /**
   * Opens a scenario of `dev/scenarios.tsx` until the end of the test. An uncaught error in the page fails the test.
   */
  async open(scenario: string, options: ComponentPageOptions = {}): Promise<Page> {
    const { viewport = VIEWPORT, ...context } = options.context ?? {}
    const isReusable = options.own !== true && viewport !== null
    const key = JSON.stringify({ ...context, host: options.host, react: this.#react })
    const free = freePages.get(key) ?? []
    freePages.set(key, free)
    const freePage = isReusable ? free.pop() : undefined
    if (freePage && viewport && !isDeepStrictEqual(freePage.viewportSize(), viewport)) {
      await freePage.setViewportSize(viewport)
    }
    const browser = isReusable ? this.#lastingBrowser : this.#browser
    const page = freePage ?? (await createPage(browser, { ...context, viewport }))
    if (isReusable && !freePage) preventLasting(page)

    const uncaughtErrors: string[] = []
    const collect = (error: Error): void => void uncaughtErrors.push(error.message)
    page.on('pageerror', collect)
    onTestFinished(async ({ task }) => {
      const isKept = isReusable && task.result?.state !== 'fail' && (await this.#clear(page, options.host))
      page.off('pageerror', collect)
      if (isKept) free.push(page)
      else await page.context().close()
      if (uncaughtErrors.length > 0) throw new Error(`Uncaught errors in the page: ${uncaughtErrors.join('; ')}`)
    })
    await this.#show(page, scenario, this.#react, options)
    return page
  }

  /**
   * Opens a scenario until the end of the test file, for several read-only tests, and collects its errors. The page has
   * a host name, so that it offers passkeys.
   */
  async share(scenario: string, react: ReactBuild = 'development'): Promise<SharedPage> {
    const page = await createPage(this.#browser, { viewport: VIEWPORT })
    const uncaughtErrors: string[] = []
    const consoleErrors: string[] = []
    page.on('pageerror', (error) => uncaughtErrors.push(error.message))
    page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()))
    await this.#show(page, scenario, react, { host: 'localhost' })
    return { page, uncaughtErrors, consoleErrors }
  }

  /**
   * Returns the state of the service behind the page. The test can continue as its users, servers and administrators.
   */
  async sceneOf(page: Page): Promise<Scene> {
    if (!service) throw new Error('No page was opened.')
    const [, { id }] = await page.evaluate(
      () => JSON.parse(sessionStorage.getItem('scene') ?? '') as [string, { id: number }],
    )
    return (await service).scene(id)
  }

  /** Loads another scenario with the scene of the page. */
  async continueAs(page: Page, scenario: string, query: Readonly<Record<string, string>> = {}): Promise<void> {
    await page.evaluate((name) => {
      const [, scene] = JSON.parse(sessionStorage.getItem('scene') ?? '') as [string, object]
      sessionStorage.setItem('scene', JSON.stringify([name, scene]))
    }, scenario)
    await page.goto(`${new URL(page.url()).origin}/?${new URLSearchParams({ scenario, ...query })}`)
  }

  close(): Promise<void> {
    return this.#browser.close()
  }

  /** Shows a scenario: inside the component page if it is open, otherwise by a load. */
  async #show(
    page: Page,
    scenario: string,
    react: ReactBuild,
    { query = {}, loading = false, host }: ComponentPageOptions,
  ): Promise<void> {
    const search = `?${new URLSearchParams({ scenario, ...query })}`
    const address = await this.#addressOf(react, host)
    if (page.url() === address) await page.evaluate((shown) => window.componentPage.show(shown), search)
    else await page.goto(`${address}${search}`)
    // Waits once inside the page. The growing poll intervals of locators would add up over hundreds of scenarios.
    await page.evaluate((mayLoad) => window.componentPage.isShown(mayLoad), loading)
  }

  /** Removes what a test left in its page and context. Returns false if the page cannot be used again. */
  async #clear(page: Page, host: ComponentPageOptions['host']): Promise<boolean> {
    const context = page.context()
    try {
      const others = context.pages().filter((other) => other !== page)
      await Promise.all(others.map((other) => other.close()))
      await Promise.all([page.unrouteAll(), context.unrouteAll(), page.mouse.move(-1, -1)])
      const address = await this.#addressOf(this.#react, host)
      // Storage belongs to an origin.
      if (!page.url().startsWith(address)) await page.goto(address)
      await page.evaluate(() => window.componentPage.leave())
      await Promise.all([context.clearCookies(), ...(devToolsOf.get(page) ?? []).map((session) => session.detach())])
      devToolsOf.set(page, [])
      return true
    } catch {
      // For example, because the test closed the page.
      return false
    }
  }

  async #addressOf(react: ReactBuild, host?: ComponentPageOptions['host']): Promise<string> {
    const serving = servers.get(react) ?? serve(react)
    servers.set(react, serving)
    const address = new URL(await serving)
    if (host !== undefined) address.hostname = host
    return address.href
  }
}

async function createPage(browser: BrowserShare, options: BrowserContextOptions): Promise<Page> {
  // Each frame of an animation costs about a millisecond. `e2e/looks.test.ts` shows the same components with
  // animations.
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  return context.newPage()
}

/** The DevTools sessions of the current test. Detaching them undoes their changes, such as a virtual authenticator. */
const devToolsOf = new WeakMap<Page, CDPSession[]>()

function preventLasting(page: Page): void {
  const refuse = (): never => {
    throw new Error('Open the page with `own: true`: the next test would get it with what this call changes.')
  }
  const refusing = (names: readonly string[]): object => Object.fromEntries(names.map((name) => [name, refuse]))
  const context = page.context()
  const newCDPSession = context.newCDPSession.bind(context)
  Object.assign(page, refusing(lasting.page))
  Object.assign(context, refusing(lasting.context), {
    async newCDPSession(of: Page): Promise<CDPSession> {
      const session = await newCDPSession(of)
      devToolsOf.set(page, [...(devToolsOf.get(page) ?? []), session])
      return session
    },
  })
  Object.assign(page.clock, refusing(lasting.clock))
}
