import { z } from 'zod'

import { ProviderAnswerUnusable, type OAuthProvider } from '../provider.ts'
import {
  accountId,
  addressOf,
  decoration,
  nameOf,
  optionalFlag,
  optionalText,
  parseAnswer,
  pictureOf,
} from './read-answer.ts'

/** OpenID Connect Core 1.0 section 5.1, as far as we read it. */
const userinfo = z.object({
  sub: accountId,
  email: optionalText,
  email_verified: optionalFlag,
  name: decoration,
  picture: decoration,
})

/**
 * Google adds the scope `openid` to these two by itself and answers with an ID token.
 *
 * @see https://developers.google.com/identity/openid-connect/openid-connect
 */
export const google: OAuthProvider = {
  id: 'google',
  name: 'Google',
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
  // Without a new consent Google gives a refresh token the first time only.
  authorizationParameters: () => ({ access_type: 'offline', prompt: 'consent' }),
  readIdentity: async ({ tokens, endpoints, get }) => {
    const answer = parseAnswer('Google', userinfo, await get(endpoints.userinfo ?? ''))
    // OpenID Connect Core 1.0 section 5.3.2: an answer about somebody else must not be used.
    if (tokens.claims?.sub !== answer.sub) throw new ProviderAnswerUnusable('Google answered about another account.')
    return {
      accountId: answer.sub,
      email: addressOf(answer.email),
      isEmailVerified: answer.email_verified,
      displayName: nameOf(answer.name),
      profileImageUrl: pictureOf(answer.picture),
    }
  },
}
