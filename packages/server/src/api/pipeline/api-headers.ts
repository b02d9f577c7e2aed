import { securityHeaders } from '../../platform/http/security-headers.ts'
import type { Project } from '../../records/projects/project.ts'
import { isTrustedOrigin } from '../../records/projects/trusted-origins.ts'
import { OWN_PAGE_HEADER } from './own-page.ts'
import { bothSpellings } from './protocol-headers.ts'

const protocolHeaders = bothSpellings([
  'content-type',
  'authorization',
  'x-stack-project-id',
  'x-stack-branch-id',
  'x-stack-override-error-status',
  'x-stack-random-nonce',
  'x-stack-client-version',
  'x-stack-disable-artificial-development-delay',
  'x-stack-access-type',
  'x-stack-publishable-client-key',
  'x-stack-secret-server-key',
  'x-stack-super-secret-admin-key',
  'x-stack-admin-access-token',
  'x-stack-refresh-token',
  'x-stack-access-token',
  'x-stack-allow-anonymous-user',
])

const preflight = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-max-age': '86400',
  vary: 'Origin, Access-Control-Request-Headers',
}

const crossOrigin = {
  // The last two are not in the protocol's list. Without them, a page retries too early and cannot name its request.
  'access-control-expose-headers':
    'content-type, x-stack-actual-status, x-stack-known-error, retry-after, x-stack-request-id',
  vary: 'Origin',
}

/** The headers of every API answer that do not depend on the call. */
export function apiHeaders(isHttps: boolean): Record<string, string> {
  return {
    'cache-control': 'no-store, max-age=0',
    ...crossOrigin,
    ...securityHeaders(isHttps),
  }
}

const headerNamePattern = /^[\w!#$%&'*+.^`|~-]+$/

/**
 * The headers of the answer to a CORS preflight, by its `Access-Control-Request-Headers`. Pages may send any header,
 * because tools that trace requests add headers and no call across origins is authenticated by a cookie. The only
 * exception is the header that marks the service's own pages.
 */
export function preflightHeaders(isHttps: boolean): (requested: string | null) => Record<string, string> {
  const fixed = { ...apiHeaders(isHttps), ...preflight, 'access-control-allow-origin': '*' }
  return (requested) => {
    const names = (requested ?? '').split(',').map((name) => name.trim().toLowerCase())
    // guard: pages of other origins cannot send the header of own pages (drop `name !== OWN_PAGE_HEADER`) [pipeline]
    const allowed = names.filter((name) => headerNamePattern.test(name) && name !== OWN_PAGE_HEADER)
    return { ...fixed, 'access-control-allow-headers': [...new Set([...protocolHeaders, ...allowed])].join(', ') }
  }
}

/**
 * Whether a page of this origin may read the answer (CORS). Cookies are never allowed, so any origin may read an answer
 * of no project. Once the project of a call is known, only its trusted origins may.
 */
export function mayReadAnswer(origin: string | null, project: Project | null): boolean {
  return origin === null || project === null || isTrustedOrigin(project, origin)
}
