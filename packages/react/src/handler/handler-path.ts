import type { HandlerUrls } from '@portico/client'

import type { CodeParameter } from '../app/one-time-codes.ts'

/** The pages, by their canonical path below the handler, each with the entry of `urls` that may move it elsewhere. */
export const pagePaths = {
  'sign-in': 'signIn',
  'sign-up': 'signUp',
  'sign-out': 'signOut',
  'email-verification': 'emailVerification',
  'password-reset': 'passwordReset',
  'forgot-password': 'forgotPassword',
  'oauth-callback': 'oauthCallback',
  'magic-link-callback': 'magicLinkCallback',
  mfa: 'mfa',
  'cli-auth-confirm': null,
  'account-settings': null,
  error: null,
} as const satisfies Record<string, keyof HandlerUrls | null>

export type PagePath = keyof typeof pagePaths

/** The one-time codes that links to a page carry. */
export const codesOfPages: Readonly<Partial<Record<PagePath, readonly CodeParameter[]>>> = {
  'email-verification': ['code'],
  'password-reset': ['code'],
  'magic-link-callback': ['code'],
  'oauth-callback': ['code', 'state'],
  'cli-auth-confirm': ['login_code'],
}

/** Other names under which pages are known. */
const aliases: ReadonlyMap<string, PagePath> = new Map([
  ['login', 'sign-in'],
  ['register', 'sign-up'],
])

export type Destination =
  /** `canonicalUrl` is null where the visitor is on it already. */
  | { readonly kind: 'page'; readonly path: PagePath; readonly canonicalUrl: string | null }
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
  const path = findPage(wanted)
  if (!path) return { kind: 'unknown' }

  const urlName = pagePaths[path]
  const configured = urlName === null ? null : urls[urlName]
  if (configured !== null && (isAbsolute(configured) || !isWithin(splitAddress(configured).pathname, handlerPath))) {
    return { kind: 'elsewhere', url: withSearch(configured, search) }
  }
  return { kind: 'page', path, canonicalUrl: wanted === path ? null : `${handlerPath}/${path}${search}` }
}

function findPage(wanted: string): PagePath | null {
  const plain = plainForm(wanted)
  const paths = Object.keys(pagePaths) as PagePath[]
  return paths.find((path) => plainForm(path) === plain) ?? aliases.get(plain) ?? null
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
