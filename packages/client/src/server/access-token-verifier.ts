import { API_PREFIX } from '@portico/contract/limits'

import { type PorticoClientAppOptions, resolveBaseUrl, resolveProjectId, trimBaseUrl } from '../app/options.ts'
import { createVerifier, type VerifyAccessToken } from './verify-access-token.ts'
import { defaultPorts, type Ports } from '../transport/ports.ts'

/** The project whose access tokens are verified, and the addresses of its service. */
export interface AccessTokenVerifierOptions extends Pick<
  PorticoClientAppOptions,
  'projectId' | 'baseUrl' | 'readUnprefixedCookies'
> {
  /**
   * The base URL that the service publishes (its `PORTICO_BASE_URL`), if this server reaches the service at another
   * address. Default: the addresses in `baseUrl`.
   */
  issuerBaseUrl?: string
}

/**
 * Creates a function that verifies access tokens without a call to the service. It needs no secret key. Create it once
 * per process, because it holds the cached keys of the project.
 *
 * @example
 * const verifyAccessToken = createAccessTokenVerifier()
 * const token = await verifyAccessToken(request)
 * if (!token) return new Response(null, { status: 401 })
 *
 * @param ports environment of the SDK; only tests pass their own
 */
export function createAccessTokenVerifier(
  options: AccessTokenVerifierOptions = {},
  ports: Ports = defaultPorts,
): VerifyAccessToken {
  const projectId = resolveProjectId(options.projectId)
  const addresses = [false, true].map((isBrowser) => resolveBaseUrl(options.baseUrl, isBrowser))
  const issuerAddresses = options.issuerBaseUrl === undefined ? addresses : [trimBaseUrl(options.issuerBaseUrl.trim())]
  return createVerifier({
    projectId,
    issuers: [...new Set(issuerAddresses)].map((address) => `${address}${API_PREFIX}/projects/${projectId}`),
    apiUrl: () => `${resolveBaseUrl(options.baseUrl, false)}${API_PREFIX}`,
    readUnprefixedCookies: options.readUnprefixedCookies ?? false,
    ports,
  })
}
