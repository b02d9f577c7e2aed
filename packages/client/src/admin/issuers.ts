import { toCamelCase } from '@portico/contract/letter-case'
import type { IssuerDiscovery } from '../transport/record-fields.ts'
import type { SendRequest } from '../transport/request.ts'

export async function discoverIssuer(request: SendRequest<'admin'>, issuerUrl: string): Promise<IssuerDiscovery> {
  return toCamelCase(await request('POST /internal/oidc-discovery', { body: { issuer_url: issuerUrl } }))
}
