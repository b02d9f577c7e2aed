import type { OAuthProviderId } from '@portico/contract'

import type { OAuthProvider, ProviderEndpoints } from './provider.ts'
import { identityOf } from './standard-claims.ts'

/**
 * A provider whose endpoints an operator has overridden: whatever stands there is spoken to as plain OpenID Connect, or,
 * where it gives no ID token, as OAuth 2.0 with a userinfo endpoint of the same shape.
 */
export function plainOpenId(id: OAuthProviderId, name: string, endpoints: ProviderEndpoints): OAuthProvider {
  return {
    id,
    name,
    endpoints: () => endpoints,
    scopes: ['openid', 'profile', 'email'],
    clientAuthentication: 'basic',
    usesPkce: true,
    authorizationParameters: () => ({}),
    readIdentity: async ({ tokens, get }) =>
      identityOf(name, endpoints.userinfo === null ? tokens.claims : await get(endpoints.userinfo), tokens.claims),
  }
}
