import { matchSameOriginUrl } from '@portico/protocols/same-origin-url'

import type { Browser, Ports } from '../transport/ports.ts'
import { type MovablePageName, pageNames, pages } from './pages.ts'
import type { RedirectsConfig } from './redirects-config.ts'
import type { HandlerUrls } from './urls.ts'
import { loadPart } from '../transport/connection-error.ts'

/** Outside a browser, parsing a path needs some origin. */
export const SOME_ORIGIN = 'http://localhost'

export const RETURN_PARAMETER = 'after_auth_return_to'

interface Pages {
  readonly urls: Readonly<HandlerUrls>
  readonly ports: Ports
}

/** The application renders no page of its own at an address of the SDK, or that page redirects to itself. */
export class MissingPageError extends Error {
  override readonly name = 'MissingPageError'
}

/**
 * Returns the absolute address of a page, for links and redirects back to it. Keeps the return location.
 *
 * @param optionName the option with which a caller outside a browser passes the address
 */
export function pageUrl(
  { config: { urls, ports } }: { readonly config: Pages },
  name: keyof HandlerUrls,
  optionName?: string,
): string {
  const browser = ports.browser()
  if (!browser) {
    throw new Error(
      `Outside a browser the address of the ${name} page is unknown.${optionName ? ` Pass it as \`${optionName}\`.` : ''}`,
    )
  }
  return keepReturnLocation(urls[name], new URL(browser.location.href))
}

/**
 * Returns the target of a redirect from an address, with the return location that the page reads or passes on.
 *
 * @throws MissingPageError if the visitor is already at this page and has not asked for it, because the redirect would
 *   repeat forever
 */
export function targetOf(
  name: keyof HandlerUrls,
  { urls, ports, method }: Pages & { readonly method: unknown },
  from: string,
  noRedirectBack: boolean,
): string | URL {
  const current = new URL(from)
  const isAsked = ports.browser()?.navigator.userActivation?.isActive
  if (name in pages && method !== 'none' && !isAsked && isAt(urls[name], current)) {
    throw new MissingPageError(missingPage(urls, new URL(urls[name], current).pathname))
  }
  if (noRedirectBack) return urls[name]
  if (name === 'signIn' || name === 'signUp' || name === 'onboarding')
    return withReturnLocation(urls, urls[name], current)
  // The sign-in continues there, so pass the return location on. The account settings continue with it after the set-up
  // of a second factor.
  const isKept = name === 'mfa' || (name === 'accountSettings' && current.searchParams.has(RETURN_PARAMETER))
  if (isKept) return keepReturnLocation(urls[name], current)
  const isAfter = name === 'afterSignIn' || name === 'afterSignUp'
  return (isAfter && returnLocation(urls, current)) || urls[name]
}

/** Returns whether an address leads to the current page. The path of a page may be in its query or its hash. */
function isAt(address: string, current: URL): boolean {
  const page = new URL(address, current)
  return (
    page.origin === current.origin &&
    canonicalPath(page.pathname) === canonicalPath(current.pathname) &&
    (page.hash === '' || page.hash === current.hash) &&
    [...page.searchParams].every(([key, value]) => current.searchParams.get(key) === value)
  )
}

function missingPage({ handler }: Readonly<HandlerUrls>, path: string): string {
  const remedy = 'outside of the components that require a signed-in user.'
  return path.startsWith(`${handler}/`)
    ? `No page renders <PorticoHandler> at ${path}. The page there redirects to itself. Render the handler for all paths below ${handler}, ${remedy}`
    : `The page at ${path} redirects to itself. Render it ${remedy}`
}

/**
 * Goes to a trusted address, with the application's router if it is on the same origin. Throws for any other address.
 */
export async function navigate(
  config: RedirectsConfig,
  target: string,
  replace: boolean,
): Promise<'router' | 'new-page'> {
  const { method, ports } = config
  const browser = ports.browser()
  const router = typeof method === 'object' ? method.navigate : undefined
  if (!browser && !router) throw new Error(`Redirects need a browser. Redirect to ${target} with your framework.`)
  const url = await requireTrusted(config, target, browser)
  const isOwn = url.origin === new URL(browser?.location.href ?? SOME_ORIGIN).origin
  if (router && (isOwn || !browser)) {
    router(isOwn ? `${url.pathname}${url.search}${url.hash}` : url.href, { replace })
    return 'router'
  }
  if (replace) browser?.location.replace(url.href)
  else browser?.location.assign(url.href)
  return 'new-page'
}

/**
 * Accepts addresses on the same origin and on the project's trusted domains. Throws for others (open redirect).
 */
async function requireTrusted(
  { ports, trustedDomains }: RedirectsConfig,
  target: string,
  browser: Browser | null,
): Promise<URL> {
  const page = browser?.location.href ?? SOME_ORIGIN
  const url = matchSameOriginUrl(target, page)
  if (url) return url
  const { requireTrustedUrl } = await loadPart(ports, import('./trusted-redirect.ts'))
  return requireTrustedUrl(target, await trustedDomains())
}

function keepReturnLocation(target: string, current: URL): string {
  const url = new URL(target, current)
  const returnTo = current.searchParams.get(RETURN_PARAMETER)
  if (returnTo !== null) url.searchParams.set(RETURN_PARAMETER, returnTo)
  url.hash = ''
  return url.href
}

function withReturnLocation(urls: Readonly<HandlerUrls>, target: string, current: URL): string | URL {
  const url = matchSameOriginUrl(target, current.href) ?? new URL(target, current)
  const carried = returnLocation(urls, current)
  if (carried !== null) url.searchParams.set(RETURN_PARAMETER, carried)
  else if (url.origin === current.origin && !isStep(urls, current)) {
    const here = `${current.pathname}${current.search}${current.hash}`
    if (matchSameOriginUrl(here, current.href)) url.searchParams.set(RETURN_PARAMETER, here)
  }
  return url
}

/** Reads the return location from the current address. Ignores one that is itself a step of signing in or out. */
function returnLocation(urls: Readonly<HandlerUrls>, current: URL): string | null {
  const location = current.searchParams.get(RETURN_PARAMETER)
  if (!location) return null
  const url = matchSameOriginUrl(location, current.href)
  return url && isStep(urls, url) ? null : location
}

function isStep(urls: Readonly<HandlerUrls>, url: URL): boolean {
  return pageNames.some(
    // The cast is safe: every step is movable.
    (name) =>
      pages[name] === 'step' &&
      canonicalPath(new URL(urls[name as MovablePageName], url).pathname) === canonicalPath(url.pathname),
  )
}

/** The handler accepts `/signin`, `/Sign-In/` and `//sign-in` as well. */
function canonicalPath(path: string): string {
  return path.toLowerCase().replaceAll('-', '').replaceAll(/\/+/g, '/').replace(/\/$/, '')
}

/**
 * Leaves a page that needs a user for the sign-in page, or for the page that shows a restricted user what to do. Never
 * resolves.
 */
export async function leaveFor(
  redirects: {
    readonly config: Pick<RedirectsConfig, 'method'>
    readonly toPage: (page: keyof HandlerUrls, options: { readonly replace: boolean }) => Promise<void>
  },
  page: 'signIn' | 'onboarding',
): Promise<never> {
  await redirects.toPage(page, { replace: true })
  if (redirects.config.method === 'none') {
    throw new Error(
      `User ${page === 'signIn' ? 'is not signed in' : 'is restricted'} but getUser was called with { or: 'redirect' } and \`redirectMethod\` is 'none'`,
    )
  }
  // The page unloads; callers that wait for the user must not continue without one.
  return new Promise(() => {})
}
