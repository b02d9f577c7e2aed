import { oauthProviderNames } from '@portico/contract'
import { z } from 'zod'

import { accessDenied, hex } from './look-alike.ts'
import type { BuiltInProvider } from './provider.ts'
import { accountId, addressOf, optionalDetail, nameOf, optionalText, parseAnswer, pictureOf } from './read-answer.ts'

const account = z.object({
  id: accountId,
  display_name: optionalDetail,
  email: optionalText,
  images: z
    .array(z.object({ url: optionalDetail }))
    .nullish()
    .catch(null),
})

/**
 * Spotify documents that the address is not verified.
 *
 * @see https://developer.spotify.com/documentation/web-api/reference/get-current-users-profile
 */
export const spotify: BuiltInProvider = {
  id: 'spotify',
  name: oauthProviderNames.spotify,
  endpoints: () => ({
    authorization: 'https://accounts.spotify.com/authorize',
    token: 'https://accounts.spotify.com/api/token',
    userinfo: 'https://api.spotify.com/v1/me',
    jwks: null,
    issuer: null,
    others: {},
  }),
  scopes: ['user-read-email', 'user-read-private'],
  clientAuthentication: 'basic',
  usesPkce: true,
  authorizationParameters: () => ({}),
  readIdentity: async ({ endpoints, get }) => {
    const answer = parseAnswer('Spotify', account, await get(endpoints.userinfo ?? ''))
    return {
      accountId: answer.id,
      email: addressOf(answer.email),
      isEmailVerified: false,
      displayName: nameOf(answer.display_name),
      profileImageUrl: pictureOf(answer.images?.[0]?.url),
    }
  },
  lookAlike: {
    host: 'accounts.spotify.com',
    tile: { ground: '#1db954', text: '#000000' },
    oddities: ['The documentation calls the address unverified.', 'The refresh token stays the same.'],
    addresses: 'silent',
    mayLackAddress: false,
    subOf: (key) => `31${hex(24)(key)}`,
    subPattern: /^[\x21-\x7e]{1,255}$/,
    refusal: accessDenied,
    accessTokenSeconds: 3_600,
    refresh: 'kept',
    scopeField: ['scope', ' '],
    userinfo: ({ sub, name, email }) => ({
      id: sub,
      display_name: name,
      ...(email !== null && { email }),
      images: [],
      product: 'free',
      type: 'user',
      uri: `spotify:user:${sub}`,
    }),
  },
}
