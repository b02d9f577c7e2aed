import { type HandlerUrls, type PageName, pageNames, pagePath } from '@portico/client'

/** Further paths of pages, without dashes. */
const aliases: Partial<Record<PageName, string>> = { signIn: 'login', signUp: 'register' }

/** The handler shows these pages even if `urls` contains another address for them. */
const stayingHere: readonly PageName[] = ['accountSettings', 'error']

/**
 * What the handler shows at an address.
 *
 * @internal
 */
export type Destination =
  /** `canonicalUrl` is null if the address is already canonical. */
  | { readonly kind: 'page'; readonly name: PageName; readonly canonicalUrl: string | null }
  /** The host has its own page for this. `url` includes the query. */
  | { readonly kind: 'elsewhere'; readonly url: string }
  | { readonly kind: 'unknown' }

/**
 * Finds the page for a path. Ignores letter case and dashes (`signin`, `Log-In`).
 *
 * @param location the current path with its query
 *
 * @internal
 */
export function resolveDestination(location: string, urls: Readonly<HandlerUrls>): Destination {
  // A double slash is not a page path on any server. A malformed link must not trigger the action of a page.
  if (/^[^?#]*\/\//.test(location)) return { kind: 'unknown' }
  const { pathname, search } = splitAddress(location)
  const handlerPath = pathOfHandler(urls)
  if (!isWithin(pathname, handlerPath)) return { kind: 'unknown' }
  const wanted = pathname.slice(handlerPath.length).replaceAll(/^\/+|\/+$/g, '')
  const name = findPage(wanted)
  if (!name) return { kind: 'unknown' }

  const moved = movedAddress(name, urls)
  if (moved !== undefined && (isAbsolute(moved) || !isWithin(splitAddress(moved).pathname, handlerPath))) {
    return { kind: 'elsewhere', url: withSearch(moved, search) }
  }
  const path = pagePath(name)
  return { kind: 'page', name, canonicalUrl: wanted === path ? null : `${handlerPath}/${path}${search}` }
}

/** Whether the path is that of the handler or below it. */
export function isHandlerPath(pathname: string, urls: Readonly<HandlerUrls>): boolean {
  return isWithin(pathname, pathOfHandler(urls))
}

function pathOfHandler(urls: Readonly<HandlerUrls>): string {
  return splitAddress(urls.handler).pathname.replace(/\/+$/, '')
}

/** Returns the host's address of a page, or undefined if the handler always shows the page itself. */
function movedAddress(name: PageName, urls: Readonly<Partial<Record<PageName, string>>>): string | undefined {
  return stayingHere.includes(name) ? undefined : urls[name]
}

function findPage(wanted: string): PageName | undefined {
  const plain = plainForm(wanted)
  return pageNames.find((name) => plainForm(name) === plain || aliases[name] === plain)
}

function plainForm(path: string): string {
  return path.replaceAll('-', '').toLowerCase()
}

/** Compares whole path segments: `/handlers` is not within `/handler`. */
function isWithin(pathname: string, base: string): boolean {
  return pathname === base || pathname.startsWith(`${base}/`)
}

function isAbsolute(url: string): boolean {
  return absoluteStart.test(url)
}

const absoluteStart = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i

/**
 * Splits a relative or absolute address into path and query. Avoids the URL parser, which throws for some addresses
 * that visitors can type.
 */
function splitAddress(url: string): { pathname: string; search: string } {
  const [beforeHash = ''] = url.replace(absoluteStart, '').split('#', 1)
  const start = beforeHash.indexOf('?')
  return start === -1
    ? { pathname: beforeHash, search: '' }
    : { pathname: beforeHash.slice(0, start), search: beforeHash.slice(start) }
}

/** Adds the query of the current page. Parameters of the target take precedence. */
function withSearch(target: string, search: string): string {
  const [beforeHash = '', hash] = target.split('#', 2)
  const [base = '', ownQuery = ''] = beforeHash.split('?', 2)
  const query = new URLSearchParams(search)
  for (const [name, value] of new URLSearchParams(ownQuery)) query.set(name, value)
  // `URLSearchParams.size` is missing in some supported browsers.
  const text = query.toString()
  return `${base}${text === '' ? '' : `?${text}`}${hash === undefined ? '' : `#${hash}`}`
}
