import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, ConsoleMessage, Page, Request, WebError } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { Profile } from './profiles.ts'

/** Screenshots; ignored by Git. */
export const artifactsFolder = fileURLToPath(new URL('.artifacts/', import.meta.url))

/** Chromium's console message about a refused refresh: the token endpoint answers with status 401 (RFC 6749). */
export const refusedRefresh = /the server responded with a status of 401/

/** Only for actions that hang. */
const ACTION_TIMEOUT_MILLIS = 60_000

/**
 * A browser profile. Fails the test on console errors, console warnings, violations of the Content Security Policy, and
 * requests to origins other than the demo and the service.
 */
export class Visitor {
  static #count = 0

  readonly context: BrowserContext
  readonly #number = (Visitor.#count += 1)
  readonly #problems: string[] = []
  readonly #expected: RegExp[] = []
  /** The open tab of the profile, until a page is opened in it. */
  #tab: Page | null

  /** @param origins origins that may receive requests of the pages */
  constructor(profile: Profile, origins: readonly string[]) {
    const { context } = profile
    this.context = context
    this.#tab = profile.page
    context.setDefaultTimeout(ACTION_TIMEOUT_MILLIS)
    const onConsole = (message: ConsoleMessage): void => {
      // A profile starts on the page of an image. At any moment, Chromium can request an icon of this page, and there
      // is none.
      if (message.page()?.url().endsWith('/icon.svg')) return
      if (['error', 'warning'].includes(message.type())) this.#problems.push(`${message.type()}: ${message.text()}`)
    }
    const onError = (error: WebError): void => void this.#problems.push(`uncaught: ${String(error.error())}`)
    const onRequest = (request: Request): void => {
      if (!origins.includes(new URL(request.url()).origin)) this.#problems.push(`request to ${request.url()}`)
    }
    context.on('console', onConsole).on('weberror', onError).on('request', onRequest)
    onTestFinished(async ({ task }) => {
      const hasFailed = task.result?.state === 'fail'
      if (hasFailed) await this.#saveScreenshots(task.name)
      context.off('console', onConsole).off('weberror', onError).off('request', onRequest)
      await profile.end(!hasFailed)
      const unexpected = this.#problems.filter((text) => !this.#expected.some((pattern) => pattern.test(text)))
      if (unexpected.length > 0) throw new Error(`The pages had problems:\n${unexpected.join('\n')}`)
    })
  }

  /** Opens a page in a new tab. */
  async open(path: string): Promise<Page> {
    const page = await this.newTab()
    await page.goto(path)
    return page
  }

  async newTab(): Promise<Page> {
    const page = this.#tab ?? (await this.context.newPage())
    this.#tab = null
    return page
  }

  /** Allows problems that the test provokes, such as the browser's message about a lost connection. */
  expectProblem(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  async #saveScreenshots(testName: string): Promise<void> {
    await mkdir(artifactsFolder, { recursive: true })
    const name = testName.replaceAll(/\W+/g, '-').slice(0, 120)
    for (const [index, page] of this.context.pages().entries()) {
      await page
        .screenshot({ path: `${artifactsFolder}failed-${name}-${this.#number}-${index}.png`, timeout: 5_000 })
        .catch(() => {})
    }
  }
}
