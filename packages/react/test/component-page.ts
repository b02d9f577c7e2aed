import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { build, preview, type PreviewServer } from 'vite'
import { onTestFinished } from 'vitest'
import { shareChromium, type BrowserShare } from '../../../tools/chromium.ts'

export interface ComponentPageOptions {
  readonly query?: Readonly<Record<string, string>>
  readonly context?: BrowserContextOptions
  /** Host name in the URL. Passkeys need a host name, not an IP address. */
  readonly host?: 'localhost'
  /** Returns the page without waiting until its skeleton is gone. */
  readonly loading?: boolean
  /** Opens a page that no other test gets, for a test that does what `clear` cannot undo, such as installing a clock. */
  readonly own?: boolean
  /** Default: the build that the test file has chosen. */
  readonly react?: ReactBuild
}

/**
 * The development build of React mounts each component twice and reports misuse, so it finds effects that do not undo what they
 * do. It takes a third more processor time.
 */
export type ReactBuild = 'production' | 'development'

export interface SharedPage {
  readonly page: Page
  /** Messages of uncaught errors. */
  readonly uncaughtErrors: readonly string[]
  /** Error messages in the console, where React writes its warnings. */
  readonly consoleErrors: readonly string[]
}

const VIEWPORT = { width: 1280, height: 800 }
const EMPTY_PAGE = 'empty.html'

/** What lasts until the page or its context is closed, so a page that others get refuses it. */
const lasting = {
  page: ['addInitScript', 'emulateMedia', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders'],
  context: [
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'grantPermissions',
    'newCDPSession',
    'setExtraHTTPHeaders',
    'setGeolocation',
    'setOffline',
  ],
  clock: ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'],
}

/** Folders of the builds. Each is made once per worker, which runs several test files. */
const built = new Map<ReactBuild, Promise<string>>()

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
  await writeFile(join(folder, EMPTY_PAGE), '<!doctype html><title>Empty</title>')
  return folder
}

async function serve(react: ReactBuild): Promise<{ server: PreviewServer; address: string }> {
  const folder = built.get(react) ?? buildPages(react)
  built.set(react, folder)
  const server = await preview({
    ...shared,
    build: { outDir: await folder },
    preview: { host: '127.0.0.1', port: 0 },
  })
  const address = server.resolvedUrls?.local[0]
  if (address === undefined) throw new Error('Vite preview did not start: it has no local URL.')
  return { server, address }
}

/**
 * Runs the component page in Chromium: a browser and one server per build for each test file. A new browser context costs more than most
 * tests, so a page is cleared after its test and given to a later one. Two pages of one test never share a context.
 */
export class ComponentPages {
  readonly #servers = new Map<ReactBuild, ReturnType<typeof serve>>()
  readonly #browser: BrowserShare
  readonly #react: ReactBuild
  /** Cleared pages, by the options of their contexts. */
  readonly #free = new Map<string, Page[]>()

  private constructor(browser: BrowserShare, react: ReactBuild) {
    this.#browser = browser
    this.#react = react
  }

  /** @param react build of React for pages that name none */
  static async start(react: ReactBuild = 'production'): Promise<ComponentPages> {
    const pages = new ComponentPages(await shareChromium(), react)
    await pages.#addressOf({})
    return pages
  }

  /** Opens a scenario of `dev/scenarios.tsx` until the end of the test. An uncaught error in the page fails the test. */
  async open(scenario: string, options: ComponentPageOptions = {}): Promise<Page> {
    const { viewport = VIEWPORT, ...context } = options.context ?? {}
    const isReusable = options.own !== true && viewport !== null
    const key = JSON.stringify({ ...context, host: options.host, react: options.react })
    const freePages = this.#free.get(key) ?? []
    this.#free.set(key, freePages)
    const freePage = isReusable ? freePages.pop() : undefined
    if (freePage && viewport) await freePage.setViewportSize(viewport)
    const page = freePage ?? (await this.#create({ ...context, viewport }))
    if (isReusable) refuseLasting(page)

    const uncaughtErrors: string[] = []
    const collect = (error: Error): void => void uncaughtErrors.push(error.message)
    page.on('pageerror', collect)
    onTestFinished(async ({ task }) => {
      const isKept = isReusable && task.result?.state !== 'fail' && (await this.#clear(page, options))
      page.off('pageerror', collect)
      if (isKept) freePages.push(page)
      else await page.context().close()
      if (uncaughtErrors.length > 0) throw new Error(`Uncaught errors in the page: ${uncaughtErrors.join('; ')}`)
    })
    await this.#load(page, scenario, options)
    return page
  }

  /** Opens a scenario until the end of the test file, for several read-only tests, and collects its errors. */
  async share(scenario: string): Promise<SharedPage> {
    const page = await this.#create({ viewport: VIEWPORT })
    const uncaughtErrors: string[] = []
    const consoleErrors: string[] = []
    page.on('pageerror', (error) => uncaughtErrors.push(error.message))
    page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()))
    await this.#load(page, scenario, { react: 'development' })
    return { page, uncaughtErrors, consoleErrors }
  }

  async close(): Promise<void> {
    await this.#browser.close()
    await Promise.all([...this.#servers.values()].map(async (serving) => (await serving).server.close()))
  }

  async #create(options: BrowserContextOptions): Promise<Page> {
    const context = await this.#browser.newContext(options)
    return context.newPage()
  }

  async #load(page: Page, scenario: string, options: ComponentPageOptions): Promise<void> {
    const { query = {}, loading = false } = options
    await page.goto(`${await this.#addressOf(options)}?${new URLSearchParams({ scenario, ...query })}`)
    // One wait in the page itself: locators poll at growing intervals, which adds up over hundreds of pages.
    await page.waitForFunction(
      (mayLoad) =>
        document.querySelector('.portico-root, .greeting') !== null &&
        (mayLoad || document.querySelector('.portico-skeleton, .portico-bone') === null),
      loading,
    )
  }

  /** Removes what a test left in its page and context. Returns false if the page cannot be used again. */
  async #clear(page: Page, options: ComponentPageOptions): Promise<boolean> {
    const context = page.context()
    try {
      const others = context.pages().filter((other) => other !== page)
      await Promise.all(others.map((other) => other.close()))
      await Promise.all([page.unrouteAll(), context.unrouteAll()])
      // A page without scripts, so that nothing is stored again.
      await page.goto(`${await this.#addressOf(options)}${EMPTY_PAGE}`)
      await Promise.all([page.evaluate(clearStorage), context.clearCookies(), page.mouse.move(-1, -1)])
      return true
    } catch {
      // For example, the test closed the page.
      return false
    }
  }

  async #addressOf({ host, react = this.#react }: ComponentPageOptions): Promise<string> {
    const serving = this.#servers.get(react) ?? serve(react)
    this.#servers.set(react, serving)
    const address = new URL((await serving).address)
    if (host !== undefined) address.hostname = host
    return address.href
  }
}

async function clearStorage(): Promise<void> {
  window.name = ''
  localStorage.clear()
  sessionStorage.clear()
  for (const { name } of await indexedDB.databases()) if (name !== undefined) indexedDB.deleteDatabase(name)
  for (const name of await caches.keys()) await caches.delete(name)
}

function refuseLasting(page: Page): void {
  const refuse = (): never => {
    throw new Error('Open the page with `own: true`: the next test would get it with what this call changes.')
  }
  const refusing = (names: readonly string[]): object => Object.fromEntries(names.map((name) => [name, refuse]))
  Object.assign(page, refusing(lasting.page))
  Object.assign(page.context(), refusing(lasting.context))
  Object.assign(page.clock, refusing(lasting.clock))
}
