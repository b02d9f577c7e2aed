import { oauthProviderNames } from '@portico/contract'
import { z } from 'zod'

import { accessDenied, handleOf, hex } from './look-alike.ts'
import type { BuiltInProvider } from './provider.ts'
import { accountId, addressOf, optionalDetail, nameOf, parseAnswer, pictureOf } from './read-answer.ts'

const account = z.object({
  account_id: accountId,
  display_name: optionalDetail,
  links: z
    .object({ avatar: z.object({ href: optionalDetail }) })
    .nullish()
    .catch(null),
})
const emailList = z.object({
  values: z.array(
    z.object({ email: z.string(), is_primary: z.boolean().nullish(), is_confirmed: z.boolean().nullish() }),
  ),
})

/**
 * Addresses come from a separate endpoint. The primary address is used, or the first one if none is primary.
 *
 * @see https://developer.atlassian.com/cloud/bitbucket/rest/api-group-users/
 */
export const bitbucket: BuiltInProvider = {
  id: 'bitbucket',
  name: oauthProviderNames.bitbucket,
  endpoints: () => ({
    authorization: 'https://bitbucket.org/site/oauth2/authorize',
    token: 'https://bitbucket.org/site/oauth2/access_token',
    userinfo: 'https://api.bitbucket.org/2.0/user',
    jwks: null,
    issuer: null,
    others: { emails: 'https://api.bitbucket.org/2.0/user/emails' },
  }),
  scopes: ['account', 'email'],
  clientAuthentication: 'basic',
  usesPkce: true,
  authorizationParameters: () => ({}),
  readIdentity: async ({ endpoints, get }) => {
    const [profile, list] = await Promise.all([get(endpoints.userinfo ?? ''), get(endpoints.others.emails ?? '')])
    const answer = parseAnswer('Bitbucket', account, profile)
    const { values } = parseAnswer('Bitbucket', emailList, list)
    const chosen = values.find((entry) => entry.is_primary) ?? values[0]
    return {
      accountId: answer.account_id,
      email: addressOf(chosen?.email),
      isEmailVerified: chosen?.is_confirmed === true,
      displayName: nameOf(answer.display_name),
      profileImageUrl: pictureOf(answer.links?.avatar.href),
    }
  },
  lookAlike: {
    host: 'bitbucket.org',
    tile: { ground: '#0c66e4', text: '#ffffff' },
    oddities: [
      'Returns addresses from a separate endpoint, each with a flag.',
      'Names the scope list “scopes” in the token response.',
      'Access tokens expire after two hours; the refresh token stays the same.',
    ],
    addresses: 'vouched',
    mayLackAddress: true,
    subOf: (key) =>
      `557058:${hex(8)(key)}-${hex(4)(`${key}a`)}-4${hex(3)(`${key}b`)}-8${hex(3)(`${key}c`)}-${hex(12)(`${key}d`)}`,
    subPattern: /^[\x21-\x7e]{1,255}$/,
    refusal: { ...accessDenied, error_description: 'The resource owner or authorization server denied the request' },
    accessTokenSeconds: 7_200,
    refresh: 'kept',
    scopeField: ['scopes', ' '],
    userinfo: ({ sub, name }) => ({
      type: 'user',
      account_id: sub,
      uuid: `{${sub.split(':').at(-1)}}`,
      display_name: name,
      nickname: handleOf(name),
      links: { self: { href: 'https://api.bitbucket.org/2.0/users' } },
    }),
    emails: ({ email, isEmailVerified }) => ({
      values: email === null ? [] : [{ type: 'email', email, is_primary: true, is_confirmed: isEmailVerified }],
      pagelen: 10,
      size: email === null ? 0 : 1,
      page: 1,
    }),
  },
}
