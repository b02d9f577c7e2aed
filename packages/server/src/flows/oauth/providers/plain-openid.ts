import type { OAuthProviderId } from '@portico/contract'

import type { OAuthProvider, ProviderEndpoints } from './provider.ts'
import { identityOf } from './standard-claims.ts'

/**
 * Creates a provider with endpoints that the operator overrides. It uses plain OpenID Connect, or OAuth 2.0 with a userinfo
 * endpoint of the same shape if there is no ID token.
 */
export function plainOpenId(
  id: OAuthProviderId,
  name: string,
  endpoints: ProviderEndpoints,
  clientAuthentication: OAuthProvider['clientAuthentication'],
): OAuthProvider {
  return {
    id,
    name,
    endpoints: () => endpoints,
    scopes: ['openid', 'profile', 'email'],
    clientAuthentication,
    usesPkce: true,
    authorizationParameters: () => ({}),
    readIdentity: async ({ tokens, get }) =>
      identityOf(name, endpoints.userinfo === null ? null : { answer: await get(endpoints.userinfo) }, tokens.claims),
  }
}
