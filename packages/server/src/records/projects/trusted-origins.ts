import { NATIVE_APP_SCHEME } from '@portico/contract'
import { hasAmbiguousPath, hasForbiddenCharacter, isPlainPath } from '@portico/protocols/same-origin-url'
import {
  findPublicHttpsProblem,
  matchTrustedUrl,
  originOfTrustedDomain,
  parseTrustedDomain,
  type TrustPolicy,
} from '@portico/protocols/trusted-url'

import { KnownError } from '../../kernel/errors.ts'
import type { Project } from './project.ts'

/** Whether the project trusts pages of this origin. Ignores the paths of trusted domains. */
export function isTrustedOrigin(project: Project, origin: string): boolean {
  const policy = policyOf(project)
  // guard: the origins of CORS and passkeys are read by the parser of redirects
  //   (replace `originOfTrustedDomain(domain)` with `URL.parse(domain)?.origin`)
  const domains = policy.domains.flatMap((domain) => originOfTrustedDomain(domain) ?? [])
  return matchTrustedUrl(origin, { ...policy, domains }) !== null
}

/** Whether a passkey of this relying party can work on a page that the project trusts. */
export function isTrustedRpId(project: Project, rpId: string): boolean {
  const hosts = project.config.domains.map(({ domain }) => parseTrustedDomain(domain)?.hostPattern ?? '')
  return isTrustedOrigin(project, `https://${rpId}`) || hosts.some((host) => host === rpId || host.endsWith(`.${rpId}`))
}

/**
 * Whether the domain can match URLs and, in production mode, only those that obey its rules. A wildcard in the last
 * label of the host is refused there, because it can match localhost and IP addresses.
 */
export function isUsableDomain({ isProductionMode }: Pick<Project, 'isProductionMode'>, domain: string): boolean {
  const entry = parseTrustedDomain(domain)
  if (!entry || !isProductionMode) return entry !== null
  const [lastLabel = ''] = entry.hostPattern.split('.').slice(-1)
  return findPublicHttpsProblem(entry.url) === null && !lastLabel.includes('*')
}

/** The parent domains of a host that the project trusts itself, without wildcards. */
export function listTrustedParents(project: Project, host: string): string[] {
  return project.config.domains.flatMap(({ domain }) => {
    const { hostPattern: parent = '' } = parseTrustedDomain(domain) ?? {}
    const origin = originOfTrustedDomain(domain)
    const isParent = parent !== '' && !parent.includes('*') && host.endsWith(`.${parent}`)
    return isParent && origin !== null && isTrustedOrigin(project, origin) ? [parent] : []
  })
}

type DomainEntry = Project['config']['domains'][number]

/** Why an entry cannot work as a trusted domain; null if it can. */
export function findDomainProblem({
  domain,
  handlerPath,
}: DomainEntry): { readonly field: 'domain' | 'handler_path'; readonly problem: string } | null {
  if (!parseTrustedDomain(domain)) {
    return {
      field: 'domain',
      problem:
        'must be a host name in ASCII as browsers write it, with an optional port and path, and without user info, spaces and encoded characters',
    }
  }
  if (isPlainPath(handlerPath)) return null
  return {
    field: 'handler_path',
    problem: 'must be a path such as /handler, without a host, a query, dot segments and spaces',
  }
}

/** Returns the serialized URL if the project trusts it, otherwise null. */
export function matchTrusted(project: Project, url: string): string | null {
  return matchTrustedUrl(url, policyOf(project))?.href ?? null
}

/**
 * Returns the serialized URL if the project trusts it.
 *
 * @throws REDIRECT_URL_NOT_WHITELISTED
 */
export function requireTrustedUrl(project: Project, url: string): string {
  return required(matchTrusted(project, url))
}

/**
 * Finds the address of an SDK handler page in the project's app, for a mail whose call has named no page. It is below
 * the handler path of the first trusted domain that is an address, public ones first. Null without one.
 */
export function findHandlerPage(
  project: Project,
  path: 'disown-session' | 'password-reset' | 'sign-in',
): string | null {
  // guard: the link of a mail about a new device is at no pattern
  //   (drop `.filter(({ domain }) => !domain.includes('*'))`) [notices]
  const pages = project.config.domains
    // A pattern is not an address.
    .filter(({ domain }) => !domain.includes('*'))
    .map(({ domain, handlerPath }) =>
      matchTrusted(project, `${withoutSlash(domain)}${withoutSlash(handlerPath)}/${path}`),
    )
    .filter((page) => page !== null)
  // A list for development and production can start with localhost.
  return pages.find((page) => findPublicHttpsProblem(new URL(page)) === null) ?? pages[0] ?? null
}

function withoutSlash(text: string): string {
  return text.replace(/\/$/, '')
}

/**
 * Like `matchTrusted`, for redirect URIs of a provider sign-in. They may also belong to native apps, if the project
 * allows it.
 */
export function matchOAuthRedirect(project: Project, url: string): string | null {
  // guard: a sign-in returns to a native app only if the project allows it (keep `matchNativeApp(url)`)
  //   [oauth/redirects]
  return matchTrusted(project, url) ?? (project.config.nativeAppRedirectsEnabled ? matchNativeApp(url) : null)
}

/**
 * Like `requireTrustedUrl`, for redirect URIs of a provider sign-in. They may also belong to native apps.
 *
 * @throws REDIRECT_URL_NOT_WHITELISTED
 */
export function requireOAuthRedirect(project: Project, url: string): string {
  return required(matchOAuthRedirect(project, url))
}

function required(url: string | null): string {
  if (url === null) throw new KnownError('REDIRECT_URL_NOT_WHITELISTED')
  return url
}

/** Production mode accepts only HTTPS with a host name, whatever is stored (docs/protocol/trusted-urls.md). */
function policyOf({ config, isProductionMode }: Project): TrustPolicy {
  return {
    domains: config.domains.map(({ domain }) => domain),
    allowLocalhost: config.allowLocalhost,
    // guard: the project sets production mode
    //   (replace `requiresPublicHttps: isProductionMode` with `requiresPublicHttps: false`)
    requiresPublicHttps: isProductionMode,
  }
}

/**
 * Accepts URLs with the scheme for native apps. Any app can register the scheme, so only PKCE protects a code that is
 * sent there (RFC 8252 section 8.1).
 */
function matchNativeApp(text: string): string | null {
  if (hasForbiddenCharacter(text) || hasAmbiguousPath(text)) return null
  const url = URL.parse(text)
  const isNative = url?.protocol === NATIVE_APP_SCHEME && url.host !== '' && url.username === '' && url.password === ''
  return isNative ? url.href : null
}
