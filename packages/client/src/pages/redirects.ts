import { matchSameOriginUrl } from '@portico/protocols/same-origin-url'
import { REDIRECT_WAIT_MILLIS } from '@portico/contract/limits'

import type { Browser, Ports } from '../transport/ports.ts'
import { type MovablePageName, pageNames, pages } from './pages.ts'
import type { HandlerUrls } from './urls.ts'
import { loadPart } from '../transport/connection-error.ts'

/**
 * How the SDK navigates to another page.
 *
 * - `none`: never
 * - `window`: with `window.location`
 * - `nextjs`: with the framework, see `@portico/nextjs`; in a browser like `window`
 * - an object: with the router of the application
 */
export type RedirectMethod = 'none' | 'window' | 'nextjs' | { useNavigate: () => Navigate; navigate?: Navigate }

/** The function of the router. If it ignores `replace`, redirects add history entries. */
type Navigate = (to: string, options?: { replace?: boolean }) => void

export interface RedirectToOptions {
  /** Replaces the history entry instead of adding one. */
  replace?: boolean
  /** Neither reads nor writes the return location. */
  noRedirectBack?: boolean
}

export const RETURN_PARAMETER = 'after_auth_return_to'

export interface RedirectsConfig {
  readonly urls: Readonly<HandlerUrls>
  readonly method: RedirectMethod
  readonly ports: Ports
  /** Loads the trusted domains of the project. Called only for an address on another origin. */
  readonly trustedDomains: () => Promise<readonly string[]>
}

/** Redirects the visitor to the pages of an app and back to the return location. */
export class Redirects {
  readonly #config: RedirectsConfig

  constructor(config: RedirectsConfig) {
    this.#config = config
  }

  /** Redirects to a page of the app. Resolves 2,000 ms later, so that the caller does not render in the meantime. */
  async toPage(
    name: keyof HandlerUrls,
    { replace = false, noRedirectBack = false }: RedirectToOptions = {},
  ): Promise<void> {
    const target = this.#config.urls[name]
    const browser = this.#config.ports.browser()
    if (!browser || noRedirectBack) return this.toUrl(target, replace)
    if (name === 'signIn' || name === 'signUp') return this.toUrl(this.#withReturnLocation(target, browser), replace)
    // The sign-in continues there, so pass the return location on.
    if (name === 'mfa') return this.toUrl(this.callbackUrl(name), replace)
    const isReturning = name === 'afterSignIn' || name === 'afterSignUp'
    return this.toUrl((isReturning && this.#returnLocation(browser)) || target, replace)
  }

  /** Redirects to a trusted address and waits like `toPage`. Throws for any other address. */
  async toUrl(target: string | URL, replace: boolean): Promise<void> {
    if ((await this.go(target, replace)) !== 'nowhere') await this.settle()
  }

  /**
   * Starts the redirect. Returns `router` for a navigation by the application, and `nowhere` without a redirect method.
   */
  async go(target: string | URL, replace: boolean): Promise<'nowhere' | 'router' | 'new-page'> {
    const { method, ports } = this.#config
    if (method === 'none') return 'nowhere'
    const browser = ports.browser()
    const navigate = typeof method === 'object' ? method.navigate : undefined
    if (!browser && !navigate) {
      throw new Error(`Redirects need a browser. Redirect to ${String(target)} with your framework.`)
    }
    const url = await this.#requireTrusted(String(target), browser)
    if (navigate && (!browser || url.origin === new URL(browser.location.href).origin)) {
      navigate(`${url.pathname}${url.search}${url.hash}`, { replace })
      return 'router'
    }
    if (replace) browser?.location.replace(url.href)
    else browser?.location.assign(url.href)
    return 'new-page'
  }

  settle(): Promise<void> {
    return this.#config.ports.sleep(REDIRECT_WAIT_MILLIS)
  }

  /** Returns the absolute address of a page, for links and redirects back to it. Keeps the return location. */
  callbackUrl(name: keyof HandlerUrls, optionName?: string): string {
    const browser = this.#config.ports.browser()
    if (!browser) {
      throw new Error(
        `Outside a browser the address of the ${name} page is unknown.${optionName ? ` Pass it as \`${optionName}\`.` : ''}`,
      )
    }
    const current = new URL(browser.location.href)
    const url = new URL(this.#config.urls[name], current)
    const returnTo = current.searchParams.get(RETURN_PARAMETER)
    if (returnTo !== null) url.searchParams.set(RETURN_PARAMETER, returnTo)
    url.hash = ''
    return url.href
  }

  #withReturnLocation(target: string, browser: Browser): string | URL {
    const current = new URL(browser.location.href)
    const url = matchSameOriginUrl(target, current.href) ?? new URL(target, current)
    const carried = this.#returnLocation(browser)
    if (carried !== null) url.searchParams.set(RETURN_PARAMETER, carried)
    else if (url.origin === current.origin && !this.#isStep(current)) {
      const here = `${current.pathname}${current.search}${current.hash}`
      if (matchSameOriginUrl(here, current.href)) url.searchParams.set(RETURN_PARAMETER, here)
    }
    return url
  }

  /** Reads the return location from the current address. Ignores one that is itself a step of signing in or out. */
  #returnLocation(browser: Browser): string | null {
    const current = new URL(browser.location.href)
    const location = current.searchParams.get(RETURN_PARAMETER)
    if (!location) return null
    const url = matchSameOriginUrl(location, current.href)
    return url && this.#isStep(url) ? null : location
  }

  #isStep(url: URL): boolean {
    const { urls } = this.#config
    return pageNames.some(
      // The cast is safe: every step is movable.
      (name) =>
        pages[name] === 'step' &&
        canonicalPath(new URL(urls[name as MovablePageName], url).pathname) === canonicalPath(url.pathname),
    )
  }

  /**
   * Accepts addresses of the same origin and of the trusted domains of the project. Throws for others (open redirect).
   */
  async #requireTrusted(target: string, browser: Browser | null): Promise<URL> {
    // Outside a browser only paths are valid; parsing them needs some origin.
    const page = browser?.location.href ?? 'http://localhost'
    const url = matchSameOriginUrl(target, page)
    if (url) return url
    const { requireTrustedUrl } = await loadPart(this.#config.ports, import('./trusted-redirect.ts'))
    return requireTrustedUrl(target, await this.#config.trustedDomains())
  }
}

/** The handler accepts `/signin`, `/Sign-In/` and `//sign-in` as well. */
function canonicalPath(path: string): string {
  return path.toLowerCase().replaceAll('-', '').replaceAll(/\/+/g, '/').replace(/\/$/, '')
}
