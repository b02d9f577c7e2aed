import { hasAmbiguousPath, hasForbiddenCharacter, isHttp, parseUrl } from './same-origin-url.ts'

/**
 * Decides which URLs the service and the SDK may redirect to, put into mails or call back.
 *
 * The platform's URL parser (WHATWG URL, which the browser also uses to navigate) parses each URL once, and callers get
 * the parsed URL. Use that URL, never the original text: text that two parsers interpret differently causes open
 * redirects (OWASP ASVS 10.4.1, 3.7.2).
 */
export interface TrustPolicy {
  /**
   * Trusted entries such as `https://app.example`. The host may contain `*` (any characters except dots) and `**` (any
   * characters). A host that consists only of wildcards matches nothing. A path limits the entry to that path and the
   * paths below it. An entry without a port means the default port.
   */
  readonly domains: readonly string[]
  /** Also trusts `localhost`, its subdomains and 127.0.0.0/8, on any port. */
  readonly allowLocalhost: boolean
  /** Trusts only HTTPS and only host names, neither localhost nor IP addresses. Overrides `allowLocalhost`. */
  readonly requiresPublicHttps?: boolean
}

/**
 * Returns the parsed URL if the policy trusts it, else null. Refuses paths that routers and proxies interpret
 * differently (`hasAmbiguousPath`) and hosts with an empty label, such as `app..example` and `app.example.`.
 */
export function matchTrustedUrl(text: string, policy: TrustPolicy): URL | null {
  // guard: a trusted URL has an unambiguous path (replace `null` with `parsePlainUrl(text)`)
  const url = hasAmbiguousPath(text) ? null : parsePlainUrl(text)
  // guard: the host of a trusted URL has no empty label (drop `url.hostname.split('.').includes('')`)
  if (!url || url.hostname.split('.').includes('')) return null
  // guard: localhost is trusted only if the project allows it (drop `policy.allowLocalhost`)
  if (policy.requiresPublicHttps) {
    if (!isPublicHttps(url)) return null
  } else if (policy.allowLocalhost && isLoopback(url.hostname)) return url
  return policy.domains.some((domain) => isBelow(url, domain)) ? url : null
}

/**
 * Parses an absolute http(s) URL that all parsers interpret in the same way: no user info, no backslashes, spaces or
 * control characters, and a host that the parser did not rewrite (except for letter case and a default port).
 */
export function parsePlainUrl(text: string): URL | null {
  // guard: a trusted URL has no backslash, space or control character
  if (hasForbiddenCharacter(text)) return null
  const url = parseUrl(text)
  // guard: a trusted URL has the scheme HTTP or HTTPS (drop `!isHttp(url)`)
  if (!url || !isHttp(url)) return null
  // The written authority includes user info and `url.host` does not, so this comparison also refuses user info.
  const written = authorityOf(text).toLowerCase()
  const defaultPort = url.protocol === 'https:' ? ':443' : ':80'
  // guard: the parser does not rewrite the host of a trusted URL
  //   (replace `written === url.host || (url.port === '' && written === url.host + defaultPort)` with `true`)
  return written === url.host || (url.port === '' && written === url.host + defaultPort) ? url : null
}

/** A trusted domain, whose host may contain wildcards. */
export interface TrustedDomain {
  /** The domain with a letter instead of each wildcard. */
  readonly url: URL
  /** Its host with the wildcards, in lower case. */
  readonly hostPattern: string
}

/**
 * Parses a trusted domain. Returns null for text that cannot match any URL. The only parser of trusted domains: a
 * second one that reads the same text differently would trust another host.
 */
export function parseTrustedDomain(domain: string): TrustedDomain | null {
  // guard: a trusted domain contains no path that routers interpret differently
  if (hasAmbiguousPath(domain)) return null
  const authority = authorityOf(domain)
  // Chromium rewrites `*` in a host to `%2A`, so the URL parser gets a letter in its place.
  const url = parsePlainUrl(domain.replace(authority, () => authority.replaceAll('*', 'w')))
  const hostPattern = authority.toLowerCase().replace(/:\d+$/, '')
  return url && !hostPattern.split('.').includes('') ? { url, hostPattern } : null
}

/** The origin of a trusted domain, with its wildcards and without its path; null for text that cannot trust any URL. */
export function originOfTrustedDomain(domain: string): string | null {
  const entry = parseTrustedDomain(domain)
  if (!entry) return null
  const { port, protocol } = entry.url
  return `${protocol}//${entry.hostPattern}${port && `:${port}`}`
}

function isBelow(url: URL, domain: string): boolean {
  const entry = parseTrustedDomain(domain)
  // guard: a trusted URL has the scheme of its entry (drop `entry.url.protocol !== url.protocol`)
  // guard: a trusted URL has the port of its entry (drop `entry.url.port !== url.port`)
  if (!entry || entry.url.protocol !== url.protocol || entry.url.port !== url.port) return false
  // guard: an entry of wildcards only trusts nothing
  if (isOnlyWildcards(entry.hostPattern)) return false
  return matchesHost(url.hostname, entry.hostPattern) && isPathWithin(url.pathname, entry.url.pathname)
}

/** `/app` contains `/app` and `/app/x`, but not `/apple`. */
function isPathWithin(path: string, prefix: string): boolean {
  // guard: the path of an entry ends at a slash (keep `prefix :`)
  const folder = prefix.endsWith('/') ? prefix : `${prefix}/`
  return path === prefix || path.startsWith(folder)
}

/**
 * Matches a host name with a pattern in which `*` means any characters except dots and `**` means any characters.
 *
 * Reads the pattern once and keeps the set of positions it can have reached in the host, so that no input causes
 * exponential backtracking.
 */
export function matchesHost(host: string, pattern: string): boolean {
  let reached = new Set([0])
  for (let at = 0; at < pattern.length; at += 1) {
    if (pattern[at] !== '*') {
      reached = new Set(
        [...reached].filter((position) => host[position] === pattern[at]).map((position) => position + 1),
      )
      continue
    }
    const matchesDots = pattern[at + 1] === '*'
    if (matchesDots) at += 1
    for (const position of reached) {
      // guard: one star does not match a dot (replace `'.'` with `''`)
      if (position < host.length && (matchesDots || host[position] !== '.')) reached.add(position + 1)
    }
  }
  return reached.has(host.length)
}

function isOnlyWildcards(pattern: string): boolean {
  return /^[*.]+$/.test(pattern)
}

function isPublicHttps(url: URL): boolean {
  return findPublicHttpsProblem(url) === null
}

/** Returns why a policy that requires public HTTPS cannot trust the URL; null if it can. */
export function findPublicHttpsProblem({ protocol, hostname }: URL): 'localhost' | 'ip-address' | 'not-https' | null {
  // guard: production mode trusts no localhost
  if (isLoopback(hostname)) return 'localhost'
  // guard: production mode trusts no IP address
  if (isIpAddress(hostname)) return 'ip-address'
  // guard: production mode trusts no plain HTTP (keep `null`)
  return protocol === 'https:' ? null : 'not-https'
}

/** The URL parser accepts a host name that ends in a number only if it is an IPv4 address. */
function isIpAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /(^|\.)\d+$/.test(hostname)
}

function isLoopback(hostname: string): boolean {
  // guard: localhost is the last label of its subdomains
  //   (replace `hostname.endsWith('.localhost')` with `hostname.includes('localhost')`)
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true
  // The URL parser has normalized every notation of an IPv4 address to four decimal numbers.
  const parts = hostname.split('.')
  return parts.length === 4 && parts[0] === '127' && parts.every((part) => String(Number(part)) === part)
}

/** Returns the unparsed text between `//` and the path. */
function authorityOf(text: string): string {
  const start = text.indexOf('//') + 2
  const ends = ['/', '?', '#'].map((mark) => text.indexOf(mark, start)).filter((end) => end >= 0)
  return text.slice(start, Math.min(text.length, ...ends))
}
