import { oauthProviderNames } from '@portico/contract'
import { z } from 'zod'

import type { OAuthProvider } from './provider.ts'
import { addressOf, decoration, nameOf, numericAccountId, optionalText, parseAnswer, pictureOf } from './read-answer.ts'

const account = z.object({
  id: numericAccountId,
  name: decoration,
  username: decoration,
  avatar_url: decoration,
  email: optionalText,
  confirmed_at: optionalText,
})

/**
 * The account's address is its primary one; `confirmed_at` is the day it was confirmed.
 *
 * @see https://docs.gitlab.com/api/users/#get-the-current-user
 */
export const gitlab: OAuthProvider = {
  id: 'gitlab',
  name: oauthProviderNames.gitlab,
  endpoints: () => ({
    authorization: 'https://gitlab.com/oauth/authorize',
    token: 'https://gitlab.com/oauth/token',
    userinfo: 'https://gitlab.com/api/v4/user',
    jwks: null,
    issuer: null,
    others: {},
  }),
  scopes: ['read_user'],
  clientAuthentication: 'basic',
  usesPkce: true,
  authorizationParameters: () => ({}),
  readIdentity: async ({ endpoints, get }) => {
    const answer = parseAnswer('GitLab', account, await get(endpoints.userinfo ?? ''))
    return {
      accountId: answer.id,
      email: addressOf(answer.email),
      isEmailVerified: !Number.isNaN(Date.parse(answer.confirmed_at ?? '')),
      displayName: nameOf(answer.name) ?? nameOf(answer.username),
      profileImageUrl: pictureOf(answer.avatar_url),
    }
  },
}
