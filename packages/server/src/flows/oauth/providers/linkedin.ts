import { oauthProviderNames } from '@portico/contract'
import type { OAuthProvider } from './provider.ts'
import { identityOf } from './standard-claims.ts'

/**
 * No PKCE, and the ID token comes without our nonce: what ties the answer to the browser is the state alone. A refusal
 * has two names of its own.
 *
 * @see https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2
 */
export const linkedin: OAuthProvider = {
  id: 'linkedin',
  name: oauthProviderNames.linkedin,
  endpoints: () => ({
    authorization: 'https://www.linkedin.com/oauth/v2/authorization',
    token: 'https://www.linkedin.com/oauth/v2/accessToken',
    userinfo: 'https://api.linkedin.com/v2/userinfo',
    jwks: 'https://www.linkedin.com/oauth/openid/jwks',
    issuer: 'https://www.linkedin.com/oauth',
    others: {},
  }),
  scopes: ['openid', 'profile', 'email'],
  clientAuthentication: 'post',
  usesPkce: false,
  omitsNonce: true,
  refusalErrors: ['user_cancelled_login', 'user_cancelled_authorize'],
  authorizationParameters: () => ({}),
  // There is always an ID token, so claims that are missing are nobody's.
  readIdentity: async ({ tokens, endpoints, get }) =>
    identityOf('LinkedIn', await get(endpoints.userinfo ?? ''), tokens.claims ?? {}),
}
