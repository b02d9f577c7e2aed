import { type HandlerUrls, type PageName, pageNames, pagePath } from '@portico/client'
import { handlerPages, type HandlerPageRow } from './handler-pages.ts'

export type Destination =
  /** `canonicalUrl` is null where the visitor is on it already. */
  | { readonly kind: 'page'; readonly name: PageName; readonly canonicalUrl: string | null }
  /** The host has a page of its own for this; the query goes along. */
  | { readonly kind: 'elsewhere'; readonly url: string }
  | { readonly kind: 'unknown' }

/**
 * Finds the page for a path. Letter case and dashes do not matter (`signin`, `Log-In`).
 *
 * @param location the current path with its query
 */
export function resolveDestination(location: string, urls: Readonly<HandlerUrls>): Destination {
  // Such a path leads to no page anywhere else either; a link that only looks like a page must not do what the page does.
  if (/^[^?#]*\/\//.test(location)) return { kind: 'unknown' }
  const { pathname, search } = splitAddress(location)
  const handlerPath = splitAddress(urls.handler).pathname.replace(/\/+$/, '')
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

/** The address that the host gives a page, unless the handler shows the page in any case. */
function movedAddress(name: PageName, urls: Readonly<Partial<Record<PageName, string>>>): string | undefined {
  const { staysHere }: HandlerPageRow = handlerPages[name]
  return staysHere ? undefined : urls[name]
}

function findPage(wanted: string): PageName | undefined {
  const plain = plainForm(wanted)
  return pageNames.find((name) => {
    const { aliases }: HandlerPageRow = handlerPages[name]
    return plainForm(name) === plain || aliases?.includes(plain)
  })
}

function plainForm(path: string): string {
  return path.replaceAll('-', '').toLowerCase()
}

/** Below the handler's path at a segment border: `/handlers` is not within `/handler`. */
function isWithin(pathname: string, base: string): boolean {
  return pathname === base || pathname.startsWith(`${base}/`)
}

function isAbsolute(url: string): boolean {
  return absoluteStart.test(url)
}

const absoluteStart = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i

/** Path and query of a relative or absolute address; not by the URL parser, which refuses what a visitor may well type. */
function splitAddress(url: string): { pathname: string; search: string } {
  const [beforeHash = ''] = url.replace(absoluteStart, '').split('#', 1)
  const start = beforeHash.indexOf('?')
  return start === -1
    ? { pathname: beforeHash, search: '' }
    : { pathname: beforeHash.slice(0, start), search: beforeHash.slice(start) }
}

/** Adds the query of the current page; what the target already says wins. */
function withSearch(target: string, search: string): string {
  const [beforeHash = '', hash] = target.split('#', 2)
  const [base = '', ownQuery = ''] = beforeHash.split('?', 2)
  const query = new URLSearchParams(search)
  for (const [name, value] of new URLSearchParams(ownQuery)) query.set(name, value)
  // Not by `size`, which browsers of our range do not all have.
  const text = query.toString()
  return `${base}${text === '' ? '' : `?${text}`}${hash === undefined ? '' : `#${hash}`}`
}
