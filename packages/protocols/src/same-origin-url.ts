/**
 * The parsed address if `text`, read on the page `baseUrl`, stays on that page's origin, else null. Takes relative
 * references and absolute addresses; `//other.example` is another origin and gives null. So does a path that comes out
 * as `//…`, such as that of `/.//other.example`: without its origin, as routers take it, it would name another host.
 * A path that routers may read differently (`hasAmbiguousPath`) gives null too.
 */
export function matchSameOriginUrl(text: string, baseUrl: string): URL | null {
  if (hasForbiddenCharacter(text) || hasAmbiguousPath(text)) return null
  const base = parseUrl(baseUrl)
  const url = parseUrl(text, baseUrl)
  if (!base || !url || !isHttp(url) || url.origin !== base.origin) return null
  return url.username === '' && url.password === '' && !url.pathname.startsWith('//') ? url : null
}

/** `URL.parse`, which browsers of 2023 do not have yet. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}

/** Neither `javascript:` nor anything else that is not a page. */
export function isHttp(url: URL): boolean {
  return url.protocol === 'https:' || url.protocol === 'http:'
}

/**
 * Routers and proxies disagree about encoded dots, slashes and backslashes and about `;` in a path: some decode or remove
 * them, and then the path is another one. Query and fragment may contain them.
 */
export function hasAmbiguousPath(text: string): boolean {
  return /^[^?#]*(;|%2[ef]|%5c)/i.test(text)
}

/** Spaces, control characters and backslashes: parsers drop, trim or rewrite these without a warning. */
export function hasForbiddenCharacter(text: string): boolean {
  return /[^!-\uffff]|[\s\x7f\\]/.test(text)
}
