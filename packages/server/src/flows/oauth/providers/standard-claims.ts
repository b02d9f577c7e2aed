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
  given_name: optionalDetail,
  family_name: optionalDetail,
  picture: optionalDetail,
})

type StandardClaims = z.output<typeof standardClaims>

/**
 * Reads the identity from the standard claims of an ID token and a userinfo response. Providers divide the claims
 * between the two; the signed ID token comes first.
 *
 * @param userinfo null if the provider has no userinfo endpoint
 * @param idTokenClaims claims in the ID token of this sign-in; null without an ID token
 * @throws ProviderAnswerUnusable
 */
export function identityOf(
  providerName: string,
  userinfo: { readonly answer: unknown } | null,
  idTokenClaims: ProviderTokens['claims'],
): ProviderIdentity {
  const answered = userinfo && parseAnswer(providerName, standardClaims, userinfo.answer)
  const signed = idTokenClaims && parseAnswer(providerName, standardClaims, idTokenClaims)
  // OpenID Connect Core 1.0 section 5.3.2: a response about another subject must not be used.
  // guard: the userinfo is about the subject of the ID token [providers]
  if (answered && signed && signed.sub !== answered.sub) {
    throw new ProviderAnswerUnusable(`${providerName} returned the data of another account.`)
  }
  const documents = [signed, answered].filter((document) => document !== null)
  const [first] = documents
  if (!first) throw new ProviderAnswerUnusable(`${providerName} returned no data of the account.`)
  return {
    accountId: first.sub,
    ...addressIn(documents),
    displayName: firstOf(documents, fullNameIn),
    profileImageUrl: firstOf(documents, ({ picture }) => pictureOf(picture)),
  }
}

/**
 * Returns the first address and its flag. Both come from one document: a flag may be about another address. If the ID
 * token has no flag, the userinfo may state it for the same address.
 */
function addressIn(documents: readonly StandardClaims[]): Pick<ProviderIdentity, 'email' | 'isEmailVerified'> {
  const addressed = documents.map(({ email, email_verified: flag }) => ({ email: addressOf(email), flag }))
  const email = addressed.find((document) => document.email !== null)?.email ?? null
  // guard: address and verified flag of a provider come from one document
  //   (drop `.filter((document) => document.email === email)`) [providers]
  const flags = addressed.filter((document) => document.email === email).map(({ flag }) => flag)
  return { email, isEmailVerified: email !== null && flags.find((flag) => flag !== null) === true }
}

function fullNameIn({ name, given_name: given, family_name: family }: StandardClaims): string | null {
  return nameOf(name) ?? nameOf([nameOf(given), nameOf(family)].filter((part) => part !== null).join(' '))
}

function firstOf<Value>(
  documents: readonly StandardClaims[],
  read: (document: StandardClaims) => Value | null,
): Value | null {
  return documents.map(read).find((value) => value !== null) ?? null
}
