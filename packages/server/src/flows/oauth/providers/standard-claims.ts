import { z } from 'zod'

import { ProviderAnswerUnusable, type ProviderIdentity, type ProviderTokens } from './provider.ts'
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
 * The identity in the standard claims of an ID token or a userinfo answer.
 *
 * @param idTokenClaims of the same sign-in; null if there was no ID token
 * @throws ProviderAnswerUnusable
 */
export function identityOf(
  providerName: string,
  told: unknown,
  idTokenClaims: ProviderTokens['claims'],
): ProviderIdentity {
  const claims = parseAnswer(providerName, standardClaims, told)
  // OpenID Connect Core 1.0 section 5.3.2: an answer about somebody else must not be used.
  if (idTokenClaims && idTokenClaims.sub !== claims.sub) {
    throw new ProviderAnswerUnusable(`${providerName} answered about another account.`)
  }
  return {
    accountId: claims.sub,
    email: addressOf(claims.email),
    isEmailVerified: claims.email_verified,
    displayName: nameOf(claims.name),
    profileImageUrl: pictureOf(claims.picture),
  }
}
