import { oauthProviderNames } from '@portico/contract'
import { z } from 'zod'

import { accessDenied, digits, handleOf } from './look-alike.ts'
import type { BuiltInProvider } from './provider.ts'
import {
  addressOf,
  optionalDetail,
  nameOf,
  numericAccountId,
  optionalText,
  parseAnswer,
  pictureOf,
} from './read-answer.ts'

const account = z.object({
  id: numericAccountId,
  name: optionalDetail,
  username: optionalDetail,
  avatar_url: optionalDetail,
  email: optionalText,
  confirmed_at: optionalText,
})

/**
 * `email` is the primary address of the account, and `confirmed_at` the date of its verification.
 *
 * @see https://docs.gitlab.com/api/users/#get-the-current-user
 */
export const gitlab: BuiltInProvider = {
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
  lookAlike: {
    host: 'gitlab.com',
    tile: { ground: '#c8400f', text: '#ffffff' },
    oddities: [
      'A verified address has the date of its confirmation.',
      'Access tokens expire after two hours, and every refresh token works once.',
    ],
    addresses: 'vouched',
    mayLackAddress: false,
    subOf: digits(7),
    subPattern: /^[1-9][0-9]{0,14}$/,
    refusal: {
      ...accessDenied,
      error_description: 'The resource owner or authorization server denied the request.',
    },
    accessTokenSeconds: 7_200,
    refresh: 'rotated',
    scopeField: ['scope', ' '],
    userinfo: ({ sub, name, email, isEmailVerified }) => ({
      id: Number(sub),
      username: handleOf(name),
      name,
      state: 'active',
      avatar_url: null,
      email,
      confirmed_at: isEmailVerified ? '2023-05-23T09:05:22.422Z' : null,
    }),
  },
}
