import { matchTrustedUrl } from '@portico/protocols/trusted-url'

/**
 * Returns the address if it is on a trusted domain of the project, otherwise throws. The service lists only
 * domains that the mode of the project accepts. Loaded on demand, because few applications redirect to another origin.
 */
export function requireTrustedUrl(target: string, domains: readonly string[]): URL {
  const url = matchTrustedUrl(target, { domains, allowLocalhost: false })
  // A router receives only the path and would read `//host` as another origin; see `matchSameOriginUrl`.
  if (url && !url.pathname.startsWith('//')) return url
  throw new Error(
    `Refused to redirect to ${target}: it is neither on this page's origin nor on a trusted domain. To allow it, add its domain to the project.`,
  )
}
