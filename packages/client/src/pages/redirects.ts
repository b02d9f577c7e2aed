import { matchSameOriginUrl } from '@portico/protocols/same-origin-url'
import { REDIRECT_WAIT_MILLIS } from '@portico/contract/limits'

import type { Browser, Ports } from '../transport/ports.ts'
import { type MovablePageName, pageNames, pages } from './pages.ts'
import type { HandlerUrls } from './urls.ts'

import { loaded } from '../transport/connection-error.ts'

/**
 * How the SDK changes the page.
 *
 * - `none`: not at all
 * - `window`: by `window.location`
 * - `nextjs`: by the framework, see `@portico/nextjs`; in a browser like `window`
 * - an object: by the router of the application
 */
export type RedirectMethod = 'none' | 'window' | 'nextjs' | { useNavigate: () => Navigate; navigate?: Navigate }

/** The router's own function; one that takes only the address works too, and then adds history entries. */
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
  /** The trusted domains of the project; only asked for an address on another origin. */
  readonly trustedDomains: () => Promise<readonly string[]>
}

/** Leads the visitor to the pages of an app and back to where they came from. */
export class Redirects {
  readonly #config: RedirectsConfig

  constructor(config: RedirectsConfig) {
    this.#config = config
  }

  /** Goes to a page of the app. Resolves 2,000 ms after the redirect, so that what follows does not flash. */
  async toPage(
    name: keyof HandlerUrls,
    { replace = false, noRedirectBack = false }: RedirectToOptions = {},
  ): Promise<void> {
    const target = this.#config.urls[name]
    const browser = this.#config.ports.browser()
    if (!browser || noRedirectBack) return this.toUrl(target, replace)
    if (name === 'signIn' || name === 'signUp') return this.toUrl(this.#withReturnLocation(target, browser), replace)
    // The walk goes on there, and ends where it was meant to.
    if (name === 'mfa') return this.toUrl(this.callbackUrl(name), replace)
    const comesBack = name === 'afterSignIn' || name === 'afterSignUp'
    return this.toUrl((comesBack && this.#returnLocation(browser)) || target, replace)
  }

  /** Goes to a trusted address and waits like `toPage`; throws for any other address. */
  async toUrl(target: string | URL, replace: boolean): Promise<void> {
    if ((await this.go(target, replace)) !== 'nowhere') await this.settle()
  }

  /** Starts the redirect and says what makes it: nothing, the router of the application, or a new page. */
  async go(target: string | URL, replace: boolean): Promise<'nowhere' | 'router' | 'new-page'> {
    const { method, ports } = this.#config
    if (method === 'none') return 'nowhere'
    const browser = ports.browser()
    const navigate = typeof method === 'object' ? method.navigate : undefined
    if (!browser && !navigate) {
      throw new Error(
        `Outside a browser there is no page to change. Redirect to ${String(target)} by the means of your framework.`,
      )
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

  /** The absolute address of a page, for whoever leads back to it; keeps the return location. */
  callbackUrl(name: keyof HandlerUrls, optionName?: string): string {
    const browser = this.#config.ports.browser()
    if (!browser) {
      throw new Error(
        `Outside a browser the address of the ${name} page is not known.${optionName ? ` Pass it as \`${optionName}\`.` : ''}`,
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

  /** Where the current address says to go after sign-in; null if it does not say, or says to sign in again. */
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
      // A step has an address, as only fixed pages have none.
      (name) =>
        pages[name] === 'step' &&
        canonicalPath(new URL(urls[name as MovablePageName], url).pathname) === canonicalPath(url.pathname),
    )
  }

  /** Same origin, or on the project's list of trusted domains. */
  async #requireTrusted(target: string, browser: Browser | null): Promise<URL> {
    // Without a page only paths make sense; any origin serves to read them.
    const page = browser?.location.href ?? 'http://localhost'
    const url = matchSameOriginUrl(target, page)
    if (url) return url
    const { requireTrustedUrl } = await loaded(this.#config.ports, import('./trusted-redirect.ts'))
    return requireTrustedUrl(target, await this.#config.trustedDomains())
  }
}

/** The handler accepts `/signin`, `/Sign-In/` and `//sign-in` as well. */
function canonicalPath(path: string): string {
  return path.toLowerCase().replaceAll('-', '').replaceAll(/\/+/g, '/').replace(/\/$/, '')
}
