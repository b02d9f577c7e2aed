import type { OidcDiscoveryRead } from '@portico/contract'

import { toCamelCase, type CamelCased } from '@portico/contract/letter-case'
import type { SendRequest } from '../transport/request.ts'

/** The discovery document of an OpenID Connect issuer, and why it cannot be used. */
export type IssuerDiscovery = Readonly<CamelCased<OidcDiscoveryRead>>

export async function discoverIssuer(request: SendRequest<'admin'>, issuerUrl: string): Promise<IssuerDiscovery> {
  return toCamelCase(await request('POST /internal/oidc-discovery', { body: { issuer_url: issuerUrl } }))
}
