import { matchTrustedUrl } from '@portico/protocols/trusted-url'

import { KnownError } from '../http/errors.ts'
import type { Project } from './project.ts'

/** Whether the project trusts pages of this origin; paths of trusted domains do not matter for that. */
export function isTrustedOrigin(project: Project, origin: string): boolean {
  const domains = project.config.domains.flatMap(({ domain }) => URL.parse(domain)?.origin ?? [])
  return matchTrustedUrl(origin, { domains, allowLocalhost: project.config.allow_localhost }) !== null
}

/** The callback URL in its parsed form if the project trusts it, else null. */
export function matchTrusted(project: Project, url: string): string | null {
  const trusted = matchTrustedUrl(url, {
    domains: project.config.domains.map(({ domain }) => domain),
    allowLocalhost: project.config.allow_localhost,
  })
  return trusted && trusted.toString()
}

/**
 * The callback URL in its parsed form, if the project trusts it.
 *
 * @throws REDIRECT_URL_NOT_WHITELISTED
 */
export function requireTrustedUrl(project: Project, url: string): string {
  const trusted = matchTrusted(project, url)
  if (trusted === null) throw new KnownError('REDIRECT_URL_NOT_WHITELISTED')
  return trusted
}
