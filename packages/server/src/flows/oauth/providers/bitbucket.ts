import { oauthProviderNames } from '@portico/contract'
import { z } from 'zod'

import type { OAuthProvider } from './provider.ts'
import { accountId, addressOf, decoration, nameOf, parseAnswer, pictureOf } from './read-answer.ts'

const account = z.object({
  account_id: accountId,
  display_name: decoration,
  links: z
    .object({ avatar: z.object({ href: decoration }) })
    .nullish()
    .catch(null),
})
const emailList = z.object({
  values: z.array(
    z.object({ email: z.string(), is_primary: z.boolean().nullish(), is_confirmed: z.boolean().nullish() }),
  ),
})

/**
 * Addresses come from a call of their own: the primary one counts, or the first where none is marked.
 *
 * @see https://developer.atlassian.com/cloud/bitbucket/rest/api-group-users/
 */
export const bitbucket: OAuthProvider = {
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
}
