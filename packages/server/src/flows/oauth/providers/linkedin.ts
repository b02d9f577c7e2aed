import { createHash } from 'node:crypto'

import { oauthProviderNames } from '@portico/contract'
import { openIdUser } from './look-alike.ts'
import type { BuiltInProvider } from './provider.ts'
import { identityOf } from './standard-claims.ts'

/**
 * LinkedIn supports no PKCE and returns no nonce in the ID token, so only the state binds the response to the browser.
 * It has two special error codes for a refusal.
 *
 * @see https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2
 */
export const linkedin: BuiltInProvider = {
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
  // LinkedIn always returns an ID token. Without claims, the comparison of subjects must fail.
  readIdentity: async ({ tokens, endpoints, get }) =>
    identityOf('LinkedIn', { answer: await get(endpoints.userinfo ?? '') }, tokens.claims ?? {}),
  lookAlike: {
    host: 'www.linkedin.com',
    tile: { ground: '#0a66c2', text: '#ffffff' },
    oddities: [
      'The ID token does not contain the nonce.',
      'Returns the error user_cancelled_authorize after a refusal.',
      'The token request sends client id and secret in the form.',
      'The address is optional.',
    ],
    addresses: 'vouched',
    mayLackAddress: true,
    subOf: (key) => createHash('sha256').update(key).digest('base64url').slice(0, 10),
    subPattern: /^[\x21-\x7e]{1,255}$/,
    refusal: { error: 'user_cancelled_authorize', error_description: 'The user cancelled the authorization' },
    accessTokenSeconds: 5_183_999,
    refresh: 'never',
    scopeField: ['scope', ','],
    userinfo: openIdUser,
    claims: openIdUser,
  },
}
