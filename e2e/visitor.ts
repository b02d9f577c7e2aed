import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

/** Screenshots; ignored by Git. */
export const artifactsFolder = fileURLToPath(new URL('.artifacts/', import.meta.url))

/** Chromium's console message about a refused refresh: the token endpoint answers with status 401 (RFC 6749). */
export const refusedRefresh = /the server responded with a status of 401/

/** Long enough for a page to load on a busy machine. */
const ACTION_TIMEOUT_MILLIS = 10_000

/**
 * A browser profile. It fails the test on console errors, console warnings, violations of the Content Security Policy, and
 * requests to origins other than the demo and the service.
 */
export class Visitor {
  static #count = 0

  readonly context: BrowserContext
  readonly #number = (Visitor.#count += 1)
  readonly #problems: string[] = []
  readonly #expected: RegExp[] = []

  /** @param origins origins that the pages may send requests to */
  constructor(context: BrowserContext, origins: readonly string[]) {
    this.context = context
    context.setDefaultTimeout(ACTION_TIMEOUT_MILLIS)
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.#problems.push(`${message.type()}: ${message.text()}`)
    })
    context.on('weberror', (error) => this.#problems.push(`uncaught: ${String(error.error())}`))
    context.on('request', (request) => {
      if (!origins.includes(new URL(request.url()).origin)) this.#problems.push(`request to ${request.url()}`)
    })
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'fail') await this.#saveScreenshots(task.name)
      await context.close()
      const unexpected = this.#problems.filter((text) => !this.#expected.some((pattern) => pattern.test(text)))
      if (unexpected.length > 0) throw new Error(`The pages had problems:\n${unexpected.join('\n')}`)
    })
  }

  /** Opens a page of the demo in a new tab. */
  async open(path: string): Promise<Page> {
    const page = await this.context.newPage()
    await page.goto(path)
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
