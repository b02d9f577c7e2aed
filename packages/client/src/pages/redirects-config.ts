import type { Ports } from '../transport/ports.ts'
import type { HandlerUrls } from './urls.ts'

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

export interface RedirectsConfig {
  readonly urls: Readonly<HandlerUrls>
  readonly method: RedirectMethod
  readonly ports: Ports
  /** Loads the trusted domains of the project. Called only for an address on another origin. */
  readonly trustedDomains: () => Promise<readonly string[]>
}
