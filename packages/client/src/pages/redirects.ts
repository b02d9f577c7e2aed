import { REDIRECT_WAIT_MILLIS } from '@portico/contract/limits'

import type { RedirectsConfig } from './redirects-config.ts'
import type { HandlerUrls } from './urls.ts'
import { loadPart } from '../transport/connection-error.ts'

export type { RedirectMethod } from './redirects-config.ts'

/** How a redirect changes the history and the return location. */
export interface RedirectToOptions {
  /** Replaces the history entry instead of adding one. */
  replace?: boolean
  /** Neither reads nor writes the return location. */
  noRedirectBack?: boolean
}

/** The targets that are not pages of the SDK and have no return location. */
const isPlain = /^home|^afterSignO/

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
    if (!browser || isPlain.test(name)) return this.toUrl(urls[name], replace)
    // Read the address first: another redirect may change it while the part loads.
    const { href } = browser.location
    const { targetOf } = await loadPart(ports, import('./navigation.ts'))
    return this.toUrl(targetOf(name, this.config, href, noRedirectBack), replace)
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
    const { navigate } = await loadPart(ports, import('./navigation.ts'))
    return navigate(this.config, String(target), replace)
  }

  settle(): Promise<void> {
    return this.config.ports.sleep(REDIRECT_WAIT_MILLIS)
  }
}
