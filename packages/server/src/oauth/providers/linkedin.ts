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

const userinfo = z.object({
  sub: accountId,
  email: optionalText,
  email_verified: optionalFlag,
  name: decoration,
  picture: decoration,
})

/**
 * No PKCE, and the ID token comes without our nonce: what ties the answer to the browser is the state alone. A refusal
 * has two names of its own.
 *
 * @see https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2
 */
export const linkedin: OAuthProvider = {
  id: 'linkedin',
  name: 'LinkedIn',
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
  readIdentity: async ({ tokens, endpoints, get }) => {
    const answer = parseAnswer('LinkedIn', userinfo, await get(endpoints.userinfo ?? ''))
    if (tokens.claims?.sub !== answer.sub) throw new ProviderAnswerUnusable('LinkedIn answered about another account.')
    return {
      accountId: answer.sub,
      email: addressOf(answer.email),
      isEmailVerified: answer.email_verified,
      displayName: nameOf(answer.name),
      profileImageUrl: pictureOf(answer.picture),
    }
  },
}
