import { matchTrustedUrl } from '@portico/protocols/trusted-url'

/**
 * Gives an address of another origin if it is on a trusted domain of the project, and throws otherwise. Few applications
 * leave their origin, so this is loaded on demand.
 */
export function requireTrustedUrl(target: string, domains: readonly string[]): URL {
  const url = matchTrustedUrl(target, { domains, allowLocalhost: false })
  // A trusted entry may be this origin, whose path a router gets alone; see `matchSameOriginUrl`.
  if (url && !url.pathname.startsWith('//')) return url
  throw new Error(
    `Refused to redirect to ${target}: it is neither on this page's origin nor a trusted domain of the project. Add its domain there if it is yours.`,
  )
}
