import { matchSameOriginUrl } from '@portico/protocols/same-origin-url'
import { REDIRECT_WAIT_MILLIS } from '@portico/contract/limits'

import type { Browser, Ports } from '../transport/ports.ts'
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

/** The pages that lead to a sign-in or follow one. `targetOf` adds the return location to their address, or reads it. */
const usesReturnLocation = /(signIn|signUp|mfa)$/i

export interface RedirectsConfig {
  readonly urls: Readonly<HandlerUrls>
  readonly method: RedirectMethod
  readonly ports: Ports
  /** Loads the trusted domains of the project. Called only for an address on another origin. */
  readonly trustedDomains: () => Promise<readonly string[]>
}

/** Redirects the visitor to the pages of an app and back to the return location. */
export class Redirects {
  readonly config: RedirectsConfig

  constructor(config: RedirectsConfig) {
    this.config = config
  }

  /** Redirects to a page of the app. Resolves 2,000 ms later, so that the caller does not render in the meantime. */
  async toPage(
    name: keyof HandlerUrls,
    { replace = false, noRedirectBack = false }: RedirectToOptions = {},
  ): Promise<void> {
    const { urls, ports } = this.config
    const browser = ports.browser()
    if (!browser || noRedirectBack || !usesReturnLocation.test(name)) return this.toUrl(urls[name], replace)
    // Read the address first: another redirect may change it while the part loads.
    const { href } = browser.location
    const { targetOf } = await loadPart(ports, import('./return-location.ts'))
    return this.toUrl(targetOf(name, urls, href), replace)
  }

  /** Redirects to a trusted address and waits like `toPage`. Throws for any other address. */
  async toUrl(target: string | URL, replace: boolean): Promise<void> {
    if ((await this.go(target, replace)) !== 'nowhere') await this.settle()
  }

  /**
   * Starts the redirect. Returns `router` for a navigation by the application, and `nowhere` without a redirect method.
   */
  async go(target: string | URL, replace: boolean): Promise<'nowhere' | 'router' | 'new-page'> {
    const { method, ports } = this.config
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
    return this.config.ports.sleep(REDIRECT_WAIT_MILLIS)
  }

  /**
   * Accepts addresses of the same origin and of the trusted domains of the project. Throws for others (open redirect).
   */
  async #requireTrusted(target: string, browser: Browser | null): Promise<URL> {
    // Outside a browser only paths are valid; parsing them needs some origin.
    const page = browser?.location.href ?? 'http://localhost'
    const url = matchSameOriginUrl(target, page)
    if (url) return url
    const { requireTrustedUrl } = await loadPart(this.config.ports, import('./trusted-redirect.ts'))
    return requireTrustedUrl(target, await this.config.trustedDomains())
  }
}
