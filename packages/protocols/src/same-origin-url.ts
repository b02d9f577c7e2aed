/**
 * The parsed address if `text`, read on the page `baseUrl`, stays on that page's origin, else null. Takes relative
 * references and absolute addresses; `//other.example` is another origin and gives null. So does a path that comes out
 * as `//…`, such as that of `/.//other.example`: without its origin, as routers take it, it would name another host.
 */
export function matchSameOriginUrl(text: string, baseUrl: string): URL | null {
  if (hasForbiddenCharacter(text)) return null
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

/** Parsers drop, trim or rewrite these without saying so. */
export function hasForbiddenCharacter(text: string): boolean {
  for (const character of text) {
    const code = character.charCodeAt(0)
    if (code <= 0x20 || code === 0x7f || character === '\\' || character.trim() === '') return true
  }
  return false
}
