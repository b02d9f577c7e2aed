import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

/** Pictures for people to look at; not committed. */
export const artifactsFolder = fileURLToPath(new URL('.artifacts/', import.meta.url))

/** Chromium's own word on a session that was ended elsewhere: the token endpoint answers with a real 401 (RFC 6749). */
export const refusedRefresh = /the server responded with a status of 401/

/** Long for a page, short for a test that waits for what will never come. */
const PATIENCE_MILLIS = 10_000

/**
 * One person's browser profile. It fails the test for whatever a user of the demo must never see in the console: errors,
 * warnings, violations of the Content Security Policy, and requests to anybody but the demo and the service.
 */
export class Visitor {
  readonly context: BrowserContext
  readonly #complaints: string[] = []
  readonly #expected: RegExp[] = []

  /** @param origins whom the pages may talk to */
  constructor(context: BrowserContext, origins: readonly string[]) {
    this.context = context
    context.setDefaultTimeout(PATIENCE_MILLIS)
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.#complaints.push(`${message.type()}: ${message.text()}`)
    })
    context.on('weberror', (error) => this.#complaints.push(`uncaught: ${String(error.error())}`))
    context.on('request', (request) => {
      if (!origins.includes(new URL(request.url()).origin)) this.#complaints.push(`request to ${request.url()}`)
    })
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'fail') await this.#keepPictures(task.name)
      await context.close()
      const surprises = this.#complaints.filter((text) => !this.#expected.some((pattern) => pattern.test(text)))
      if (surprises.length > 0) throw new Error(`The pages gave reason to complain:\n${surprises.join('\n')}`)
    })
  }

  /** Opens a page of the demo in a new tab. */
  async open(path: string): Promise<Page> {
    const page = await this.context.newPage()
    await page.goto(path)
    return page
  }

  /** Says that a complaint belongs to what is being tested, such as the browser's word about a lost connection. */
  expectComplaint(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  async #keepPictures(testName: string): Promise<void> {
    await mkdir(artifactsFolder, { recursive: true })
    const name = testName.replaceAll(/\W+/g, '-').slice(0, 120)
    for (const [index, page] of this.context.pages().entries()) {
      await page.screenshot({ path: `${artifactsFolder}failed-${name}-${index}.png`, timeout: 5_000 }).catch(() => {})
    }
  }
}
