import { hasAmbiguousPath, hasForbiddenCharacter, isHttp, parseUrl } from './same-origin-url.ts'

/**
 * The one decision whether an address may be redirected to, mailed or called back; service and SDK share it.
 *
 * Everything is parsed once, by the platform's URL parser (WHATWG URL, the one the browser will use when it follows the
 * address), and what callers get is the parsed form. They must use that, never the text they passed in: a text that two
 * parsers read differently is how open redirects happen (OWASP ASVS 10.4.1, 3.7.2).
 */
export interface TrustPolicy {
  /**
   * Trusted entries such as `https://app.example`, with `*` (any characters but dots) and `**` (any characters) allowed
   * in the host. A host of wildcards alone matches nothing. A path in an entry limits it to that path and what is below;
   * an entry without port means the default.
   */
  readonly domains: readonly string[]
  /** Also trusts `localhost`, its sub-domains and 127.0.0.0/8, on any port. */
  readonly allowLocalhost: boolean
  /** Trusts only HTTPS, and only host names: neither localhost nor an IP address. Overrules `allowLocalhost`. */
  readonly requiresPublicHttps?: boolean
}

/**
 * The parsed address if the policy trusts it, else null. Refuses paths that routers and proxies read differently
 * (`hasAmbiguousPath`) and hosts with an empty label, such as `app..example` and `app.example.`.
 */
export function matchTrustedUrl(text: string, policy: TrustPolicy): URL | null {
  const url = hasAmbiguousPath(text) ? null : parsePlainUrl(text)
  if (!url || url.hostname.split('.').includes('')) return null
  if (policy.requiresPublicHttps) {
    if (!isPublicHttps(url)) return null
  } else if (policy.allowLocalhost && isLoopback(url.hostname)) return url
  return policy.domains.some((domain) => isBelow(url, domain)) ? url : null
}

/**
 * Parses an absolute http(s) address that reads the same to every parser: no user info, no backslashes, spaces or
 * control characters, and a host that the parser did not have to rewrite (except for letter case and a default port).
 */
export function parsePlainUrl(text: string): URL | null {
  if (hasForbiddenCharacter(text)) return null
  const url = parseUrl(text)
  if (!url || !isHttp(url)) return null
  // User info is part of what is written, but not of the host.
  const written = authorityOf(text).toLowerCase()
  const defaultPort = url.protocol === 'https:' ? ':443' : ':80'
  return written === url.host || (url.port === '' && written === url.host + defaultPort) ? url : null
}

function isBelow(url: URL, domain: string): boolean {
  const entry = parsePlainUrl(domain)
  if (!entry || entry.protocol !== url.protocol || entry.port !== url.port) return false
  if (isOnlyWildcards(entry.hostname)) return false
  return matchesHost(url.hostname, entry.hostname) && isPathWithin(url.pathname, entry.pathname)
}

/** `/app` holds `/app` and `/app/x`, but not `/apple`. */
function isPathWithin(path: string, prefix: string): boolean {
  const folder = prefix.endsWith('/') ? prefix : `${prefix}/`
  return path === prefix || path.startsWith(folder)
}

/**
 * Matches a host name with a pattern in which `*` stands for any characters but dots and `**` for any characters.
 *
 * Walks the pattern once and keeps the set of places in the host it may have reached, so that no input is slow.
 */
export function matchesHost(host: string, pattern: string): boolean {
  let reached = new Set([0])
  for (let at = 0; at < pattern.length; at += 1) {
    if (pattern[at] !== '*') {
      reached = new Set([...reached].filter((place) => host[place] === pattern[at]).map((place) => place + 1))
      continue
    }
    const overDots = pattern[at + 1] === '*'
    if (overDots) at += 1
    for (const place of reached) {
      if (place < host.length && (overDots || host[place] !== '.')) reached.add(place + 1)
    }
  }
  return reached.has(host.length)
}

function isOnlyWildcards(pattern: string): boolean {
  return /^[*.]+$/.test(pattern)
}

function isPublicHttps({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' && !isLoopback(hostname) && !isIpAddress(hostname)
}

/** The parser accepts a host name that ends in a number only if it is an IPv4 address. */
function isIpAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /(^|\.)\d+$/.test(hostname)
}

function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true
  // The parser has turned every spelling of an IPv4 address into four decimal numbers.
  const parts = hostname.split('.')
  return parts.length === 4 && parts[0] === '127' && parts.every((part) => String(Number(part)) === part)
}

/** What stands between `//` and the path, as it was written. */
function authorityOf(text: string): string {
  const start = text.indexOf('//') + 2
  const ends = ['/', '?', '#'].map((mark) => text.indexOf(mark, start)).filter((end) => end >= 0)
  return text.slice(start, Math.min(text.length, ...ends))
}
