import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { shareChromium, type BrowserShare } from '../tools/chromium.ts'

const VIEWPORT = { width: 1280, height: 800 }

/**
 * Calls whose effects last as long as the profile, so a profile is not kept after them. A test of passkeys needs
 * another host, and therefore a new profile.
 */
const lasting = {
  context: ['addInitScript', 'exposeFunction', 'setExtraHTTPHeaders'],
  clock: ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'],
  page: ['addInitScript', 'exposeFunction', 'setExtraHTTPHeaders'],
} as const

/** A browser profile with one open tab. */
export interface Profile {
  readonly context: BrowserContext
  readonly page: Page
  /** Ends the use of the profile. `isClean` is false if the test has failed. */
  end(isClean: boolean): Promise<void>
}

/**
 * The browser profiles of a worker. A new profile starts a process that compiles every script again, so a profile is
 * cleared after its test and given to a later one. Two profiles of one test are never the same.
 */
export class Profiles {
  readonly #browser: BrowserShare
  /** Cleared tabs, by the base URLs of their profiles. */
  readonly #free = new Map<string, Page[]>()

  private constructor(browser: BrowserShare) {
    this.#browser = browser
  }

  static async start(): Promise<Profiles> {
    return new Profiles(await shareChromium())
  }

  /**
   * @param baseURL the base of the paths that the test opens
   * @param emptyPage URL of an image, or of a page with an icon and without scripts, at the origin whose storage the
   *   pages of the test use
   * @param options a profile with special options is always new
   */
  async open(baseURL: string, emptyPage: string, options: BrowserContextOptions = {}): Promise<Profile> {
    const free = this.#free.get(baseURL) ?? []
    this.#free.set(baseURL, free)
    const isOrdinary = Object.keys(options).length === 0
    const page = (isOrdinary ? free.pop() : undefined) ?? (await this.#create({ baseURL, ...options }))
    const context = page.context()
    const uses = isOrdinary ? watchLasting(page) : null
    return {
      context,
      page,
      end: async (isClean) => {
        const isKept = isClean && uses !== null && !uses.end() && (await clear(page, emptyPage))
        if (isKept) free.push(page)
        else await context.close()
      },
    }
  }

  async close(): Promise<void> {
    this.#free.clear()
    await this.#browser.close()
  }

  async #create(options: BrowserContextOptions): Promise<Page> {
    const context = await this.#browser.newContext({ viewport: VIEWPORT, reducedMotion: 'reduce', ...options })
    return context.newPage()
  }
}

/** Detects calls whose effects stay in the profile. `end` returns whether there was one. */
function watchLasting(page: Page): { end: () => boolean } {
  let isUsed = false
  const originals: (() => void)[] = []
  const watch = (owner: object, names: readonly string[]): void => {
    for (const name of names) {
      const method = Reflect.get(owner, name) as (...given: unknown[]) => unknown
      const noticing = (...given: unknown[]): unknown => {
        isUsed = true
        return method.apply(owner, given)
      }
      Reflect.set(owner, name, noticing)
      originals.push(() => Reflect.set(owner, name, method))
    }
  }
  watch(page.context(), lasting.context)
  watch(page.context().clock, lasting.clock)
  watch(page, lasting.page)
  return {
    end: () => {
      for (const restore of originals) restore()
      return isUsed
    },
  }
}

/** Removes what a test has left in its profile. Returns false if the profile cannot be used again. */
async function clear(page: Page, emptyPage: string): Promise<boolean> {
  const context = page.context()
  try {
    const others = context.pages().filter((other) => other !== page)
    await Promise.all(others.map((other) => other.close()))
    await Promise.all([page.unrouteAll(), context.unrouteAll(), context.setOffline(false)])
    // A page without scripts, so that nothing is stored again.
    await page.goto(emptyPage)
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
    await Promise.all([
      page.evaluate(clearStorage),
      context.clearCookies(),
      context.clearPermissions(),
      page.emulateMedia({ colorScheme: null }),
      page.mouse.move(-1, -1),
      ...(width === VIEWPORT.width && height === VIEWPORT.height ? [] : [page.setViewportSize(VIEWPORT)]),
    ])
    return true
  } catch {
    // For example, because the test has closed the page.
    return false
  }
}

function clearStorage(): void {
  window.name = ''
  localStorage.clear()
  sessionStorage.clear()
}
