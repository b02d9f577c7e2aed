import { oauthProviderNames } from '@portico/contract'
import { accessDenied, digits, openIdUser } from './look-alike.ts'
import type { BuiltInProvider } from './provider.ts'
import { identityOf } from './standard-claims.ts'

/**
 * Google adds the scope `openid` to these two automatically and returns an ID token.
 *
 * @see https://developers.google.com/identity/openid-connect/openid-connect
 */
export const google: BuiltInProvider = {
  id: 'google',
  name: oauthProviderNames.google,
  endpoints: () => ({
    authorization: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    userinfo: 'https://openidconnect.googleapis.com/v1/userinfo',
    jwks: 'https://www.googleapis.com/oauth2/v3/certs',
    issuer: 'https://accounts.google.com',
    others: {},
  }),
  scopes: ['https://www.googleapis.com/auth/userinfo.email', 'https://www.googleapis.com/auth/userinfo.profile'],
  clientAuthentication: 'basic',
  usesPkce: true,
  // Google issues a refresh token only with a consent, so request it each time.
  authorizationParameters: () => ({ access_type: 'offline', prompt: 'consent' }),
  // Google always returns an ID token. Without claims, the comparison of subjects must fail.
  readIdentity: async ({ tokens, endpoints, get }) =>
    identityOf('Google', { answer: await get(endpoints.userinfo ?? '') }, tokens.claims ?? {}),
  lookAlike: {
    host: 'accounts.google.com',
    tile: { ground: '#1a73e8', text: '#ffffff' },
    oddities: [
      'Adds the scope openid automatically and returns an ID token.',
      'Sends the parameter iss with the callback (RFC 9207).',
      'Issues a refresh token only for access_type=offline.',
    ],
    addresses: 'vouched',
    mayLackAddress: false,
    subOf: digits(21),
    subPattern: /^[0-9]{1,255}$/,
    codeExtras: (_, issuer) => ({ iss: issuer, authuser: '0', prompt: 'consent' }),
    refusal: accessDenied,
    accessTokenSeconds: 3_599,
    refresh: 'kept',
    refreshNeeds: { parameter: 'access_type', value: 'offline' },
    scopeField: ['scope', ' '],
    userinfo: openIdUser,
    claims: openIdUser,
  },
}
