import type { OAuthProvider, ProviderEndpoints } from './provider.ts'
import { identityOf } from './standard-claims.ts'

/**
 * Creates a provider that uses plain OpenID Connect, or OAuth 2.0 with a userinfo endpoint of the same shape if there
 * is no ID token.
 *
 * @param endpoints the operator's override of a known provider, or the endpoints of an issuer by URL
 */
export function plainOpenId(
  id: string,
  name: string,
  endpoints: ProviderEndpoints,
  clientAuthentication: OAuthProvider['clientAuthentication'],
  scopes: readonly string[] = ['profile', 'email'],
): OAuthProvider {
  return {
    id,
    name,
    endpoints: () => endpoints,
    scopes: ['openid', ...scopes],
    clientAuthentication,
    usesPkce: true,
    authorizationParameters: () => ({}),
    readIdentity: async ({ tokens, get }) =>
      identityOf(name, endpoints.userinfo === null ? null : { answer: await get(endpoints.userinfo) }, tokens.claims),
  }
}
