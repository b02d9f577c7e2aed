import { NATIVE_APP_SCHEME } from '@portico/contract'
import { hasAmbiguousPath, hasForbiddenCharacter } from '@portico/protocols/same-origin-url'
import { matchTrustedUrl, type TrustPolicy } from '@portico/protocols/trusted-url'

import { KnownError } from '../../kernel/errors.ts'
import type { Project } from './project.ts'

/** Whether the project trusts pages of this origin; paths of trusted domains do not matter for that. */
export function isTrustedOrigin(project: Project, origin: string): boolean {
  const policy = policyOf(project)
  const domains = policy.domains.flatMap((domain) => URL.parse(domain)?.origin ?? [])
  return matchTrustedUrl(origin, { ...policy, domains }) !== null
}

/** The URL in serialised form if the project trusts it, else null. */
export function matchTrusted(project: Project, url: string): string | null {
  return matchTrustedUrl(url, policyOf(project))?.href ?? null
}

/**
 * The URL in serialised form, if the project trusts it.
 *
 * @throws REDIRECT_URL_NOT_WHITELISTED
 */
export function requireTrustedUrl(project: Project, url: string): string {
  return required(matchTrusted(project, url))
}

/** The same for addresses that a sign-in at a provider leads to, which may also be those of native apps. */
export function matchOAuthRedirect(project: Project, url: string): string | null {
  return matchTrusted(project, url) ?? matchNativeApp(url)
}

/**
 * The same for addresses that a sign-in at a provider leads to, which may also be those of native apps.
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

/** In production mode only HTTPS with a host name counts, whatever is stored (contract 01, section 7). */
function policyOf({ config, isProductionMode }: Project): TrustPolicy {
  return {
    domains: config.domains.map(({ domain }) => domain),
    allowLocalhost: config.allowLocalhost,
    requiresPublicHttps: isProductionMode,
  }
}

/** Any app can claim the scheme, so PKCE alone protects a code that is sent there (RFC 8252 section 8.1). */
function matchNativeApp(text: string): string | null {
  if (hasForbiddenCharacter(text) || hasAmbiguousPath(text)) return null
  const url = URL.parse(text)
  const isNative = url?.protocol === NATIVE_APP_SCHEME && url.host !== '' && url.username === '' && url.password === ''
  return isNative ? url.href : null
}
