import { oauthProviderNames } from '@portico/contract'
import { z } from 'zod'

import { accessDenied, digits, handleOf } from './look-alike.ts'
import type { BuiltInProvider } from './provider.ts'
import { optionalDetail, nameOf, numericAccountId, parseAnswer, pictureOf } from './read-answer.ts'

const answerSchema = z.object({
  data: z.object({
    id: numericAccountId,
    name: optionalDetail,
    username: optionalDetail,
    profile_image_url: optionalDetail,
  }),
})

/**
 * X returns no e-mail address.
 *
 * @see https://docs.x.com/x-api/users/get-my-user
 */
export const x: BuiltInProvider = {
  id: 'x',
  name: oauthProviderNames.x,
  endpoints: () => ({
    authorization: 'https://x.com/i/oauth2/authorize',
    token: 'https://api.x.com/2/oauth2/token',
    userinfo: 'https://api.x.com/2/users/me?user.fields=profile_image_url',
    jwks: null,
    issuer: null,
    others: {},
  }),
  scopes: ['users.read', 'offline.access', 'tweet.read'],
  clientAuthentication: 'basic',
  usesPkce: true,
  authorizationParameters: () => ({}),
  readIdentity: async ({ endpoints, get }) => {
    const { data } = parseAnswer('X', answerSchema, await get(endpoints.userinfo ?? ''))
    return {
      accountId: data.id,
      email: null,
      isEmailVerified: false,
      displayName: nameOf(data.name) ?? nameOf(data.username),
      profileImageUrl: pictureOf(data.profile_image_url),
    }
  },
  lookAlike: {
    host: 'x.com',
    tile: { ground: '#000000', text: '#ffffff' },
    oddities: ['Wraps the account in “data”.', 'Refresh tokens require the scope offline.access and work once.'],
    addresses: 'none',
    mayLackAddress: true,
    subOf: digits(19),
    subPattern: /^[1-9][0-9]{0,19}$/,
    refusal: accessDenied,
    accessTokenSeconds: 7_200,
    refresh: 'rotated',
    refreshNeeds: { scope: 'offline.access' },
    scopeField: ['scope', ' '],
    userinfo: ({ sub, name }) => ({ data: { id: sub, name, username: handleOf(name) } }),
  },
}
