import { z } from 'zod'

import { ProviderAnswerUnusable, type ProviderIdentity, type ProviderTokens } from './provider.ts'
import {
  accountId,
  addressOf,
  optionalDetail,
  nameOf,
  optionalFlag,
  optionalText,
  parseAnswer,
  pictureOf,
} from './read-answer.ts'

/** The claims of OpenID Connect Core 1.0 section 5.1 that the service reads. */
const standardClaims = z.object({
  sub: accountId,
  email: optionalText,
  email_verified: optionalFlag,
  name: optionalDetail,
  picture: optionalDetail,
})

/**
 * Reads the identity from the standard claims of an ID token or a userinfo response.
 *
 * @param idTokenClaims claims of the ID token of the same sign-in; null if there is none
 * @throws ProviderAnswerUnusable
 */
export function identityOf(
  providerName: string,
  answer: unknown,
  idTokenClaims: ProviderTokens['claims'],
): ProviderIdentity {
  const claims = parseAnswer(providerName, standardClaims, answer)
  // OpenID Connect Core 1.0 section 5.3.2: a response about another subject must not be used.
  if (idTokenClaims && idTokenClaims.sub !== claims.sub) {
    throw new ProviderAnswerUnusable(`${providerName} returned the data of another account.`)
  }
  return {
    accountId: claims.sub,
    email: addressOf(claims.email),
    isEmailVerified: claims.email_verified,
    displayName: nameOf(claims.name),
    profileImageUrl: pictureOf(claims.picture),
  }
}
