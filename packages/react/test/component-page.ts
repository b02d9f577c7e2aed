import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { build, preview, type PreviewServer } from 'vite'
import { onTestFinished } from 'vitest'
import { launchChromium } from '../../../tools/chromium.ts'

export interface ComponentPageOptions {
  readonly query?: Readonly<Record<string, string>>
  readonly context?: BrowserContextOptions
  /** Host name in the URL. Passkeys need a host name, not an IP address. */
  readonly host?: 'localhost'
  /** Returns the page without waiting until its skeleton is gone. */
  readonly loading?: boolean
}

export interface SharedPage {
  readonly page: Page
  /** Messages of uncaught errors. */
  readonly uncaughtErrors: readonly string[]
  /** Error messages in the console, where React writes its warnings. */
  readonly consoleErrors: readonly string[]
}

/** Runs the component page in Chromium: one server and browser for each test file, a new browser context for each page. */
export class ComponentPages {
  readonly #folder: string
  readonly #server: PreviewServer
  readonly #browser: Browser
  readonly #address: string

  private constructor(folder: string, server: PreviewServer, browser: Browser, address: string) {
    this.#folder = folder
    this.#server = server
    this.#browser = browser
    this.#address = address
  }

  static async start(): Promise<ComponentPages> {
    const folder = await mkdtemp(join(tmpdir(), 'portico-components-'))
    const shared = {
      configFile: fileURLToPath(new URL('../dev/vite.config.ts', import.meta.url)),
      logLevel: 'error',
    } as const
    await build({
      ...shared,
      // One bundle loads faster than a hundred modules. The development build of React reports misuse.
      define: { 'process.env.NODE_ENV': '"development"' },
      build: { outDir: folder, minify: false },
    })
    const server = await preview({ ...shared, build: { outDir: folder }, preview: { host: '127.0.0.1', port: 0 } })
    const address = server.resolvedUrls?.local[0]
    if (address === undefined) throw new Error('Vite preview did not start: it has no local URL.')
    return new ComponentPages(folder, server, await launchChromium(), address)
  }

  /** Opens a scenario of `dev/scenarios.tsx` until the end of the test. An uncaught error in the page fails the test. */
  async open(scenario: string, options: ComponentPageOptions = {}): Promise<Page> {
    const { page, uncaughtErrors } = await this.share(scenario, options)
    onTestFinished(async () => {
      await page.context().close()
      if (uncaughtErrors.length > 0) throw new Error(`Uncaught errors in the page: ${uncaughtErrors.join('; ')}`)
    })
    return page
  }

  /** Opens a scenario until the end of the test file, for several read-only tests, and collects its errors. */
  async share(
    scenario: string,
    { query = {}, context = {}, host, loading = false }: ComponentPageOptions = {},
  ): Promise<SharedPage> {
    const browserContext = await this.#browser.newContext({ viewport: { width: 1280, height: 800 }, ...context })
    const page = await browserContext.newPage()
    const uncaughtErrors: string[] = []
    const consoleErrors: string[] = []
    page.on('pageerror', (error) => uncaughtErrors.push(error.message))
    page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()))
    const address = new URL(this.#address)
    if (host !== undefined) address.hostname = host
    await page.goto(`${address.href}?${new URLSearchParams({ scenario, ...query })}`)
    // One wait in the page itself: locators poll at growing intervals, which adds up over hundreds of pages.
    await page.waitForFunction(
      (mayLoad) =>
        document.querySelector('.portico-root, .greeting') !== null &&
        (mayLoad || document.querySelector('.portico-skeleton, .portico-bone') === null),
      loading,
    )
    return { page, uncaughtErrors, consoleErrors }
  }

  async close(): Promise<void> {
    await this.#browser.close()
    await this.#server.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}
