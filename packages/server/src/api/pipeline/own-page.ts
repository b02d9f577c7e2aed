import { Forbidden } from '../../kernel/errors.ts'
import { isLoopback } from '../../platform/http/loopback.ts'

/** Pages of other origins cannot send it without a preflight, whose answer does not list it. */
export const OWN_PAGE_HEADER = 'x-portico-own-page'

interface OwnOrigins {
  readonly baseUrl: string
  readonly dashboardUrl: string
}

/**
 * Refuses a call that does not come from a page of the service's own origin (rule S-65).
 *
 * @throws Forbidden
 */
export function requireOwnPage(own: OwnOrigins, { headers, method }: Request): void {
  const site = headers.get('sec-fetch-site')
  const isJson = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json'
  const isAllowed =
    // guard: the cookie of the dashboard requires a header that other websites cannot send
    //   (drop `headers.has(OWN_PAGE_HEADER)`) [dashboard-session/dashboard-session]
    headers.has(OWN_PAGE_HEADER) &&
    (isJson || method === 'DELETE') &&
    // guard: the cookie of the dashboard is refused to a sibling subdomain [dashboard-session/dashboard-session]
    (site === null || site === 'same-origin') &&
    // guard: the cookie of the dashboard requires the origin of the service [dashboard-session/dashboard-session]
    isOwnOrigin(own, headers.get('origin'))
  if (!isAllowed) {
    // The pages of the service act on the project "internal".
    throw new Forbidden('Only pages of this service can make this call.').refusing({ projectId: 'internal' })
  }
}

/** Browsers send the origin of each page that makes a change. A service on loopback has several names. */
function isOwnOrigin({ baseUrl, dashboardUrl }: OwnOrigins, origin: string | null): boolean {
  const page = origin === null ? null : URL.parse(origin)
  if (!page || page.origin !== origin) return false
  return [baseUrl, dashboardUrl].some((url) => {
    const known = new URL(url)
    if (known.origin === page.origin) return true
    const isSameServer = known.protocol === page.protocol && known.port === page.port
    return isSameServer && isLoopback(known.hostname) && isLoopback(page.hostname)
  })
}
