/**
 * Resolves `text` against the page `baseUrl`. Returns the parsed URL if it has the page's origin, else null. Accepts
 * relative references and absolute URLs.
 *
 * Returns null for `//other.example`, which is another origin, and for a path that normalizes to `//…`, such as that of
 * `/.//other.example`: routers navigate to the path without its origin, where `//…` names another host. Also returns
 * null for a path that routers may interpret differently (`hasAmbiguousPath`).
 */
export function matchSameOriginUrl(text: string, baseUrl: string): URL | null {
  // guard: a return URL has an unambiguous path [trusted-url]
  if (hasForbiddenCharacter(text) || hasAmbiguousPath(text)) return null
  const base = parseUrl(baseUrl)
  const url = parseUrl(text, baseUrl)
  // guard: a return URL has the origin of its page (drop `url.origin !== base.origin`) [trusted-url]
  if (!base || !url || !isHttp(url) || url.origin !== base.origin) return null
  // guard: a return URL has no path that starts with two slashes (drop `!url.pathname.startsWith('//')`) [trusted-url]
  // guard: a return URL has no user info (drop `url.username === '' && url.password === ''`) [trusted-url]
  return url.username === '' && url.password === '' && !url.pathname.startsWith('//') ? url : null
}

/**
 * Whether a text is the path of pages below an origin, such as `/handler`: no other host (`//…`), no query or fragment,
 * no dot segments and nothing that URL parsers drop or routers interpret differently.
 */
export function isPlainPath(text: string): boolean {
  // guard: the path of the pages names no other host (drop `text.includes('//')`) [trusted-url]
  if (!text.startsWith('/') || text.includes('//') || /[?#]/.test(text)) return false
  const url = matchSameOriginUrl(text, 'https://host.example')
  return url !== null && !text.split('/').some((segment) => segment === '.' || segment === '..')
}

/** Does what `URL.parse` does. Browsers from 2023 do not have it yet. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}

/** Excludes `javascript:`, `data:` and every other scheme that is not a web page. */
export function isHttp(url: URL): boolean {
  return url.protocol === 'https:' || url.protocol === 'http:'
}

/**
 * Routers and proxies disagree about encoded dots, slashes and backslashes and about `;` in a path: some decode or
 * remove them, which changes the path. The query and the fragment may contain them.
 */
export function hasAmbiguousPath(text: string): boolean {
  return /^[^?#]*(;|%2[ef]|%5c)/i.test(text)
}

/** Detects spaces, control characters and backslashes. URL parsers drop, trim or rewrite them silently. */
export function hasForbiddenCharacter(text: string): boolean {
  return /[^!-\uffff]|[\s\x7f\\]/.test(text)
}
