import type { OAuthProviderId } from '@portico/contract'
import { z } from 'zod'

import { ProviderAnswerUnusable, type OAuthProvider, type ProviderEndpoints } from '../provider.ts'
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
const standardClaims = z.object({
  sub: accountId,
  email: optionalText,
  email_verified: optionalFlag,
  name: decoration,
  picture: decoration,
})

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
    readIdentity: async ({ tokens, get }) => {
      const told = endpoints.userinfo === null ? tokens.claims : await get(endpoints.userinfo)
      const claims = parseAnswer(name, standardClaims, told)
      // OpenID Connect Core 1.0 section 5.3.2: an answer about somebody else must not be used.
      if (tokens.claims && tokens.claims.sub !== claims.sub) {
        throw new ProviderAnswerUnusable(`${name} answered about another account.`)
      }
      return {
        accountId: claims.sub,
        email: addressOf(claims.email),
        isEmailVerified: claims.email_verified,
        displayName: nameOf(claims.name),
        profileImageUrl: pictureOf(claims.picture),
      }
    },
  }
}
