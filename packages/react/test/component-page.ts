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
  /** Name of the server; passkeys need one that is no address. */
  readonly host?: 'localhost'
  /** Gives the page back while it still shows its skeleton. */
  readonly loading?: boolean
}

export interface SharedPage {
  readonly page: Page
  /** Errors that nobody caught. */
  readonly broken: readonly string[]
  /** What was written to the console as an error; React warns there. */
  readonly complaints: readonly string[]
}

/** The component page in a real browser: one server and one browser for a test file, a fresh context for each page. */
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
      // Built, because it loads faster than its hundred modules; with React's own checks, because they find things.
      define: { 'process.env.NODE_ENV': '"development"' },
      build: { outDir: folder, minify: false },
    })
    const server = await preview({ ...shared, build: { outDir: folder }, preview: { host: '127.0.0.1', port: 0 } })
    const address = server.resolvedUrls?.local[0]
    if (address === undefined) throw new Error('The server of the component page has no address.')
    return new ComponentPages(folder, server, await launchChromium(), address)
  }

  /** Opens a scenario of `dev/scenarios.tsx`, until the end of the test. A script that breaks fails the test. */
  async open(scenario: string, options: ComponentPageOptions = {}): Promise<Page> {
    const { page, broken } = await this.share(scenario, options)
    onTestFinished(async () => {
      await page.context().close()
      if (broken.length > 0) throw new Error(`The page's scripts broke: ${broken.join('; ')}`)
    })
    return page
  }

  /** The same until the end of the file, for tests that only look. What breaks or complains meanwhile is listed. */
  async share(
    scenario: string,
    { query = {}, context = {}, host, loading = false }: ComponentPageOptions = {},
  ): Promise<SharedPage> {
    const browserContext = await this.#browser.newContext({ viewport: { width: 1280, height: 800 }, ...context })
    const page = await browserContext.newPage()
    const broken: string[] = []
    const complaints: string[] = []
    page.on('pageerror', (error) => broken.push(error.message))
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    const address = new URL(this.#address)
    if (host !== undefined) address.hostname = host
    await page.goto(`${address.href}?${new URLSearchParams({ scenario, ...query })}`)
    await page.locator('.portico-root, .greeting').first().waitFor()
    if (!loading) await page.locator('.portico-skeleton, .portico-bone').first().waitFor({ state: 'detached' })
    return { page, broken, complaints }
  }

  async close(): Promise<void> {
    await this.#browser.close()
    await this.#server.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}
