import { oauthProviderNames } from '@portico/contract'
import { z } from 'zod'

import { accessDenied, digits, handleOf } from './look-alike.ts'
import type { BuiltInProvider } from './provider.ts'
import {
  addressOf,
  optionalDetail,
  nameOf,
  numericAccountId,
  optionalFlag,
  optionalText,
  parseAnswer,
} from './read-answer.ts'

const account = z.object({
  id: numericAccountId,
  username: optionalDetail,
  global_name: optionalDetail,
  avatar: optionalDetail,
  email: optionalText,
  verified: optionalFlag,
})

/** @see https://discord.com/developers/docs/resources/user#user-object */
export const discord: BuiltInProvider = {
  id: 'discord',
  name: oauthProviderNames.discord,
  endpoints: () => ({
    authorization: 'https://discord.com/oauth2/authorize',
    token: 'https://discord.com/api/oauth2/token',
    userinfo: 'https://discord.com/api/users/@me',
    jwks: null,
    issuer: null,
    others: {},
  }),
  scopes: ['identify', 'email'],
  clientAuthentication: 'basic',
  usesPkce: true,
  authorizationParameters: () => ({}),
  readIdentity: async ({ endpoints, get }) => {
    const answer = parseAnswer('Discord', account, await get(endpoints.userinfo ?? ''))
    const email = addressOf(answer.email)
    return {
      accountId: answer.id,
      email,
      isEmailVerified: answer.verified === true,
      displayName: nameOf(answer.global_name) ?? nameOf(answer.username),
      profileImageUrl: avatarUrl(answer.id, answer.avatar),
    }
  },
  lookAlike: {
    host: 'discord.com',
    tile: { ground: '#4f5bd5', text: '#ffffff' },
    oddities: ['Accounts may have a telephone number only.', 'Every refresh token works once.'],
    addresses: 'vouched',
    mayLackAddress: true,
    subOf: digits(18),
    subPattern: /^[1-9][0-9]{0,19}$/,
    refusal: {
      ...accessDenied,
      error_description: 'The resource owner or authorization server denied the request',
    },
    accessTokenSeconds: 604_800,
    refresh: 'rotated',
    scopeField: ['scope', ' '],
    userinfo: ({ sub, name, email, isEmailVerified }) => ({
      id: sub,
      username: handleOf(name),
      discriminator: '0',
      global_name: name,
      avatar: null,
      locale: 'en-GB',
      mfa_enabled: false,
      email,
      verified: isEmailVerified,
    }),
  },
}

/** Builds the URL of the picture from the hash that Discord returns. */
function avatarUrl(id: string, avatar: string | null | undefined): string | null {
  return avatar && /^(?:a_)?[0-9a-f]{32}$/.test(avatar)
    ? `https://cdn.discordapp.com/avatars/${id}/${avatar}.png`
    : null
}
